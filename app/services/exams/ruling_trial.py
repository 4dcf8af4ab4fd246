"""What a ruling would do to every sitting that asks a question, and doing it: points, notices and the record in one transaction."""

from dataclasses import dataclass
from datetime import datetime

import orjson

from app.exams.ruling import Move, Ruling, Tally, What, move, narrowed
from app.exams.shown import shown_parts
from app.exams.sitting import State
from app.items.exam import Exam, Part
from app.items.item import Item
from app.kit.ids import content_hash
from app.services.exams.marks import Mark, mark_of
from app.services.exams.ruling_views import DryRun, MoveLine
from app.services.later_texts import LaterTexts
from app.store.answer_keys import keyed_variants
from app.store.audit import AuditRow, record
from app.store.exams import exam_state
from app.store.items import ItemRow
from app.store.rulings import (
    ConcernedRow,
    RulingRow,
    add_notices,
    add_ruling,
    concerned_rows,
    earned_of,
    narrow_ruling,
    ruling_rows,
    set_result,
    withdraw_ruling,
)
from app.store.unit import Reading, Writing
from app.store.variants import revisions_asked, revisions_of

WITHDRAW = "withdraw"


@dataclass(frozen=True, slots=True)
class Concern:
    """A graded sitting with what a ruling does to it."""

    found: ConcernedRow
    exam: Exam
    move: Move
    revision_id: str


@dataclass(frozen=True, slots=True)
class Trial:
    """A ruling with everything that it would do.

    Of each ruling that stands, `left` is what stays of it. With no ruling all of them are taken back.
    """

    item: ItemRow
    standing: tuple[RulingRow, ...]
    left: tuple[Ruling | None, ...]
    ruling: Ruling | None
    reason: str
    concerns: tuple[Concern, ...]
    waiting: int
    unjudged: int

    def dry(self) -> DryRun:
        """What is shown of it."""
        moving = tuple(_line(one) for one in self.concerns if one.move.moves)
        return DryRun(
            item_id=self.item.id,
            ruling=self.ruling,
            reason=self.reason,
            moves=moving,
            same=len(self.concerns) - len(moving),
            waiting=self.waiting,
            unjudged=self.unjudged,
            digest=self._digest(),
        )

    def _digest(self) -> str:
        told = [
            self.item.id,
            self.ruling.what.value if self.ruling else WITHDRAW,
            sorted(self.ruling.accepted) if self.ruling else [],
            sorted(self.ruling.revisions) if self.ruling else [],
            self.ruling.by if self.ruling else "",
            [one.id for one in self.standing],
            [_told(one.move) for one in self.concerns],
        ]
        return content_hash(orjson.dumps(told))


def trial_of(
    unit: Reading, item: ItemRow, ruling: Ruling | None, reason: str, *, by: Item | None = None
) -> Trial:
    """What a ruling on an item would do; None takes back all that are in force.

    `by` is the text that is to judge, where it is not stored yet.
    """
    later = LaterTexts(unit, {ruling.by: by} if ruling and by else {})
    standing = tuple(one for one in ruling_rows(unit, item.id) if one.withdrawn_at is None)
    known = revisions_asked(unit, item.id)
    left = tuple(narrowed(one.ruling, ruling, known) if ruling else None for one in standing)
    after = [ruling] if ruling else []
    after += [one for one in left if one is not None]
    concerned = concerned_rows(unit, item.id)
    earned = earned_of(unit, item.id)
    graded = [one for one in concerned if one.row.clock.state is State.GRADED and one.row.id in earned]
    keyed = keyed_variants(unit, sorted({one.asked.variant_id for one in graded}))
    exams = {name: exam_state(unit, name) for name in {one.row.exam_revision_id for one in graded}}
    concerns = []
    silent = 0
    for one in graded:
        variant = keyed[one.asked.variant_id]
        mark = mark_of(one.asked, variant)
        result = mark.earned(after, later)
        silent += _says_nothing(ruling, mark, later)
        moved = move(one.row.id, one.asked.n, earned[one.row.id], result)
        concerns.append(Concern(one, exams[one.row.exam_revision_id], moved, variant.revision_id))
    waiting = [one.asked.variant_id for one in concerned if one not in graded]
    if ruling is not None:
        spoken = revisions_of(unit, waiting)
        waiting = [one for one in waiting if ruling.speaks_of(spoken[one])]
    return Trial(item, standing, left, ruling, reason, tuple(concerns), len(waiting), silent)


