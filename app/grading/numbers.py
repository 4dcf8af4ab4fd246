"""Grades typed numbers against the right ones, and tells too few digits apart from wrong."""

from app.grading.diagnosis import diagnose
from app.grading.response import NumbersResponse
from app.grading.result import Diagnosis, Result
from app.grading.tolerance import is_coarse, is_right
from app.items.answer_key import NumbersAnswer
from app.items.slip_table import SlipTable


def grade_numbers(
    answer: NumbersAnswer, response: NumbersResponse, *, slip_table: SlipTable | None
) -> Result:
    """Points for one typed number or a row of them.

    Rule: a row is one answer, so it earns 1 when every number is right and 0 otherwise; `fields` says which are.
    A row whose numbers are each right or right to fewer decimals, and not all zero, is coarse: it earns nothing
    yet, and no slip is looked for. Any other wrong row is compared with every slip.
    Raises ValueError when the row has another length than the answer.
    """
    pairs = list(zip(response.numbers, answer.numbers, strict=True))
    fields = tuple(is_right(number, right, answer.tolerance) for number, right in pairs)
    if all(fields):
        return Result(points=1.0, correct=True, fields=fields)
    fine_or_coarse = (fine or is_coarse(*pair) for fine, pair in zip(fields, pairs, strict=True))
    if all(fine_or_coarse) and any(number.value for number in response.numbers):
        return Result(points=0.0, correct=False, fields=fields, diagnosis=Diagnosis(coarse=True))
    typed = tuple(number.value for number in response.numbers)
    candidates = diagnose(typed, slip_table) if slip_table else ()
    return Result(points=0.0, correct=False, fields=fields, diagnosis=Diagnosis(candidates=candidates))
