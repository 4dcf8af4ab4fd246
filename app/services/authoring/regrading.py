"""Answers of practices judged by a changed answer: whom it would move, and moving them with a mark that keeps what was."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from app.authoring.rekeying import changes_answer, rekeyed
from app.grading.diagnosis import certain
from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import Invalid
from app.grading.result import Result
from app.items.answer_key import AnswerKey
from app.items.item import Item
from app.services.later_texts import changes_of, item_of_text, revisions_in
from app.services.records import given_of, regraded_json
from app.store.answer_keys import VariantRow, keyed_variant
from app.store.item_history import REGRADED, events_of
from app.store.item_revisions import revisions_of_item
from app.store.items import ItemRow
from app.store.regrading import GivenRow, JudgedAnew, ask_again_soon, practice_answers, put_judged_anew
from app.store.unit import Reading, Writing


@dataclass(frozen=True, slots=True)
class Judge:
    """The text by which answers are judged now, under the name of its revision."""

    item: Item
    revision_id: str


@dataclass(frozen=True, slots=True)
class Trial:
    """What a text makes of the answers to earlier ones: those that move, how many stay, how many it cannot judge."""

    judge: Judge
    revisions: frozenset[str]
    moves: tuple[JudgedAnew, ...]
    same: int
    unjudged: int

    def told(self) -> list[object]:
        """All of it, to be named by its hash."""
        moves = [(one.row.response_id, one.points, one.correct) for one in self.moves]
        return [self.judge.revision_id, sorted(self.revisions), moves, self.unjudged]


def revisions_like(unit: Reading, item: ItemRow, base: Item) -> frozenset[str]:
    """The revisions whose answers are judged by what `base`, which is published, says is right.

    Those with another answer were left as they were when it was changed, or came before a change that left them so.
    """
    rows = {one.id: one for one in revisions_of_item(unit, item.id)}
    by = changes_of(unit, item.id)
    found = set()
    for name in rows:
        judge = rows.get(by.get(name, name))
        if judge is None:
            continue
        if judge.id == item.latest_revision_id or not changes_answer(
            item_of_text(judge.text, item.path), base
        ):
            found.add(name)
    return frozenset(found)


def revisions_judged_otherwise(unit: Reading, item: ItemRow, base: Item) -> frozenset[str]:
    """The revisions to which some answer may be judged by something else than `base`, which is published.

    Those with another answer, and those whose answers were judged anew by it, to which more may have come since. None
    of them where somebody chose to leave their answers as they are.
    """
    events = [one for one in events_of(unit, item.id) if one.what == REGRADED]
    left = {
        name for one in events if one.detail.get("practice") == "leave" for name in revisions_in(one.detail)
    }
    by = changes_of(unit, item.id)
    return frozenset(
        row.id
        for row in revisions_of_item(unit, item.id)
        if row.id != item.latest_revision_id
        and row.id not in left
        and (
            by.get(row.id) == item.latest_revision_id
            or changes_answer(item_of_text(row.text, item.path), base)
        )
    )


def try_out(unit: Reading, item_id: str, judge: Judge, revisions: frozenset[str]) -> Trial:
    """What a text would make of the answers to some revisions; nothing changes."""
    judging = _Judging(unit, judge)
    moves: list[JudgedAnew] = []
    same = unjudged = 0
    for row in practice_answers(unit, item_id, revisions):
        result = judging.result(row)
        if result is None:
            unjudged += 1
        elif (result.points, result.correct) == (row.points, row.correct):
            same += 1
        else:
            moves.append(JudgedAnew(row, result.points, result.correct, "", certain(result)))
    return Trial(judge, revisions, tuple(moves), same, unjudged)


def carry_out(unit: Writing, item: ItemRow, trial: Trial, at: datetime) -> None:
    """Set what the answers earn now. Each keeps what it earned before in a mark, and memories ask again soon."""
    judging = _Judging(unit, trial.judge)
    rows = []
    for one in trial.moves:
        result = judging.result(one.row)
        if result is not None:
            marked = regraded_json(result, one.row.judged, (one.row.points, one.row.correct), by=trial.judge.revision_id, at=at)  # fmt: skip
            rows.append(JudgedAnew(one.row, one.points, one.correct, marked, one.slips))
    put_judged_anew(unit, rows)
    ask_again_soon(unit, item.family, [one for one in rows if one.correct != one.row.correct], at)


def points_before(moves: Iterable[JudgedAnew]) -> list[list[object]]:
    """What answers earned before and after, for the record."""
    return [[one.row.response_id, one.row.points, one.points] for one in moves]


class _Judging:
    """Judges answers by one text; like answers to one variant once."""

    def __init__(self, unit: Reading, judge: Judge) -> None:
        self._unit, self._judge = unit, judge
        self._variants: dict[str, tuple[VariantRow, AnswerKey | None]] = {}
        self.results: dict[tuple[str, str], Result | None] = {}

    def result(self, row: GivenRow) -> Result | None:
        """What an answer earns; None where the text says nothing about what was asked."""
        place = (row.variant_id, row.given)
        if place not in self.results:
            self.results[place] = self._judged(row)
        return self.results[place]

    def _judged(self, row: GivenRow) -> Result | None:
        variant, answer_key = self._variant(row.variant_id)
        if answer_key is None:
            return None
        positions, typed = given_of(row.given)
        response = parse(variant.shown.form, positions=positions, typed=typed)
        return None if isinstance(response, Invalid) else grade(answer_key, response)

    def _variant(self, variant_id: str) -> tuple[VariantRow, AnswerKey | None]:
        if variant_id not in self._variants:
            found = keyed_variant(self._unit, variant_id)
            self._variants[variant_id] = (found, rekeyed(found.shown, found.answer_key, self._judge.item))
        return self._variants[variant_id]
