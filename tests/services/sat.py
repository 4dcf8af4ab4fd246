"""A sitting in the tests of saving: sends changes, moves the clock, and looks at what is stored."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from sqlalchemy import Table, select

from app.exams.saving import Fate
from app.exams.sitting import Sitting
from app.items.answer_key import ChoiceAnswer, NumbersAnswer
from app.items.variant import Variant
from app.services.exams.saving import Change, Saved
from app.store.sitting_saves import Login
from app.store.sittings import (
    SittingRow,
    sitting_answers,
    sitting_events,
    sitting_results,
    sitting_row,
    slot_rows,
)
from app.store.unit import reading
from tests.loops import run
from tests.services.exam_house import SMALL, running
from tests.services.house import House

SECOND = timedelta(seconds=1)
GRACE = timedelta(seconds=5)


@dataclass
class Sat:
    """One candidate's sitting, with what a test may know and a page may not."""

    house: House
    learner: int
    name: str
    seqs: dict[int, int] = field(default_factory=dict)
    paced: bool = False

    def send(self, *changes: Change, holder: int = 1) -> Saved:
        """Send changes as the script of a page does."""
        saving = self.house.services.exams.saving
        if not self.paced:  # the clock stands still, and would let nobody through after the twentieth time
            saving.turnstile.__init__(self.house.clock)  # type: ignore[misc]

        async def act() -> Saved:
            with saving.arrived(self.name) as at:
                return await saving.save(Login(self.learner), self.name, holder, changes, at=at)

        return run(act())

    def fates(self, *changes: Change, holder: int = 1) -> list[Fate]:
        return [ack.fate for ack in self.send(*changes, holder=holder).acks]

    def next_seq(self, n: int) -> int:
        self.seqs[n] = self.seqs.get(n, 0) + 1
        return self.seqs[n]

    def pick(self, n: int, *positions: str, seq: int | None = None, **more: Any) -> Change:
        """A choice of options for question `n`."""
        return Change(n, seq or self.next_seq(n), positions, **more)

    def right(self, n: int, seq: int | None = None) -> Change:
        """A change that answers question `n` rightly, of whatever kind it is."""
        positions, typed = right_answer(self.variant(n))
        return Change(n, seq or self.next_seq(n), positions, typed)

    def finish(self) -> Sitting:
        return run(self.house.services.exams.finishing.finish(self.name, self.learner))

    def sweep(self) -> None:
        self.house.services.exams.finishing.sweep()

    def wait(self, span: timedelta) -> None:
        self.house.clock.move_to(self.house.clock.now() + span)

    def variant(self, n: int) -> Variant:
        with reading(self.house.database) as unit:
            return self.house.variants[slot_rows(unit, self.name)[n - 1].variant_id]

    def of(self, item_id: str) -> int:
        """The number under which an item is asked."""
        with reading(self.house.database) as unit:
            return next(slot.n for slot in slot_rows(unit, self.name) if slot.item_id == item_id)

    @property
    def row(self) -> SittingRow:
        with reading(self.house.database) as unit:
            found = sitting_row(unit, self.learner, self.name)
        assert found is not None
        return found

    def rows(self, table: Table) -> list[dict[str, Any]]:
        statement = select(table).where(table.c.sitting_id == self.name).order_by(*table.primary_key.columns)
        with reading(self.house.database) as unit:
            return [dict(found) for found in unit.connection.execute(statement).mappings()]

    @property
    def answers(self) -> dict[int, dict[str, Any]]:
        return {row["n"]: row for row in self.rows(sitting_answers)}

    @property
    def results(self) -> list[dict[str, Any]]:
        return self.rows(sitting_results)

    def events(self, what: str = "change") -> list[dict[str, Any]]:
        return [row for row in self.rows(sitting_events) if row["what"] == what]


def sat(house: House, exam: Any = SMALL) -> Sat:
    """A running sitting of a new candidate; the exam is there already."""
    learner = house.guest()
    return Sat(house, learner, running(house, learner, exam))


def right_answer(variant: Variant) -> tuple[tuple[str, ...], tuple[str, ...]]:
    match variant.answer_key.answer:
        case ChoiceAnswer() as answer:
            return tuple(map(str, sorted(answer.correct))), ()
        case NumbersAnswer() as answer:
            return (), tuple(one.printed for one in answer.numbers)
        case other:
            raise TypeError(f"the sample questions have no {type(other).__name__}")


def wrong_position(variant: Variant) -> str:
    answer = variant.answer_key.answer
    assert isinstance(answer, ChoiceAnswer)
    return str(next(place for place, one in enumerate(answer.options, 1) if not one.correct))
