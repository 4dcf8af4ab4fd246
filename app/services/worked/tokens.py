"""Small computations beside beliefs about rows, order, distance and masks."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from flint import arb

from app.engine.mechanism import RIGHT, Mask, Mechanism
from app.engine.oracle import oracle_row
from app.engine.problem import Exact, Matrix, Problem
from app.engine.stages import Stage
from app.services.reading_views import Example, WayStep
from app.services.worked.kit import (
    OUTPUT,
    SCALED,
    SOFTMAX,
    believed_ways,
    blend,
    dot,
    over,
    proven,
    rows_step,
    step,
    vector,
    weighed,
    weights,
    weights_step,
)
from app.services.worked.rows import FIRST, TOKENS

_MASKED = replace(RIGHT, mask=Mask.CAUSAL)
_MOVED = (1, 2, 0)  # the order B, C, A
_FOUR = (*TOKENS, "D")
_VALUES = FIRST.V or ()
_FINE = 9
_LESSON = "The tokens A, B and C of the lesson’s first example, with $d_k = 4$."
_BY = r"w_j \propto e^{%s}"
_RAW = r"s_j = q \cdot k_j"


def _output(place: int, mechanism: Mechanism = RIGHT, decimals: int = 3) -> tuple[str, ...]:
    return proven(replace(FIRST, row=place), Stage.OUTPUT, mechanism, decimals=decimals)


def _scaled(place: int) -> list[Exact]:
    return [over(dot(FIRST.Q[place], other), 2) for other in FIRST.K]  # √4 = 2


def _places(values: Matrix) -> tuple[str, ...]:
    return tuple(map(str, range(1, len(values[0]) + 1)))


def waits_for_rows() -> Example:
    """Row C from the Values, and from the finished rows that it would have to wait for."""
    c = 2
    shares = oracle_row(replace(FIRST, row=c), RIGHT, stage=Stage.WEIGHTS)
    outputs = [oracle_row(replace(FIRST, row=at), RIGHT, stage=Stage.OUTPUT) for at in range(c)]
    finished: list[Sequence[Exact | arb]] = [*outputs, _VALUES[c]]
    believed = [weighed(shares, column) for column in zip(*finished, strict=True)]
    own = proven(replace(FIRST, row=c), Stage.WEIGHTS)
    return believed_ways(
        f"{_LESSON} Token C asks. Its row is made of given vectors alone. If it had to wait for rows A and B, it "
        "would be because it uses them: in the second way their outputs stand in place of their values.",
        weights_step(own, own),
        rows_step(
            step(
                "What is weighted",
                (r"v_A,\ v_B,\ v_C", r"o_A,\ o_B,\ v_C"),
                [vector(value) for value in _VALUES],
                [vector(value) for value in finished],
                names=TOKENS,
            )
        ),
        step("Output of token C", OUTPUT, _output(c), believed, names=_places(_VALUES)),
    )


def handed_on() -> Example:
    """How far a token is from another: one comparison, or as many hand-overs as places lie between."""
    lengths = (3, 10, 100)
    score = dot(FIRST.Q[2], FIRST.K[0])
    return believed_ways(
        f"{_LESSON} Token C looks at token A: their score needs their two vectors and nothing of token B, which "
        "stands between. A state handed from token to token would pass every place on the way.",
        step("Score of C with A", r"q_C \cdot k_A", [score]),
        step(
            "Operations between the first token and token $n$",
            ("1", "n - 1"),
            ["1" for _ in lengths],
            [length - 1 for length in lengths],
            names=[f"n = {length}" for length in lengths],
        ),
    )


def _states(inputs: tuple[int, ...], waits: bool) -> list[int]:
    states, before = [], 0
    for number in inputs:
        states.append(max(0, number - before))
        before = states[-1] if waits else 0
    return states


def states_at_once() -> Example:
    """A recurrence step by step, and all of its states computed from the start."""
    inputs, names = (3, 5, 6), ("1", "2", "3")
    return believed_ways(
        "A small recurrent network: each state is what is left when the state before it is taken off the input, and 0 "
        "where that is negative. To compute all states at once one would need the one before, when only $h_0 = 0$ is "
        "there.",
        step("Inputs", r"u_t", inputs, names=names),
        step(
            "States",
            (r"h_t = \max(0,\ u_t - h_{t-1})", r"h_t = \max(0,\ u_t - h_0)"),
            _states(inputs, waits=True),
            _states(inputs, waits=False),
            names=names,
        ),
    )


def alone_and_together() -> Example:
    """Row C computed alone and as a row of all, to nine decimals."""
    c = 2
    alone = Problem(Q=(FIRST.Q[c],), K=FIRST.K, V=FIRST.V, row=0)
    single = proven(alone, Stage.OUTPUT, decimals=_FINE)
    whole = _output(c, decimals=_FINE)
    differ = sum(one != other for one, other in zip(single, whole, strict=True))
    return believed_ways(
        f"{_LESSON} The output of token C is computed twice: by itself, with the query of C as the only one, and as the "
        "last row of all three. Compare the digits.",
        step("Token C alone", OUTPUT, single, names=_places(_VALUES)),
        step("Row C of all rows", r"\text{last row of } W V", whole, names=_places(_VALUES)),
        step("Numbers that differ", r"\text{counted}", [differ], ["some"]),
    )


def turns_by_heads() -> Example:
    """All rows of scores by one product, against turns that only many heads would shorten."""
    n, counts = 24, (1, 8)
    rows = [vector([dot(q, k) for k in FIRST.K]) for q in FIRST.Q]
    return believed_ways(
        f"{_LESSON} One head, one matrix product: all rows of scores are there. Were it the heads that work side by "
        "side, $h$ of them would need $n / h$ turns for $n$ rows.",
        rows_step(step("Scores of one head", r"Q K^\top", rows, names=TOKENS)),
        step(
            f"Turns for $n = {n}$ rows",
            ("1", r"\frac{n}{h}"),
            ["1" for _ in counts],
            [over(n, count) for count in counts],
            names=[f"h = {count}" for count in counts],
        ),
    )


def turns_of_generation() -> Example:
    """Four passes of a generation, each with all of its rows at once or one after another."""
    there = tuple(range(6, 10))
    names = [f"pass {place}" for place in range(1, len(there) + 1)]
    return believed_ways(
        "Six tokens are given and four are generated, one in each pass; every pass goes through all the tokens that are "
        "there. The passes follow one another. Look at the rows within a pass.",
        step("Tokens that are there", "n", there, names=names),
        step("Turns within the pass", ("1", "n"), ["1" for _ in there], there, names=names),
        step("Turns altogether", r"\text{their sum}", [len(there)], [sum(there)]),
    )


def far_and_near() -> Example:
    """Equal vectors near by and far away get equal weights, unless distance is put into the score."""
    scores = (2, 1, 0, 1)
    away = [over(score, 1) - place for place, score in enumerate(map(Fraction, scores))]
    return believed_ways(
        "Token A looks at itself and at B, C and D, which follow it. B and D have the same vectors, so the same score. "
        "Distance that counts by itself would have to enter somewhere; in the second way each place of distance takes 1 off.",
        step("Distance from A", "j - 1", tuple(range(4)), names=_FOUR),
        step(
            "What enters the softmax", ("x_j", r"x_j - (j - 1)"), scores, away, names=_FOUR
        ),
        weights_step(weights(scores), weights(away), _FOUR),
    )  # fmt: skip


def window() -> Example:
    """All tokens in the sum, or the neighbours alone."""
    scores, reach = (1, 0, 0, 2), 2
    near = (*weights(scores[:reach]), *("0" for _ in scores[reach:]))
    return believed_ways(
        "Token A looks at A, B, C and D with these scaled scores; D, which is farthest away, fits best. In the second way "
        "the window of A ends at its neighbour B.",
        step("Scaled scores", "x_j", scores, names=_FOUR),
        step("Tokens that A is compared with", ("n", "2"), [len(scores)], [reach]),
        weights_step(weights(scores), near, _FOUR),
    )


def masked_rows() -> Example:
    """All masked rows from one matrix of scores."""
    scores = [
        vector([over(dot(q, k), 2) if at <= place else "−∞" for at, k in enumerate(FIRST.K)])
        for place, q in enumerate(FIRST.Q)
    ]
    shares = [vector(proven(replace(FIRST, row=at), Stage.WEIGHTS, _MASKED)) for at in range(len(FIRST.Q))]
    n = len(TOKENS)
    return believed_ways(
        f"{_LESSON} A causal mask is laid over all scores. Which of them it hides is known before any row is computed, "
        "and no row needs another.",
        rows_step(step("Masked scores", SCALED, scores, names=TOKENS)),
        rows_step(step("Weights", SOFTMAX, shares, names=TOKENS)),
        step("Rows that a row waits for", ("0", "i - 1"), ["0"] * n, tuple(range(n)), names=TOKENS),
        step("Turns for all rows", ("1", "n"), ["1"], [n]),
    )


def soft_mask() -> Example:
    """A later token hidden, or only pushed down."""
    scores = (3, 5, 2)
    lower = (scores[0], scores[1], scores[2] - 2)
    return believed_ways(
        "Token B asks under a causal mask, and C comes after it. These are its scaled scores. A mask that only dampens "
        "would lower the score of C; in the second way it takes 2 off.",
        step("Scaled scores", "x_j", scores, names=TOKENS),
        step(
            "After the mask",
            (r"x_C \to -\infty", r"x_C \to x_C - 2"),
            (scores[0], scores[1], "−∞"),
            lower,
            names=TOKENS,
        ),
        weights_step((*weights(scores[:2]), "0"), weights(lower)),
    )


def _in_order(order: tuple[int, ...], placed: bool, near: bool) -> tuple[str, ...]:
    """The output of token A with the tokens stored in this order; a place may enter the scores."""
    own = order.index(0)
    scores = _scaled(0)
    terms = [scores[token] for token in order]
    if placed:
        steps = [-abs(place - own) if near else place + 1 for place in range(len(order))]
        terms = [term + added for term, added in zip(terms, steps, strict=True)]
    return blend(terms, tuple(_VALUES[token] for token in order))


def _orders(given: str, rule: str, near: bool) -> Example:
    orders = ((0, 1, 2), _MOVED)
    steps: list[WayStep] = []
    for order in orders:
        title = f"Output of A, order {', '.join(TOKENS[token] for token in order)}"
        both = (_in_order(order, placed, near) for placed in (False, True))
        steps.append(step(title, (_BY % "x_j", _BY % rule), *both, names=_places(_VALUES)))
    return believed_ways(f"{_LESSON} {given} Compare the two rows of each column.", *steps)


def word_order() -> Example:
    """The output of A in two orders, with content alone and with places that count."""
    return _orders(
        "Token A asks twice: with the tokens in the order A, B, C and in the order B, C, A. To know the order, the "
        "operation would need a term for it; in the second way it takes each token’s distance off its scaled score.",
        "x_j - |i - j|",
        near=True,
    )


def row_numbers() -> Example:
    """The output of A in two orders, with row numbers that count."""
    return _orders(
        "Token A asks twice: with the rows of $Q$, $K$ and $V$ in the order A, B, C and in the order B, C, A. The row "
        "number is in no step; in the second way it is, added to the scaled score.",
        "x_j + j",
        near=False,
    )


def output_rows() -> Example:
    """The rows of the output before and after the tokens change places."""
    moved = tuple(tuple(matrix[token] for token in _MOVED) for matrix in (FIRST.Q, FIRST.K, _VALUES))
    after = Problem(moved[0], moved[1], moved[2], 0)
    first = [vector(_output(at)) for at in range(len(TOKENS))]
    second = [vector(proven(replace(after, row=at), Stage.OUTPUT)) for at in range(len(TOKENS))]
    names = ("row 1", "row 2", "row 3")
    return believed_ways(
        f"{_LESSON} Their order is changed to B, C, A and the whole output is computed again. Look for the row of A.",
        rows_step(step("Output, order A, B, C", "O = W V", first, names=names)),
        rows_step(step("Output, order B, C, A", "O = W V", second, first, names=names)),
    )


def position_late() -> Example:
    """Two equal tokens, told apart by positions that are added before, and not by those that come after."""
    words, places = ((1, 0), (0, 1), (1, 0)), ((0, 0), (0, 1), (1, 1))
    placed = tuple(
        tuple(a + b for a, b in zip(*both, strict=True)) for both in zip(words, places, strict=True)
    )
    ways = [Problem(Q=rows, K=rows, V=None, row=0) for rows in (placed, words)]
    names = ("1", "2", "3")
    products = [[dot(way.Q[0], other) for other in way.K] for way in ways]
    shares = [proven(way, Stage.WEIGHTS) for way in ways]
    return believed_ways(
        "Tokens 1 and 3 are the same word. Each token has an embedding $e$ and a position vector $p$, and queries and "
        "keys are what goes into attention, with nothing learned. Token 1 asks. Look at tokens 1 and 3.",
        rows_step(step("Position vectors", "p_j", [vector(place) for place in places], names=names)),
        rows_step(
            step(
                "What goes in",
                (r"e_j + p_j", "e_j"),
                [vector(one) for one in placed],
                [vector(one) for one in words],
                names=names,
            )
        ),
        step("Scores", _RAW, *products, names=names),
        weights_step(shares[0], shares[1], names),
    )


def values_alone() -> Example:
    """Values moved together with their Keys, and without them."""
    moved = tuple(FIRST.K[token] for token in _MOVED), tuple(_VALUES[token] for token in _MOVED)
    both = Problem(FIRST.Q, moved[0], moved[1], 0)
    alone = replace(FIRST, V=moved[1])
    names = _places(_VALUES)
    return believed_ways(
        f"{_LESSON} Token A asks three times: with all rows in their places, with keys and values in the order B, C, A, "
        "and with the values alone in that order. Look at the last row.",
        step("Nothing moved", OUTPUT, _output(0), names=names),
        step("Both moved", OUTPUT, proven(both, Stage.OUTPUT), names=names),
        step("Values alone moved", OUTPUT, proven(alone, Stage.OUTPUT), _output(0), names=names),
    )


TOKEN_BELIEFS = {
    "sequential-processing": waits_for_rows,
    "recurrence-still-needed": handed_on,
    "recurrence-is-parallel": states_at_once,
    "parallel-is-approximate": alone_and_together,
    "parallel-by-heads": turns_by_heads,
    "generation-order-is-attention-order": turns_of_generation,
    "nearness-counts": far_and_near,
    "fixed-window": window,
    "mask-makes-sequential": masked_rows,
    "mask-is-soft": soft_mask,
    "knows-word-order": word_order,
    "order-from-row-index": row_numbers,
    "permutation-changes-nothing": output_rows,
    "position-after-attention": position_late,
    "values-need-no-pairing": values_alone,
}
