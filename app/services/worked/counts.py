"""Small computations beside beliefs about heads, cost, layer normalisation and how large a score can be."""

from collections.abc import Sequence
from fractions import Fraction

from app.engine.problem import Exact, Problem
from app.engine.stages import Stage
from app.services.reading_views import Example
from app.services.worked.kit import (
    OUTPUT,
    SCALED,
    believed_ways,
    dot,
    mean,
    over,
    proven,
    root,
    rows_step,
    sign_scores,
    step,
    text,
    variance,
    vector,
    weights,
    weights_step,
)
from app.services.worked.rows import FIRST, TOKENS

_PLACES = ("1", "2", "3", "4")


def _cut(part: slice) -> Problem:
    """The lesson's example with some of its columns alone."""
    q, k, v = (tuple(row[part] for row in matrix) for matrix in (FIRST.Q, FIRST.K, FIRST.V or ()))
    return Problem(q, k, v, FIRST.row)


def split_in_two() -> Example:
    """One operation of width 4, and two of width 2 side by side."""
    halves = [_cut(slice(0, 2)), _cut(slice(2, 4))]
    scores = [[dot(one.Q[0], k) for k in one.K] for one in halves]
    whole = [dot(FIRST.Q[0], k) for k in FIRST.K]
    pairs = [vector(both) for both in zip(*scores, strict=True)]
    shares = [proven(one, Stage.WEIGHTS) for one in halves]
    output = [number for one in halves for number in proven(one, Stage.OUTPUT)]
    return believed_ways(
        "The tokens A, B and C of the lesson’s first example, with $d_k = 4$; token A asks. In the second way the columns are "
        "split between two heads of width 2. That is another computation, with two scores and two weights for each pair.",
        rows_step(step("Raw scores", r"s_j = q \cdot k_j", [*map(text, whole)], pairs, names=TOKENS)),
        step("What divides", (r"\sqrt{4}", r"\sqrt{2}"), [root(4)], [root(2)]),
        rows_step(
            step(
                "Weights",
                r"w_j = \frac{e^{x_j}}{\sum_i e^{x_i}}",
                proven(FIRST, Stage.WEIGHTS),
                [vector(both) for both in zip(*shares, strict=True)],
                names=TOKENS,
            )
        ),
        step("Output of token A", OUTPUT, proven(FIRST, Stage.OUTPUT), output, names=_PLACES),
    )


