"""The ways to get attention wrong: each is one changed field of the mechanism, with a phrase for the learner."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType

from app.engine.mechanism import (
    RIGHT,
    Axis,
    Carried,
    Comparison,
    Mask,
    Mechanism,
    Normaliser,
    Product,
    Reading,
    Scale,
    Weighting,
    Written,
)
from app.engine.problem import Shape
from app.engine.stages import Stage, reaches

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


_ALL = (
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
        diagnosis="when the scores are divided by their sum, without the exponential",
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
        diagnosis="when the weights are not applied and every token counts the same",
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

SLIPS: Mapping[str, Slip] = MappingProxyType({slip.slug: slip for slip in _ALL})
_BY_CHANGE = {(slip.field, slip.value): slip for slip in _ALL}
_FIELDS = tuple(dict.fromkeys(slip.field for slip in _ALL))
_BEFORE_SOFTMAX = frozenset(("no-scale", "divide-by-d-k", "times-root-d-k", "root-of-tokens"))
_BEHIND_PLAIN_MEAN = frozenset(("carry-keys", "causal-mask-added"))


def apply(slugs: Sequence[str]) -> Mechanism:
    """The right mechanism with the fields of all these slips changed; no slug gives the right one.

    Raises KeyError for an unknown slug and ValueError when two slips change the same field.
    """
    changes: dict[str, Choice] = {}
    for slug in slugs:
        slip = SLIPS[slug]
        if slip.field in changes:
            raise ValueError(f"{' and '.join(slugs)} change the same field, {slip.field}")
        changes[slip.field] = slip.value
    return replace(RIGHT, **changes)  # type: ignore[arg-type]  # every value has its field's type


def slips_of(mechanism: Mechanism) -> tuple[Slip, ...]:
    """The slips by which a mechanism differs from the right one."""
    return tuple(
        _BY_CHANGE[field, value]
        for field in _FIELDS
        if (value := getattr(mechanism, field)) != getattr(RIGHT, field)
    )


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
    if "largest-takes-all" in pair:
        return bool(pair & _BEFORE_SOFTMAX) and reaches(stage, Stage.EXPONENTIALS)
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
