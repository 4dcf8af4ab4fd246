"""What of an exported file can be kept here: its answers are graded anew, and nothing that it claims is believed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import Invalid
from app.grading.result import Result
from app.practice.choice import TRIES
from app.scheduling.aim import is_aim
from app.scheduling.days import zone_names
from app.services.later_texts import LaterTexts
from app.services.own_file import OwnFile, Problems
from app.services.own_sat import SatBefore, SatJudging
from app.services.records import hint_json
from app.store.answer_keys import keyed_variant
from app.store.items import family_names, item_names
from app.store.memories import is_sound
from app.store.own_rows import Row
from app.store.pages import Pages
from app.store.practices import CHOSEN, choice_of
from app.store.unit import Reading
from app.store.variants import item_of_variant

Place = tuple[str, int]
MEMORY_OF = "family"  # what a memory is of
_LENGTHS = range(1, 1001)


@dataclass(frozen=True, slots=True)
class Graded:
    """What an answer earns, and the later revision of its question that says so, where its own does not any more."""

    result: Result
    by: str = ""


@dataclass(slots=True)
class Judged:
    """What can be kept: practices, questions by place, answers with their grade, and rows of the other tables.

    `left_out` counts the answers whose question does not exist here.
    """

    practices: list[Row] = field(default_factory=list)
    asked: dict[Place, Row] = field(default_factory=dict)
    answers: dict[Place, tuple[Row, Graded]] = field(default_factory=dict)
    tries: list[Row] = field(default_factory=list)
    others: dict[str, list[Row]] = field(default_factory=dict)
    left_out: int = 0
    sat: SatBefore = field(default_factory=SatBefore)


@dataclass(frozen=True, slots=True)
class Judging:
    """An open unit in which a file is judged."""

    unit: Reading
    pages: Pages
    later: LaterTexts
    problems: Problems = field(default_factory=Problems)

    def judge(self, file: OwnFile) -> Judged | Problems:
        """What can be kept of the file, or all that is wrong with it."""
        judged = Judged()
        judged.practices = list(self._practices(file))
        judged.asked = {_place(row): row for _, row in file.each("presentations") if self._is_here(row)}
        for path, row in file.each("responses"):
            asked = judged.asked.get(_place(row))
            if asked is None:
                judged.left_out += 1
            else:
                graded = self._grade(path, row, asked["variant_id"])
                if graded is not None:
                    judged.answers[_place(row)] = (row, graded)
        judged.tries = list(self._tries(file, judged))
        items = item_names(self.unit)
        for name in ("flags", "notes"):
            judged.others[name] = [row for _, row in file.each(name) if row["item_id"] in items]
        judged.others["memories"] = list(self._memories(file.each("memories"), family_names(self.unit)))
        judged.others["plans"] = list(self._plans(file))
        judged.others["time_zones"] = list(self._zones(file))
        judged.sat = SatJudging(self.unit, self.pages, self.problems).judge(file)
        return self.problems if self.problems.found else judged

    def _practices(self, file: OwnFile) -> Iterator[Row]:
        for path, row in file.each("practices"):
            try:
                choice_of([row.get(column.name) for column in CHOSEN])
            except ValueError:
                self.problems.add(path, "is a practice of a kind, level or shape that is not known here.")
            if row["length"] not in _LENGTHS:
                self.problems.add(f"{path}.length", f"is not between 1 and {_LENGTHS[-1]}.")
            if row.get("minutes") is not None and row["minutes"] not in _LENGTHS:
                self.problems.add(f"{path}.minutes", f"is not between 1 and {_LENGTHS[-1]}.")
            if row.get("tries", 1) not in TRIES:
                self.problems.add(f"{path}.tries", "is no number of tries that can be chosen.")
            yield row

    def _tries(self, file: OwnFile, judged: Judged) -> Iterator[Row]:
        """The tries at questions that exist here; what was told of a wrong one is worked out anew."""
        late = {row["id"] for row in judged.practices if row.get("late")}
        for path, row in file.each("tries"):
            asked = judged.asked.get(_place(row))
            graded = None if asked is None else self._grade(path, row, asked["variant_id"])
            if graded is not None:
                told = not graded.result.correct and row["practice"] not in late
                yield {**row, "hint": hint_json(graded.result) if told else None}

    def _is_here(self, row: Row) -> bool:
        item_id: str = row["item_id"]
        return item_of_variant(self.unit, row["variant_id"]) == item_id

    def _grade(self, path: str, row: Row, variant_id: str) -> Graded | None:
        variant = keyed_variant(self.unit, variant_id)
        positions, typed = row["given"]
        response = parse(variant.shown.form, positions=positions, typed=typed)
        if isinstance(response, Invalid):
            self.problems.add(f"{path}.given", "is no answer to that question.")
            return None
        answer_key, by = self.later.standing(variant)
        return Graded(grade(answer_key, response), by)

    def _memories(self, memories: Iterable[tuple[str, Row]], names: frozenset[str]) -> Iterator[Row]:
        for path, row in memories:
            if not is_sound(row):
                self.problems.add(path, "is no memory that is known here.")
            elif row[MEMORY_OF] in names:
                yield row

    def _plans(self, file: OwnFile) -> Iterator[Row]:
        for path, row in file.each("plans"):
            if not is_aim(row["exam_day"], row["minutes"], row["made_at"].date()):
                self.problems.add(
                    path, "is no plan with a day like 2026-12-31, within two years, and 5 to 240 minutes."
                )
            yield row

    def _zones(self, file: OwnFile) -> Iterator[Row]:
        """Zones that are known; another machine may know more of them."""
        return (row for _, row in file.each("time_zones") if row["name"] in zone_names())


def _place(row: Row) -> Place:
    return row["practice"], row["n"]
