"""Experiments on whole sequences: roles swapped, tokens reordered, positions added, the future hidden, and time."""

from app.engine.experiments.experiment import Experiment, Gathered, Outcome, Plot, small, written
from app.engine.experiments.settings import Values, Whole

_WIDTH = Whole("d", "Width $d_k = d_v$", 1, 64, 16)
_DRAWS = Whole("draws", "Draws at each place", 20, 1_000, 200)
REPEATS = 5  # of each timing; the mean is shown
TOKENS = "number of tokens, n"
CHANGED = "change, as a part of the outputs’ length"
_MEASURE = (
    "A change is the mean length of what changed, over the mean length of the outputs. It is not divided draw by draw: "
    "at small widths an output can be nearly 0, and the mean of such quotients would never settle."
)
STRENGTHS = tuple(step / 4 for step in range(9))


def _sizes(values: Values) -> tuple[float, ...]:
    largest = values.wholes["largest"]
    return tuple(
        float(size) for size in dict.fromkeys((2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)) if size <= largest
    )


def _swap(gathered: Gathered) -> Outcome:
    last = gathered.places[-1]
    moved, same = gathered.ratio(last, "moved"), gathered.at[last]["same"]
    often = (
        ", but both ask the same Keys, and a Key that lies further out than others has the largest weight more often, "
        "whoever asks"
        if last > 2
        else ""
    )
    said = (
        f"With {last:.0f} tokens the output moves by {100 * moved.mean:.0f} % of the outputs’ length when Query "
        "and Value change places: $\\mathrm{softmax}(V K^\\top / \\sqrt{d_k})\\, Q$ is another computation.",
        f"In {written(100 * same.mean, 2)} % of the rows the same token has the largest weight all the same. Were the two "
        f"independent it would be $1/n$, {written(100 / last, 2)} %{often}.",
        _MEASURE,
    )
    plots = (
        Plot("How far outputs move", TOKENS, CHANGED, (gathered.ratios("Q and V swapped", "moved"),)),
        Plot("Rows whose largest weight stays where it was", TOKENS, "share of the rows, from 0 to 1",
             (gathered.shares("Q and V swapped", "same"), gathered.rule("if independent, 1/n", lambda x: 1 / x))),
    )  # fmt: skip
    return Outcome(plots, said)


SWAP = Experiment(
    slug="swap",
    title="Query and Value swapped",
    settings=(Whole("largest", "Most tokens", 2, 64, 32), _WIDTH, _DRAWS),
    places=_sizes,
    draws=lambda values: values.wholes["draws"],
    size=lambda values, x: int(x) * (3 * values.wholes["d"] + 2 * int(x)),
    conclude=_swap,
)


def _order(gathered: Gathered) -> Outcome:
    last = gathered.places[-1]
    token, place = gathered.ratio(last, "token"), gathered.ratio(last, "place")
    said = (
        f"With {last:.0f} tokens in another order every token's output is what it was, to ${small(token.mean)}$ of its "
        "length, which is rounding: outputs are reordered and nothing else happens.",
        f"Place by place the outputs differ by {100 * place.mean:.0f} % of their length, because another token stands there.",
        _MEASURE,
    )
    plot = Plot(
        "Change of the outputs after reordering", TOKENS, CHANGED,
        (gathered.ratios("token by token", "token"), gathered.ratios("place by place", "place")),
    )  # fmt: skip
    return Outcome((plot,), said)


ORDER = Experiment(
    slug="order",
    title="Tokens in another order",
    settings=(Whole("largest", "Most tokens", 2, 64, 32), _WIDTH, _DRAWS),
    places=_sizes,
    draws=lambda values: values.wholes["draws"],
    size=lambda values, x: int(x) * (4 * values.wholes["d"] + 2 * int(x)) + 3 * values.wholes["d"] ** 2,
    conclude=_order,
)


def _positions(gathered: Gathered) -> Outcome:
    none, whole = gathered.ratio(0.0, "token"), gathered.ratio(1.0, "token")
    said = (
        f"Without positions a token's output does not depend on the order (change ${small(none.mean)}$, rounding).",
        f"With sinusoidal positions added to the embeddings it changes by {100 * whole.mean:.0f} % of its length: "
        "the order matters now, by what was done before attention and not by attention itself.",
        _MEASURE,
    )
    plot = Plot(
        "Change of each token's output after reordering", "strength of the positions, in times the sinusoids",
        CHANGED, (gathered.ratios("token by token", "token"),),
    )  # fmt: skip
    return Outcome((plot,), said)


