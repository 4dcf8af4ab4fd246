"""Experiments on whole sequences: roles swapped, tokens reordered, positions added, the future hidden, and time."""

from app.engine.experiments.experiment import Experiment, Gathered, Outcome, Plot, small, written
from app.engine.experiments.settings import Values, Whole

_WIDTH = Whole("d", "Width $d_k = d_v$", 1, 64, 16)
_DRAWS = Whole("draws", "Draws at each place", 20, 1_000, 200)
REPEATS = 5  # of each timing; the mean is shown
STRENGTHS = tuple(step / 4 for step in range(9))


def _sizes(values: Values) -> tuple[float, ...]:
    largest = values.wholes["largest"]
    return tuple(
        float(size) for size in dict.fromkeys((2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)) if size <= largest
    )


def _swap(gathered: Gathered) -> Outcome:
    last = gathered.places[-1]
    moved, same = gathered.at[last]["moved"], gathered.at[last]["same"]
    said = (
        f"With {last:.0f} tokens the output moves by {100 * moved.mean:.0f} % of its own length on average when Query "
        "and Value change places: $\\mathrm{{softmax}}(V K^\\top / \\sqrt{{d_k}})\\, Q$ is another computation.",
        f"In {100 * same.mean:.0f} % of the rows the same token has the largest weight all the same; by chance it "
        f"would be {100 / last:.0f} %.",
    )
    plots = (
        Plot("How far outputs move", "tokens, n", "change relative to the output",
             (gathered.line("Q and V swapped", "moved"),)),
        Plot("Rows whose largest weight stays where it was", "tokens, n", "share of rows",
             (gathered.line("Q and V swapped", "same"), gathered.rule("by chance, 1/n", lambda x: 1 / x))),
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
    at = gathered.at[last]
    said = (
        f"With {last:.0f} tokens in another order every token's output is what it was, to ${small(at['token'].mean)}$ of its "
        "length, which is rounding: outputs are reordered and nothing else happens.",
        f"Place by place the outputs differ by {100 * at['place'].mean:.0f} %, because another token stands there.",
    )
    plot = Plot(
        "Change of the outputs after reordering", "tokens, n", "change relative to the output",
        (gathered.line("token by token", "token"), gathered.line("place by place", "place")),
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
    none, whole = gathered.at[0.0]["token"], gathered.at[1.0]["token"]
    said = (
        f"Without positions a token's output does not depend on the order (change ${small(none.mean)}$, rounding).",
        f"With sinusoidal positions added to the embeddings it changes by {100 * whole.mean:.0f} % of its length: "
        "the order matters now, by what was done before attention and not by attention itself.",
    )
    plot = Plot(
        "Change of each token's output after reordering", "strength of the positions",
        "change relative to the output", (gathered.line("token by token", "token"),),
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
    before = [gathered.at[x]["hidden"].mean for x in gathered.places if x < changed]
    open_before = [gathered.at[x]["open"].mean for x in gathered.places if x < changed]
    together = max(measured["together"].mean for measured in gathered.at.values())
    seen = (
        f"Under the causal mask the rows before it move by ${small(max(before))}$; without the mask they move by up to "
        f"{written(max(open_before), 2)} of their length on average."
        if before
        else "No row stands before it, so every row sees it and moves, with the mask and without."
    )
    said = (
        f"Token {changed} was changed. {seen}",
        f"All rows at once give what each row gives alone, to ${small(together)}$ (rounding): the mask hides, and "
        "nothing is computed one after the other.",
    )
    plots = (
        Plot("How far each row moves when one token changes", "row", "change relative to the output",
             (gathered.line("causal mask", "hidden"), gathered.line("no mask", "open"))),
        Plot("Tokens that a row may see", "row", "tokens",
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
        f"${small(max(measured['apart'].mean for measured in gathered.at.values()))}$ of its length.",
        "Both do $n^2 d_k$ multiplications for the scores; only what may be done at once differs. Times are means of "
        f"{REPEATS} runs on this machine and vary with what else it does.",
    )
    plot = Plot(
        "Time for one attention", "tokens, n", "seconds",
        (gathered.line("one product", "product"), gathered.line("token by token", "loop")), "xy",
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
