"""The real product for the tests of its pages: bank, baked variants and store prepared once, and copied for each test."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from fastapi import FastAPI
from jinja2 import Environment
from sqlalchemy import func, select

from app.engine.plain_engine import PlainEngine
from app.grading.fields import right_number
from app.house import House
from app.items.answer_key import (
    ChoiceAnswer,
    FieldsAnswer,
    MatchingAnswer,
    NumbersAnswer,
    OrderingAnswer,
    StepsAnswer,
)
from app.kit.clock import FixedClock
from app.kit.draws import Draws
from app.scheduling.choose import Candidate, Scene, choose, choose_variant
from app.services import practise, presenting
from app.services.revisions import stored_revision
from app.settings import ROOT, Settings
from app.store.answer_keys import VariantRow, keyed_variant, whole_variants
from app.store.items import item_row, live_items
from app.store.presentations import places
from app.store.responses import responses
from app.store.unit import reading, writing
from app.store.variants import add_variants
from app.variants.bake import bake
from app.variants.encode import encode
from app.web import site
from app.wiring import open_house, web_application
from tests.databases import NOW
from tests.live import Here

_COMPILED: dict[tuple[object, ...], object] = {}


class CompiledOnce(Environment):
    """Templates as the product has them; one whose text has not changed is compiled once for all tests."""

    def compile(self, *args: object, **options: object) -> object:  # type: ignore[override]
        asked = (*args, *sorted(options.items()))
        if asked not in _COMPILED:
            _COMPILED[asked] = super().compile(*args, **options)  # type: ignore[call-overload]
        return _COMPILED[asked]


site.Environment = CompiledOnce  # type: ignore[misc]

SEEDS = tuple(f"pages-{n}" for n in range(1, 5))
Given = tuple[str, ...]  # positions of options ("2"), numbers as typed, or a position or place for each field


def opened(folder: Path, clock: FixedClock | None = None, **changes: object) -> House:
    """The house over a data folder, as serving opens it, without baking and with a clock that stands."""
    settings = Settings(data=folder, bake=False, _env_file=None, **changes)  # type: ignore[call-arg]
    house = open_house(settings, lambda _sentence: None, clock or FixedClock(NOW))
    house.services.lab.live.make = Here
    return house


@pytest.fixture(scope="session")
def prepared_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the whole bank and a few variants of every computation; closed, so that it can be copied."""
    folder = tmp_path_factory.mktemp("prepared")
    house = opened(folder)
    with reading(house.database) as unit:
        revisions = [stored_revision(unit, item) for item in live_items(unit) if item.recipe]
    baked = [encode(one) for each in revisions for one in bake(each, SEEDS, PlainEngine()).variants]
    with writing(house.database) as unit:
        add_variants(unit, baked, now=NOW)
        unit.commit()
    house.close()
    return folder


def change_database(folder: Path, *statements: str | tuple[str, Sequence[tuple[object, ...]]]) -> None:
    """Do to a database what the product never does; its guards against that are taken away first."""
    with closing(sqlite3.connect(folder / "keyed.sqlite3")) as connection, connection:
        connection.execute("PRAGMA busy_timeout = 5000")
        guards = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in guards:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            if isinstance(statement, str):
                connection.execute(statement)
            else:
                connection.executemany(*statement)


@dataclass
class Chance:
    """What is asked next: the variants that a test has lined up, and after these what the product draws."""

    lined_up: list[VariantRow] = field(default_factory=list)
    practices: int = 0

    def item(self, candidates: Sequence[Candidate], scene: Scene) -> str | None:
        return self.lined_up[0].item_id if self.lined_up else choose(candidates, scene)

    def variant(self, seen: Mapping[str, int], draws: Draws, *, label: str) -> str | None:
        if self.lined_up and self.lined_up[0].id in seen:
            return self.lined_up.pop(0).id
        return choose_variant(seen, draws, label=label)

    def practice(self) -> str:
        self.practices += 1
        return f"practice-{self.practices:07}"


