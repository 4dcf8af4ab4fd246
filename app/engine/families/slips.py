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

    @property
    def may_coincide(self) -> bool:
        """Whether there are numbers for which the slip gives what is right."""
        return not self.coincides_when.startswith("never")


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

MASKED_SLIPS = (
    FamilySlip(
        "mask-after-weights",
        "mask",
        "when hidden tokens get the weight 0 after the softmax and the other weights stay as they were",
        "the hidden tokens had no weight",
    ),
    FamilySlip(
        "mask-score-zero",
        "mask",
        r"when hidden scores are set to 0 instead of $-\infty$, so that each adds $e^0 = 1$ to the sum",
        "never: a positive term is added",
    ),
    FamilySlip(
        "own-token-apart",
        "mask",
        "when the mask hides the asking token itself too",
        "never: its own term is positive",
    ),
)

SHIFTED_SLIPS = (
    FamilySlip(
        "constant-shift-matters",
        "shift",
        "when the constant is added to the asked token's score alone",
        "the constant is 0",
    ),
)

WORK_SLIPS = (
    FamilySlip(
        "cost-linear-in-n",
        "length",
        "when the work is taken to grow in proportion to the number of tokens",
        "the length stays the same",
    ),
    FamilySlip(
        "cost-from-d-k-squared",
        "width",
        "when the work is taken to grow with the square of the width",
        "the width stays the same",
    ),
    FamilySlip(
        "width-left-out",
        "width",
        "when only the number of scores is counted and not what each of them costs",
        "the width stays the same",
    ),
    FamilySlip(
        "scores-over-features",
        "width",
        r"when the products are counted as those of $Q^\top K$, a matrix of $d_k \times d_k$",
        "length and width change by the same factor",
    ),
)

MEMORY_SLIPS = (
    FamilySlip(
        "scores-are-tokens-by-width",
        "matrix",
        r"when the scores are taken to be as many as the entries of $Q$, $n \times d_k$ in each head",
        "d_k equals the number of tokens",
    ),
    FamilySlip(
        "head-scores-are-pooled",
        "heads",
        "when one matrix of scores is counted for all heads together",
        "there is one head",
    ),
    FamilySlip(
        "heads-share-the-scores",
        "heads",
        "when the scores of one matrix are divided among the heads",
        "there is one head",
    ),
    FamilySlip(
        "bits-for-bytes",
        "size",
        "when the bits of a number are counted as bytes",
        "never",
    ),
)

PADDING_SLIPS = (
    FamilySlip(
        "padding-left-in",
        "mask",
        "when the padding is not hidden and takes its share like any token",
        "never: its term is positive",
    ),
    FamilySlip(
        "later-tokens-left-in",
        "mask",
        "when tokens that come later take part, as if there were no causal mask",
        "no token comes later",
    ),
)

JACOBIAN_SLIPS = (
    FamilySlip(
        "own-entry-of-jacobian",
        "rule",
        "when the weight is differentiated by its own score instead of the other token's",
        "never: the one is positive and the other negative",
    ),
    FamilySlip(
        "rival-lifts-weight",
        "rule",
        "when the minus sign is missing, as if a higher score of another token raised the weight",
        "never, since no weight of softmax is 0",
    ),
)

CROSS_SLIPS = (
    FamilySlip(
        "scores-must-be-square",
        "axis",
        "when as many Keys as Queries are counted, so that the scores are square",
        "there are as many Keys as Queries",
    ),
)

ORDER_SLIPS = (
    FamilySlip(
        "values-need-no-pairing",
        "pairing",
        "when the weights stay at their places while the Values move to new ones",
        "the Values that change places have equal weights",
    ),
)

WIDTH_SLIPS = (
    FamilySlip(
        "difference-for-divisor",
        "undoing",
        "when the scaled score is taken off the raw one instead of the raw one being divided by it",
        "quotient and difference are equal, as for 4 and 2",
    ),
)

SHAPE_SLIPS = (
    FamilySlip(
        "cross-sides-exchanged",
        "scores",
        "when the two sides of cross-attention change places, so that the encoder asks",
        "both sides have as many tokens",
    ),
    FamilySlip("scores-must-be-square", "scores", CROSS_SLIPS[0].diagnosis, CROSS_SLIPS[0].coincides_when),
    FamilySlip(
        "output-is-weights",
        "output",
        "when the weights themselves are taken for the output, without the Values",
        "the Values are as wide as there are Keys",
    ),
)

COLUMN_SLIPS = (
    FamilySlip(
        "heads-take-turns",
        "layout",
        "when the columns are dealt out to the heads in turn, one after the other",
        "there is one head, or each head has one column",
    ),
    FamilySlip("heads-from-zero", "heads", "when the first head is counted as head 0", "never"),
    FamilySlip("columns-from-zero", "columns", "when the first column is counted as column 0", "never"),
)

_ELSEWHERE = frozenset(("pair-reversed", "heads-for-d-k"))  # the saturation pair, the spread

FAMILY_SLIPS: Mapping[str, FamilySlip] = MappingProxyType(
    {
        slip.slug: slip
        for slip in (
            *DOMINANCE_SLIPS,
            *DUPLICATE_SLIPS,
            *TEMPERATURE_SLIPS,
            *GRADIENT_SLIPS,
            *MASKED_SLIPS,
            *SHIFTED_SLIPS,
            *WORK_SLIPS,
            *MEMORY_SLIPS,
            *PADDING_SLIPS,
            *JACOBIAN_SLIPS,
            *CROSS_SLIPS,
            *ORDER_SLIPS,
            *WIDTH_SLIPS,
            *SHAPE_SLIPS,
            *COLUMN_SLIPS,
        )
        if slip.slug not in _ELSEWHERE
    }
)
