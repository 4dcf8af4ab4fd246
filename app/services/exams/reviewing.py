"""Looking back at one question of a graded sitting, by the review rules of its exam."""

from dataclasses import dataclass, replace

from app.exams.review import trimmed
from app.grading.explain import explain
from app.grading.feedback import Feedback
from app.grading.grade import grade
from app.grading.response import Response
from app.grading.result import Result
from app.grading.right import right_response
from app.grading.words import Judged, Words
from app.items.answer_key import AnswerKey, ChoiceAnswer
from app.items.exam import Part
from app.kit.errors import NotFound
from app.lab.from_question import link_of_givens
from app.services.exams.marks import standing_key
from app.services.exams.report_reading import Graded, changed_answers, graded_sitting, read
from app.services.exams.report_views import ReviewView
from app.services.exams.reporting import item_line, spending_of
from app.services.explaining import experiment_named
from app.services.later_texts import LaterTexts
from app.services.records import given_of, result_of
from app.services.vocabulary import Vocabulary
from app.store.answer_keys import VariantRow, keyed_variant
from app.store.database import Database
from app.store.items import item_row
from app.store.sitting_reports import ReportedRow, was_reopened
from app.store.unit import Reading, reading

NO_SUCH_QUESTION = "This sitting has no question of that number. Its report lists all of them."


@dataclass(frozen=True, slots=True)
class Reviewing:
    """Reviews of graded sittings. Another learner's sitting looks like one that does not exist."""

    database: Database
    vocabulary: Vocabulary

    def item(self, learner_id: int, sitting_id: str, n: int, *, wrong_only: bool = False) -> ReviewView:
        """Question `n` as it may be seen now; `wrong_only` goes through those that were not wholly right.

        Raises NotFound for another's sitting or a question that it does not have, Conflict before it is graded.
        """
        with reading(self.database) as unit:
            found = graded_sitting(unit, learner_id, sitting_id)
            row = next((one for one in found.rows if one.n == n), None)
            if row is None:
                raise NotFound(NO_SUCH_QUESTION)
            return _Review(unit, found, row, self.vocabulary.words()).view(wrong_only=wrong_only)


@dataclass(frozen=True, slots=True)
class _Review:
    """An open unit in which one question is looked back at."""

    unit: Reading
    found: Graded
    row: ReportedRow
    words: Words

    def view(self, *, wrong_only: bool) -> ReviewView:
        row, parts = self.row, self.found.parts
        given = Part.GIVEN in parts
        wrong_only = wrong_only and given
        changed = changed_answers(self.unit, self.found) if given else None
        outcomes = self.found.outcomes
        outcome = next(one for one in outcomes if one.n == row.n)
        reopened = was_reopened(self.unit, self.found.row.id)
        spending = spending_of(self.found.row, outcomes, reopened=reopened)
        plain = ReviewView(
            sitting_id=self.found.row.id,
            exam_title=self.found.exam.title,
            parts=parts,
            line=item_line(self.found, row, outcome, changed),
            share=spending.limit / len(self.found.rows),
            variant_id=row.variant_id,
            shown=self.found.shown[row.n],
            numbers=tuple(
                one.n for one in self.found.rows if not wrong_only or not one.correct or one.n == row.n
            ),
            wrong_only=wrong_only,
            given=given_of(row.given) if given and row.given is not None else None,
        )
        return self._told(plain) if Part.RIGHT in parts else plain

    def _told(self, plain: ReviewView) -> ReviewView:
        """With what is right, and as much around it as may be seen."""
        row, parts = self.row, self.found.parts
        variant = keyed_variant(self.unit, row.variant_id)
        response = read(variant.shown.form, row.given) if Part.GIVEN in parts else None
        feedback, shows = self._explained(variant, response)
        item = item_row(self.unit, row.item_id) if Part.REASONS in parts else None
        return replace(
            plain,
            feedback=trimmed(feedback, parts, own=response is not None),
            own=response is not None,
            reason=row.reason,
            accepted=_accepted(variant.answer_key, row.accepted),
            lab=link_of_givens(variant.answer_key.givens, shows) if item else "",
            experiment=experiment_named(variant.answer_key.experiment) if item else None,
            recipe=(item.recipe or "") if item else "",
        )

    def _explained(self, variant: VariantRow, response: Response | None) -> tuple[Feedback, tuple[str, ...]]:
        """The explanation of the candidate's answer, or of the right one, with the slips that it certainly shows."""
        row = self.row
        answer_key = standing_key(row, variant, LaterTexts(self.unit))
        if response is None:
            right = right_response(answer_key)
            judged = Judged(right, grade(answer_key, right))
        else:
            judged = Judged(response, self._result(answer_key, response))
        candidates = judged.result.diagnosis.candidates
        feedback = explain(variant.shown, answer_key, judged=judged, words=self.words)
        return feedback, candidates[0] if len(candidates) == 1 else ()

    def _result(self, answer_key: AnswerKey, response: Response) -> Result:
        """What the answer came to; where something else is right now, no slip of what counts is in it."""
        row = self.row
        if not (row.accepted or row.judged_by):
            return result_of(row.points, row.correct, row.judged)
        return replace(grade(answer_key, response), points=row.points, correct=row.correct)


def _accepted(answer_key: AnswerKey, names: tuple[str, ...]) -> tuple[int, ...]:
    """The positions of the options that count as right by a ruling."""
    if not isinstance(answer_key.answer, ChoiceAnswer):
        return ()
    options = answer_key.answer.options
    return tuple(place for place, option in enumerate(options, 1) if option.option_id in names)
