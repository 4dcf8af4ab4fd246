"""Grades typed numbers against what an author wrote of each field, in exact decimals."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from math import fsum

from app.grading.diagnosis import MOST
from app.grading.response import NumbersResponse, ReadNumber
from app.grading.result import Diagnosis, Result
from app.grading.tolerance import is_coarse
from app.items.answer_key import FieldKey, FieldsAnswer, NumberAnswer, NumberKey
from app.items.field import is_whole
from app.kit.decimals import fixed, in_full


@dataclass(frozen=True, slots=True)
class Met:
    """What a typed number meets in its field: the accepted numbers that count, wrong ones that are known, or neither."""

    accepted: NumberKey | None
    wrong: tuple[NumberKey, ...] = ()
    coarse: bool = False

    @property
    def share(self) -> float:
        """What it earns of the field's points, in [−1, 1]."""
        if self.accepted is None:
            return 0.0
        return 1.0 if is_whole(self.accepted.share) else self.accepted.share

    @property
    def right(self) -> bool:
        """Whether it earns everything."""
        return self.share == 1.0


def met_by(field: FieldKey, number: ReadNumber) -> Met:
    """What the number meets.

    Rule: of the accepted numbers the first that holds it counts, ends included. Only where it is not right as a whole
    are wrong ones looked for, all that hold it; and only where none does either, whether it is right with fewer
    decimals than the field asks for.
    """
    accepted = next((one for one in field.accepted if _holds(one, number.value)), None)
    met = Met(accepted)
    if met.right:
        return met
    wrong = tuple(one for one in field.wrong if _holds(one, number.value))
    coarse = accepted is None and not wrong and _is_coarse(field, number)
    return Met(accepted, wrong, coarse)


def grade_fields(answer: FieldsAnswer, response: NumbersResponse) -> Result:
    """Points in [0, 1] for one typed number or several.

    Rule: all or nothing: 1 when every number is right, else 0. Otherwise the mean of the fields' shares, clipped to
    [0, 1]. `correct` always means that every number is right, and `fields` says which are. Where each number is right
    or too coarse, and not all are zero, the answer is coarse. Else the diagnosis has the misconceptions of the wrong
    numbers: those of several fields stand together as one explanation, and alternatives are set side by side, at most
    MOST. Raises ValueError for another count of numbers than there are fields.
    """
    found = [met_by(*pair) for pair in zip(answer.fields, response.numbers, strict=True)]
    fields = tuple(met.right for met in found)
    correct = all(fields)
    if answer.all_or_nothing:
        points = float(correct)
    else:
        points = min(1.0, max(0.0, fsum(met.share for met in found) / len(found)))
    if correct:
        return Result(points, correct, fields)
    if all(met.right or met.coarse for met in found) and any(one.value for one in response.numbers):
        return Result(points, correct, fields, Diagnosis(coarse=True))
    return Result(points, correct, fields, Diagnosis(_candidates(found)))


def right_number(field: FieldKey) -> str:
    """A number that is right, as somebody would type it: to the decimals asked for, or half way through a range."""
    right = field.right
    if right.value:
        return right.value if field.decimals is None else fixed(Fraction(right.value), field.decimals)
    return in_full((Fraction(right.low) + Fraction(right.high)) / 2)


def _candidates(found: list[Met]) -> tuple[tuple[str, ...], ...]:
    ways = [tuple(dict.fromkeys(one.slips for one in met.wrong)) for met in found if met.wrong]
    if not ways:
        return ()
    joined = (tuple(dict.fromkeys(slug for slugs in way for slug in slugs)) for way in product(*ways))
    return tuple(dict.fromkeys(islice(joined, MOST)))


def _holds(numbers: NumberKey, number: Fraction) -> bool:
    return Fraction(numbers.low) <= number <= Fraction(numbers.high)


def _is_coarse(field: FieldKey, number: ReadNumber) -> bool:
    """Whether it is a right number to fewer decimals than are asked for."""
    if field.decimals is None:
        return False
    return any(
        is_coarse(number, NumberAnswer(fixed(Fraction(one.value), field.decimals), 0.0, 0.0))
        for one in field.accepted
        if one.value and is_whole(one.share)
    )
