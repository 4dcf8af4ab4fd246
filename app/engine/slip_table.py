"""The table of slips: ways to get attention wrong, each one changed field with a phrase for the learner."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.engine.mechanism import (
    Axis,
    Carried,
    Comparison,
    Mask,
    Normaliser,
    Product,
    Reading,
    Scale,
    Weighting,
    Written,
)
from app.engine.problem import Shape
from app.engine.stages import Stage

Choice = Product | Comparison | Written | Scale | Normaliser | Axis | Mask | Weighting | Carried | Reading
ShapeRule = Callable[[Shape], bool]


def _always(shape: Shape) -> bool:
    return True


def _never(shape: Shape) -> bool:
    return False


def _has_vectors(shape: Shape) -> bool:
    return not shape.scores_only


def _self_attention(shape: Shape) -> bool:
    return not shape.scores_only and shape.n_q == shape.n


def _values_can_ask(shape: Shape) -> bool:
    return _self_attention(shape) and shape.d_v == shape.d_k


def _keys_can_be_carried(shape: Shape) -> bool:
    return not shape.scores_only and shape.d_v == shape.d_k


def _several_rows(shape: Shape) -> bool:
    return not shape.scores_only and shape.n_q >= 2


def _d_k_is_one(shape: Shape) -> bool:
    return shape.d_k == 1


def _n_is_d_k(shape: Shape) -> bool:
    return shape.n == shape.d_k


def _one_token(shape: Shape) -> bool:
    return shape.n == 1


@dataclass(frozen=True, slots=True)
class Slip:
    """One changed field of the mechanism.

    `diagnosis` is Markdown that completes "0.665 is what comes out …". `defined` says for which shapes the slip
    can be made, `coincides` for which shapes it always gives the right numbers; both are told in words too, with
    what depends on the numbers of the draw. `first_stage` is the earliest step whose numbers it can change.
    """

    slug: str
    field: str
    value: Choice
    first_stage: Stage
    diagnosis: str
    defined_when: str
    coincides_when: str
    defined: ShapeRule
    coincides: ShapeRule

    @property
    def change(self) -> Mapping[str, Choice]:
        """The changed field with its new value."""
        return MappingProxyType({self.field: self.value})


ALL_SLIPS = (
    Slip(
        slug="no-scale",
        field="scale",
        value=Scale.NONE,
        first_stage=Stage.SCALED,
        diagnosis=r"without dividing by $\sqrt{d_k}$",
        defined_when="always",
        coincides_when="d_k is 1, or all logits of the row are equal",
        defined=_always,
        coincides=_d_k_is_one,
    ),
    Slip(
        slug="divide-by-d-k",
        field="scale",
        value=Scale.D_K,
        first_stage=Stage.SCALED,
        diagnosis=r"when the scores are divided by $d_k$ instead of $\sqrt{d_k}$",
        defined_when="always",
        coincides_when="d_k is 1, or all logits of the row are equal",
        defined=_always,
        coincides=_d_k_is_one,
    ),
    Slip(
        slug="times-root-d-k",
        field="scale",
        value=Scale.TIMES_ROOT_D_K,
        first_stage=Stage.SCALED,
        diagnosis=r"when the scores are multiplied by $\sqrt{d_k}$ instead of divided by it",
        defined_when="always",
        coincides_when="d_k is 1, or all logits of the row are equal",
        defined=_always,
        coincides=_d_k_is_one,
    ),
    Slip(
        slug="root-of-tokens",
        field="scale",
        value=Scale.ROOT_N,
        first_stage=Stage.SCALED,
        diagnosis=r"when the divisor is $\sqrt{n}$, the root of the number of tokens, instead of $\sqrt{d_k}$",
        defined_when="always",
        coincides_when="n equals d_k, or all logits of the row are equal",
        defined=_always,
        coincides=_n_is_d_k,
    ),
    Slip(
        slug="scale-after-softmax",
        field="scale",
        value=Scale.ROOT_D_K_AFTER,
        first_stage=Stage.SCALED,
        diagnosis=r"when the division by $\sqrt{d_k}$ comes after the softmax instead of before it",
        defined_when="always",
        coincides_when="d_k is 1",
        defined=_always,
        coincides=_d_k_is_one,
    ),
    Slip(
        slug="no-exponential",
        field="normaliser",
        value=Normaliser.NONE,
        first_stage=Stage.EXPONENTIALS,
        diagnosis="when the scores themselves take the place of their exponentials",
        defined_when="the sum of the scaled logits is not zero and cannot be rounded to zero",
        coincides_when="there is one token, or all logits of the row are equal",
        defined=_always,
        coincides=_one_token,
    ),
    Slip(
        slug="base-two",
        field="normaliser",
        value=Normaliser.TWO,
        first_stage=Stage.EXPONENTIALS,
        diagnosis="when the softmax takes powers of 2 instead of powers of $e$",
        defined_when="always",
        coincides_when="there is one token, or all logits of the row are equal",
        defined=_always,
        coincides=_one_token,
    ),
    Slip(
        slug="largest-takes-all",
        field="normaliser",
        value=Normaliser.LARGEST,
        first_stage=Stage.EXPONENTIALS,
        diagnosis="when the largest score takes the whole weight",
        defined_when="always; a tie splits the weight equally, and recipes refuse ties",
        coincides_when="there is one token, or all logits of the row are equal",
        defined=_always,
        coincides=_one_token,
    ),
    Slip(
        slug="softmax-over-columns",
        field="axis",
        value=Axis.COLUMN,
        first_stage=Stage.SUM,
        diagnosis="when the softmax runs down the columns instead of along the row",
        defined_when="Q has at least two rows",
        coincides_when="the columns happen to have the sum of the row, as in a matrix of equal logits",
        defined=_several_rows,
        coincides=_never,
    ),
    Slip(
        slug="softmax-over-matrix",
        field="axis",
        value=Axis.MATRIX,
        first_stage=Stage.SUM,
        diagnosis="when the softmax runs over the whole matrix instead of along the row",
        defined_when="Q has at least two rows",
        coincides_when="never: the other rows take a share of the weight",
        defined=_several_rows,
        coincides=_never,
    ),
    Slip(
        slug="swap-query-value",
        field="product",
        value=Product.VALUE_KEY,
        first_stage=Stage.RAW,
        diagnosis=(
            "when Query and Value are swapped in the comparison: "
            r"$\mathrm{softmax}(V K^{\top}/\sqrt{d_k})\,V$"
        ),
        defined_when="V is given, is as wide as K, and there are as many Queries as Values",
        coincides_when="the token's Value and Query give the same products with every Key",
        defined=_values_can_ask,
        coincides=_never,
    ),
    Slip(
        slug="swap-query-key",
        field="product",
        value=Product.KEY_QUERY,
        first_stage=Stage.RAW,
        diagnosis=(
            "when Query and Key are swapped in the comparison: "
            r"$\mathrm{softmax}(K Q^{\top}/\sqrt{d_k})\,V$"
        ),
        defined_when="there are as many Queries as Keys",
        coincides_when="there is one token, or the row of the matrix of logits equals the column",
        defined=_self_attention,
        coincides=_one_token,
    ),
    Slip(
        slug="carry-keys",
        field="carried",
        value=Carried.KEYS,
        first_stage=Stage.WEIGHTED,
        diagnosis="when the weights are applied to the Keys instead of the Values",
        defined_when="V is given and is as wide as K",
        coincides_when="K equals V",
        defined=_keys_can_be_carried,
        coincides=_never,
    ),
    Slip(
        slug="plain-mean",
        field="weighting",
        value=Weighting.PLAIN_MEAN,
        first_stage=Stage.WEIGHTS,
        diagnosis="when every token counts the same, whatever its score",
        defined_when="always",
        coincides_when="there is one token, or all logits of the row are equal",
        defined=_always,
        coincides=_one_token,
    ),
    Slip(
        slug="causal-mask-added",
        field="mask",
        value=Mask.CAUSAL,
        first_stage=Stage.EXPONENTIALS,
        diagnosis="when a causal mask hides the tokens that come later",
        defined_when="there are as many Queries as Keys",
        coincides_when="the asked row is the last, which sees every token anyway",
        defined=_self_attention,
        coincides=_one_token,
    ),
    Slip(
        slug="other-row",
        field="reading",
        value=Reading.NEXT,
        first_stage=Stage.RAW,
        diagnosis="when the row of the next token is read",
        defined_when="Q has at least two rows",
        coincides_when="both tokens have the same Query, or there is one Key",
        defined=_several_rows,
        coincides=_never,
    ),
    Slip(
        slug="drop-signs",
        field="comparison",
        value=Comparison.SIGNLESS,
        first_stage=Stage.RAW,
        diagnosis="when the minus signs are dropped and only the sizes of the products are added",
        defined_when="the vectors are given",
        coincides_when="no product is negative",
        defined=_has_vectors,
        coincides=_never,
    ),
    Slip(
        slug="cosine-compare",
        field="comparison",
        value=Comparison.COSINE,
        first_stage=Stage.RAW,
        diagnosis="when the dot product is divided by the lengths of both vectors, as for a cosine",
        defined_when="the vectors are given and none of them is zero",
        coincides_when="all vectors have length 1, or all are at right angles",
        defined=_has_vectors,
        coincides=_never,
    ),
    Slip(
        slug="scaled-already",
        field="written",
        value=Written.DIVIDED,
        first_stage=Stage.RAW,
        diagnosis=r"when the score has already been divided by $\sqrt{d_k}$",
        defined_when="always",
        coincides_when="d_k is 1, the score is zero, or a later step is asked: it is not divided twice",
        defined=_always,
        coincides=_d_k_is_one,
    ),
)