def projections() -> Example:
    """The numbers in the projections for one head, two and eight."""
    width, counts = 512, (1, 2, 8)
    names = [f"h = {count}" for count in counts]
    sizes = [width // count for count in counts]
    return believed_ways(
        r"A layer with $d_{\text{model}} = 512$ and one, two or eight heads. Each head projects to queries, keys and "
        "values of its width. In the second way only one head is counted, which is how heads would save parameters.",
        step("Width of a head", r"d_k = \frac{d_{\text{model}}}{h}", sizes, names=names),
        step("Numbers for one head", r"3\, d_{\text{model}}\, d_k", [3 * width * size for size in sizes], names=names),
        step(
            "Numbers for all heads",
            (r"h \cdot 3\, d_{\text{model}}\, d_k", r"3\, d_{\text{model}}\, d_k"),
            [count * 3 * width * size for count, size in zip(counts, sizes, strict=True)],
            [3 * width * size for size in sizes],
            names=names,
        ),
    )  # fmt: skip


def narrow() -> Example:
    """The deviation of a score in one wide head and in one of eight, counted."""
    widths = (512, 64)
    names = ("h = 1", "h = 8")
    spreads = [root(variance(sign_scores(width))) for width in widths]
    left = [root(over(variance(sign_scores(width)), width)) for width in widths]
    return believed_ways(
        r"A layer with $d_{\text{model}} = 512$, as one head and split over eight. The entries are signs with equal "
        "chances, and every outcome is counted. In the second way the split itself brings the spread to 1, and the narrow "
        "heads divide nothing.",
        step("Width of a head", r"d_k = \frac{d_{\text{model}}}{h}", widths, names=names),
        step("Deviation of a score", r"\sigma = \sqrt{d_k}", spreads, [spreads[0], 1], names=names),
        step(
            r"After division by $\sqrt{d_k}$", r"\frac{\sigma}{\sqrt{d_k}}", left, [left[0], "not divided"], names=names
        ),
    )  # fmt: skip


def free() -> Example:
    """The scores of three lengths, and a number that does not grow."""
    lengths = (1000, 2000, 4000)
    names = [f"n = {length}" for length in lengths]
    return believed_ways(
        "The scores of sequences of 1000, 2000 and 4000 tokens. All may be computed at the same time, but each of them "
        "is computed and has to be kept. In the second way the amount stays what it is for the first.",
        step(
            "Scores",
            ("n^2", "1000^2"),
            [length * length for length in lengths],
            [lengths[0] ** 2 for _ in lengths],
            names=names,
        ),
        step(
            "Multiplications with $d_k = 64$",
            ("64\\, n^2", "64 \\cdot 1000^2"),
            [64 * length * length for length in lengths],
            [64 * lengths[0] ** 2 for _ in lengths],
            names=names,
        ),
    )


def layer_norm() -> Example:
    """Vectors that are normalised, and their scores under the scale and under layer normalisation."""
    q, others, names = (1, -1, 1, -1), ((1, -1, 1, -1), (-1, 1, -1, 1)), TOKENS[:2]
    scores = [dot(q, k) for k in others]
    chances = _even(scores)
    spread = root(variance(chances))
    if not isinstance(spread, Fraction):
        raise AssertionError("the scores of this example have a whole deviation")
    scaled = [over(score, 2) for score in scores]
    normed = [(score - mean(chances)) / spread for score in scores]
    entries = [[measure(_even(one)) for one in (q, *others)] for measure in (mean, variance)]
    return believed_ways(
        "One query and two keys with $d_k = 4$, all of them as layer normalisation leaves them: mean 0 and variance 1. "
        "Their scores spread all the same. In the second way the row of scores is normalised, too, in place of the division.",
        step(
            "Mean of the entries", r"\bar{q},\ \bar{k}_A,\ \bar{k}_B", entries[0], names=("q", "k A", "k B")
        ),
        step("Their variance", r"\sigma^2", entries[1], names=("q", "k A", "k B")),
        step("Raw scores", r"s_j = q \cdot k_j", scores, names=names),
        step(
            "What enters the softmax",
            (SCALED, r"x_j = \frac{s_j - \bar{s}}{\sigma_s}"),
            scaled,
            normed,
            names=names,
        ),
        weights_step(weights(scaled), weights(normed), names),
    )


def divided_once() -> Example:
    """The variance of a divided score, and the divisor that brings it to 1."""
    d_k, divisor = 64, 8
    chances = sign_scores(d_k)
    divided: dict[Exact, Fraction] = {over(score, divisor): chance for score, chance in chances.items()}
    before = variance(chances)
    return believed_ways(
        "With $d_k = 64$ and signs as entries all outcomes of the score are counted, then each is divided by 8. Look at "
        "the variance afterwards, and at the divisor that makes it 1.",
        step("Variance of the score", r"\mathrm{Var}(s)", [before]),
        step(
            "Variance of $s / 8$",
            (r"\frac{\mathrm{Var}(s)}{8^2}", r"\frac{\mathrm{Var}(s)}{8}"),
            [variance(divided)],
            [over(before, divisor)],
        ),
        step(
            "Divisor that makes it 1",
            (r"\sqrt{\mathrm{Var}(s)}", r"\mathrm{Var}(s)"),
            [root(before)],
            [before],
        ),
    )


def beyond() -> Example:
    """How much of the scores lies beyond one, two and three deviations, by counting."""
    d_k, times = 16, (1, 2, 3)
    chances = sign_scores(d_k)
    spread = root(variance(chances))
    outcomes = 2**d_k
    farther = [
        sum(chance * outcomes for score, chance in chances.items() if score * score > many * many * d_k)
        for many in times
    ]
    return believed_ways(
        f"With $d_k = 16$ and signs as entries the products have $2^{{16}} = {outcomes}$ outcomes, all equally likely. "
        "In how many of them does the score lie farther from 0 than one, two and three deviations? A limit would let none "
        "pass. The largest score comes when the key is the query.",
        step("Deviation", r"\sigma = \sqrt{d_k}", [spread]),
        step(
            "Outcomes that lie farther",
            r"|q \cdot k| > m\, \sigma",
            farther,
            [0 for _ in times],
            names=[f"m = {many}" for many in times],
        ),
        step("Largest score", ("d_k", r"\sigma"), [max(chances)], [spread]),
    )


def squared() -> Example:
    """The squared length and the length of vectors of signs."""
    widths = (4, 16, 64)
    names = [f"width {width}" for width in widths]
    squares = [dot((1,) * width, (1,) * width) for width in widths]
    return believed_ways(
        "A vector whose $d_k$ entries are all $+1$ or $-1$, for three widths. In the second way the squared length is taken for "
        "the length.",
        step("Squared length", r"q \cdot q", squares, names=names),
        step(
            "Length",
            (r"\sqrt{q \cdot q}", r"q \cdot q"),
            [root(one) for one in squares],
            squares,
            names=names,
        ),
        step(
            "Largest score with a key as long",
            r"\text{length}^2",
            squares,
            [one * one for one in squares],
            names=names,
        ),
    )


def _even(numbers: Sequence[Exact]) -> dict[Exact, Fraction]:
    chances: dict[Exact, Fraction] = {}
    for number in numbers:
        chances[number] = chances.get(number, Fraction(0)) + Fraction(1, len(numbers))
    return chances


COUNT_BELIEFS = {
    "heads-in-single-head": split_in_two,
    "heads-save-parameters": projections,
    "heads-are-the-scale": narrow,
    "parallel-is-free": free,
    "normalisation-inside-attention": layer_norm,
    "variance-divided-once": divided_once,
    "deviation-is-a-bound": beyond,
    "length-for-squared-length": squared,
}
