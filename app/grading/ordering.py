"""Grades an ordering: points from the entries in their right places, and the misconceptions behind what is reversed."""

from app.grading.response import OrderingResponse
from app.grading.result import Diagnosis, Result
from app.items.answer_key import OrderingAnswer, ReversalKey


def grade_ordering(answer: OrderingAnswer, response: OrderingResponse) -> Result:
    """Points in [0, 1] for the order.

    Rule: all or nothing: 1 when every entry has its right place, else 0. Otherwise (entries in their
    right places) / (entries). `correct` always means the whole order.
    The diagnosis names the slips of every reversal that is met, in the author's order; they are not alternatives but
    all present. Raises ValueError where the places are not 1 … n, each once.
    """
    count = len(answer.places)
    if sorted(response.places) != list(range(1, count + 1)):
        raise ValueError(f"{response.places} are not the places 1 … {count}, each once")
    correct = response.places == answer.places
    points = float(correct) if answer.all_or_nothing else right_places(answer, response) / count
    slips = dict.fromkeys(one.slips for one in met_reversals(answer, response))
    return Result(points, correct, diagnosis=Diagnosis(tuple(slips)))


def given_order(answer: OrderingAnswer, response: OrderingResponse) -> tuple[int, ...]:
    """The right places of the entries, in the order given: (1, 2, 3) is right throughout."""
    return tuple(answer.places[position - 1] for position in response.order)


def right_places(answer: OrderingAnswer, response: OrderingResponse) -> int:
    """How many entries stand in their right places."""
    return sum(map(int.__eq__, answer.places, response.places))


def met_reversals(answer: OrderingAnswer, response: OrderingResponse) -> tuple[ReversalKey, ...]:
    """The reversals that the given order has: the later entry stands somewhere before the earlier one."""
    order = given_order(answer, response)
    return tuple(one for one in answer.reversals if order.index(one.later) < order.index(one.earlier))
