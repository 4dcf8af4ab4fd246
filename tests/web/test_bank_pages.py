"""The pages over the whole bank: practices to the end, statements counted, every question and every item drawn."""

import re
import shutil
from pathlib import Path

import pytest
from fastapi import FastAPI

from app.items.item import Level
from app.practice.choice import PracticeKind
from tests.web.html_page import HtmlPage
from tests.web.instructing import instructor_of
from tests.web.product import Product, right_answer
from tests.web.visitor import Visitor

MOST_STATEMENTS = 3


@pytest.fixture
def statements(product: Product) -> list[str]:
    heard: list[str] = []
    product.house.database.watch(heard.append)
    return heard


def some_answer(page: HtmlPage) -> list[tuple[str, str]]:
    """Something to answer the question of the page with: the first options, plain numbers, or the order shown."""
    lists = [one.attrs["name"] for one in page.all("select") if one.attrs["name"].startswith("place-")]
    if lists:
        return [(name, name.removeprefix("place-")) for name in lists]
    fields = page.all("input", name="number")
    if fields:
        return [("number", f"0.{place}25") for place in range(len(fields))]
    wanted = 2 if page.all("input", name="option")[0].attrs["type"] == "checkbox" else 1
    return [("option", str(place)) for place in range(1, wanted + 1)]


def answer(visitor: Visitor) -> HtmlPage:
    return visitor.send("/response", *some_answer(visitor.page))


@pytest.mark.parametrize("kind", list(PracticeKind))
def test_a_practice_of_each_kind_to_its_end(visitor: Visitor, kind: PracticeKind) -> None:
    visitor.get("/")
    visitor.send("/practice", ("kind", kind), ("length", "10"))
    for n in range(1, 11):
        assert visitor.path.endswith(f"/items/{n}")
        answer(visitor)
        assert visitor.status == 200
        assert visitor.path.endswith("/feedback")
        visitor.send("/next")
    assert visitor.path.endswith("/summary")
    assert visitor.page.one("h1").text == "How it went"
    visitor.get("/progress")
    assert "of 10 answers right" in " ".join(visitor.page.one("main").text.split())


@pytest.mark.parametrize("level", list(Level))
def test_a_practice_of_each_level(visitor: Visitor, level: Level) -> None:
    visitor.get("/practice")
    visitor.send("/practice", ("level", level), ("length", "5"))
    assert f", {level}" in visitor.page.one("h1").text


def test_the_same_form_sent_twice_is_one_answer(visitor: Visitor) -> None:
    visitor.get("/")
    visitor.send("/practice", ("kind", "concepts"), ("length", "5"))
    page = visitor.page
    form = page.form("/response")
    for _ in range(2):
        visitor.post(form.action, [*form.fields, *some_answer(page)])
        assert visitor.path.endswith("/items/1/feedback")
    visitor.get("/progress")
    assert " of 1 answer right" in visitor.page.one("main").text


def test_every_question_of_the_bank_can_be_drawn(product: Product, app: FastAPI) -> None:
    bodies = app.state.site.bodies
    items = product.items()
    assert len(items) >= 70
    for item in items:
        variants = product.variants(item)
        assert variants, item
        for variant in variants[:3]:
            for part in bodies.of(variant.id, variant.shown):
                assert "<code>\\" not in part, (item, "a formula that cannot be read")
                assert "$" not in part, (item, "a dollar that is no formula")
                HtmlPage(f"<html>{part}</html>")


def test_a_question_takes_few_statements(visitor: Visitor, statements: list[str]) -> None:
    visitor.get("/")
    visitor.send("/practice", ("kind", "computations"))
    place = visitor.path
    statements.clear()
    visitor.get(place)
    asked = [
        one for one in statements if not one.upper().startswith(("BEGIN", "COMMIT", "ROLLBACK", "PRAGMA"))
    ]
    assert 1 <= len(asked) <= MOST_STATEMENTS, asked
    assert not any("answer_key" in one or "rationale" in one for one in asked)


def test_the_instructors_pages_over_the_real_bank(visitor: Visitor, product: Product) -> None:
    token = product.house.services.instructor.new_link_token()
    visitor.get(f"/instructor/{token}")
    visitor.send(token, ("name", "Ada"))
    assert visitor.path == "/authoring"
    visitor.get("/authoring/banks/attention")
    items = [
        link.attrs["href"]
        for link in visitor.page.all("a")
        if link.attrs["href"].startswith("/authoring/items/")
    ]
    assert len(items) >= 52
    for address in items:
        visitor.get(address)
        assert visitor.status == 200, address
    visitor.get(f"/instructor/{token}")
    assert visitor.status == 410


def test_what_the_checks_find_stands_beside_its_item(product: Product, tmp_path: Path) -> None:
    """A bank with a source that says too little."""
    questions = tmp_path / "questions"
    shutil.copytree(product.house.settings.questions, questions)
    path = questions / "attention" / "1.2" / "state-the-formula.yaml"
    lines = path.read_text().splitlines()
    path.write_text("\n".join("  citation: The paper" if "citation:" in one else one for one in lines))
    product.reopen(questions=questions)
    visitor = Visitor(product.application())
    token = product.house.services.instructor.new_link_token()
    visitor.get(f"/instructor/{token}")
    visitor.send(token, ("name", "Ada"))
    row = next(
        one for one in visitor.get("/authoring/banks/attention").all("tr") if "state-the-formula" in one.text
    )
    assert "1 finding" in row.text
    visitor.get("/authoring/items/state-the-formula")
    (found,) = visitor.page.all("li", class_="warning")
    assert "source-vague" in found.text


def test_answers_of_the_forgotten_stand_as_counts_beside_their_item(
    visitor: Visitor, product: Product
) -> None:
    (asked,) = product.will_ask("weights-row-typed")
    visitor.begin()
    visitor.answer(right_answer(asked))
    visitor.get("/progress/forget")
    visitor.send("/progress/forget", ("sure", "yes"))
    token = product.house.services.instructor.new_link_token()
    visitor.get(f"/instructor/{token}")
    visitor.send(token, ("name", "Ada"))
    page = visitor.get("/authoring/items/weights-row-typed")
    assert "of learners who were forgotten: 1 answer, 1 of them right." in page.one("main").text
    assert "who were forgotten" not in visitor.get("/authoring/items/weights-row-choice").one("main").text


def test_the_bank_s_page_says_what_of_the_exam_it_covers(app: FastAPI, product: Product) -> None:
    instructor = instructor_of(app, product)
    page = instructor.get("/authoring/banks/attention")
    cover = product.house.services.authoring.coverages.of("attention")
    assert len(cover.objectives) == 45
    rows = {row.text.split()[0]: row.text for row in page.all("tr") if re.match(r"\s*\d+\.\d+ ", row.text)}
    assert list(rows) == [one.number for one in cover.objectives]
    for one in cover.objectives:
        assert ("missing" in rows[one.number]) == (one.items == 0)
    assert 0 < cover.covered < 45
    text = " ".join(page.one("main").text.split())
    assert f"{cover.covered} of 45 objectives have a question." in text
    for one in cover.shortfalls:  # each is said once, however many lengths it holds of
        assert text.count(one.sentence) == 1
    assert "60, 65 or 70 questions: There is no question for: Prompt Engineering;" in text
    assert "What form alone gives away" in text
