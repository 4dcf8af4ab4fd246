"""A small house over a real database: four items by hand, their variants, and all services with a clock of our own."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from app.items.answer_key import ChoiceAnswer, NumbersAnswer
from app.items.item import Level
from app.items.variant import Variant
from app.kit.clock import FixedClock
from app.practice.choice import PracticeChoice, PracticeKind
from app.services.authoring.room import join_authoring
from app.services.bundle import Outside, Services, join_services
from app.services.practise import RawAnswer
from app.store.database import Database
from app.store.items import ItemRow, put_item
from app.store.misconceptions import replace_misconceptions
from app.store.unit import writing
from app.store.variants import add_variants
from app.variants.encode import encode
from tests.changing import replace
from tests.databases import NOW
from tests.loops import run
from tests.services.samples import VARIANTS, WORDS

T = TypeVar("T")
COPIES = 4  # variants per computation
COMPUTATIONS = PracticeChoice(PracticeKind.COMPUTATIONS, None, 5)
CONCEPTS = PracticeChoice(PracticeKind.CONCEPTS, None, 5)


@dataclass(frozen=True, slots=True)
class House:
    """Everything that a test of services needs."""

    database: Database
    services: Services
    clock: FixedClock
    variants: dict[str, Variant]

    def guest(self) -> int:
        return self.services.guests.welcome().learner_id

    def respond(self, learner_id: int, practice_id: str, n: int, raw: RawAnswer) -> Any:
        return run(self.services.practise.respond(learner_id, practice_id, n, raw))

    def variant(self, learner_id: int, practice_id: str, n: int) -> Variant:
        return self.variants[self.services.practise.item(learner_id, practice_id, n).variant_id]

    def answer(self, learner_id: int, practice_id: str, n: int, *, right: bool = True) -> Any:
        raw = raw_answer(self.variant(learner_id, practice_id, n), right=right)
        return self.respond(learner_id, practice_id, n, raw)


def raw_answer(variant: Variant, *, right: bool, submission_id: str = "") -> RawAnswer:
    """A right answer, or a wrong one: another option, or what comes out without the scale."""
    match variant.answer_key.answer:
        case ChoiceAnswer() as answer:
            positions = sorted(answer.correct) if right else _wrong(answer)
            return RawAnswer(tuple(map(str, positions)), (), submission_id)
        case NumbersAnswer() as answer:
            typed = [one.printed for one in answer.numbers] if right else ["0.665", "0.090", "0.245"]
            return RawAnswer((), tuple(typed), submission_id)


def _wrong(answer: ChoiceAnswer) -> list[int]:
    first_wrong = next(place for place, one in enumerate(answer.options, 1) if not one.correct)
    return [first_wrong, *sorted(answer.correct)[1:]]


def all_variants() -> dict[str, Variant]:
    """The sample variants by id; computations several times over, as if their numbers differed."""
    found: dict[str, Variant] = {}
    for variant in VARIANTS:
        copies = COPIES if variant.answer_key.solution else 1
        for copy in range(copies):
            name = f"{variant.id[:30]}{copy:02}"
            found[name] = replace(
                variant, id=name, twin=f"{variant.id[:4]}-{copy}", revision_id=_revision(variant)
            )
    return found


def _revision(variant: Variant) -> str:
    return f"revision-{variant.id[:4]}"


def fill(database: Database) -> dict[str, Variant]:
    """Put the items and their variants into a database; the variants by id."""
    variants = all_variants()
    with writing(database) as unit:
        for variant in {one.item_id: one for one in variants.values()}.values():
            put_item(unit, _item(variant), text=f"id: {variant.item_id}\n", now=NOW)
        add_variants(unit, [encode(one) for one in variants.values()], now=NOW)
        replace_misconceptions(unit, WORDS.misconceptions.values())
        unit.commit()
    return variants


def _item(variant: Variant) -> ItemRow:
    shown = variant.shown
    return ItemRow(
        id=variant.item_id,
        bank="attention",
        path=f"attention/1.2/{variant.item_id}.yaml",
        kind=shown.kind.value,
        level=Level(shown.level).value,
        shape=shown.shape.value,
        objectives=shown.objectives,
        difficulty=0.5,
        recipe=variant.item_id if variant.answer_key.solution else None,
        latest_revision_id=variant.revision_id,
    )


@contextmanager
def open_house(database: Database) -> Iterator[House]:
    """A filled house that saves what waits when it closes."""
    clock = FixedClock(NOW)
    variants = fill(database)
    services = join_services(database, clock, Outside(make_authoring=join_authoring))
    try:
        yield House(database, services, clock, variants)
    finally:
        services.close()
