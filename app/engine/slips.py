"""Slips applied to the mechanism, alone and in pairs: when they act, when they are defined, which can be told apart."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType

from app.engine.mechanism import RIGHT, Mechanism
from app.engine.problem import Shape
from app.engine.slip_table import ALL_SLIPS, Choice, Slip
from app.engine.stages import Stage, reaches

SLIPS: Mapping[str, Slip] = MappingProxyType({slip.slug: slip for slip in ALL_SLIPS})
_BY_CHANGE = {(slip.field, slip.value): slip for slip in ALL_SLIPS}
_FIELDS = tuple(dict.fromkeys(slip.field for slip in ALL_SLIPS))
_BEFORE_SOFTMAX = frozenset(("no-scale", "divide-by-d-k", "times-root-d-k", "root-of-tokens"))
_BEHIND_PLAIN_MEAN = frozenset(("carry-keys", "causal-mask-added"))


def apply(slugs: Sequence[str], base: Mechanism = RIGHT) -> Mechanism:
    """The right mechanism, or another base, with the fields of all these slips changed; no slug gives the base.

    Raises KeyError for an unknown slug and ValueError when two slips change the same field.
    """
    changes: dict[str, Choice] = {}
    for slug in slugs:
        slip = SLIPS[slug]
        if slip.field in changes:
            raise ValueError(f"{' and '.join(slugs)} change the same field, {slip.field}")
        changes[slip.field] = slip.value
    return replace(base, **changes)  # type: ignore[arg-type]  # every value has its field's type


@lru_cache(maxsize=1024)
def slips_of(mechanism: Mechanism) -> tuple[Slip, ...]:
    """The slips by which a mechanism differs from the right one; a chosen divisor is a setting and no slip."""
    changes = ((field, getattr(mechanism, field)) for field in _FIELDS)
    return tuple(_BY_CHANGE[change] for change in changes if change in _BY_CHANGE)


def first_stage(slug: str) -> Stage:
    """The earliest step whose numbers the slip can change."""
    return SLIPS[slug].first_stage


def acts_at(slug: str, stage: Stage) -> bool:
    """Whether the slip can change the numbers of this step. Scaled-already changes the logits only."""
    if slug == "scaled-already":
        return stage is Stage.RAW
    return reaches(stage, SLIPS[slug].first_stage)


def is_defined(mechanism: Mechanism, shape: Shape, stage: Stage) -> bool:
    """Whether these shapes allow the mechanism up to this step; slips that come later do not matter."""
    return all(slip.defined(shape) for slip in slips_of(mechanism) if reaches(stage, slip.first_stage))


def always_coincides(mechanism: Mechanism, shape: Shape, stage: Stage) -> bool:
    """Whether the shapes alone make the mechanism give the right numbers at this step."""
    return all(slip.coincides(shape) for slip in slips_of(mechanism) if acts_at(slip.slug, stage))


def _one_erases_the_other(first: str, second: str, stage: Stage) -> bool:
    """Whether a pair of slips always gives the numbers of one of them (or of none) at this step.

    - the plain mean does not look at what made the weights;
    - who takes the largest, or divides the scores by their sum, has the same weights under every divisor;
    - a score under no divisor, or one that follows the softmax, has not been divided already.
    """
    pair = frozenset((first, second))
    if "plain-mean" in pair:
        return reaches(stage, Stage.WEIGHTS) and not pair & _BEHIND_PLAIN_MEAN
    if stage is Stage.SUM and "softmax-over-matrix" in pair and pair & {"swap-query-key", "other-row"}:
        return True  # the whole matrix has one sum, transposed or not
    if "largest-takes-all" in pair:
        if stage is Stage.SUM:
            return True  # it is 1 whatever comes before
        late = "scale-after-softmax" in pair and not reaches(stage, Stage.WEIGHTS)
        return (late or bool(pair & _BEFORE_SOFTMAX)) and reaches(stage, Stage.EXPONENTIALS)
    if "no-exponential" in pair:
        return bool(pair & _BEFORE_SOFTMAX) and reaches(stage, Stage.WEIGHTS)
    return "scaled-already" in pair and bool(pair & {"no-scale", "scale-after-softmax"})


def slips_at(stage: Stage) -> tuple[str, ...]:
    """The slips that can change the numbers of this step."""
    return tuple(slug for slug in SLIPS if acts_at(slug, stage))


@lru_cache(maxsize=len(Stage))
def pairs_at(stage: Stage) -> tuple[tuple[str, str], ...]:
    """The compound slips that can be told apart from single ones at this step.

    Both change the step, they change different fields, and neither erases the other. At the logits a changed
    divisor counts together with scaled-already, since that score is a divided one.
    """
    acting = [slug for slug in SLIPS if acts_at(slug, stage)]
    pairs = [
        (first, second)
        for first, second in combinations(acting, 2)
        if SLIPS[first].field != SLIPS[second].field and not _one_erases_the_other(first, second, stage)
    ]
    if stage is Stage.RAW:
        divisors = ("divide-by-d-k", "times-root-d-k", "root-of-tokens")
        pairs.extend((divisor, "scaled-already") for divisor in divisors)
    return tuple(pairs)


__all__ = [
    "SLIPS",
    "Slip",
    "acts_at",
    "always_coincides",
    "apply",
    "first_stage",
    "is_defined",
    "pairs_at",
    "slips_at",
    "slips_of",
]
