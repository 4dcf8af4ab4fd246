"""When a family's slip gives what is right all the same: a sentence, and the same as a condition on the givens.

The conditions are worked out from the givens with plain floats, apart from both routes, so that a fault in these shows.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Given = Mapping[str, int]
Condition = Callable[[Given], bool]
Numbers = Callable[[Given], Sequence[float]]
_NEAR = 1e-9  # of floats that come by different ways to one number


@dataclass(frozen=True, slots=True)
class When:
    """When a slip coincides with what is right: in words, and whether it may for such givens."""

    sentence: str
    holds: Condition


def never(reason: str = "") -> When:
    """For no givens, and why."""
    return When(f"never{reason}", _false)


def _false(givens: Given) -> bool:
    return False


def equal(sentence: str, *names: str) -> When:
    """Where all these givens are the same number."""
    return When(sentence, lambda givens: len({givens[name] for name in names}) == 1)


def is_one(sentence: str, name: str) -> When:
    """Where a given is 1."""
    return When(sentence, lambda givens: givens[name] == 1)


def near(number: float, other: float) -> bool:
    """Whether two floats are one number."""
    return math.isclose(number, other, rel_tol=_NEAR, abs_tol=_NEAR)


def scores_of(givens: Given, names: Sequence[str], *, parts: int = 1) -> list[float]:
    """The scores by name, counted in so many parts of one, or the logarithms of the numbers."""
    if givens.get("logs", 0):
        return [math.log(givens[name]) for name in names]
    return [givens[name] / parts for name in names]


def shares(row: Sequence[float], base: float = math.e) -> list[float]:
    """base^x over the sum of all base^x, for each x of the row."""
    made = [base**score for score in row]
    whole = math.fsum(made)
    return [one / whole for one in made]


_SCORES = ("first", "second", "third")


def _one_score(givens: Given) -> bool:
    return len({givens[name] for name in _SCORES if name in givens}) == 1


SCALE = When(
    "d_k is 1, or all logits of the row are equal",
    lambda givens: givens["d_k"] == 1 or _one_score(givens),
)
EQUAL_SCORES = When("all logits of the row are equal", _one_score)


def normalisers(counted: Numbers) -> Mapping[str, When]:
    """Of the slips that take something else than e^x, where the share of the first of the scores that count is asked."""

    def no_exponential(givens: Given) -> bool:
        row = counted(givens)
        whole = math.fsum(row)
        return not near(whole, 0.0) and near(row[0] / whole, shares(row)[0])

    def plain_mean(givens: Given) -> bool:
        row = counted(givens)
        return near(1 / len(row), shares(row)[0])

    return {
        "base-two": When("all scores that count are equal", lambda givens: len(set(counted(givens))) == 1),
        "no-exponential": When(
            "scores have the shares of their exponentials, as equal ones do, or ln 2 and ln 4", no_exponential
        ),
        "plain-mean": When("the asked token has the mean of all exponentials", plain_mean),
    }


def ratio_is_power(givens: Given) -> bool:
    """Whether the quotient of two scores is e to their scaled difference."""
    first, second = scores_of(givens, ("first", "second"))
    return second != 0 and near(first / second, math.exp((first - second) / math.sqrt(givens["d_k"])))


def second_is_two(givens: Given) -> bool:
    """Whether e to B's scaled score is 2."""
    return near(math.exp(scores_of(givens, ("second",))[0] / math.sqrt(givens["d_k"])), 2.0)


def halves_in_proportion(givens: Given) -> bool:
    """Whether A's share of the three scores is its share of their exponentials."""
    row = scores_of(givens, _SCORES, parts=2)
    whole = math.fsum(row)
    return whole != 0 and near(row[0] / whole, shares(row)[0])


def heated(givens: Given, power: int) -> float:
    """The weight of A with the scores divided by T^power."""
    heat = (givens["quarters"] / 4) ** power
    return shares([score / heat for score in scores_of(givens, _SCORES, parts=4)])[0]


def columns_agree(givens: Given) -> bool:
    """Whether a column, or a head's columns, are where they would be if columns were dealt out in turn."""
    heads = givens["heads"]
    width = givens["d_model"] // heads
    if "column" not in givens:
        return heads == 1 or width == 1
    turn, head = divmod(givens["column"] - 1, heads)
    return divmod(givens["column"] - 1, width) == (head, turn)


def rows_of_two(givens: Given) -> tuple[list[float], list[float]]:
    """e^x of the scores of A and of B with F, G and H, the row that is read first."""
    found = [
        [math.exp(score) for score in scores_of(givens, [f"{token}{place}" for place in (1, 2, 3)], parts=2)]
        for token in "ab"
    ]
    return (found[0], found[1]) if givens["row"] == 1 else (found[1], found[0])


ORDERS = ((1, 0, 2), (2, 0, 1), (0, 2, 1))  # tokens by their old place: B A C, C A B, A C B


def _mixed(weights: Sequence[float], values: Sequence[int]) -> float:
    return math.fsum(weight * value for weight, value in zip(weights, values, strict=True))


def outputs_agree(
    *,
    base: float = math.e,
    linear: bool = False,
    flat: bool = False,
    masked: bool = False,
    moved: bool = False,
) -> Condition:
    """Whether A's output is the same with other weights, with Values that have moved, or with fewer tokens."""

    def holds(givens: Given) -> bool:
        row, order = scores_of(givens, _SCORES, parts=2), ORDERS[givens["order"]]
        values = [givens[name] for name in ("value_a", "value_b", "value_c")]
        made = [1.0 if flat else score if linear else base**score for score in row]
        if masked:
            made = [one if token in order[: order.index(0) + 1] else 0.0 for token, one in enumerate(made)]
        carried = [values[order[token]] for token in range(3)] if moved else values
        whole, right = math.fsum(made), shares(row)
        return not near(whole, 0.0) and near(_mixed(made, carried) / whole, _mixed(right, values))

    return holds