POSITIONS = Experiment(
    slug="positions",
    title="Positions added before attention",
    settings=(
        Whole("tokens", "Tokens, $n$", 2, 64, 8),
        Whole("d", "Width of the vectors", 2, 64, 16),
        _DRAWS,
    ),
    places=lambda values: STRENGTHS,
    draws=lambda values: values.wholes["draws"],
    size=lambda values, x: (
        values.wholes["tokens"] * (4 * values.wholes["d"] + 2 * values.wholes["tokens"])
        + 3 * values.wholes["d"] ** 2
    ),
    conclude=_positions,
)


def _causal(gathered: Gathered) -> Outcome:
    changed = min(gathered.values.wholes["changed"], gathered.values.wholes["tokens"])
    before = [gathered.ratio(x, "hidden").mean for x in gathered.places if x < changed]
    open_before = [gathered.ratio(x, "open").mean for x in gathered.places if x < changed]
    together = max(gathered.ratio(x, "together").mean for x in gathered.places)
    seen = (
        f"Under the causal mask the rows before it move by ${small(max(before))}$; without the mask they move by up to "
        f"{written(max(open_before), 2)} of their length."
        if before
        else "No row stands before it, so every row sees it and moves, with the mask and without."
    )
    said = (
        f"Token {changed} was changed. {seen}",
        f"All rows at once give what each row gives alone, to ${small(together)}$ (rounding): the mask hides, and "
        "nothing is computed one after the other.",
        _MEASURE,
    )
    plots = (
        Plot("How far each row moves when one token changes", "row, by its token", CHANGED,
             (gathered.ratios("causal mask", "hidden"), gathered.ratios("no mask", "open"))),
        Plot("Tokens that a row may see", "row, by its token", "number of tokens",
             (gathered.line("causal mask", "seen"),
              gathered.rule("no mask", lambda x: float(gathered.values.wholes["tokens"])))),
    )  # fmt: skip
    return Outcome(plots, said)


CAUSAL = Experiment(
    slug="causal",
    title="What the causal mask hides",
    settings=(
        Whole("tokens", "Tokens, $n$", 2, 32, 8),
        Whole("changed", "The token that is changed (the last, where there are fewer)", 1, 32, 5),
        _WIDTH,
        _DRAWS,
    ),
    places=lambda values: tuple(float(row) for row in range(1, values.wholes["tokens"] + 1)),
    draws=lambda values: values.wholes["draws"],
    size=lambda values, x: values.wholes["tokens"] * (4 * values.wholes["d"] + 4 * values.wholes["tokens"]),
    conclude=_causal,
)


def _timing(gathered: Gathered) -> Outcome:
    last = gathered.places[-1]
    product, loop = gathered.at[last]["product"].mean, gathered.at[last]["loop"].mean
    said = (
        f"For {last:.0f} tokens one product took {written(1e3 * product)} ms here and the loop over tokens "
        f"{written(1e3 * loop)} ms, {loop / product:.1f} times as long. Both give the same output, to "
        f"${small(max(gathered.ratio(x, 'apart').mean for x in gathered.places))}$ of its length.",
        "Both do $n^2 d_k$ multiplications for the scores; only what may be done at once differs. Times are means of "
        f"{REPEATS} runs on this machine and vary with what else it does.",
    )
    lines = (("one product", "product"), ("token by token", "loop"))
    plot = Plot(
        "Time for one attention", TOKENS, "time, in milliseconds",
        tuple(gathered.line(name, measure).scaled(name, lambda x: 1e3) for name, measure in lines), "xy",
    )  # fmt: skip
    return Outcome((plot,), said)


TIMING = Experiment(
    slug="timing",
    title="One product against a loop over tokens",
    settings=(
        Whole("largest", "Most tokens", 16, 2048, 512),
        Whole("d", "Width $d_k = d_v$", 1, 256, 64),
    ),
    places=lambda values: tuple(
        float(2**power) for power in range(4, 12) if 2**power <= values.wholes["largest"]
    ),
    draws=lambda values: REPEATS,
    size=lambda values, x: 1 << 20,  # one repeat is one unit
    conclude=_timing,
)
