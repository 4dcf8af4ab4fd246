"""The export of one's own data: JSON with everything that refers to a learner, and CSV with their answers.

Of a question that is not answered the file says what was shown and nothing else: no function here reads what is right.
What a sitting earned is in it where the rules of its exam show it.
"""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

import orjson

from app.kit.clock import Clock
from app.services.calendar import days_of
from app.services.looking_back import title_of
from app.services.own_sittings import SITTINGS, OwnSittings
from app.services.own_views import Export
from app.services.records import diagnosis_of, given_of
from app.services.turns import take
from app.store.audit import own_act, record
from app.store.database import Database
from app.store.imports import origins
from app.store.own_rows import ROW_NUMBERS, Row, rows_of
from app.store.own_tables import EXPORTED
from app.store.pages import Pages
from app.store.turns import TurnRow
from app.store.unit import Reading, reading, writing

FORMAT = "keyed: one learner's data"
VERSION = 1
HOURLY = 5
_OFTEN = "Five exports an hour are made for one learner. Wait {wait} and ask for the file again."
_RISKY = ("=", "+", "-", "@", "\t", "\r")
_CSV = (
    "received_at", "practice", "n", "item", "question", "positions", "typed", "points", "correct", "slips",
    "sitting",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class OwnRecords:
    """A learner's rows as plain records: links by row numbers have become links by practice and question."""

    unit: Reading
    pages: Pages
    learner_id: int

    def all(self) -> dict[str, list[Row]]:
        """Every section of the file with its records."""
        sat = OwnSittings(self.unit, self.pages, self.learner_id)
        found = {
            name: rows_of(self.unit, table, self.learner_id)
            for name, table in EXPORTED.items()
            if name not in SITTINGS
        }
        names = origins(self.unit, self.learner_id)
        places = {row["id"]: (names[row["practice_id"]], row["n"]) for row in found["presentations"]}
        answered = {row["id"]: row["presentation_id"] for row in found["responses"]}
        for row in found["practices"]:
            row["id"] = names[row["id"]]
            row["sitting"] = sat.names.get(row.pop("sitting_id") or "")
        for row in found["presentations"]:
            row["practice"], row["n"] = places[row["id"]]
            row["shown"] = title_of(self.pages.shown(row["variant_id"]))
        for row in found["responses"]:
            row["given"], row["judged"] = orjson.loads(row["given"]), orjson.loads(row["judged"])
        for row in found["tries"]:
            row["given"] = orjson.loads(row["given"])
        for row in found["slips"]:
            row["presentation_id"] = answered[row["response_id"]]
        for section in ("responses", "tries", "slips", "reports"):
            for row in found[section]:
                row["practice"], row["n"] = places.get(row["presentation_id"], (None, None))
        return {name: [_plain(row, name) for row in rows] for name, rows in found.items()} | sat.all()


def _plain(row: Row, section: str) -> Row:
    """A record without the numbers that rows have in this database."""
    inner = ROW_NUMBERS | {"practice_id", "response_id"}
    return {name: value for name, value in row.items() if name not in inner or _is_name(name, section)}


def _is_name(column: str, section: str) -> bool:
    return column == "id" and section == "practices"


@dataclass(frozen=True, slots=True)
class OwnExport:
    """Makes the files, a few an hour for each learner."""

    database: Database
    pages: Pages
    clock: Clock

    def as_json(self, learner_id: int) -> Export:
        """Everything that refers to this learner."""
        now = self._turn(learner_id, "json")
        with reading(self.database) as unit:
            sections = OwnRecords(unit, self.pages, learner_id).all()
            days = days_of(unit, learner_id)
        whole = {"format": FORMAT, "version": VERSION, "exported_at": now, **sections}
        content = orjson.dumps(whole, option=orjson.OPT_UTC_Z | orjson.OPT_INDENT_2)
        return Export(_name(days.of(now), "json"), "application/json", content)

    def as_csv(self, learner_id: int) -> Export:
        """This learner's answers, one a line (RFC 4180)."""
        now = self._turn(learner_id, "csv")
        with reading(self.database) as unit:
            rows = rows_of(unit, EXPORTED["responses"], learner_id)
            shown = {row["id"]: row for row in rows_of(unit, EXPORTED["presentations"], learner_id)}
            names = origins(unit, learner_id)
            days = days_of(unit, learner_id)
            sat = list(OwnSittings(unit, self.pages, learner_id).lines())
        lines = (self._line(row, shown[row["presentation_id"]], names) for row in rows)
        return Export(
            _name(days.of(now), "csv"),
            "text/csv; charset=utf-8; header=present",
            csv_of([_CSV, *lines, *sat]),
        )

    def _line(self, row: Row, asked: Row, names: dict[str, str]) -> tuple[object, ...]:
        positions, typed = given_of(row["given"])
        slips = [" and ".join(slugs) for slugs in diagnosis_of(row["judged"]).candidates]
        return (
            row["received_at"].isoformat().replace("+00:00", "Z"),
            names[asked["practice_id"]],
            asked["n"],
            asked["item_id"],
            title_of(self.pages.shown(asked["variant_id"])),
            " ".join(positions),
            "; ".join(typed),
            row["points"],
            "yes" if row["correct"] else "no",
            " or ".join(slips),
            "",
        )

    def _turn(self, learner_id: int, form: str) -> datetime:
        now = self.clock.now()
        with writing(self.database) as unit:
            take(unit, TurnRow(learner_id, "export", HOURLY, timedelta(hours=1)), now, _OFTEN)
            record(unit, own_act(now, "export own data", format=form))
            unit.commit()
        return now


def csv_of(lines: Iterable[Iterable[object]]) -> bytes:
    """Lines as CSV (RFC 4180: CRLF, quotes doubled), UTF-8. Numbers stay numbers; a text is never a formula."""
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\r\n").writerows([_cell(one) for one in line] for line in lines)
    return out.getvalue().encode()


def _cell(value: Any) -> Any:
    """A text that a table program would take for a formula gets an apostrophe before it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_RISKY) else value


def _name(today: date, ending: str) -> str:
    return f"keyed-{today.isoformat()}.{ending}"
