"""The kept statistics of items and banks, read back for the pages that show them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import orjson

from app.authoring.statistics.records import (
    BankStatistics,
    Count,
    Discrimination,
    Flag,
    ItemStatistics,
    OptionLine,
    Quartiles,
    Reliability,
    RevisionLine,
)
from app.items.answer_key import ChoiceAnswer
from app.items.public import ChoiceForm
from app.kit.errors import NotFound
from app.services.bank_state import STATE
from app.services.vocabulary import Vocabulary
from app.store.answer_keys import keyed_variants
from app.store.database import Database
from app.store.item_statistics import (
    MARK,
    StatisticRow,
    answers_mark,
    kept_bank_statistics,
    kept_statistics,
    statistics_of_bank,
)
from app.store.items import ItemRow, item_row, live_items
from app.store.meta import fact
from app.store.unit import Reading, reading
from app.store.variants import variant_ids

if TYPE_CHECKING:
    from app.services.authoring.measuring import Measured, Measuring

_NO_ITEM = "There is no item of that name."
_NO_BANK = "There is no bank of that name."
Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ItemMeasures:
    """One item with its statistics, None before there is an answer; `names` are words for the slips among its options.

    `texts` are those of an author's options by their names. `stale` says that answers have come in since, or that questions were published.
    """

    item: ItemRow
    statistics: ItemStatistics | None
    computed_at: datetime | None
    names: Mapping[str, str]
    stale: bool
    texts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BankMeasures:
    """A bank with its statistics and the line of each of its items that has answers."""

    bank: str
    statistics: BankStatistics | None
    computed_at: datetime | None
    lines: tuple[StatisticRow, ...]
    stale: bool


@dataclass(frozen=True, slots=True)
class Measures:
    """Reads what is kept; computes nothing but on demand."""

    database: Database
    vocabulary: Vocabulary
    make_measuring: "Callable[[], Measuring]"

    def item(self, item_id: str) -> ItemMeasures:
        """The statistics of one item. Raises NotFound."""
        with reading(self.database) as unit:
            item = item_row(unit, item_id)
            if item is None:
                raise NotFound(_NO_ITEM)
            kept = kept_statistics(unit, item_id)
            stale = _stale(unit)
            texts = _texts(unit, item, kept.revision_id) if kept else {}
        if kept is None:
            return ItemMeasures(item, None, None, {}, stale)
        found = item_statistics_of(kept.record)
        return ItemMeasures(item, found, kept.computed_at, self._names(found), stale, texts)

    def bank(self, bank: str) -> BankMeasures:
        """The statistics of one bank. Raises NotFound."""
        with reading(self.database) as unit:
            if not any(one.bank == bank for one in live_items(unit)):
                raise NotFound(_NO_BANK)
            kept = kept_bank_statistics(unit, bank)
            lines = tuple(statistics_of_bank(unit, bank))
            stale = _stale(unit)
        if kept is None:
            return BankMeasures(bank, None, None, lines, stale)
        return BankMeasures(bank, bank_statistics_of(kept[0]), kept[1], lines, stale)

    def refresh(self) -> "Measured | None":
        """Compute everything anew now; None where nothing has changed."""
        return self.make_measuring().refresh()

    def _names(self, found: ItemStatistics) -> dict[str, str]:
        """Words for the slips by which options are called."""
        words = self.vocabulary.words()
        slips = {one.name: one.name.split(" + ") for one in found.options}
        return {
            name: "; ".join(map(words.name, slugs))
            for name, slugs in slips.items()
            if all(slug in words.misconceptions for slug in slugs)
        }


def _texts(unit: Reading, item: ItemRow, revision_id: str) -> dict[str, str]:
    """The texts of an author's options by their names, as the counted revision has them; those of a computation vary."""
    if item.recipe is not None:
        return {}
    for variant in keyed_variants(unit, variant_ids(unit, revision_id)[:1]).values():
        match variant.shown.form, variant.answer_key.answer:
            case ChoiceForm() as form, ChoiceAnswer() as answer:
                return {
                    behind.option_id: shown.text
                    for shown, behind in zip(form.options, answer.options, strict=True)
                }
            case _:
                return {}
    return {}


def counted_mark(unit: Reading) -> str:
    """What names all that is counted: the answers, how they were judged, and the questions that are published."""
    return f"{answers_mark(unit)} {fact(unit, STATE)}"


def _stale(unit: Reading) -> bool:
    return fact(unit, MARK) != counted_mark(unit)


def item_statistics_of(text: str) -> ItemStatistics:
    """The record of an item's statistics, as it was kept."""
    record: Record = orjson.loads(text)
    return ItemStatistics(
        item_id=record["item_id"],
        revision_id=record["revision_id"],
        first=Count(**record["first"]),
        all_answers=Count(**record["all_answers"]),
        exam=Count(**record["exam"]),
        discrimination=_discrimination(record["discrimination"]),
        groups=(record["groups"][0], record["groups"][1], record["groups"][2]),
        options=tuple(OptionLine(**one) for one in record["options"]),
        dead=tuple(record["dead"]),
        seconds=Quartiles(**record["seconds"]) if record["seconds"] else None,
        by_revision=tuple(map(_revision_line, record["by_revision"])),
        by_variant=_counts(record["by_variant"]),
        flags=tuple(map(Flag, record["flags"])),
        perhaps_chance=tuple(map(Flag, record.get("perhaps_chance", ()))),
    )


def _discrimination(record: Record | None) -> Discrimination | None:
    return Discrimination(**record) if record else None


def _revision_line(record: Record | list[Any]) -> RevisionLine:
    """The line of a revision; what was kept by an older version, until it is counted again, is a name with a count."""
    if isinstance(record, list):
        return RevisionLine(record[0], Count(**record[1]), None, ())
    flags = tuple(map(Flag, record["flags"]))
    found = _discrimination(record["discrimination"])
    return RevisionLine(record["revision_id"], Count(**record["first"]), found, flags)


def bank_statistics_of(text: str) -> BankStatistics:
    """The record of a bank's statistics, as it was kept."""
    record: Record = orjson.loads(text)
    plain = BankStatistics(**{**record, "first": Count(**record["first"]), "forms": (), "flagged": ()})
    forms = tuple(Reliability(**one) for one in record["forms"])
    return replace(plain, forms=forms, flagged=tuple(record["flagged"]))


def _counts(pairs: list[list[Any]]) -> tuple[tuple[str, Count], ...]:
    return tuple((name, Count(**count)) for name, count in pairs)
