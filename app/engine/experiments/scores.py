"""Experiments on raw scores: how widely q·k spreads, how unusual a score is, and what saturation does to softmax."""

import math

from app.engine.experiments.experiment import Experiment, Gathered, Outcome, Plot, small, written
from app.engine.experiments.settings import Pick, Values, Whole

DRAWN_AS = (("normal", "normal"), ("uniform", "uniform"), ("signs", "with either sign"))
DIVISORS = ("none", "root", "whole")
DIVISOR_NAMES = {"none": "not divided", "root": "divided by √dₖ", "whole": "divided by dₖ"}
WIDTH = "width dₖ, in entries"
_LAWS = Pick("law", "The entries are drawn", DRAWN_AS, "normal")


def _widths(values: Values) -> tuple[float, ...]:
    """1, 2, 4, … up to the largest width, which is there too."""
    largest = values.wholes["largest"]
    powers = [2**power for power in range(largest.bit_length()) if 2**power <= largest]
    return tuple(float(width) for width in dict.fromkeys((*powers, largest)))


def _variance(gathered: Gathered) -> Outcome:
    wholes = gathered.values.wholes
    product = wholes["var_q"] * wholes["var_k"]
    found = gathered.line("measured", "square")
    last = gathered.places[-1]
    tally = gathered.at[last]["square"]
    low, high = tally.band()
    said = (
        f"At $d_k = {last:.0f}$ the variance of $q \\cdot k$ came out as {written(tally.mean, 4)} "
        f"(95 % interval {written(low, 4)} to {written(high, 4)}); the rule gives {last * product:.0f}.",
        f"Divided by $\\sqrt{{d_k}}$ it is {written(tally.mean / last, 4)}, where the rule gives {product} at every width.",
    )
    across = found.scaled("measured, after division by √dₖ", lambda x: 1 / x)
    plots = (
        Plot("Variance of q·k", WIDTH, "variance of the score",
             (found, gathered.rule("rule: dₖ times both variances", lambda x: x * product)), "xy"),
        Plot("Variance of q·k / √dₖ", WIDTH, "variance of the scaled score",
             (across, gathered.rule("rule: product of both variances", lambda x: float(product))), "x"),
    )  # fmt: skip
    return Outcome(plots, said)


VARIANCE = Experiment(
    slug="variance",
    title="How widely q·k spreads",
    settings=(
        Whole("largest", "Largest $d_k$", 2, 4096, 1024),
        Whole(
            "draws", "Draws at each width", 500, 20_000, 2_000
        ),  # with fewer the band misses the rule too often
        Whole("var_q", "Variance of the entries of $q$", 1, 9, 1),
        Whole("var_k", "Variance of the entries of $k$", 1, 9, 1),
        _LAWS,
    ),
    places=_widths,
    draws=lambda values: values.wholes["draws"],
    size=lambda values, x: 2 * int(x),
    conclude=_variance,
)


def normal_tail(deviations: float) -> float:
    """The share of a normal law that lies more than so many standard deviations from its mean, to both sides."""
    return math.erfc(deviations / math.sqrt(2))


def _unusual(gathered: Gathered) -> Outcome:
    d_k = gathered.values.wholes["d_k"]
    far = gathered.shares("measured", "beyond")
    twice = gathered.at[2.0]["beyond"]
    said = (
        f"With $d_k = {d_k}$ one standard deviation of $q \\cdot k$ is $\\sqrt{{{d_k}}} = {written(math.sqrt(d_k), 4)}$.",
        f"{100 * twice.mean:.2f} % of the scores lie beyond two of them, that is beyond ±{written(2 * math.sqrt(d_k), 4)}; "
        f"under a normal law it would be {100 * normal_tail(2.0):.2f} %.",
    )
    plot = Plot(
        "Share of scores further out", "distance from 0, in standard deviations", "share of the scores, from 0 to 1",
        (far, gathered.rule("normal law", normal_tail)),
    )  # fmt: skip
    return Outcome((plot,), said)


UNUSUAL = Experiment(
    slug="unusual",
    title="How unusual a raw score is",
    settings=(
        Whole("d_k", "Width $d_k$", 1, 4096, 64),
        Whole("draws", "Draws for each point", 100, 20_000, 5_000),
        _LAWS,
    ),
    places=lambda values: tuple(step / 2 for step in range(9)),
    draws=lambda values: values.wholes["draws"],
    size=lambda values, x: 2 * values.wholes["d_k"],
    conclude=_unusual,
)