@dataclass
class Product:
    """An opened house over a folder of its own, with what a test may know and a page may not."""

    folder: Path
    house: House
    chance: Chance
    clock: FixedClock

    def application(self) -> FastAPI:
        return web_application(self.house)

    def reopen(self, **changes: object) -> None:
        """Open the same folder again, as another start of the server does, with other settings where they are given."""
        self.house.close()
        self.house = opened(self.folder, self.clock, **changes)

    def variants(self, item_id: str) -> list[VariantRow]:
        """All variants of an item as it stands in the bank, those that stand from the start first."""
        with reading(self.house.database) as unit:
            item = item_row(unit, item_id)
            assert item is not None, item_id
            found = list(whole_variants(unit, item.latest_revision_id))
        return sorted(found, key=lambda one: one.fixed or "~")

    def with_slip(self, item_id: str, slug: str) -> VariantRow:
        """A variant of an item that offers this slip as an option."""
        for variant in self.variants(item_id):
            answer = variant.answer_key.answer
            if isinstance(answer, ChoiceAnswer) and any(one.slips == (slug,) for one in answer.options):
                return variant
        raise AssertionError(f"no variant of {item_id} offers {slug}")

    def items(self) -> list[str]:
        with reading(self.house.database) as unit:
            return [item.id for item in live_items(unit)]

    def will_ask(self, *wanted: str | VariantRow) -> list[VariantRow]:
        """Line up what comes next: variants, or the first variants of items."""
        found = [self.variants(one)[0] if isinstance(one, str) else one for one in wanted]
        self.chance.lined_up[:] = found
        return found

    def at(self, address: str) -> VariantRow:
        """The variant that is asked at an address."""
        practice, _, rest = address.partition("/practice/")[2].partition("/items/")
        with reading(self.house.database) as unit:
            asked = {one.n: one.variant_id for one in places(unit, practice)}
            return keyed_variant(unit, asked[int(rest.partition("/")[0])])

    def answers(self) -> int:
        """How many answers are stored."""
        with reading(self.house.database) as unit:
            return int(unit.connection.scalar(select(func.count()).select_from(responses)) or 0)


def right_answer(variant: VariantRow) -> Given:
    """What is right."""
    match variant.answer_key.answer:
        case ChoiceAnswer() as answer:
            return tuple(map(str, sorted(answer.correct)))
        case NumbersAnswer() | StepsAnswer() as answer:
            return tuple(one.printed for one in answer.numbers)
        case MatchingAnswer() as answer:
            return tuple(map(str, answer.right))
        case OrderingAnswer() as answer:
            return tuple(map(str, answer.places))
        case FieldsAnswer() as answer:
            return tuple(map(right_number, answer.fields))


def wrong_answer(variant: VariantRow) -> Given:
    """Something wrong: other options, numbers far off, every pair wrong, or the steps from last to first."""
    match variant.answer_key.answer:
        case ChoiceAnswer() as answer:
            wrong = [place for place, one in enumerate(answer.options, 1) if not one.correct]
            return tuple(map(str, wrong[: len(answer.correct)]))
        case NumbersAnswer() | StepsAnswer() as answer:
            return tuple("77.5" for _ in answer.numbers)
        case MatchingAnswer() as answer:
            return tuple(map(str, (*answer.right[1:], answer.right[0])))
        case OrderingAnswer() as answer:
            return tuple(str(len(answer.places) + 1 - place) for place in answer.places)
        case FieldsAnswer() as answer:
            return tuple("77.5" for _ in answer.fields)


def slip_answer(variant: VariantRow, slug: str) -> Given:
    """What somebody gives who makes this slip."""
    match variant.answer_key.answer:
        case ChoiceAnswer() as answer:
            return (str(next(place for place, one in enumerate(answer.options, 1) if one.slips == (slug,))),)
        case NumbersAnswer():
            table = variant.answer_key.slip_table
            assert table is not None
            decimals = getattr(variant.shown.form, "decimals", 3)
            reading = next(one for one in table.readings() if one.slugs == (slug,))
            return tuple(f"{value:.{decimals}f}" for value in reading.values)
        case other:
            raise TypeError(f"no slip is made of a {type(other).__name__}")


@contextmanager
def products(prepared: Path, within: Path) -> Iterator[Callable[..., Product]]:
    """Opens copies of the prepared data, each with its own chance; `change` may alter the files before."""
    made: list[Product] = []

    def make(change: Callable[[Path], None] = lambda _folder: None) -> Product:
        folder = within / f"data-{len(made)}"
        shutil.copytree(prepared, folder)
        change(folder)
        chance, clock = Chance(), FixedClock(NOW)
        drawn.setattr(presenting, "choose", chance.item)
        drawn.setattr(presenting, "choose_variant", chance.variant)
        drawn.setattr(practise, "new_id", chance.practice)
        made.append(Product(folder, opened(folder, clock), chance, clock))
        return made[-1]

    with pytest.MonkeyPatch.context() as drawn:
        yield make
        for product in made:
            product.house.close()


@pytest.fixture
def open_product(prepared_data: Path, tmp_path: Path) -> Iterator[Callable[..., Product]]:
    """Opens as many products as a test asks for."""
    with products(prepared_data, tmp_path) as make:
        yield make


@pytest.fixture
def product(open_product: Callable[..., Product]) -> Product:
    """The product over a copy of its own."""
    return open_product()


@pytest.fixture(scope="module")
def walked_product(prepared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """One for all tests of a file: for what is walked through once, and then only looked at."""
    with products(prepared_data, tmp_path_factory.mktemp("walked")) as make:
        yield make()


@pytest.fixture
def empty_product(tmp_path: Path) -> Iterator[Product]:
    """A house without a bank: the facts about the exam are there, and nothing else."""
    questions = tmp_path / "questions"
    shutil.copytree(ROOT / "questions" / "_facts", questions / "_facts")
    clock = FixedClock(NOW)
    made = Product(tmp_path / "data", opened(tmp_path / "data", clock, questions=questions), Chance(), clock)
    yield made
    made.house.close()
