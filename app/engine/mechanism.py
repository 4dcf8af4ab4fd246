"""What attention is: a record of choices whose defaults are the right mechanism.

Order of operations, for token i whose row is read and every token j that it looks at:

1. logits        s_j, from `product` and `comparison`; with `written` DIVIDED already under the scale
2. scaled        x_j, the logits under `scale` (ROOT_D_K_AFTER leaves them as they are)
3. exponentials  a_j, from `normaliser`; 0 for what `mask` hides
4. sum           Z, over the row, the column j or the whole matrix, as `axis` says
5. weights       w_j = a_j / Z; divided by √d_k under ROOT_D_K_AFTER; replaced by 1 / (number of tokens that
                 are not hidden) under `weighting` PLAIN_MEAN
6. weighted      w_j times row j of `carried`
7. output        their sum over j

Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1.
"""

from dataclasses import dataclass
from enum import Enum


class _Choice(Enum):
    """A field's choices; members are single objects, so the fast hash of their identity serves."""

    __hash__ = object.__hash__


class Product(_Choice):
    """Which matrix asks and which is compared against."""

    QUERY_KEY = "Q K^T"
    VALUE_KEY = "V K^T"
    KEY_QUERY = "K Q^T"


class Comparison(_Choice):
    """How two vectors a and b make one number."""

    DOT = "dot"  # Σ a_c b_c
    SIGNLESS = "signless"  # Σ |a_c b_c|
    COSINE = "cosine"  # Σ a_c b_c / (|a| |b|)


class Written(_Choice):
    """Which number is written down as the logit."""

    PLAIN = "plain"
    DIVIDED = "divided"  # s_j already under the scale, which then is not applied a second time


class Scale(_Choice):
    """What the logits are divided by, and when."""

    ROOT_D_K = "by root d_k"
    NONE = "none"
    D_K = "by d_k"
    TIMES_ROOT_D_K = "times root d_k"
    ROOT_N = "by root n"  # n tokens are looked at
    ROOT_D_K_AFTER = "weights by root d_k"
    CHOSEN = "by a chosen number"  # the `divisor` that the problem names


class Normaliser(_Choice):
    """What is made of a scaled logit x before it is divided by the sum."""

    EXP = "exp"  # e^x
    TWO = "two"  # 2^x
    NONE = "none"  # x itself
    LARGEST = "largest"  # 1 for the largest of what is summed together, 0 for the rest; ties all have 1


class Axis(_Choice):
    """What is summed together."""

    ROW = "row"
    COLUMN = "column"  # row i of the matrix in which every column adds up to 1
    MATRIX = "matrix"


class Mask(_Choice):
    """What is hidden before the softmax."""

    NONE = "none"
    CAUSAL = "causal"  # token i looks at tokens 0 … i


class Weighting(_Choice):
    """Whether the weights come from the logits."""

    FROM_LOGITS = "from logits"
    PLAIN_MEAN = "plain mean"


class Carried(_Choice):
    """Which matrix the weights are applied to."""

    VALUES = "V"
    KEYS = "K"


class Reading(_Choice):
    """Which token's row is read."""

    ASKED = "asked"
    NEXT = "next"  # the row after the asked one; after the last comes the first


@dataclass(frozen=True, slots=True)
class Mechanism:
    """One way to compute attention; `Mechanism()` is the right one, softmax(Q Kᵀ / √d_k) V."""

    product: Product = Product.QUERY_KEY
    comparison: Comparison = Comparison.DOT
    written: Written = Written.PLAIN
    scale: Scale = Scale.ROOT_D_K
    normaliser: Normaliser = Normaliser.EXP
    axis: Axis = Axis.ROW
    mask: Mask = Mask.NONE
    weighting: Weighting = Weighting.FROM_LOGITS
    carried: Carried = Carried.VALUES
    reading: Reading = Reading.ASKED


RIGHT = Mechanism()


NOTHING_VISIBLE = "the masks leave a token without any token to look at"


class NotDefined(ValueError):
    """A mechanism gives no number here: the shapes forbid it, a sum is zero, or a vector has length zero."""
