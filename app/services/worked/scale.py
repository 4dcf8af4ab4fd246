"""Small computations beside beliefs about what the scale does and why it is the root of d_k."""

import struct
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from app.engine.problem import Exact
from app.services.reading_views import Example
from app.services.worked.kit import (
    SCALED,
    SIGNS,
    Chances,
    believed_ways,
    counted_scores,
    mean,
    over,
    root,
    sign_scores,
    step,
    variance,
    weights,
    weights_step,
)
from app.services.worked.pair import worked_pair
from app.services.worked.rows import TOKENS

_DEVIATION = r"\sigma = \sqrt{d_k}"
_RAW = "s_j"
_WIDTHS = (4, 16, 64)
_ROW = (3, 5, 2)
_SIGNS = (
    "The entries of $q$ and $k$ are signs, $+1$ or $-1$ with equal chances, and every outcome is counted."
)


def _at(widths: Sequence[int]) -> list[str]:
    return [f"width {width}" for width in widths]


def _whole_root(number: Exact) -> Fraction:
    """The root of a square. Raises AssertionError for any other number."""
    found = root(number)
    if not isinstance(found, Fraction):
        raise AssertionError(f"{number} is no square")
    return found


def _deviation(d_k: int) -> Fraction:
    """The deviation of q·k by counting, at a width that is a square."""
    return _whole_root(variance(sign_scores(d_k)))


def left_out() -> Example:
    """The scale, and the habit left out."""
    given = (
        "A token has the raw score $40$ with token A and $2$ with token B, where $d_k = 64$. In the second way the division "
        "is left out, as if it were only a way of writing. Look at the last row: that is what training has to work with."
    )
    return replace(worked_pair(), given=given, start="", believed=True)


def row_sums() -> Example:
    """The division by the root, and one that would make the row sum to 1."""
    scores = (2, 0, 1)
    ways = [[over(score, divisor) for score in scores] for divisor in (2, sum(scores))]
    sums = [[sum(way, Fraction(0))] for way in ways]
    return believed_ways(
        "The raw scores of token A in the lesson’s first example, with $d_k = 4$. For the row to sum to 1 after the "
        "division it would have to be divided by its own sum.",
        step("Raw scores", _RAW, scores, names=TOKENS),
        step("What divides", (r"\sqrt{d_k}", r"\sum_i s_i"), [root(4)], [sum(scores)]),
        step("Divided scores", (SCALED, r"x_j = \frac{s_j}{\sum_i s_i}"), ways[0], ways[1], names=TOKENS),
        step("Their sum", r"\sum_j x_j", sums[0], sums[1]),
    )


def one_divisor() -> Example:
    """Equal scores at two places stay equal, unless the divisor depends on the place."""
    scores, names = (2, 0, 2), ("1", "2", "3")
    ways = [[over(score, 2) for score in scores], [over(score, 2 * at) for at, score in enumerate(scores, 1)]]
    return believed_ways(
        "Tokens 1 and 3 have the same vectors, so the same raw score; $d_k = 4$. To tell them apart the divisor would "
        "have to change from place to place; in the second way it is multiplied by the number of the place.",
        step("Raw scores", _RAW, scores, names=names),
        step("Scaled scores", (SCALED, r"x_j = \frac{s_j}{j \sqrt{d_k}}"), ways[0], ways[1], names=names),
        weights_step(weights(ways[0]), weights(ways[1]), names),
    )


def one_tuned() -> Example:
    """The root of each width, and one divisor that was found at one of them."""
    widths = (16, 64, 256)
    spreads = [_deviation(width) for width in widths]
    divisors = [_whole_root(width) for width in widths]
    found = _whole_root(64)
    return believed_ways(
        f"{_SIGNS} A divisor that was found by search at $d_k = 64$ is 8, and the second way keeps it at other widths.",
        step("Deviation of the score", _DEVIATION, spreads, names=_at(widths)),
        step(
            "What divides",
            (r"\sqrt{d_k}", "8"),
            divisors,
            [found for _ in widths],
            names=_at(widths),
        ),
        step(
            "Deviation after it",
            r"\frac{\sigma}{\text{divisor}}",
            [spread / divisor for spread, divisor in zip(spreads, divisors, strict=True)],
            [spread / found for spread in spreads],
            names=_at(widths),
        ),
    )


