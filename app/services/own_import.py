"""The import of an exported file into a learner's own data: one transaction, and a second time it changes nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta

import orjson

from app.grading.diagnosis import certain
from app.kit.clock import Clock
from app.kit.ids import new_id
from app.services.exams.grading import Grading
from app.services.later_texts import LaterTexts
from app.services.own_file import LISTED, Problems, read_own_file
from app.services.own_judging import MEMORY_OF, Graded, Judged, Judging, Place
from app.services.own_limits import LARGEST, LARGEST_MB
from app.services.own_sat_merging import SatMerging
from app.services.own_views import Imported, Unreadable
from app.services.records import given_json, judged_json
from app.services.turns import take
from app.store.audit import own_act, record
from app.store.database import Database
from app.store.imports import add_origins, origins
from app.store.own_rows import Row, add_row, hold_learner, replace_row, rows_of
from app.store.own_tables import EXPORTED
from app.store.pages import Pages
from app.store.responses import slips_made
from app.store.turns import TurnRow, last_outcome, put_outcome
from app.store.unit import Writing, reading, writing

_ACT = "import"
_OFTEN = "Ten files an hour are read for one learner, so this one was not. Wait {wait} and send it again."
_TOO_LARGE = f"the file: is larger than {LARGEST_MB} MB. Choose the file that the export made, as it is."


@dataclass(frozen=True, slots=True)
class OwnImport:
    """Takes files in, a few an hour for each learner."""

    database: Database
    pages: Pages
    clock: Clock
    grading: Grading

    def take_in(self, learner_id: int, content: bytes) -> Imported | Unreadable:
        """Put what a file holds to this learner's data, or say all that is wrong with it and change nothing."""
        now = self.clock.now()
        with writing(self.database) as unit:
            take(unit, TurnRow(learner_id, _ACT, 10, timedelta(hours=1)), now, _OFTEN)
            unit.commit()
        if len(content) > LARGEST:
            return Unreadable((_TOO_LARGE,))
        file = read_own_file(content, now)
        if isinstance(file, Problems):
            return _unreadable(file)
        with reading(self.database) as unit:
            judged = Judging(unit, self.pages, LaterTexts(unit)).judge(file)
        if isinstance(judged, Problems):
            return _unreadable(judged)
        with writing(self.database) as unit:
            hold_learner(unit, learner_id)
            merged, came = _Merging(unit, learner_id, now).merge(judged)
            done = replace(merged, reports=file.reports)
            record(unit, own_act(now, "import own data", new=str(done.new), known=str(done.known)))
            put_outcome(unit, learner_id, _ACT, outcome=orjson.dumps(asdict(done)).decode())
            unit.commit()
        for sitting_id in came:  # whoever looks, or the sweeper, does it where this ends before
            self.grading.grade(sitting_id)
        return done

    def last(self, learner_id: int) -> Imported | None:
        """What the last file did that this learner sent, or None where it could not be read or there was none."""
        with reading(self.database) as unit:
            found = last_outcome(unit, learner_id, _ACT)
        return Imported(**orjson.loads(found)) if found else None


def _unreadable(problems: Problems) -> Unreadable:
    return Unreadable(tuple(problems.found[:LISTED]), max(0, len(problems.found) - LISTED))


