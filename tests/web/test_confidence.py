"""How sure one is, what is due, and practices by state, without scripts: plain forms and tables."""

from datetime import timedelta

import pytest

from app.practice.choice import PracticeChoice
from app.scheduling.memory import State
from tests.databases import NOW
from tests.web.product import Given, Product, right_answer, wrong_answer
from tests.web.visitor import Visitor


def main_text(visitor: Visitor) -> str:
    return " ".join(visitor.page.one("main").text.split())


def give(visitor: Visitor, given: Given, confidence: str) -> None:
    """Answer and say how sure."""
    name = "number" if visitor.page.all("input", name="number") else "option"
    visitor.send("/response", *[(name, text) for text in given], ("confidence", confidence))
    assert visitor.status == 200
    assert visitor.path.endswith("/feedback")


def test_one_may_say_how_sure_and_need_not(visitor: Visitor, product: Product) -> None:
    (variant,) = product.will_ask("state-the-formula")
    visitor.begin()
    offered = visitor.page.all("input", name="confidence")
    assert [one.attrs["value"] for one in offered] == ["sure", "unsure", "guess"]
    assert not any("checked" in one.attrs or "required" in one.attrs for one in offered)
    visitor.answer(right_answer(variant))
    assert visitor.path.endswith("/feedback")
    assert not visitor.page.all("p", class_="said")


@pytest.mark.parametrize(
    ("right", "confidence", "told"),
    [
        (False, "sure", "You were sure of this one."),
        (True, "guess", "A guess that went right does not count as known."),
        (False, "unsure", ""),
        (True, "sure", ""),
        (False, "guess", ""),
        (False, "x" * 5000, ""),
        (True, "\x00\ud800", ""),
    ],
)
def test_what_follows_is_said(
    visitor: Visitor, product: Product, right: bool, confidence: str, told: str
) -> None:
    (variant,) = product.will_ask("state-the-formula")
    visitor.begin()
    if confidence.startswith("\x00"):
        confidence = "\x00sure"
    give(visitor, right_answer(variant) if right else wrong_answer(variant), confidence)
    said = [one.text for one in visitor.page.all("p", class_="said")]
    assert said == [] if not told else told in said[0]


def test_an_answer_that_comes_back_keeps_how_sure_one_was(visitor: Visitor, product: Product) -> None:
    product.will_ask("weights-row-typed")
    visitor.begin()
    visitor.send("/response", *[("number", text) for text in ("1..2", "0", "0")], ("confidence", "unsure"))
    assert visitor.status == 422
    chosen = [
        one.attrs["value"] for one in visitor.page.all("input", name="confidence") if "checked" in one.attrs
    ]
    assert chosen == ["unsure"]


def test_the_map_and_what_is_due_stand_on_summary_and_progress(visitor: Visitor, product: Product) -> None:
    asked = product.will_ask("state-the-formula", "why-three-different-vectors", "two-facts-about-a-query")
    visitor.begin()
    for variant, (right, said) in zip(asked, ((False, "sure"), (True, "guess"), (True, "")), strict=True):
        give(visitor, right_answer(variant) if right else wrong_answer(variant), said)
        visitor.send("/next")
    visitor.get(visitor.path.partition("/items/")[0] + "/summary")
    for _ in range(2):
        (table,) = visitor.page.all("table", class_="map")
        cells = [one.text for one in visitor.page.all("td") if one.inside("table") is table]
        assert cells == ["0", "1", "0", "0", "1", "0", "1", "0"]
        rows = [one.text for one in visitor.page.all("th", scope="row") if one.inside("table") is table]
        assert rows == ["Sure", "Unsure", "Guess", "Not said"]
        assert "2 questions due today, 3 within the next seven days." in main_text(visitor)
        visitor.get("/progress")


def test_what_is_due_is_one_button_away(visitor: Visitor, product: Product) -> None:
    (variant,) = product.will_ask("state-the-formula")
    visitor.begin()
    give(visitor, wrong_answer(variant), "sure")
    product.clock.move_to(NOW + timedelta(hours=2))
    visitor.get("/progress")
    visitor.page.form("/practice")
    visitor.send("/practice")
    assert visitor.path.endswith("/items/1")
    assert product.at(visitor.path).item_id == "state-the-formula"
    assert "Question 1 of 1" in visitor.response.text
    assert "due questions" in visitor.response.text


def test_the_form_of_choices_says_state_and_schedule(visitor: Visitor, product: Product) -> None:
    visitor.get("/practice")
    states = visitor.page.all("input", name="state")
    assert [one.attrs["value"] for one in states] == ["all", "new", "missed", "due", "flagged"]
    assert [one.attrs["value"] for one in states if "checked" in one.attrs] == ["all"]
    assert "checked" not in visitor.page.one("input", name="schedule").attrs
    product.will_ask("state-the-formula")
    visitor.send("/practice", ("state", "new"), ("schedule", "off"))
    variant = product.at(visitor.path)
    give(visitor, wrong_answer(variant), "sure")
    assert "everything else that is due" not in visitor.response.text
    visitor.get(visitor.path.partition("/items/")[0] + "/summary")
    assert "These answers leave what is due as it was." in main_text(visitor)
    assert "due today" not in main_text(visitor)
    again = dict(visitor.page.form("/practice").fields)
    assert (again["state"], again["schedule"]) == ("new", "off")
    visitor.get("/progress")
    assert "off the schedule" in main_text(visitor)


def test_the_form_of_choices_counts_what_stands_so(visitor: Visitor, product: Product) -> None:
    (variant,) = product.will_ask("state-the-formula")
    visitor.begin()
    give(visitor, wrong_answer(variant), "sure")
    visitor.get("/practice")
    assert "Missed wrong, or right by a guess (1)" in main_text(visitor)
    assert "Due time to see them again (1)" in main_text(visitor)


def test_nothing_due_gets_a_sentence(visitor: Visitor) -> None:
    visitor.get("/practice")
    visitor.send("/practice", ("state", "due"))
    assert visitor.status == 422
    assert "No question of this kind is due at the moment." in visitor.page.one("div", id="faults").text
    chosen = [one.attrs["value"] for one in visitor.page.all("input", name="state") if "checked" in one.attrs]
    assert chosen == ["due"]


def test_one_click_starts_what_it_always_did(visitor: Visitor, product: Product) -> None:
    visitor.begin()
    practice_id = visitor.path.split("/")[2]
    learner = 1
    found = product.house.services.practise.summary(learner, practice_id).place.choice
    assert found == PracticeChoice()
    assert (found.state, found.scheduled) == (State.ALL, True)
