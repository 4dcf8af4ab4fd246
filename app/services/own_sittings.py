"""A learner's sittings as an exported file has them: what the rules of their exam do not show is not in it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import orjson

from app.exams.shown import shown_parts
from app.exams.sitting import State
from app.items.exam import Exam, Part
from app.services.looking_back import title_of
from app.services.records import diagnosis_of, given_of
from app.store.exams import exam_state
from app.store.imports import sitting_origins
from app.store.own_rows import Row, rows_of
from app.store.own_tables import EXPORTED
from app.store.pages import Pages
from app.store.unit import Reading

SITTINGS = (
    "sittings", "sitting_slots", "sitting_answers", "sitting_events", "sitting_results", "sitting_notices",
)  # fmt: skip
# What happens before the end; whatever else is written down may say how it ended.
_BEFORE_THE_END = frozenset({"begun", "change", "taken_over", "paused", "resumed", "time_given", "imported"})


@dataclass(frozen=True)
class OwnSittings:
    """An open unit that reads one learner's sittings."""

    unit: Reading
    pages: Pages
    learner_id: int

    @cached_property
    def rows(self) -> Mapping[str, list[Row]]:
        """The rows of every section."""
        return {name: rows_of(self.unit, EXPORTED[name], self.learner_id) for name in SITTINGS}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Each sitting with the name under which it began."""
        return sitting_origins(self.unit, self.learner_id)

    @cached_property
    def exams(self) -> Mapping[str, Exam]:
        """The exam of each sitting, as it was then."""
        return {row["id"]: exam_state(self.unit, row["exam_revision_id"]) for row in self.rows["sittings"]}

    @cached_property
    def shown(self) -> Mapping[str, frozenset[Part]]:
        """What of each sitting may be shown now."""
        return {
            row["id"]: shown_parts(
                self.exams[row["id"]], State(row["state"]), released=row["released_at"] is not None
            )
            for row in self.rows["sittings"]
        }

    def all(self) -> dict[str, list[Row]]:
        """Every section with its records."""
        return {
            "sittings": [self._sitting(row) for row in self.rows["sittings"]],
            "sitting_slots": [self._slot(row) for row in self.rows["sitting_slots"]],
            "sitting_answers": [self._answer(row) for row in self.rows["sitting_answers"]],
            "sitting_events": [self._event(row) for row in self.rows["sitting_events"]],
            "sitting_results": [
                self._result(row) for row in self.rows["sitting_results"] if self._may(row, Part.GIVEN)
            ],
            "sitting_notices": [self._placed(row) for row in self.rows["sitting_notices"]],
        }

    def lines(self) -> Iterable[tuple[object, ...]]:
        """What was given to each question, as lines of the CSV file."""
        slots = {(row["sitting_id"], row["n"]): row for row in self.rows["sitting_slots"]}
        results = {(row["sitting_id"], row["n"]): row for row in self.rows["sitting_results"]}
        for row in self.rows["sitting_answers"]:
            place = (row["sitting_id"], row["n"])
            positions, typed = given_of(row["given"])
            if place in slots and any((*positions, *typed)):
                yield self._line(row, slots[place], results.get(place))

    def _may(self, row: Row, *parts: Part) -> bool:
        return self.shown[row["sitting_id"]].issuperset(parts)

    def _placed(self, row: Row) -> Row:
        left_out = {"id", "learner_id", "sitting_id", "ruling_id"}
        plain = {name: value for name, value in row.items() if name not in left_out}
        return {"sitting": self.names[row["sitting_id"]], **plain}

    def _sitting(self, row: Row) -> Row:
        """A sitting without its seed where the answers are not shown: the places of the right options hang on it."""
        left_out = {"learner_id"} if Part.RIGHT in self.shown[row["id"]] else {"learner_id", "seed"}
        plain = {name: value for name, value in row.items() if name not in left_out}
        return plain | {"id": self.names[row["id"]], "exam": self.exams[row["id"]].title}

    def _slot(self, row: Row) -> Row:
        """A question of the form; only what was on the page where the answers are not shown.

        The name of a variant is a hash over its answer key too.
        """
        shown = {"shown": title_of(self.pages.shown(row["variant_id"]))}
        if self._may(row, Part.RIGHT):
            return self._placed(row) | shown
        return {"sitting": self.names[row["sitting_id"]], "n": row["n"], **shown}

    def _answer(self, row: Row) -> Row:
        parsed = {"given": orjson.loads(row["given"]), "struck": orjson.loads(row["struck"])}
        return self._placed(row) | parsed

    def _event(self, row: Row) -> Row:
        detail = orjson.loads(row["detail"])
        open_to_all = row["what"] in _BEFORE_THE_END or self._may(row, *Part)
        return self._placed(row) | {"detail": detail if open_to_all else {}}

    def _result(self, row: Row) -> Row:
        plain = self._placed(row)
        if self._may(row, Part.RIGHT, Part.REASONS):
            return plain | {"judged": orjson.loads(row["judged"])}
        del plain["judged"]
        return plain

    def _line(self, row: Row, slot: Row, result: Row | None) -> tuple[object, ...]:
        positions, typed = given_of(row["given"])
        told: dict[str, Any] = result if result is not None and self._may(row, Part.GIVEN) else {}
        slips = []
        if told and self._may(row, Part.REASONS):
            slips = [" and ".join(slugs) for slugs in diagnosis_of(told["judged"]).candidates]
        return (
            row["saved_at"].isoformat().replace("+00:00", "Z"),
            "",
            row["n"],
            slot["item_id"] if self._may(row, Part.RIGHT) else "",
            title_of(self.pages.shown(slot["variant_id"])),
            " ".join(positions),
            "; ".join(typed),
            told.get("points", ""),
            ("yes" if told["correct"] else "no") if told else "",
            " or ".join(slips),
            self.names[row["sitting_id"]],
        )
