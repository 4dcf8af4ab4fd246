"""Rulings on questions: tried out first, then carried out for everybody in one transaction, and taken back likewise."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import orjson

from app.exams.ruling import Earned, Move, Ruling, Tally, What, move
from app.exams.shown import shown_parts
from app.exams.sitting import State
from app.items.answer_key import ChoiceAnswer
from app.items.exam import Exam, Part
from app.items.public import ChoiceForm
from app.kit.clock import Clock
from app.kit.errors import BadInput, Conflict, NotFound
from app.kit.ids import content_hash
from app.services.exams.acting import read_reason
from app.services.exams.grading import mark_of
from app.services.exams.ruling_views import DryRun, ItemRulings, MoveLine, OptionLine, RulingsView
from app.store.answer_keys import VariantRow, keyed_variants
from app.store.audit import AuditRow, record
from app.store.database import Database
from app.store.exams import exam_state
from app.store.items import ItemRow, item_row
from app.store.rulings import (
    ConcernedRow,
    RulingRow,
    add_notices,
    add_ruling,
    asked_items,
    asked_variants,
    concerned_rows,
    earned_of,
    hold_rulings,
    ruling_rows,
    set_result,
    withdraw_rulings,
)
from app.store.unit import Reading, reading, writing
from app.store.variants import variant_ids

WITHDRAW = "withdraw"
_NO_ITEM = "There is no question of that name."
_NO_CHOICE = "Choose what is to hold for this question."
_NO_OPTIONS = "Other answers can be accepted only where its author wrote options to choose from. Drop it, or give full points."
_FOREIGN = "One of the options is not an option of this question. Load the page again."
_FEW = "Mark at least {count}: that many are to be chosen."
_SAME = "That is what counts already, so there is nothing to rule."
_NONE_STANDS = "No ruling is in force for this question, so there is none to take back."
_MOVED_ON = "Sittings have changed since this was tried out. Look at it again, and confirm it then."


class RulingFault(BadInput):
    """A field of a ruling that cannot be read: "what", "accepted" or "reason"."""

    def __init__(self, of: str, sentence: str) -> None:
        super().__init__(sentence)
        self.of = of


class MovedOn(Conflict):
    """What was confirmed is not what would happen now; with what would."""

    def __init__(self, dry: DryRun) -> None:
        super().__init__(_MOVED_ON)
        self.dry = dry


@dataclass(frozen=True, slots=True)
class RawRuling:
    """A ruling as it was sent: "drop", "full", "accept" or "withdraw", the options that count, and why."""

    what: str
    accepted: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class _Concern:
    """A graded sitting with what a ruling does to it."""

    found: ConcernedRow
    exam: Exam
    move: Move


@dataclass(frozen=True, slots=True)
class _Trial:
    """A ruling with everything that it would do."""

    item: ItemRow
    standing: RulingRow | None
    ruling: Ruling | None
    reason: str
    concerns: tuple[_Concern, ...]
    waiting: int

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
            digest=self._digest(),
        )

    def _digest(self) -> str:
        told = [
            self.item.id,
            self.ruling.what.value if self.ruling else WITHDRAW,
            sorted(self.ruling.accepted) if self.ruling else [],
            self.standing.id if self.standing else None,
            [_told(one.move) for one in self.concerns],
        ]
        return content_hash(orjson.dumps(told))


@dataclass(frozen=True, slots=True)
class Rulings:
    """What instructors rule of questions."""

    database: Database
    clock: Clock

    def all(self) -> RulingsView:
        """Every ruling, and the items that can be ruled on."""
        with reading(self.database) as unit:
            return RulingsView(tuple(ruling_rows(unit)), tuple(asked_items(unit)))

    def of(self, item_id: str) -> ItemRulings:
        """One item with its options and the rulings on it. Raises NotFound."""
        with reading(self.database) as unit:
            item = _item(unit, item_id)
            variants = _variants(unit, item)
            rulings = tuple(ruling_rows(unit, item_id))
            count = sum(one.sittings for one in asked_items(unit) if one.item_id == item_id)
        options, choose = _options(item, variants)
        return ItemRulings(
            item_id=item_id,
            sittings=count,
            shown=variants[0].shown if variants else None,
            options=options,
            choose=choose,
            standing=_standing(rulings),
            rulings=rulings,
        )

    def try_out(self, item_id: str, raw: RawRuling) -> DryRun:
        """What a ruling would do; nothing changes.

        Raises NotFound, RulingFault for a field that cannot be read, and Conflict where it would change nothing that holds.
        """
        with reading(self.database) as unit:
            return _trial(unit, item_id, raw).dry()

    def rule(self, item_id: str, raw: RawRuling, *, actor: str, digest: str) -> int:
        """Carry out what was tried out; how many graded sittings have other points now.

        Everything happens in one transaction: the ruling, the points, the notices, the record.

        Raises as `try_out` does, and MovedOn where it would do something else now than what was seen.
        """
        at = self.clock.now()
        with writing(self.database) as unit:
            hold_rulings(unit, alone=True)
            trial = _trial(unit, item_id, raw)
            dry = trial.dry()
            if dry.digest != digest:
                raise MovedOn(dry)
            withdraw_rulings(unit, item_id, at)
            number = None
            if trial.ruling:
                number = add_ruling(unit, item_id, trial.ruling, why=(trial.reason, actor), at=at)
            for one in trial.concerns:
                set_result(unit, one.found.row.id, one.move.n, earned=one.move.after, ruling_id=number)
            moving = [one for one in trial.concerns if one.move.moves]
            add_notices(
                unit,
                [(one.found.row, notice(trial.ruling, one.move, one.found, one.exam)) for one in moving],
                at,
            )
            record(unit, _audit(trial, actor, at))
            unit.commit()
        return len(moving)


def _trial(unit: Reading, item_id: str, raw: RawRuling) -> _Trial:
    item = _item(unit, item_id)
    standing = _standing(ruling_rows(unit, item_id))
    ruling = _read(raw, standing, *_options(item, _variants(unit, item)))
    concerned = concerned_rows(unit, item_id)
    earned = earned_of(unit, item_id)
    graded = [one for one in concerned if one.row.clock.state is State.GRADED and one.row.id in earned]
    keyed = keyed_variants(unit, sorted({one.asked.variant_id for one in graded}))
    exams = {name: exam_state(unit, name) for name in {one.row.exam_revision_id for one in graded}}
    concerns = tuple(
        _Concern(
            one,
            exams[one.row.exam_revision_id],
            _move(one, earned[one.row.id], keyed[one.asked.variant_id], ruling),
        )
        for one in graded
    )
    return _Trial(item, standing, ruling, _reason(raw), concerns, len(concerned) - len(graded))


def _move(found: ConcernedRow, earned: dict[int, Earned], variant: VariantRow, ruling: Ruling | None) -> Move:
    return move(found.row.id, found.asked.n, earned, mark_of(found.asked, variant).earned(ruling))


def _read(
    raw: RawRuling, standing: RulingRow | None, options: Sequence[OptionLine], choose: int
) -> Ruling | None:
    """The ruling that was sent; None takes back the one in force."""
    if raw.what == WITHDRAW:
        if standing is None:
            raise Conflict(_NONE_STANDS)
        return None
    what = next((one for one in What if one.value == raw.what), None)
    if what is None:
        raise RulingFault("what", _NO_CHOICE)
    accepted = frozenset(raw.accepted) if what is What.ACCEPT else frozenset()
    if what is What.ACCEPT:
        _check(accepted, options, choose)
        if standing is None and accepted == {one.option_id for one in options if one.correct}:
            raise RulingFault("accepted", _SAME)
    ruling = Ruling(what, accepted)
    if standing is not None and standing.ruling == ruling:
        raise RulingFault("what", _SAME)
    return ruling


def _check(accepted: frozenset[str], options: Sequence[OptionLine], choose: int) -> None:
    if not options:
        raise RulingFault("what", _NO_OPTIONS)
    if not accepted <= {one.option_id for one in options}:
        raise RulingFault("accepted", _FOREIGN)
    if len(accepted) < choose:
        raise RulingFault("accepted", _FEW.format(count=choose))


def _reason(raw: RawRuling) -> str:
    return read_reason(raw.reason)


def _item(unit: Reading, item_id: str) -> ItemRow:
    found = item_row(unit, item_id)
    if found is None:
        raise NotFound(_NO_ITEM)
    return found


def _standing(rulings: Sequence[RulingRow]) -> RulingRow | None:
    return next((one for one in rulings if one.withdrawn_at is None), None)


def _variants(unit: Reading, item: ItemRow) -> list[VariantRow]:
    """The variants that sittings ask, else one that could be asked."""
    names = asked_variants(unit, item.id) or variant_ids(unit, item.latest_revision_id)[:1]
    keyed = keyed_variants(unit, names)
    return [keyed[name] for name in names]


def _options(item: ItemRow, variants: Sequence[VariantRow]) -> tuple[tuple[OptionLine, ...], int]:
    """The options of an item by its author, and how many are to be chosen; none where a recipe makes them."""
    found: dict[str, OptionLine] = {}
    choose = 1
    for variant in variants if item.recipe is None else ():
        match variant.shown.form, variant.answer_key.answer:
            case ChoiceForm() as form, ChoiceAnswer() as answer:
                choose = form.choose
                for shown, behind in zip(form.options, answer.options, strict=True):
                    found.setdefault(
                        behind.option_id, OptionLine(behind.option_id, shown.text, behind.correct)
                    )
            case _:
                pass
    return tuple(sorted(found.values(), key=lambda one: (not one.correct, one.option_id))), choose


def _line(one: _Concern) -> MoveLine:
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
    }[ruling.what]


def points_text(tally: Tally) -> str:
    """The points of a sitting in a sentence: "6.5 of 10"."""
    return f"{round(tally.points, 2):g} of {tally.out_of}"


def _audit(trial: _Trial, actor: str, at: datetime) -> AuditRow:
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