def counted_work() -> Example:
    """The multiplications and divisions of all scores, and the bytes of a large and a small number."""
    n, d_k = 3, 4
    products, divisions = n * n * d_k, n * n
    large, small = (len(struct.pack("<f", number)) for number in (40.0, 5.0))
    return believed_ways(
        "Three tokens with $d_k = 4$. The operations are counted without and with the division, and so are the bytes "
        "that the score 40 takes before and 5 after it, as floating-point numbers of 32 bits.",
        step("Multiplications for all scores", "n^2 d_k", [products]),
        step("Together with the divisions", "n^2 d_k + n^2", [products + divisions], [f"fewer than {products}"]),
        step(
            "Bytes of a score", r"32 / 8", [large, small], [large, f"fewer than {large}"], names=("40", "5")
        ),
    )  # fmt: skip


def ranking() -> Example:
    """The order of the weights with three divisors."""
    divisors = (1, 4, 16)
    names = ("divided by 1", "by 4", "by 16")
    found = [weights([over(score, divisor) for score in _ROW]) for divisor in divisors]
    orders = [
        ", ".join(name for _, name in sorted(zip(way, TOKENS, strict=True), reverse=True)) for way in found
    ]
    titles = zip(names, found, strict=True)
    return believed_ways(
        "One row of raw scores, divided by 1, by $\\sqrt{16} = 4$ and by 16. Look at which token leads each time.",
        step("Raw scores", _RAW, _ROW, names=TOKENS),
        *(
            replace(step(f"Weights, {title}", r"w_j", way, names=TOKENS), slug="weights")
            for title, way in titles
        ),
        step(
            "Tokens from the largest weight on",
            r"\text{sorted}",
            orders,
            [orders[0], *("perhaps another" for _ in orders[1:])],
            names=names,
        ),
    )


def louder() -> Example:
    """Scores divided by the root, or multiplied by it."""
    soft, loud = ([over(score, 2) for score in _ROW], [score * 2 for score in _ROW])
    return believed_ways(
        "One row of raw scores with $d_k = 4$. A division that makes scores larger would be a multiplication, which is "
        "what the second way does.",
        step("Raw scores", _RAW, _ROW, names=TOKENS),
        step("Scaled scores", (SCALED, r"x_j = s_j \sqrt{d_k}"), soft, loud, names=TOKENS),
        weights_step(weights(soft), weights(loud)),
    )


def lengths() -> Example:
    """The deviation of a score in sequences of three lengths."""
    counts = (16, 64, 256)
    names = [f"n = {count}" for count in counts]
    spread = _deviation(64)
    return believed_ways(
        f"{_SIGNS} The width is $d_k = 64$ in sequences of 16, 64 and 256 tokens. In the second way the score is as large as "
        "it would be if its terms were the tokens.",
        step("Products in one score", ("d_k", "n"), [64 for _ in counts], counts, names=names),
        step(
            "Deviation of the score",
            (_DEVIATION, r"\sigma = \sqrt{n}"),
            [spread for _ in counts],
            [_deviation(count) for count in counts],
            names=names,
        ),
        step(
            r"Deviation after division by $\sqrt{64}$",
            r"\frac{\sigma}{\sqrt{d_k}}",
            [spread / 8 for _ in counts],
            [_deviation(count) / 8 for count in counts],
            names=names,
        ),
    )


def _even(scores: Sequence[Exact]) -> Chances:
    return {score: Fraction(1, len(scores)) for score in scores}


def centred() -> Example:
    """A row divided, and a row whose mean is taken off."""
    scores = (7, 1, 4)
    middle = mean(_even(scores))
    divided, moved = [over(score, 2) for score in scores], [score - middle for score in scores]
    spreads = [[variance(_even(way))] for way in (divided, moved)]
    return believed_ways(
        "One row of raw scores with the mean 4, and $d_k = 4$. In the second way the mean is taken off, which is what would "
        "bring it back to zero. Look at mean and variance before and after.",
        step("Raw scores", _RAW, scores, names=TOKENS),
        step("Mean and variance before", r"\bar{s},\ \sigma^2", [middle, variance(_even(scores))]),
        step("Scaled scores", (SCALED, r"x_j = s_j - \bar{s}"), divided, moved, names=TOKENS),
        step("Mean after", r"\bar{x}", [mean(_even(divided))], [mean(_even(moved))]),
        step("Variance after", r"\sigma^2", spreads[0], spreads[1]),
    )