def _says_nothing(ruling: Ruling | None, mark: Mark, later: LaterTexts) -> bool:
    """Whether the text that is to judge an answer says nothing about what was asked."""
    if ruling is None or ruling.what is not What.AGAIN or not ruling.speaks_of(mark.variant.revision_id):
        return False
    return mark.answered and later.answer_key(mark.variant, ruling.by) is None


def carry_out(unit: Writing, trial: Trial, actor: str, at: datetime) -> None:
    """Do what was tried out, in the transaction of whoever holds the rulings alone."""
    numbered: list[tuple[int, Ruling]] = []
    if trial.ruling:
        why = (trial.reason, actor)
        numbered.append((add_ruling(unit, trial.item.id, trial.ruling, why=why, at=at), trial.ruling))
    for row, left in zip(trial.standing, trial.left, strict=True):
        if left is None:
            withdraw_ruling(unit, row.id, at)
            continue
        if left != row.ruling:
            narrow_ruling(unit, row.id, left)
        numbered.append((row.id, left))
    for one in trial.concerns:
        number = next((name for name, each in numbered if each.speaks_of(one.revision_id)), None)
        set_result(unit, one.found.row.id, one.move.n, earned=one.move.after, ruling_id=number)
    moving = [one for one in trial.concerns if one.move.moves]
    words = [(one.found.row, notice(trial.ruling, one.move, one.found, one.exam)) for one in moving]
    add_notices(unit, words, at)
    record(unit, _audit(trial, actor, at))


def _line(one: Concern) -> MoveLine:
    percent = one.exam.pass_mark.percent
    return MoveLine(
        learner_id=one.found.row.learner_id,
        exam_title=one.found.title,
        move=one.move,
        passed=one.move.total_before.passes(percent),
        passes=one.move.total_after.passes(percent),
    )


def _told(move: Move) -> list[object]:
    parts = [(one.points, one.correct, one.counts) for one in (move.before, move.after)]
    totals = [(one.points, one.out_of) for one in (move.total_before, move.total_after)]
    return [move.sitting_id, move.n, parts, totals]


def notice(ruling: Ruling | None, move: Move, found: ConcernedRow, exam: Exam) -> str:
    """What a candidate is told of a ruling: points only where their exam shows these now."""
    row = found.row
    parts = shown_parts(exam, row.clock.state, released=row.released_at is not None)
    told = _said(ruling).format(n=move.n)
    if Part.POINTS not in parts:
        return f"{told}."
    return (
        f"{told}; your points went from {points_text(move.total_before)} to {points_text(move.total_after)}."
    )


def _said(ruling: Ruling | None) -> str:
    if ruling is None:
        return "What was ruled on question {n} was taken back"
    return {
        What.DROP: "Question {n} does not count any more",
        What.FULL: "Question {n} gives everybody its full points",
        What.ACCEPT: "Question {n} was graded again, as other answers to it count",
        What.AGAIN: "Question {n} was graded again, as what is right of it was corrected",
    }[ruling.what]


def points_text(tally: Tally) -> str:
    """The points of a sitting in a sentence: "6.5 of 10"."""
    return f"{round(tally.points, 2):g} of {tally.out_of}"


def _audit(trial: Trial, actor: str, at: datetime) -> AuditRow:
    """The act with its reason and the points that stood before it, by sitting."""
    before = {one.found.row.id: [one.move.before.points, one.move.before.counts] for one in trial.concerns}
    detail = {
        "reason": trial.reason,
        "what": trial.ruling.what.value if trial.ruling else WITHDRAW,
        "accepted": ", ".join(sorted(trial.ruling.accepted)) if trial.ruling else "",
        "moved": str(sum(one.move.moves for one in trial.concerns)),
        "points before": orjson.dumps(before).decode(),
    }
    return AuditRow(at, f"instructor link: {actor}", "exam ruling", f"item {trial.item.id}", detail)