@dataclass(frozen=True, slots=True)
class _Merging:
    """An open unit in which judged records are put to one learner's rows; only rows of this learner are touched."""

    unit: Writing
    learner_id: int
    now: datetime

    def merge(self, judged: Judged) -> tuple[Imported, list[str]]:
        """What was done, and the names of the sittings that are new and have to be graded."""
        sat, came = SatMerging(self.unit, self.learner_id, self.now).merge(judged.sat.kept)
        names = self._practices(judged.practices, sat)
        numbers = self._presentations(judged, names)
        new, known = self._responses(judged, numbers)
        self._tries(judged.tries, numbers)
        other = self._flags(judged.others["flags"])
        other += self._latest("notes", judged.others["notes"], by="item_id", at="written_at")
        other += self._latest("memories", judged.others["memories"], by=MEMORY_OF, at="last_at")
        other += self._latest("plans", judged.others["plans"], by="learner_id", at="made_at")
        other += self._latest("time_zones", judged.others["time_zones"], by="learner_id", at="chosen_at")
        done = Imported(
            new,
            known,
            judged.left_out,
            other,
            sittings=len(came),
            sittings_known=len(judged.sat.kept) - len(came),
            sittings_open=judged.sat.still_open,
            sittings_left_out=judged.sat.left_out,
        )
        return done, came

    def _practices(self, rows: Iterable[Row], sat: Mapping[str, str]) -> dict[str, str]:
        """The name that each practice of the file has here; those that are not here yet are made under a new one."""
        names = {origin: own for own, origin in origins(self.unit, self.learner_id).items()}
        came: dict[str, str] = {}
        for row in rows:
            if row["id"] in names:
                continue
            own = new_id()
            values = {name: value for name, value in row.items() if name != "sitting"}
            values |= {
                "id": own,
                "learner_id": self.learner_id,
                "sitting_id": sat.get(row.get("sitting") or ""),
            }
            add_row(self.unit, EXPORTED["practices"], values)
            names[row["id"]] = own
            came[own] = row["id"]
        add_origins(self.unit, self.learner_id, came)
        return names

    def _presentations(self, judged: Judged, names: dict[str, str]) -> dict[Place, int]:
        """The row number of each question; one whose place was taken by another since gets the next free place."""
        here = rows_of(self.unit, EXPORTED["presentations"], self.learner_id)
        same = {(one["practice_id"], one["variant_id"], one["presented_at"]): one["id"] for one in here}
        taken: dict[str, set[int]] = {}
        for one in here:
            taken.setdefault(one["practice_id"], set()).add(one["n"])
        numbers: dict[Place, int] = {}
        for place in sorted(judged.asked, key=lambda each: (each[0], each[1])):
            row, own = judged.asked[place], names[place[0]]
            found = same.get((own, row["variant_id"], row["presented_at"]))
            if found is None:
                used = taken.setdefault(own, set())
                n = place[1] if place[1] not in used and place[1] else max(used, default=0) + 1
                used.add(n)
                found = self._present(row, own, n)
            numbers[place] = found
        return numbers

    def _present(self, row: Row, practice_id: str, n: int) -> int:
        values = {name: value for name, value in row.items() if name != "practice"}
        values |= {"practice_id": practice_id, "n": n, "learner_id": self.learner_id}
        number = add_row(self.unit, EXPORTED["presentations"], values)
        if number is None:
            raise AssertionError("questions are numbered by their table")
        return number

    def _responses(self, judged: Judged, numbers: dict[Place, int]) -> tuple[int, int]:
        """How many answers are new, and how many questions had theirs already."""
        here = {one["presentation_id"] for one in rows_of(self.unit, EXPORTED["responses"], self.learner_id)}
        new = 0
        for place, (row, graded) in judged.answers.items():
            if numbers[place] not in here:
                self._answer(row, graded, numbers[place])
                here.add(numbers[place])
                new += 1
        return new, len(judged.answers) - new

    def _answer(self, row: Row, graded: Graded, presentation_id: int) -> None:
        result = graded.result
        values = {name: value for name, value in row.items() if name not in {"practice", "n"}}
        values |= {
            "presentation_id": presentation_id,
            "learner_id": self.learner_id,
            "given": given_json(*row["given"]),
            "points": result.points,
            "correct": result.correct,
            "judged": judged_json(result, by=graded.by),
        }
        response_id = add_row(self.unit, EXPORTED["responses"], values)
        for slug in certain(result):
            made = {"response_id": response_id, "slug": slug, "made_at": row["received_at"]}
            add_row(self.unit, slips_made, {**made, "learner_id": self.learner_id})

    def _tries(self, rows: Iterable[Row], numbers: dict[Place, int]) -> None:
        here = {
            (one["presentation_id"], one["nth"])
            for one in rows_of(self.unit, EXPORTED["tries"], self.learner_id)
        }
        for row in rows:
            number = numbers[row["practice"], row["n"]]
            if (number, row["nth"]) not in here:
                values = {name: value for name, value in row.items() if name not in {"practice", "n"}}
                values |= {"presentation_id": number, "learner_id": self.learner_id}
                add_row(self.unit, EXPORTED["tries"], {**values, "given": given_json(*row["given"])})

    def _flags(self, rows: Iterable[Row]) -> int:
        here = {one["item_id"] for one in rows_of(self.unit, EXPORTED["flags"], self.learner_id)}
        new = {row["item_id"]: row for row in rows if row["item_id"] not in here}
        for row in new.values():
            add_row(self.unit, EXPORTED["flags"], {**row, "learner_id": self.learner_id})
        return len(new)

    def _latest(self, name: str, rows: Iterable[Row], *, by: str, at: str) -> int:
        """Put in the rows that are later than what is here; how many."""
        here = {one[by]: one[at] for one in rows_of(self.unit, EXPORTED[name], self.learner_id)}
        count = 0
        for row in rows:
            values = {**row, "learner_id": self.learner_id}
            if values[by] not in here or values[at] > here[values[by]]:
                replace_row(self.unit, EXPORTED[name], values, by=("learner_id", by))
                here[values[by]] = values[at]
                count += 1
        return count
