"""The reading room over a filled house, practices on one misconception, and what is stored when banks are synchronised."""

import dataclasses
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.bank.load import LoadedBanks, load_tree
from app.items.item import AuthoredItem, Level, RecipeItem, Shape
from app.kit.clock import FixedClock
from app.kit.errors import NotFound, NotReady
from app.practice.choice import PracticeChoice
from app.services import misconceptions
from app.services.bundle import Outside, Services, join_services
from app.services.examples import Examples
from app.services.sync_bank import sync_banks
from app.services.uses import misconceptions_of
from app.store.database import Database
from app.store.misconceptions import items_using, replace_item_misconceptions, uses_by_misconception
from app.store.unit import reading, writing
from app.variants.recipe import RECIPES
from tests.databases import NOW
from tests.services.house import House

QUESTIONS = Path(__file__).resolve().parents[2] / "questions"
USED = {
    "weights-row-choice": ("no-scale", "divide-by-d-k"),
    "weights-row-numbers": ("no-scale",),
    "what-the-division-is-for": ("scale-normalises-rows",),
}


@pytest.fixture
def reading_house(house: House) -> Iterator[House]:
    with writing(house.database) as unit:
        replace_item_misconceptions(unit, USED)
        unit.commit()
    services = join_services(house.database, house.clock, Outside(make_examples=Examples))
    yield dataclasses.replace(house, services=services)
    services.close()


def test_the_index_counts_questions(reading_house: House) -> None:
    lines = {line.slug: line for theme in reading_house.services.reading_room.index() for line in theme.lines}
    assert {slug: line.questions for slug, line in lines.items()} == {
        "no-scale": 2, "divide-by-d-k": 1, "scale-normalises-rows": 1, "no-exponential": 0,
    }  # fmt: skip


def test_a_page_says_where_it_shows_up_in_counts_alone(reading_house: House) -> None:
    page = reading_house.services.reading_room.page("no-scale")
    assert (page.concepts, page.computations, page.questions, page.length) == (0, 2, 2, 5)
    assert page.objectives == ("1.2",)
    assert page.levels == ((Level.MECHANISM, 2),)
    assert page.example is not None
    assert page.phrase
    told = str(dataclasses.asdict(page))
    assert not any(item_id in told for item_id in USED)


def test_a_page_of_a_belief_that_is_no_slip(reading_house: House) -> None:
    page = reading_house.services.reading_room.page("scale-normalises-rows")
    assert page.example is not None
    assert page.example.believed
    assert page.phrase == ""
    assert page.length == 1  # one question, and it cannot be asked in other numbers
    assert {line.slug for line in page.neighbours} == {"no-scale", "divide-by-d-k", "no-exponential"}
    assert reading_house.services.reading_room.page("no-exponential").length == 0


def test_an_unknown_name_is_not_found(reading_house: House) -> None:
    with pytest.raises(NotFound, match="/misconceptions"):
        reading_house.services.reading_room.page("no-such-thing")


def test_a_practice_on_one_misconception_asks_nothing_else(reading_house: House) -> None:
    guest, practise = reading_house.guest(), reading_house.services.practise
    practice_id = practise.start(guest, PracticeChoice(length=5, misconception="no-scale"))
    asked = []
    n: int | None = 1
    while n is not None:
        asked.append(reading_house.variant(guest, practice_id, n).item_id)
        reading_house.answer(guest, practice_id, n)
        n = practise.open_next(guest, practice_id)
    assert len(asked) == 5
    assert set(asked) == {"weights-row-choice", "weights-row-numbers"}
    summary = practise.summary(guest, practice_id)
    assert summary.finished
    assert summary.place.choice.misconception == "no-scale"
    assert practise.feedback(guest, practice_id, 1).place.choice == summary.place.choice
    assert practise.item(guest, practice_id, 1).place.choice == summary.place.choice


def test_a_practice_on_a_single_question_ends_after_it(reading_house: House) -> None:
    guest, practise = reading_house.guest(), reading_house.services.practise
    practice_id = practise.start(guest, PracticeChoice(length=5, misconception="scale-normalises-rows"))
    assert practise.item(guest, practice_id, 1).place.length == 1
    reading_house.answer(guest, practice_id, 1)
    assert practise.open_next(guest, practice_id) is None


def test_a_practice_of_one_shape(reading_house: House) -> None:
    guest, practise = reading_house.guest(), reading_house.services.practise
    practice_id = practise.start(
        guest, PracticeChoice(length=5, shape=Shape.DERIVATION, level=Level.DERIVATION)
    )
    place = practise.item(guest, practice_id, 1).place
    assert place.choice.shape is Shape.DERIVATION
    assert place.length == 1


def test_nothing_to_practise_is_told(reading_house: House) -> None:
    with pytest.raises(NotReady, match="nothing to practise"):
        reading_house.services.practise.start(
            reading_house.guest(), PracticeChoice(length=5, misconception="no-exponential")
        )


def test_the_reading_room_cannot_see_what_is_right() -> None:
    source = inspect.getsource(misconceptions)
    assert "answer_key" not in source
    assert "AnswerKey" not in source


@pytest.fixture(scope="module")
def loaded() -> LoadedBanks:
    found = load_tree(QUESTIONS, RECIPES)
    assert isinstance(found, LoadedBanks), found
    return found


def test_every_wrong_option_of_the_bank_counts_for_its_item(loaded: LoadedBanks) -> None:
    for one in loaded.items:
        item = one.revision.item
        found = misconceptions_of(item)
        assert found <= loaded.misconceptions.keys(), item.header.id
        match item:
            case AuthoredItem():
                assert {option.misconception for option in item.options} - {None} == found
            case RecipeItem():
                assert len(found) >= 3, item.header.id


def test_every_misconception_has_a_theme(loaded: LoadedBanks) -> None:
    themes = {one.theme for one in loaded.misconceptions.values()}
    assert themes == {path.stem for path in (QUESTIONS / "_facts" / "misconceptions").iterdir()}


@pytest.fixture
def filled(sqlite_database: Database) -> Iterator[Services]:
    clock = FixedClock(NOW)
    sync_banks(sqlite_database, QUESTIONS, clock)
    services = join_services(sqlite_database, clock, Outside(make_examples=Examples))
    yield services
    services.close()


def test_synchronising_stores_what_items_use(
    filled: Services, sqlite_database: Database, loaded: LoadedBanks
) -> None:
    expected = {one.revision.item.header.id: misconceptions_of(one.revision.item) for one in loaded.items}
    with reading(sqlite_database) as unit:
        uses = uses_by_misconception(unit)
        assert items_using(unit, "no-scale") == {
            name for name, slugs in expected.items() if "no-scale" in slugs
        }
    assert {slug: set(names) for slug, names in uses.items()} == {
        slug: {name for name, slugs in expected.items() if slug in slugs}
        for slug in set().union(*expected.values())
    }
    for theme in filled.reading_room.index():
        for line in theme.lines:
            page = filled.reading_room.page(line.slug)
            assert page.questions == line.questions
            assert page.length <= 5 * page.questions
            assert page.example is not None, line.slug
