"""What is right of a variant once the answer of its question was changed: what a later text says of it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import orjson

from app.authoring.rekeying import rekeyed
from app.authoring.standing import Change, judged_by
from app.bank.cross import Known
from app.bank.parse import parse_item
from app.items.answer_key import AnswerKey
from app.items.item import Item
from app.store.answer_keys import VariantRow
from app.store.answers import AnswerPlace, Answers, Keyed
from app.store.item_history import REGRADED, events_of
from app.store.items import item_row, revision_text
from app.store.unit import Reading


class LaterTexts:
    """Judges what was asked by later texts of its question, in an open unit; `known` are such as are not stored yet.

    Each text is read once, and each variant is worked out once by it.
    """

    def __init__(self, unit: Reading, known: Mapping[str, Item] | None = None) -> None:
        self._unit = unit
        self._items: dict[str, Item | None] = dict(known or {})
        self._changes: dict[str, Mapping[str, str]] = {}
        self._found: dict[tuple[str, str], AnswerKey | None] = {}

    def answer_key(self, variant: VariantRow, by: str) -> AnswerKey | None:
        """What is right of a variant by a later text; None where that says nothing about what was asked."""
        place = (variant.id, by)
        if place not in self._found:
            item = self._item(variant.item_id, by)
            self._found[place] = None if item is None else rekeyed(variant.shown, variant.answer_key, item)
        return self._found[place]

    def standing(self, variant: VariantRow) -> tuple[AnswerKey, str]:
        """What is right of a variant in a practice now, and the revision that says so; "" where it is its own."""
        if variant.item_id not in self._changes:
            self._changes[variant.item_id] = changes_of(self._unit, variant.item_id)
        by = self._changes[variant.item_id].get(variant.revision_id, "")
        again = self.answer_key(variant, by) if by else None
        return (variant.answer_key, "") if again is None else (again, by)

    def _item(self, item_id: str, revision_id: str) -> Item | None:
        if revision_id not in self._items:
            row, text = item_row(self._unit, item_id), revision_text(self._unit, revision_id)
            found = None if row is None or text is None else item_of_text(text, row.path)
            self._items[revision_id] = found
        return self._items[revision_id]


def item_of_text(text: str, path: str) -> Item:
    """The item of a stored text, which was checked when it was published."""
    return parse_item(text, path, Known()).item


def changes_of(unit: Reading, item_id: str) -> Mapping[str, str]:
    """By which revision the answers of practices to each one are judged, where it is not by itself."""
    events = [one for one in events_of(unit, item_id) if one.what == REGRADED]
    return _changes((one.revision_id, one.detail) for one in events)


def standing(answers: Answers, place: AnswerPlace) -> Keyed:
    """The variant of a question with what is right of it now.

    Its answer may have been changed, and graded again, after it was shown. Nothing more is read where it is of the
    revision that is published, which nearly all are.
    """
    keyed = answers.variant(place.variant_id)
    if keyed.revision_id == place.latest_revision_id:
        return keyed
    found = answers.regradings(place.item_id)
    by = _changes((name, orjson.loads(detail)) for name, detail in found).get(keyed.revision_id)
    text = answers.revision_text(by) if by else None
    if by is None or text is None:
        return keyed
    again = rekeyed(keyed.shown, keyed.answer_key, item_of_text(*text))
    return keyed if again is None else replace(keyed, answer_key=again, judged_by=by)


def _changes(events: Iterable[tuple[str | None, Mapping[str, Any]]]) -> Mapping[str, str]:
    return judged_by(
        Change(revisions_in(detail), name or "")
        for name, detail in events
        if detail.get("practice") == "again"
    )


def revisions_in(detail: Mapping[str, object]) -> frozenset[str]:
    """The revisions whose answers an event of grading again speaks of."""
    names = detail.get("from")
    return frozenset(map(str, names)) if isinstance(names, list) else frozenset()
