"""Grades a choice: points from the options chosen, and the misconceptions that the wrong ones betray."""

from math import fsum

from app.grading.response import ChoiceResponse
from app.grading.result import Diagnosis, Result
from app.items.answer_key import ChoiceAnswer


def grade_choice(answer: ChoiceAnswer, response: ChoiceResponse) -> Result:
    """Points in [0, 1] for the chosen options.

    Rule: all or nothing: 1 when exactly the right options are chosen, else 0. Otherwise the sum of the weights of
    the chosen options (each in [−1, 1]) clipped to [0, 1]. `correct` always means exactly the right options.
    The diagnosis names the slips of every wrong option chosen, in the order shown; unlike those of a typed number
    they are not alternatives but all present. Raises ValueError for a position that is not on the page.
    """
    last = len(answer.options)
    if any(not 1 <= place <= last for place in response.positions):
        raise ValueError(f"positions {sorted(response.positions)} are not all in 1 … {last}")
    chosen = [answer.options[place - 1] for place in sorted(response.positions)]
    correct = response.positions == answer.correct
    if answer.all_or_nothing:
        points = 1.0 if correct else 0.0
    else:
        points = min(1.0, max(0.0, fsum(option.weight for option in chosen)))
    slips = dict.fromkeys(option.slips for option in chosen if not option.correct and option.slips)
    return Result(points=points, correct=correct, diagnosis=Diagnosis(candidates=tuple(slips)))
