"""Grades a matching: points from the right pairs, and the misconceptions that the wrong ones betray."""

from app.grading.response import MatchingResponse
from app.grading.result import Diagnosis, Result
from app.items.answer_key import MatchingAnswer


def grade_matching(answer: MatchingAnswer, response: MatchingResponse) -> Result:
    """Points in [0, 1] for the pairs.

    Rule: all or nothing: 1 when every prompt has its right choice, else 0. Otherwise (right pairs) / (prompts).
    `correct` always means that every pair is right. The diagnosis names the slips of every wrong pair, in the order
    of the prompts as shown; they are not alternatives but all present. Raises ValueError for another number of pairs,
    a choice that is not on the page, or one that stands twice.
    """
    chosen, last = response.chosen, len(answer.choice_ids)
    if len(chosen) != len(answer.right) or len({*chosen}) != len(chosen):
        raise ValueError(f"{chosen} does not give each of {len(answer.right)} prompts a choice of its own")
    if any(not 1 <= position <= last for position in chosen):
        raise ValueError(f"positions {chosen} are not all in 1 … {last}")
    right = sum(position == wanted for position, wanted in zip(chosen, answer.right, strict=True))
    slips = [row[position - 1].slips for row, position in zip(answer.cells, chosen, strict=True)]
    correct = right == len(chosen)
    points = float(correct) if answer.all_or_nothing else right / len(chosen)
    return Result(points, correct, diagnosis=Diagnosis(tuple(dict.fromkeys(filter(None, slips)))))
