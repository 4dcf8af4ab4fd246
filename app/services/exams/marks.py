"""What each question of a sitting comes to, by its own answer key and under the rulings in force."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.exams.ruled_answers import as_ruled
from app.exams.ruling import Chosen, Earned, Ruling, What, ruled
from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import ChoiceResponse, Invalid, Response
from app.grading.result import Result
from app.items.answer_key import AnswerKey, ChoiceAnswer
from app.services.later_texts import LaterTexts
from app.services.records import given_of, judged_json
from app.store.answer_keys import VariantRow, keyed_variants
from app.store.sitting_grades import AskedRow, ResultRow, asked_rows
from app.store.sitting_reports import ReportedRow
from app.store.unit import Reading

UNANSWERED = Result(0.0, correct=False)


@dataclass(frozen=True, slots=True)
class Mark:
    """One question of a sitting by its own answer key: what it earned, and what was given, None where it is unreadable."""

    n: int
    item_id: str
    result: Result
    variant: VariantRow
    response: Response | None = None

    @property
    def answered(self) -> bool:
        """Whether anything readable was given."""
        return self.response is not None

    def under(self, rulings: Sequence[tuple[int, Ruling]], later: LaterTexts) -> ResultRow:
        """What is stored of it under the rulings in force, each of which has a number."""
        judged = judged_json(self.result)
        held = next((one for one in rulings if one[1].speaks_of(self.variant.revision_id)), None)
        earned = self.earned((held[1],) if held else (), later)
        number = held[0] if held else None
        return ResultRow(self.n, earned.points, earned.correct, self.answered, judged, number)

    def earned(self, rulings: Sequence[Ruling], later: LaterTexts) -> Earned:
        """What it comes to under rulings: the first one that speaks of its revision holds."""
        own = Earned(self.result.points, self.result.correct)
        held = next((one for one in rulings if one.speaks_of(self.variant.revision_id)), None)
        again = self._again(held.by, later) if held is not None and held.what is What.AGAIN else None
        return ruled(own, held, self._chosen(), again)

    def _again(self, by: str, later: LaterTexts) -> Earned | None:
        answer_key = later.answer_key(self.variant, by)
        if answer_key is None or self.response is None:
            return None
        result = grade(answer_key, self.response)
        return Earned(result.points, result.correct)

    def _chosen(self) -> Chosen | None:
        """The names of the options that were chosen; None where none are asked for."""
        match self.variant.answer_key.answer, self.response:
            case ChoiceAnswer() as answer, ChoiceResponse() as given:
                names = frozenset(answer.options[place - 1].option_id for place in given.positions)
                return Chosen(names, answer.all_or_nothing)
            case _:
                return None


def marks_of(unit: Reading, sitting_id: str) -> list[Mark]:
    """Every question of a sitting by its own answer key, in order; what is empty or cannot be read earns nothing."""
    asked = asked_rows(unit, sitting_id)
    variants = keyed_variants(unit, [one.variant_id for one in asked])
    return [mark_of(one, variants[one.variant_id]) for one in asked]


def mark_of(asked: AskedRow, variant: VariantRow) -> Mark:
    """One question of a sitting by its own answer key."""
    if asked.given is None:
        return Mark(asked.n, asked.item_id, UNANSWERED, variant)
    positions, typed = given_of(asked.given)
    response = parse(variant.shown.form, positions=positions, typed=typed)
    if isinstance(response, Invalid):
        return Mark(asked.n, asked.item_id, UNANSWERED, variant)
    return Mark(asked.n, asked.item_id, grade(variant.answer_key, response), variant, response)


def standing_key(row: ReportedRow, variant: VariantRow, later: LaterTexts) -> AnswerKey:
    """What is right of a question of a graded sitting under the ruling that holds for it."""
    again = later.answer_key(variant, row.judged_by) if row.judged_by else None
    return again or as_ruled(variant.answer_key, row.accepted)
