"""Puts sittings from a file to a learner's own: under new names, marked for ever, and not graded yet."""

from dataclasses import dataclass
from datetime import datetime

import orjson

from app.exams.sitting import State
from app.kit.ids import new_id
from app.services.own_sat import CHANGE, Sat
from app.services.records import given_json
from app.store.imports import add_sitting_origin, sitting_origins
from app.store.own_rows import Row, add_row
from app.store.own_tables import EXPORTED
from app.store.unit import Writing

_CLAIMED = frozenset({"id", "state", "graded_at", "released_at", "paused_since"})


@dataclass(frozen=True, slots=True)
class SatMerging:
    """An open unit in which sittings are put to one learner's rows."""

    unit: Writing
    learner_id: int
    now: datetime

    def merge(self, kept: list[Sat]) -> tuple[dict[str, str], list[str]]:
        """The name that each sitting has here by the one under which it began, and the names of those that are new."""
        names = {origin: own for own, origin in sitting_origins(self.unit, self.learner_id).items()}
        new = []
        for sat in kept:
            if sat.row["id"] not in names:
                names[sat.row["id"]] = self._add(sat)
                new.append(names[sat.row["id"]])
        return names, new

    def _add(self, sat: Sat) -> str:
        own = new_id()
        state = State.EXPIRED if sat.row["ended_by"] == "clock" else State.SUBMITTED
        row = {name: value for name, value in sat.row.items() if name not in _CLAIMED}
        add_row(
            self.unit,
            EXPORTED["sittings"],
            {**row, "id": own, "state": state.value, "learner_id": self.learner_id},
        )
        for slot in sat.slots:
            self._put("sitting_slots", own, slot)
        for answer in sat.answers:
            told = {"given": given_json(*answer["given"]), "struck": _text(answer["struck"])}
            self._put("sitting_answers", own, answer | told)
        for change in sat.changes:
            self._put("sitting_events", own, _event(change))
        add_sitting_origin(self.unit, self.learner_id, own, origin=sat.row["id"], at=self.now)
        return own

    def _put(self, section: str, own: str, row: Row) -> None:
        values = {name: value for name, value in row.items() if name != "sitting"}
        values |= {"sitting_id": own, "learner_id": self.learner_id}
        add_row(self.unit, EXPORTED[section], values)


def _event(change: Row) -> Row:
    """A change as it is stored among the events."""
    positions, typed = change["given"]
    detail = {
        "given": {"positions": positions, "typed": typed},
        "flagged": change["flagged"],
        "struck": change["struck"],
        "spent_ms": change["spent_ms"],
    }
    kept = {name: change[name] for name in ("at", "fate", "n", "holder", "seq", "digest")}
    return {**kept, "what": CHANGE, "detail": _text(detail)}


def _text(value: object) -> str:
    return orjson.dumps(value).decode()
