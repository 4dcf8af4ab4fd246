"""The pages over the real store with the real questions: practices to the end, statements counted, keys untouched."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from app.items.item import Level
from app.practice.choice import PracticeKind
from app.services.bundle import Services
from app.settings import Settings
from app.store.items import live_items
from app.store.unit import reading
from app.store.variants import variant_ids
from app.wiring import House, open_house
from tests.web.conftest import with_services
from tests.web.html_page import HtmlPage
from tests.web.visitor import Visitor

MOST_STATEMENTS = 3


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with the questions of the project and the variants that stand from the start."""
    settings = Settings(data=tmp_path_factory.mktemp("data"), bake=False, _env_file=None)  # type: ignore[call-arg]
    opened = open_house(settings, lambda _sentence: None)
    yield opened
    opened.close()


@pytest.fixture
def real(shared_app: FastAPI, house: House) -> Visitor:
    return Visitor(with_services(shared_app, house.services))


@pytest.fixture
def statements(house: House) -> list[str]:
    heard: list[str] = []
    house.database.watch(heard.append)
    return heard


def some_answer(page: HtmlPage) -> list[tuple[str, str]]:
    """Something to answer the question of the page with: the first options, or plain numbers."""
    fields = page.all("input", name="number")
    if fields:
        return [("number", f"0.{place}25") for place in range(len(fields))]
    wanted = 2 if page.all("input", name="option")[0].attrs["type"] == "checkbox" else 1
    return [("option", str(place)) for place in range(1, wanted + 1)]


def answer(visitor: Visitor) -> HtmlPage:
    return visitor.send("/response", *some_answer(visitor.page))


@pytest.mark.parametrize("kind", list(PracticeKind))
def test_a_practice_of_each_kind_to_its_end(real: Visitor, kind: PracticeKind) -> None:
    real.get("/")
    real.send("/practice", ("kind", kind), ("length", "10"))
    for n in range(1, 11):
        assert real.path.endswith(f"/items/{n}")
        answer(real)
        assert real.status == 200
        assert real.path.endswith("/feedback")
        real.send("/next")
    assert real.path.endswith("/summary")
    assert real.page.one("h1").text == "How it went"
    real.get("/progress")
    assert "of 10 answers right" in " ".join(real.page.one("main").text.split())


@pytest.mark.parametrize("level", list(Level))
def test_a_practice_of_each_level(real: Visitor, level: Level) -> None:
    real.get("/practice")
    real.send("/practice", ("level", level), ("length", "5"))
    assert f", {level}" in real.page.one("h1").text


def test_a_computation_can_be_asked_again_in_other_numbers_or_says_why_not(real: Visitor) -> None:
    real.get("/")
    real.send("/practice", ("kind", "computations"))
    place = real.path
    answer(real)
    if any(form.attrs.get("action", "").endswith("/again") for form in real.page.all("form")):
        real.send("/again")
        assert real.status == 200
        assert real.path == place[:-1] + "2"


def test_the_same_form_sent_twice_is_one_answer(real: Visitor) -> None:
    real.get("/")
    real.send("/practice", ("kind", "concepts"), ("length", "5"))
    page = real.page
    form = page.form("/response")
    for _ in range(2):
        real.post(form.action, [*form.fields, *some_answer(page)])
        assert real.path.endswith("/items/1/feedback")
    real.get("/progress")
    assert " of 1 answer right" in real.page.one("main").text


def test_every_question_of_the_bank_can_be_drawn(house: House, shared_app: FastAPI) -> None:
    with_services(shared_app, house.services)
    bodies = shared_app.state.site.bodies
    with reading(house.database) as unit:
        names = [
            variants[0]
            for item in live_items(unit)
            if (variants := variant_ids(unit, item.latest_revision_id))
        ]
    assert len(names) >= 40
    for name in names:
        shown = house.services.practise.pages.shown(name)
        for part in bodies.of(name, shown):
            assert "<code>\\" not in part, (shown.item_id, "a formula that cannot be read")
            assert "$" not in part, (shown.item_id, "a dollar that is no formula")
            HtmlPage(f"<html>{part}</html>")


def test_a_question_takes_few_statements(real: Visitor, statements: list[str]) -> None:
    real.get("/")
    real.send("/practice", ("kind", "computations"))
    place = real.path
    statements.clear()
    real.get(place)
    asked = [
        one for one in statements if not one.upper().startswith(("BEGIN", "COMMIT", "ROLLBACK", "PRAGMA"))
    ]
    assert 1 <= len(asked) <= MOST_STATEMENTS, asked
    assert not any("answer_key" in one or "rationale" in one for one in asked)


def test_a_question_is_shown_without_its_answer_key(
    real: Visitor, house: House, services_of_a_copy: Services
) -> None:
    """Every answer key in the database is destroyed, and the page comes out the same, byte for byte."""
    app: FastAPI = real.client.app  # type: ignore[assignment]
    copy = Visitor(with_services(app, services_of_a_copy))
    copy.get("/")
    copy.send("/practice", ("kind", "computations"))
    place = copy.path
    before = copy.get(place)
    path = services_of_a_copy.practise.database.path
    with sqlite3.connect(path or Path()) as connection:
        connection.execute("PRAGMA busy_timeout = 5000")
        guards = [
            row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        ]
        for guard in guards:
            connection.execute(f"DROP TRIGGER {guard}")
        changed = connection.execute("UPDATE variants SET answer_key = x'00', numbers = x'00'").rowcount
    connection.close()
    assert changed > 40
    after = copy.get(place)
    assert copy.status == 200
    assert [one.attrs for one in before.elements if one.attrs.get("name") != "submission_id"] == [
        one.attrs for one in after.elements if one.attrs.get("name") != "submission_id"
    ]
    assert before.one("html").text == after.one("html").text


@pytest.fixture
def services_of_a_copy(tmp_path: Path) -> Iterator[Services]:
    settings = Settings(data=tmp_path, bake=False, _env_file=None)  # type: ignore[call-arg]
    opened = open_house(settings, lambda _sentence: None)
    yield opened.services
    opened.close()


def test_the_instructors_pages_over_the_real_bank(real: Visitor, house: House) -> None:
    token = house.services.instructor.new_link_token()
    real.get(f"/instructor/{token}")
    real.send(token, ("name", "Ada"))
    assert real.path == "/authoring"
    real.get("/authoring/banks/attention")
    items = [
        link.attrs["href"]
        for link in real.page.all("a")
        if link.attrs["href"].startswith("/authoring/items/")
    ]
    assert len(items) >= 52
    for address in items:
        real.get(address)
        assert real.status == 200, address
    real.get(f"/instructor/{token}")
    real.send(token, ("name", "Eve"))
    assert real.status == 403
