"""The slips of the families beyond those of the attention mechanism and of the spread; light enough for every process."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.engine.families.coincidences import (
    When,
    columns_agree,
    equal,
    halves_in_proportion,
    heated,
    is_one,
    near,
    never,
    outputs_agree,
    ratio_is_power,
    second_is_two,
)


@dataclass(frozen=True, slots=True)
class FamilySlip:
    """One changed choice of a family; slips of one `field` exclude each other.

    `diagnosis` completes "8 is what comes out …"; `when` says for which givens it gives the right number all the same:
    for any others a draw in which it does is refused.
    """

    slug: str
    field: str
    diagnosis: str
    when: When


DOMINANCE_SLIPS = (
    FamilySlip(
        "difference-for-factor",
        "answer",
        "when the difference of the scaled scores is given instead of its exponential",
        never(", since e^x exceeds x"),
    ),
    FamilySlip(
        "ratio-of-scores",
        "answer",
        "when the scores themselves are divided by each other",
        When("the ratio of the scores happens to be the exponential of their difference", ratio_is_power),
    ),
    FamilySlip(
        "pair-reversed",
        "order",
        "when the weights of the two tokens change places",
        equal("both scores are equal", "first", "second"),
    ),
)

DUPLICATE_SLIPS = (
    FamilySlip(
        "duplicate-ignored",
        "duplicate",
        "when the second copy of the token is left out, as if equal tokens counted once",
        never(": another positive term in the sum makes every other weight smaller"),
    ),
    FamilySlip(
        "duplicate-doubles-score",
        "duplicate",
        "when the score of the doubled token is taken twice instead of its exponential",
        When("e^(2x) equals 2 e^x, at x = ln 2", second_is_two),
    ),
    FamilySlip(
        "duplicate-halves-weight",
        "duplicate",
        "when the old weight is divided by two because one token has come in twice",
        never(", since the exponential of the token is not 0"),
    ),
)

_COOL = "T is 1, or the weight happens to be the same, as of ln 25 beside ln 36 and ln 4 at T = 2"
TEMPERATURE_SLIPS = (
    FamilySlip(
        "temperature-multiplied",
        "temperature",
        "when the scores are multiplied by the temperature instead of divided by it",
        When(_COOL, lambda givens: near(heated(givens, 1), heated(givens, -1))),
    ),
    FamilySlip(
        "temperature-ignored",
        "temperature",
        "when the temperature is left out",
        When(_COOL, lambda givens: near(heated(givens, 1), heated(givens, 0))),
    ),
    FamilySlip(
        "temperature-on-weights",
        "temperature",
        "when the weight is divided by the temperature after the softmax",
        When(_COOL, lambda givens: near(heated(givens, 1), heated(givens, 0) * 4 / givens["quarters"])),
    ),
)

GRADIENT_SLIPS = (
    FamilySlip(
        "chain-factor-forgotten",
        "chain",
        r"when the factor $1/\sqrt{d_k}$ of the inner derivative is left out",
        is_one("d_k is 1", "d_k"),
    ),
    FamilySlip(
        "weight-for-gradient",
        "rule",
        "when the weight itself is taken for its derivative, as if it were an exponential",
        never(", since no weight of softmax is 0"),
    ),
    FamilySlip(
        "square-for-gradient",
        "rule",
        "when the weight is multiplied by itself instead of by what is left of 1",
        equal("the weight is one half", "first", "second"),
    ),
)

MASKED_SLIPS = (
    FamilySlip(
        "mask-after-weights",
        "mask",
        "when hidden tokens get the weight 0 after the softmax and the other weights stay as they were",
        never(": the hidden tokens take a share of the sum"),
    ),
    FamilySlip(
        "mask-score-zero",
        "mask",
        r"when hidden scores are set to 0 instead of $-\infty$, so that each adds $e^0 = 1$ to the sum",
        never(": a positive term is added"),
    ),
    FamilySlip(
        "own-token-apart",
        "mask",
        "when the mask hides the asking token itself too",
        never(": its own term is positive"),
    ),
)

SHIFTED_SLIPS = (
    FamilySlip(
        "constant-shift-matters",
        "shift",
        "when the constant is added to the asked token's score alone",
        When(
            "the constant is 0",
            lambda givens: givens["shift"] == 0 or (bool(givens["logs"]) and abs(givens["shift"]) == 1),
        ),
    ),
    FamilySlip(
        "constant-left-out-of-shares",
        "shift",
        "when the constant is left out and the scores as they were are divided by their sum",
        When("the scores as they were have the shares of their exponentials", halves_in_proportion),
    ),
)

WORK_SLIPS = (
    FamilySlip(
        "cost-linear-in-n",
        "length",
        "when the work is taken to grow in proportion to the number of tokens",
        equal("the length stays the same", "n", "longer"),
    ),
    FamilySlip(
        "cost-from-d-k-squared",
        "width",
        "when the work is taken to grow with the square of the width",
        equal("the width stays the same", "d_k", "wider"),
    ),
    FamilySlip(
        "width-left-out",
        "width",
        "when only the number of scores is counted and not what each of them costs",
        equal("the width stays the same", "d_k", "wider"),
    ),
    FamilySlip(
        "scores-over-features",
        "width",
        r"when the products are counted as those of $Q^\top K$, a matrix of $d_k \times d_k$",
        When(
            "length and width change by the same factor",
            lambda givens: givens["longer"] * givens["d_k"] == givens["wider"] * givens["n"],
        ),
    ),
)

MEMORY_SLIPS = (
    FamilySlip(
        "scores-are-tokens-by-width",
        "matrix",
        r"when the scores are taken to be as many as the entries of $Q$, $n \times d_k$ in each head",
        equal("d_k equals the number of tokens", "d_k", "n"),
    ),
    FamilySlip(
        "head-scores-are-pooled",
        "heads",
        "when one matrix of scores is counted for all heads together",
        is_one("there is one head", "heads"),
    ),
    FamilySlip(
        "heads-share-the-scores",
        "heads",
        "when the scores of one matrix are divided among the heads",
        is_one("there is one head", "heads"),
    ),
    FamilySlip(
        "bits-for-bytes",
        "size",
        "when the bits of a number are counted as bytes",
        never(),
    ),
    FamilySlip(
        "weights-beside-scores",
        "copies",
        "when the weights, which are as many, are counted beside the scores",
        never(),
    ),
)

PADDING_SLIPS = (
    FamilySlip(
        "padding-left-in",
        "mask",
        "when the padding is not hidden and takes its share like any token",
        never(": its term is positive"),
    ),
    FamilySlip(
        "later-tokens-left-in",
        "mask",
        "when tokens that come later take part, as if there were no causal mask",
        When("no token comes later", lambda givens: givens["pads"] + givens["row"] == 5),
    ),
)

JACOBIAN_SLIPS = (
    FamilySlip(
        "own-entry-of-jacobian",
        "rule",
        "when the weight is differentiated by its own score instead of the other token's",
        never(": the one is positive and the other negative"),
    ),
    FamilySlip(
        "rival-lifts-weight",
        "rule",
        "when the minus sign is missing, as if a higher score of another token raised the weight",
        never(", since no weight of softmax is 0"),
    ),
)

CROSS_SLIPS = (
    FamilySlip(
        "scores-must-be-square",
        "axis",
        "when as many Keys as Queries are counted, so that the scores are square",
        never(": there are more Keys than Queries, and each has a term"),
    ),
)

ORDER_SLIPS = (
    FamilySlip(
        "values-need-no-pairing",
        "pairing",
        "when the weights stay at their places while the Values move to new ones",
        When(
            "the Values that change places have equal weights, or make up for it", outputs_agree(moved=True)
        ),
    ),
)

WIDTH_SLIPS = (
    FamilySlip(
        "difference-for-divisor",
        "undoing",
        "when the scaled score is taken off the raw one instead of the raw one being divided by it",
        When(
            "quotient and difference are equal, as for 4 and 2",
            lambda givens: givens["scaled"] * (givens["raw"] - givens["scaled"]) == 4 * givens["raw"],
        ),
    ),
)

SHAPE_SLIPS = (
    FamilySlip(
        "cross-sides-exchanged",
        "scores",
        "when the two sides of cross-attention change places, so that the encoder asks",
        equal("both sides have as many tokens", "n_q", "n_k"),
    ),
    FamilySlip(
        "scores-must-be-square",
        "scores",
        CROSS_SLIPS[0].diagnosis,
        equal("there are as many Keys as Queries", "n_q", "n_k"),
    ),
    FamilySlip(
        "output-is-weights",
        "output",
        "when the weights themselves are taken for the output, without the Values",
        When(
            "the Values are as wide as there are Keys",
            lambda givens: givens["d_model"] == givens["n_k"] * givens["heads"],
        ),
    ),
)

COLUMN_SLIPS = (
    FamilySlip(
        "heads-take-turns",
        "layout",
        "when the columns are dealt out to the heads in turn, one after the other",
        When("both ways lead to the same columns, as with one head or heads of one column", columns_agree),
    ),
    FamilySlip("heads-from-zero", "heads", "when the first head is counted as head 0", never()),
    FamilySlip("columns-from-zero", "columns", "when the first column is counted as column 0", never()),
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
