"""One learner's graded sitting as it is read for its report and its reviews."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.exams.changes import Changed, changed, first_standing, shift
from app.exams.receipt import Receipt, answers_digest
from app.exams.report import Outcome
from app.exams.review import Parts
from app.exams.ruled_answers import is_right
from app.exams.ruling import Earned, What, tally
from app.exams.shown import shown_parts
from app.exams.sitting import State
from app.grading.diagnosis import certain
from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import Invalid, NumbersResponse, Response, StepsResponse
from app.items.exam import Exam
from app.items.public import Form, PublicVariant
from app.kit.errors import Conflict, NotFound
from app.services.exams.marks import standing_key
from app.services.exams.starting import NO_SUCH_SITTING
from app.services.later_texts import LaterTexts
from app.services.records import given_of, result_of
from app.store.answer_keys import keyed_variants
from app.store.exams import exam_state
from app.store.sitting_reports import ReportedRow, reported_rows, shown_variants, taken_changes
from app.store.sittings import SittingRow, sitting_row
from app.store.unit import Reading

NOT_OVER = "This sitting is not over yet, so there is no report of it. Go back to the exam."


@dataclass(frozen=True, slots=True)
class Graded:
    """A graded sitting with its exam, what of it may be seen now, its questions, and what was shown of each."""

    row: SittingRow
    exam: Exam
    parts: Parts
    rows: Sequence[ReportedRow]
    shown: Mapping[int, PublicVariant]
    slips: Mapping[int, tuple[str, ...]]  # of questions that were ruled on, as they then stand

    @property
    def outcomes(self) -> list[Outcome]:
        """Its questions as the rules of reports have them."""
        return [outcome_of(row, self.shown[row.n], self.slips.get(row.n)) for row in self.rows]

    @property
    def receipt(self) -> Receipt:
        """What its receipt is of, points included."""
        return receipt_of(self.row, self.rows)


def graded_sitting(unit: Reading, learner_id: int | None, sitting_id: str) -> Graded:
    """This learner's sitting, or with None anybody's. Raises NotFound for another's, Conflict before it is graded."""
    row = sitting_row(unit, learner_id, sitting_id)
    if row is None:
        raise NotFound(NO_SUCH_SITTING)
    if row.clock.state is not State.GRADED:
        raise Conflict(NOT_OVER)
    exam = exam_state(unit, row.exam_revision_id)
    parts = shown_parts(exam, row.clock.state, released=row.released_at is not None)
    rows = reported_rows(unit, row.id)
    by_name = shown_variants(unit, [one.variant_id for one in rows])
    shown = {one.n: by_name[one.variant_id] for one in rows}
    return Graded(row, exam, parts, rows, shown, _ruled_slips(unit, rows, shown))


def _ruled_slips(
    unit: Reading, rows: Sequence[ReportedRow], shown: Mapping[int, PublicVariant]
) -> dict[int, tuple[str, ...]]:
    """The slips of answers to questions that were ruled on: behind what still does not count.

    A question that was dropped, or gave its points to everybody, had something wrong with it, and shows none.
    """
    accepting = [one for one in rows if one.ruling in (What.ACCEPT, What.AGAIN) and one.answered]
    keyed = keyed_variants(unit, sorted({one.variant_id for one in accepting})) if accepting else {}
    later = LaterTexts(unit)
    found: dict[int, tuple[str, ...]] = {one.n: () for one in rows if one.ruling is not None}
    for one in accepting:
        response = read(shown[one.n].form, one.given)
        if response is not None and not one.correct:
            found[one.n] = certain(grade(standing_key(one, keyed[one.variant_id], later), response))
    return found


def outcome_of(row: ReportedRow, shown: PublicVariant, ruled_slips: tuple[str, ...] | None) -> Outcome:
    """A question as the rules of reports have it; whoever is right made no slip."""
    own = () if row.correct or not row.answered else certain(result_of(row.points, row.correct, row.judged))
    slips = own if ruled_slips is None else ruled_slips
    return Outcome(
        n=row.n,
        section=row.section,
        objective=shown.objectives[0],
        earned=Earned(row.points, row.correct, counts=row.ruling is not What.DROP),
        answered=row.answered,
        ruling=row.ruling,
        slips=slips,
        spent=row.spent,
    )


def receipt_of(row: SittingRow, rows: Iterable[ReportedRow]) -> Receipt:
    """What the receipt of a graded sitting is of, points included. Raises ValueError for one that never ended."""
    if row.clock.finished_at is None:
        raise ValueError(f"sitting {row.id} has not ended")
    asked = list(rows)
    found = tally(Earned(one.points, one.correct, counts=one.ruling is not What.DROP) for one in asked)
    return Receipt(
        sitting_id=row.id,
        exam_revision_id=row.exam_revision_id,
        points=found.points,
        out_of=found.out_of,
        finished_at=row.clock.finished_at,
        answers=answers_digest((one.n, one.given or "") for one in asked),
    )


def changed_answers(unit: Reading, found: Graded) -> Changed:
    """The first answer to each question that stood against the last, both judged by what is right now."""
    forms = {n: shown.form for n, shown in found.shown.items()}
    changes = [one for one in taken_changes(unit, found.row.id) if one.n in forms]
    first = first_standing(changes, lambda n, given: read(forms[n], given) is not None)
    pairs = {
        row.variant_id: (row, before, after)
        for row in found.rows
        if (before := read(forms[row.n], first.get(row.n))) is not None
        and not _same(before, after := read(forms[row.n], row.given))
    }
    keyed, later = keyed_variants(unit, sorted(pairs)), LaterTexts(unit)
    shifts = []
    for name, (row, before, after) in pairs.items():
        answer_key = standing_key(row, keyed[name], later)
        was, now = (is_right(answer_key, one, row.accepted) for one in (before, after))
        shifts.append((row.n, shift(was_right=was, is_right=now)))
    return changed(shifts)


def read(form: Form, given: str | None) -> Response | None:
    """A stored answer; None where nothing is stored, or it cannot be read."""
    if given is None:
        return None
    positions, typed = given_of(given)
    found = parse(form, positions=positions, typed=typed)
    return None if isinstance(found, Invalid) else found


def _same(one: Response, other: Response | None) -> bool:
    """Whether two answers say the same, however their numbers are written."""
    match one, other:
        case NumbersResponse(), NumbersResponse():
            return [number.value for number in one.numbers] == [number.value for number in other.numbers]
        case StepsResponse(), StepsResponse():
            return [field and field.value for field in one.fields] == [
                field and field.value for field in other.fields
            ]
        case _:
            return one == other