def _saturation(gathered: Gathered) -> Outcome:
    first, last = gathered.places[0], gathered.places[-1]
    at_last = gathered.at[last]
    said = (
        f"At $d_k = {last:.0f}$ the largest of {gathered.values.wholes['tokens']} weights is {at_last['largest none'].mean:.3f} "
        f"without division and {at_last['largest root'].mean:.3f} with $\\sqrt{{d_k}}$; at $d_k = {first:.0f}$ they are "
        f"{gathered.at[first]['largest none'].mean:.3f} and {gathered.at[first]['largest root'].mean:.3f}.",
        f"The gradient that softmax lets through has the norm {written(at_last['gradient none'].mean)} without division "
        f"and {written(at_last['gradient root'].mean)} with $\\sqrt{{d_k}}$. Divided by $d_k$ the weights draw nearer to "
        f"each other the larger the width is: the largest is {at_last['largest whole'].mean:.3f} here, and equal ones "
        f"would be $1/n$, {1 / gathered.values.wholes['tokens']:.3f}.",
    )
    plots = tuple(
        Plot(title, WIDTH, up,
             tuple(gathered.shares(DIVISOR_NAMES[divisor], f"{measure} {divisor}") for divisor in DIVISORS), "x")
        for title, up, measure in (
            ("The largest weight", "weight, from 0 to 1", "largest"),
            ("What softmax lets through of a gradient", "norm of softmax’s Jacobian", "gradient"),
        )
    )  # fmt: skip
    return Outcome(plots, said)


SATURATION = Experiment(
    slug="saturation",
    title="When softmax saturates",
    settings=(
        Whole("largest", "Largest $d_k$", 2, 4096, 1024),
        Whole("tokens", "Tokens to look at, $n$", 2, 64, 8),
        Whole("draws", "Draws at each width", 100, 5_000, 500),
    ),
    places=_widths,
    draws=lambda values: values.wholes["draws"],
    size=lambda values, x: (values.wholes["tokens"] + 1) * int(x),
    conclude=_saturation,
)


def _pair(gathered: Gathered) -> Outcome:
    d_k = gathered.values.wholes["d_k"]
    at = gathered.at[4.0]
    said = (
        f"A token whose raw score is 4 above the other's has the weight {at['weight none'].mean:.3f} without division "
        f"and {at['weight root'].mean:.3f} with $\\sqrt{{d_k}} = {written(math.sqrt(d_k), 4)}$.",
        f"There the slope of the weight is {at['slope none'].mean:.4f} without division; with it softmax's own slope "
        f"is {at['slope root'].mean:.4f}. It is largest, 0.25, where both scores are equal.",
    )
    plots = tuple(
        Plot(title, "gap between the two raw scores", up,
             tuple(gathered.line(DIVISOR_NAMES[divisor], f"{measure} {divisor}") for divisor in ("none", "root")))
        for title, up, measure in (
            ("Weight of the first of two tokens", "weight, from 0 to 1", "weight"),
            ("Slope of softmax there", "slope of the weight, w (1 − w)", "slope"),
        )
    )  # fmt: skip
    return Outcome(plots, said)


PAIR = Experiment(
    slug="pair",
    title="Softmax of two scores",
    settings=(Whole("d_k", "Width $d_k$", 1, 4096, 64),),
    places=lambda values: tuple(step / 2 for step in range(-20, 21)),
    draws=lambda values: 1,
    size=lambda values, x: 2,
    conclude=_pair,
)


def _constant(gathered: Gathered) -> Outcome:
    last = gathered.places[-1]
    said = (
        f"Adding {last:.0f} to every score of a row moves its weights by "
        f"${small(gathered.at[last]['added'].mean)}$ on average, which is rounding: $e^{{s + c}} = e^s e^c$, and $e^c$ cancels.",
        f"Adding it to one score alone moves a weight by {gathered.at[last]['one'].mean:.3f} on average.",
    )
    plot = Plot(
        "How far the weights move", "constant c, added to raw scores", "largest change of a weight",
        (gathered.line("c added to every score", "added"), gathered.line("c added to one score", "one")),
    )  # fmt: skip
    return Outcome((plot,), said)


CONSTANT = Experiment(
    slug="constant",
    title="A constant added to all scores",
    settings=(
        Whole("tokens", "Tokens to look at, $n$", 2, 64, 6),
        Whole("draws", "Draws for each constant", 100, 5_000, 500),
    ),
    places=lambda values: tuple(float(constant) for constant in range(0, 11)),
    draws=lambda values: values.wholes["draws"],
    size=lambda values, x: 3 * values.wholes["tokens"],
    conclude=_constant,
)
