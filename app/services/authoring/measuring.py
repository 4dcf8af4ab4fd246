"""Computes the statistics of all items and banks from stored answers, and keeps them for the pages."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

import orjson

from app.authoring.statistics.banks import bank_statistics
from app.authoring.statistics.items import Keyed, Rests, firsts, item_statistics
from app.authoring.statistics.records import RIGHT, SEVERAL, UNKNOWN, Answer, ItemStatistics, Place
from app.items.answer_key import ChoiceAnswer
from app.items.exam import Exam
from app.kit.clock import Clock
from app.services.authoring.measured import counted_mark
from app.services.records import diagnosis_of, given_of
from app.store.answer_keys import keyed_variants
from app.store.database import Database
from app.store.exams import exam_states, live_exams
from app.store.item_statistics import (
    MARK,
    GivenRow,
    StatisticRow,
    exam_answers,
    practice_answers,
    put_statistics,
)
from app.store.items import ItemRow, live_items
from app.store.meta import fact, put_fact
from app.store.unit import Reading, reading, writing
from app.store.variants import variant_ids

_CHOICES = ("single_choice", "multiple_select")
_CHUNK = 500
LENGTHS = (10, 20, 60)


@dataclass(frozen=True, slots=True)
class Measured:
    """What was computed: how many answers were read, and how many items have statistics now."""

    answers: int
    items: int


@dataclass(frozen=True, slots=True)
class Measuring:
    """Reads all answers and keeps what they say."""

    database: Database
    clock: Clock

    def refresh(self) -> Measured | None:
        """Compute everything anew; None where no answer and no item has changed since."""
        with reading(self.database) as unit:
            mark = counted_mark(unit)
            if fact(unit, MARK) == mark:
                return None
            items = live_items(unit)
            answers = _answers(unit, {item.id: item for item in items})
            keyed = [_keyed(unit, item) for item in items]
            exams = list(exam_states(unit, [one.revision_id for one in live_exams(unit)]).values())
        now = self.clock.now()
        found, banks = _computed(items, keyed, answers, exams)
        rows = [
            StatisticRow(
                item_id=one.item_id,
                revision_id=one.revision_id,
                responses=one.first.answers,
                facility=one.first.share,
                discrimination=one.discrimination.value if one.discrimination else None,
                flag=one.flags[0] if one.flags else None,
                computed_at=now,
                record=_json(one),
            )
            for one in found
        ]
        with writing(self.database) as unit:
            put_statistics(unit, rows, banks, computed_at=now)
            put_fact(unit, MARK, mark)
            unit.commit()
        return Measured(len(answers), len(rows))


def _computed(
    items: list[ItemRow], keyed: list[Keyed], answers: list[Answer], exams: list[Exam]
) -> tuple[list[ItemStatistics], dict[str, str]]:
    """The statistics of every item with an answer, and of every bank, as JSON."""
    bank_of = {item.id: item.bank for item in items}
    by_item = _grouped(answers)
    first = firsts(answers)
    first_by_item = _grouped(first)
    found: list[ItemStatistics] = []
    banks: dict[str, str] = {}
    for bank in sorted(set(bank_of.values())):
        here = [one for one in first if bank_of[one.item_id] == bank]
        rests = Rests(here)
        stats = [
            item_statistics(one, by_item[one.item_id], first_by_item[one.item_id], rests)
            for one in keyed
            if bank_of[one.item_id] == bank and one.item_id in by_item
        ]
        found += stats
        lengths = {count for exam in exams if exam.bank == bank for count in exam.counts} or set(LENGTHS)
        flagged = [one.item_id for one in stats if one.flags]
        banks[bank] = _json(bank_statistics(bank, here, lengths, flagged))
    return found, banks


def _grouped(answers: Iterable[Answer]) -> dict[str, list[Answer]]:
    groups: dict[str, list[Answer]] = defaultdict(list)
    for one in answers:
        groups[one.item_id].append(one)
    return groups


def _json(record: object) -> str:
    return orjson.dumps(record).decode()


def _answers(unit: Reading, items: Mapping[str, ItemRow]) -> list[Answer]:
    """All answers to items that are asked, with the names of what was chosen, in the order of time."""
    rows = [
        (place, row)
        for place, row in chain(
            ((Place.PRACTICE, row) for row in practice_answers(unit)),
            ((Place.EXAM, row) for row in exam_answers(unit)),
        )
        if row.item_id in items
    ]
    rows.sort(key=lambda pair: pair[1].at)
    chosen = {row.variant_id for _, row in rows if items[row.item_id].kind in _CHOICES}
    names = dict(_option_names(unit, sorted(chosen), items))
    return [
        Answer(
            person=row.person,
            item_id=row.item_id,
            revision_id=row.revision_id,
            variant_id=row.variant_id,
            place=place,
            points=row.points,
            correct=row.correct,
            chosen=_chosen(row, names.get(row.variant_id)),
            offered=names.get(row.variant_id, ()) if items[row.item_id].recipe is not None else (),
            seconds=row.seconds,
            turn=turn,
        )
        for turn, (place, row) in enumerate(rows)
    ]


def _option_names(
    unit: Reading, variants: list[str], items: Mapping[str, ItemRow]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The name of the option at each position, for each variant."""
    for start in range(0, len(variants), _CHUNK):
        for name, row in keyed_variants(unit, variants[start : start + _CHUNK]).items():
            answer = row.answer_key.answer
            if isinstance(answer, ChoiceAnswer):
                yield name, _names(answer, computed=items[row.item_id].recipe is not None)


def _names(answer: ChoiceAnswer, *, computed: bool) -> tuple[str, ...]:
    """An author's own names of the options; those of a computed item are called by the slip behind them."""
    if not computed:
        return tuple(one.option_id for one in answer.options)
    return tuple(RIGHT if one.correct else " + ".join(one.slips) or UNKNOWN for one in answer.options)


def _chosen(row: GivenRow, names: tuple[str, ...] | None) -> tuple[str, ...]:
    """What was taken: options by their names; of anything else whether it was right, or the slip that it shows."""
    if names is not None:
        positions, _ = given_of(row.given)
        return tuple(
            names[int(one) - 1] for one in positions if one.isdecimal() and 0 < int(one) <= len(names)
        )
    if row.correct:
        return (RIGHT,)
    candidates = diagnosis_of(row.judged).candidates
    if not candidates:
        return (UNKNOWN,)
    return (" + ".join(candidates[0]),) if len(candidates) == 1 else (SEVERAL,)


def _keyed(unit: Reading, item: ItemRow) -> Keyed:
    """The item's options by name, the right ones first; of an item without options only that one can be right."""
    found = (
        variant_ids(unit, item.latest_revision_id)[:1]
        if item.kind in _CHOICES and item.recipe is None
        else []
    )
    for row in keyed_variants(unit, found).values():
        answer = row.answer_key.answer
        if isinstance(answer, ChoiceAnswer):
            options = sorted(answer.options, key=lambda one: (not one.correct, one.option_id))
            return Keyed(
                item.id, item.latest_revision_id, tuple((one.option_id, one.correct) for one in options)
            )
    return Keyed(item.id, item.latest_revision_id, ((RIGHT, True),))
