"""Learners who answered the published item, in practices and sittings, and the desk that publishes another text of it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import select

from app.items.answer_key import ChoiceAnswer
from app.practice.choice import PracticeChoice
from app.services.authoring.publishing import Publishing
from app.services.authoring.releasing import Releasing
from app.services.authoring.reviewing import On
from app.services.bundle import join_services
from app.services.exams.saving import Change
from app.services.practise import RawAnswer
from app.store.answer_keys import VariantRow, keyed_variant
from app.store.database import Database
from app.store.responses import responses
from app.store.sittings import slot_rows
from app.store.unit import reading
from app.store.variants import variants
from tests.loops import run
from tests.services.authoring.reviewed import SLUGS, TEXT, Desk, desk_over, publish_plainly, with_right
from tests.services.exam_house import SMALL, offer
from tests.services.house import House
from tests.services.sat import Sat, sat

Given = tuple[tuple[str, ...], tuple[str, ...]]  # positions, and what was typed
ONE = replace(SMALL, id="one-question", counts=(1,))


@dataclass
class Shop:
    """A house whose one item learners answered, with the desk of those who write it."""

    desk: Desk
    house: House
    releasing: Releasing

    def started(self) -> tuple[int, str]:
        """A learner before the question of a practice."""
        practise = self.house.services.practise
        learner = self.house.guest()
        practice = practise.start(learner, PracticeChoice(length=5))
        assert practise.open_next(learner, practice) == 1
        return learner, practice

    def answer(self, learner: int, practice: str, option: str) -> None:
        shown = self.house.services.practise.item(learner, practice, 1).variant_id
        raw = RawAnswer((place_of(self.variant(shown), option),), (), "")
        run(self.house.services.practise.respond(learner, practice, 1, raw))

    def give(self, given: Given, learner: int, practice: str) -> None:
        """Answer the question of a practice, of whatever kind it is."""
        run(self.house.services.practise.respond(learner, practice, 1, RawAnswer(*given, "")))

    def practised(self, option: str) -> tuple[int, str]:
        """A learner who chose an option in a practice."""
        learner, practice = self.started()
        self.answer(learner, practice, option)
        return learner, practice

    def sat(self, option: str, *, finish: bool = True) -> Sat:
        """A sitting in which an option was chosen; graded, or still running."""
        one = sat(self.house, ONE)
        with reading(self.desk.database) as unit:
            variant_id = slot_rows(unit, one.name)[0].variant_id
        one.send(Change(1, 1, (place_of(self.variant(variant_id), option),)))
        if finish:
            one.finish()
        return one

    def variant(self, variant_id: str) -> VariantRow:
        with reading(self.desk.database) as unit:
            return keyed_variant(unit, variant_id)

    def given(self) -> list[dict[str, Any]]:
        """All answers of practices as they are stored."""
        with reading(self.desk.database) as unit:
            found = unit.connection.execute(select(responses).order_by(responses.c.id)).mappings()
            return [dict(row) for row in found]

    def stored(self) -> dict[str, bytes]:
        """All variants as their bytes are stored."""
        with reading(self.desk.database) as unit:
            found = unit.connection.execute(select(variants.c.id, variants.c.shown, variants.c.answer_key))
            return {row[0]: bytes(row[1]) + bytes(row[2]) for row in found}

    def approved(self, text: str, *, author: str = "Ada", by: str = "Grace") -> On:
        """A draft with a text that a second person approved, as its author publishes it."""
        draft = self.desk.draft(author, text)
        self.desk.reviewing.submit(self.desk.on(draft, author))
        self.desk.reviewing.approve(self.desk.on(draft, by))
        return self.desk.on(draft, author)


def place_of(variant: VariantRow, option: str) -> str:
    """Where an option stands."""
    answer = variant.answer_key.answer
    assert isinstance(answer, ChoiceAnswer)
    return str(next(place for place, one in enumerate(answer.options, 1) if one.option_id == option))


OTHER_RIGHT = with_right(TEXT, "rows")


@contextmanager
def shop_over(
    database: Database, *, lone: bool = False, text: str = TEXT, slugs: Iterable[str] = SLUGS
) -> Iterator[Shop]:
    """The shop over one question; what waits is saved when it closes."""
    desk = desk_over(database, lone=lone)
    services = join_services(database, desk.clock)
    house = House(
        database, services, desk.clock, {one.id: one for one in publish_plainly(database, text, slugs)}
    )
    offer(house, ONE)
    try:
        yield Shop(desk, house, Releasing(database, desk.clock, Publishing(database, desk.clock)))
    finally:
        services.close()
