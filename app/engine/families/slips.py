"""The slips of the families beyond those of the attention mechanism and of the spread; light enough for every process."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class FamilySlip:
    """One changed choice of a family; slips of one `field` exclude each other.

    `diagnosis` completes "8 is what comes out …"; `coincides_when` says when it gives the right number all the same.
    """

    slug: str
    field: str
    diagnosis: str
    coincides_when: str


DOMINANCE_SLIPS = (
    FamilySlip(
        "difference-for-factor",
        "answer",
        "when the difference of the scaled scores is given instead of its exponential",
        "never, since e^x exceeds x",
    ),
    FamilySlip(
        "ratio-of-scores",
        "answer",
        "when the scores themselves are divided by each other",
        "the ratio of the scores happens to be the exponential of their difference",
    ),
    FamilySlip(
        "pair-reversed",
        "order",
        "when the weights of the two tokens change places",
        "both scores are equal",
    ),
)

DUPLICATE_SLIPS = (
    FamilySlip(
        "duplicate-ignored",
        "duplicate",
        "when the second copy of the token is left out, as if equal tokens counted once",
        "never: another positive term in the sum makes every other weight smaller",
    ),
    FamilySlip(
        "duplicate-doubles-score",
        "duplicate",
        "when the score of the doubled token is taken twice instead of its exponential",
        "e^(2x) equals 2 e^x, at x = ln 2",
    ),
    FamilySlip(
        "duplicate-halves-weight",
        "duplicate",
        "when the old weight is divided by two because one token has come in twice",
        "never, since the exponential of the token is not 0",
    ),
)

TEMPERATURE_SLIPS = (
    FamilySlip(
        "temperature-multiplied",
        "temperature",
        "when the scores are multiplied by the temperature instead of divided by it",
        "T is 1",
    ),
    FamilySlip("temperature-ignored", "temperature", "when the temperature is left out", "T is 1"),
    FamilySlip(
        "temperature-on-weights",
        "temperature",
        "when the weight is divided by the temperature after the softmax",
        "T is 1",
    ),
)

GRADIENT_SLIPS = (
    FamilySlip(
        "chain-factor-forgotten",
        "chain",
        r"when the factor $1/\sqrt{d_k}$ of the inner derivative is left out",
        "d_k is 1",
    ),
    FamilySlip(
        "weight-for-gradient",
        "rule",
        "when the weight itself is taken for its derivative, as if it were an exponential",
        "never, since no weight of softmax is 0",
    ),
    FamilySlip(
        "square-for-gradient",
        "rule",
        "when the weight is multiplied by itself instead of by what is left of 1",
        "the weight is one half",
    ),
)

FAMILY_SLIPS: Mapping[str, FamilySlip] = MappingProxyType(
    {
        slip.slug: slip
        for slip in (*DOMINANCE_SLIPS, *DUPLICATE_SLIPS, *TEMPERATURE_SLIPS, *GRADIENT_SLIPS)
        if slip.slug != "pair-reversed"  # the saturation pair has it as well
    }
)
