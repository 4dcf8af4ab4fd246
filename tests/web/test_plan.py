"""The plan without scripts: made, practised, changed, refused with sentences beside the fields, and removed."""

import re
from datetime import timedelta

import pytest

from app.web.words import SHAPES
from tests.databases import NOW
from tests.web.product import Product, right_answer
from tests.web.visitor import Visitor

AIM = (("exam_day", "2026-12-15"), ("minutes", "5"), ("zone", "Europe/Berlin"))


def main_text(visitor: Visitor) -> str:
    return " ".join(visitor.page.one("main").text.split())


@pytest.fixture
def planner(visitor: Visitor) -> Visitor:
    """A visitor with a plan of five minutes a day for two weeks."""
    visitor.get("/plan")
    visitor.send("/plan", *AIM)
    assert (visitor.status, visitor.path) == (200, "/plan")
    return visitor


def test_a_visitor_makes_a_plan_and_the_page_says_what_it_comes_to(planner: Visitor) -> None:
    text = main_text(planner)
    assert "The exam is on 15 December 2026, in 14 days." in text
    assert "5 minutes of each day" in text
    assert "all for the first time" in text
    assert "There is no time for these" in text
    assert "1.2 Describe transformer architectures including self-attention mechanisms." in text
    told = [" ".join(row.text.split()) for row in planner.page.all("tr", class_="part")]
    counts = [int(re.findall("[0-9]+$", one)[0]) for one in told]
    assert f"self-attention mechanisms.{sum(counts)}" in text
    assert counts == sorted(counts, reverse=True)
    assert len(told) > 1
    assert {one.partition(":")[0] for one in told} <= {name for name, _ in SHAPES.values()}
    assert "This is a forecast" in text
    assert "Luck in guessing is not counted." in text
    assert [one.attrs["value"] for one in planner.page.all("input", name="zone")] == ["Europe/Berlin"]
    (drawing,) = planner.page.all("svg", role="img")
    assert drawing.attrs["aria-labelledby"]
    rows = planner.page.one("table", class_="tally").text
    assert "1 December 2026" in rows
    assert "14 December 2026" in rows
    assert "15 December 2026" not in rows


def test_faults_stand_beside_the_fields_and_nothing_typed_is_lost(visitor: Visitor) -> None:
    visitor.get("/plan")
    visitor.send("/plan", ("exam_day", "2026-11-30"), ("minutes", "<3>"), ("zone", "Mars"))
    assert visitor.status == 422
    for field, typed, told in (
        ("exam_day", "2026-11-30", "This day has passed."),
        ("minutes", "<3>", "as a whole number from 5 to 240."),
        ("zone", "Mars", "This time zone is not known here."),
    ):
        box = visitor.page.one("input", name=field)
        assert (box.attrs["value"], box.attrs["aria-invalid"]) == (typed, "true")
        assert f"{field}-fault" in str(box.attrs["aria-describedby"]).split()
        assert told in visitor.page.one("p", id=f"{field}-fault").text
    assert not visitor.client.cookies  # nobody became a guest
    visitor.get("/plan")
    assert "Say when your exam is" in main_text(visitor)


def test_todays_plan_is_practised_from_the_first_page_and_the_plan_says_what_changed(
    planner: Visitor, product: Product
) -> None:
    planner.get("/")
    assert "Exam on 15 December 2026, in 14 days." in main_text(planner)
    planner.send("/plan/today")
    practice = planner.path.partition("/items/")[0]
    assert planner.page.one("title").text.startswith("Question 1 of 5")
    seen = set()
    for n in range(1, 6):
        seen.add(product.at(planner.path).item_id)
        product.clock.move_to(product.clock.now() + timedelta(seconds=50))
        planner.answer(right_answer(product.at(planner.path)))
        assert planner.path == f"{practice}/items/{n}/feedback"
        planner.send("/next")
    assert len(seen) == 5
    assert planner.path == f"{practice}/summary"
    assert "Today's part of the plan is done." in main_text(planner)
    planner.get("/plan")
    text = main_text(planner)
    assert "Five questions answered since 10:30 on 1 December 2026." in text  # half past nine in UTC
    assert "The forecast" in text
    assert "Today's part is done: 5 minutes of practice." in text
    assert "Practise today's plan" not in text
    planner.get("/")
    assert "Today's part is done." in main_text(planner)


def test_what_is_due_stands_on_the_first_page(visitor: Visitor, product: Product) -> None:
    (variant,) = product.will_ask("state-the-formula")
    visitor.begin()
    visitor.answer(right_answer(variant))
    visitor.get("/")
    assert "Practise what is due" not in main_text(visitor)
    product.clock.move_to(NOW + timedelta(days=9))
    visitor.get("/")
    assert "Practise what is due (1)" in main_text(visitor)


def test_a_plan_whose_day_has_passed_asks_for_a_new_one(planner: Visitor, product: Product) -> None:
    product.clock.move_to(NOW + timedelta(days=14))
    planner.get("/plan")
    assert "The exam is today." in main_text(planner)
    assert planner.page.all("form", action="/plan/today") == []
    product.clock.move_to(NOW + timedelta(days=15))
    planner.get("/plan")
    assert "The day of this exam has passed" in main_text(planner)
    planner.get("/")
    assert "The day of your exam has passed." in main_text(planner)


def test_a_plan_is_changed_and_removed(planner: Visitor) -> None:
    planner.send("/plan", ("minutes", "240"))
    assert "240 minutes of each day" in main_text(planner)
    assert "Nothing: the time is enough" in main_text(planner)
    planner.send("/plan/remove")
    assert "Say when your exam is" in main_text(planner)
    planner.get("/")
    assert "Plan for an exam date" in main_text(planner)


def test_a_foreign_form_makes_no_plan(planner: Visitor) -> None:
    planner.send("/plan/remove", ("csrf_token", "x"))
    assert planner.status == 403
    planner.get("/plan")
    assert "The exam is on 15 December 2026" in main_text(planner)


def test_without_a_plan_todays_practice_says_so(visitor: Visitor) -> None:
    visitor.begin(("state", "plan"))
    assert visitor.status == 422
    assert "You have no plan." in main_text(visitor)
