"""The steps of one attention computation, in their order."""

from enum import StrEnum


class Stage(StrEnum):
    """A step whose numbers can be asked for; the slug names it in stored tables."""

    RAW = "logits"  # s_j = q · k_j
    SCALED = "scaled"  # x_j = s_j / √d_k
    EXPONENTIALS = "exponentials"  # a_j = exp(x_j)
    SUM = "sum"  # Z = Σ a_j
    WEIGHTS = "weights"  # w_j = a_j / Z
    WEIGHTED = "weighted"  # p_jc = w_j V_jc, token by token
    OUTPUT = "output"  # o_c = Σ_j p_jc


STAGES: tuple[Stage, ...] = tuple(Stage)
_RANK = {stage: rank for rank, stage in enumerate(STAGES)}


def reaches(stage: Stage, earlier: Stage) -> bool:
    """Whether the numbers at `stage` come at or after `earlier`."""
    return _RANK[stage] >= _RANK[earlier]


def up_to(stage: Stage) -> tuple[Stage, ...]:
    """All steps from the first to `stage`, which is included."""
    return STAGES[: _RANK[stage] + 1]