def counted_variance() -> Example:
    """Mean and variance of the score by counting, at three widths."""
    found = [sign_scores(width) for width in _WIDTHS]
    names = _at(_WIDTHS)
    return believed_ways(
        f"{_SIGNS} The means cancel at every width. In the second way the variances are said to do so too, so that it stays "
        "at that of a single product.",
        step("Mean of the score", r"\mathrm{E}(q \cdot k)", [mean(one) for one in found], names=names),
        step(
            "Its variance",
            (r"\mathrm{Var}(q \cdot k) = d_k", r"\mathrm{Var}(q_1 k_1)"),
            [variance(one) for one in found],
            [variance(sign_scores(1)) for _ in found],
            names=names,
        ),
    )


def counted_size() -> Example:
    """The deviation by counting, and one that grows with the width itself."""
    first = _deviation(_WIDTHS[0])
    return believed_ways(
        f"{_SIGNS} Each width is four times the one before. The second way begins with the same size and lets it grow "
        "as the width does.",
        step("Variance of the score", "d_k", [variance(sign_scores(width)) for width in _WIDTHS], names=_at(_WIDTHS)),
        step(
            "Typical size",
            (_DEVIATION, r"\frac{d_k}{4} \cdot \sqrt{4}"),
            [_deviation(width) for width in _WIDTHS],
            [first * over(width, _WIDTHS[0]) for width in _WIDTHS],
            names=_at(_WIDTHS),
        ),
    )  # fmt: skip


_THREE: Chances = {-2: Fraction(1, 8), 0: Fraction(3, 4), 2: Fraction(1, 8)}
_UNEVEN: Chances = {Fraction(-1, 2): Fraction(4, 5), 2: Fraction(1, 5)}


def other_entries() -> Example:
    """The variance of the score for three distributions of entries, none of them normal."""
    kinds = (SIGNS, _THREE, _UNEVEN)
    names = ("signs", "three values", "uneven")
    found = [variance(counted_scores(kind, 4)) for kind in kinds]
    return believed_ways(
        "Entries of three kinds, none of them normal: signs; $-2$, $0$ and $2$ with chances $1/8$, $3/4$ and $1/8$; and "
        "$-1/2$ and $2$ with chances $4/5$ and $1/5$. With $d_k = 4$ all outcomes are counted.",
        step("Mean of an entry", r"\mathrm{E}(q_c)", [mean(kind) for kind in kinds], names=names),
        step("Variance of an entry", r"\mathrm{Var}(q_c)", [variance(kind) for kind in kinds], names=names),
        step(
            "Variance of the score",
            (r"\mathrm{Var}(q \cdot k) = d_k", r"\mathrm{Var}(q \cdot k) \neq d_k"),
            found,
            ["not 4" for _ in kinds],
            names=names,
        ),
    )


def dependent() -> Example:
    """A Key that is its Query, and mean and variance of their product by counting."""
    d_k = 4
    squares: dict[Exact, Fraction] = {0: Fraction(1)}
    for _ in range(d_k):
        longer: dict[Exact, Fraction] = {}
        for total, chance in squares.items():
            for entry, own in _THREE.items():
                place = total + entry * entry
                longer[place] = longer.get(place, Fraction(0)) + chance * own
        squares = longer
    apart = counted_scores(_THREE, d_k)
    return believed_ways(
        "The entries of $q$ are $-2$, $0$ and $2$ with chances $1/8$, $3/4$ and $1/8$: mean 0, variance 1; $d_k = 4$. "
        "The key depends on the query as much as it can: $k = q$. In the second way it is treated as if it did not.",
        step("Mean of an entry", r"\mathrm{E}(q_c)", [mean(_THREE)]),
        step("Mean of the score", (r"\mathrm{E}(q \cdot q)", r"\mathrm{E}(q \cdot k)"), [mean(squares)], [mean(apart)]),
        step(
            "Variance of the score",
            (r"\mathrm{Var}(q \cdot q)", r"\mathrm{Var}(q \cdot k)"),
            [variance(squares)],
            [variance(apart)],
        ),
    )  # fmt: skip


SCALE_BELIEFS = {
    "scale-is-convention": left_out,
    "scale-normalises-rows": row_sums,
    "scale-adds-position": one_divisor,
    "scale-is-tuned": one_tuned,
    "scale-for-speed": counted_work,
    "scale-picks-winner": ranking,
    "scale-strengthens-signal": louder,
    "scale-follows-length": lengths,
    "scale-centres-scores": centred,
    "variance-constant": counted_variance,
    "deviation-grows-linearly": counted_size,
    "deviation-needs-normal": other_entries,
    "independence-not-needed": dependent,
}
