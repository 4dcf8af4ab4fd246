"""The rule for the spread of q·k as a record, what it is asked of, and the slips: the same record with a field changed.

The numbers are computed in `engine/spread.py`; this part is light enough for every process.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType

from app.engine.problem import Exact


class Terms(Enum):
    """How many products are added."""

    D_K = "d_model / h"
    D_MODEL = "d_model"
    ROOT_BEFORE_SPLIT = "root of d_model, then / h"
    HEADS = "h"
    ONE = "1"


class Variances(Enum):
    """What the two variances contribute."""

    MULTIPLIED = "σ_q² σ_k²"
    IGNORED = "1"
    ADDED = "σ_q² + σ_k²"
    OUTSIDE_ROOT = "(σ_q² σ_k²)², so that σ_q² σ_k² stands outside the root"


class Answer(Enum):
    """Which number is given."""

    DEVIATION = "root of the variance"
    VARIANCE = "variance"


@dataclass(frozen=True, slots=True)
class SpreadRule:
    """One way to find the spread; `SpreadRule()` is the right one."""

    terms: Terms = Terms.D_K
    variances: Variances = Variances.MULTIPLIED
    answer: Answer = Answer.DEVIATION


@dataclass(frozen=True, slots=True)
class SpreadProblem:
    """d_model split evenly over the heads, and the variances of the entries of q and k.

    Raises ValueError unless the heads divide d_model and the variances are positive.
    """

    d_model: int
    heads: int
    var_q: Exact = 1
    var_k: Exact = 1

    def __post_init__(self) -> None:
        if self.heads < 1 or self.d_model < 1 or self.d_model % self.heads:
            raise ValueError(f"{self.heads} heads do not divide d_model = {self.d_model}")
        if self.var_q <= 0 or self.var_k <= 0:
            raise ValueError(f"variances must be positive, not {self.var_q} and {self.var_k}")

    @property
    def d_k(self) -> int:
        """The width of one head."""
        return self.d_model // self.heads


@dataclass(frozen=True, slots=True)
class SpreadSlip:
    """One changed field of the rule; `diagnosis` completes "8 is what comes out …"."""

    slug: str
    field: str
    value: Terms | Variances | Answer
    diagnosis: str
    coincides_when: str


_ALL = (
    SpreadSlip(
        "variance-for-deviation",
        "answer",
        Answer.VARIANCE,
        "when the variance is taken instead of its root, the standard deviation",
        "the variance of q·k is 1",
    ),
    SpreadSlip(
        "no-head-split",
        "terms",
        Terms.D_MODEL,
        r"when all of $d_{\text{model}}$ is used instead of one head's share",
        "there is one head",
    ),
    SpreadSlip(
        "root-before-split",
        "terms",
        Terms.ROOT_BEFORE_SPLIT,
        r"when the root of $d_{\text{model}}$ is taken first and then divided by the number of heads",
        "there is one head",
    ),
    SpreadSlip(
        "heads-for-d-k",
        "terms",
        Terms.HEADS,
        r"when the number of heads stands in for $d_k$",
        "d_k equals the number of heads",
    ),
    SpreadSlip(
        "scaled-already",
        "terms",
        Terms.ONE,
        r"when the dot product has already been divided by $\sqrt{d_k}$",
        "d_k is 1",
    ),
    SpreadSlip(
        "variances-ignored",
        "variances",
        Variances.IGNORED,
        r"when the variances of the entries are left out, so that only $d_k$ counts",
        "the variances multiply to 1",
    ),
    SpreadSlip(
        "variances-added",
        "variances",
        Variances.ADDED,
        "when the two variances of a product are added instead of multiplied",
        "sum and product of the variances are equal, as for 2 and 2",
    ),
    SpreadSlip(
        "deviation-not-variance",
        "variances",
        Variances.OUTSIDE_ROOT,
        "when the variances of the entries stand where their standard deviations belong",
        "the variances multiply to 1",
    ),
)

SPREAD_SLIPS: Mapping[str, SpreadSlip] = MappingProxyType({slip.slug: slip for slip in _ALL})


def apply_spread(slugs: Sequence[str]) -> SpreadRule:
    """The right rule with the fields of all these slips changed.

    Raises KeyError for an unknown slug and ValueError when two slips change the same field.
    """
    changes: dict[str, Terms | Variances | Answer] = {}
    for slug in slugs:
        slip = SPREAD_SLIPS[slug]
        if slip.field in changes:
            raise ValueError(f"{' and '.join(slugs)} change the same field, {slip.field}")
        changes[slip.field] = slip.value
    return replace(SpreadRule(), **changes)  # type: ignore[arg-type]  # every value has its field's type
