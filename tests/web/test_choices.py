"""The page of choices and what follows from them, without scripts: what is counted, kept, prefilled, and in the way."""

from datetime import timedelta

import pytest

from app.practice.choice import MOST, PracticeChoice
from app.store.items import live_items
from app.store.unit import reading
from tests.databases import NOW
from tests.web.html_page import HtmlPage
from tests.web.product import Product, right_answer, wrong_answer
from tests.web.visitor import Visitor


def main_text(visitor: Visitor) -> str:
    return " ".join(visitor.page.one("main").text.split())


def filled(page: HtmlPage) -> dict[str, str]:
    """What the form of choices would send, without what is empty."""
    fields = dict(page.form("/practice").fields)
    return {name: value for name, value in fields.items() if value and name != "csrf_token"}


USUAL = {"kind": "mixed", "state": "all", "length": "10", "tries": "1"}
BEGUN_ELSEWHERE = {
    "/lab": ("/lab/ask",),
    "/plan": ("/plan", ("exam_day", "2026-12-15"), ("minutes", "5")),
}


def test_the_page_starts_calm(visitor: Visitor) -> None:
    visitor.get("/practice")
    assert filled(visitor.page) == USUAL
    assert "open" not in visitor.page.one("details", class_="more").attrs
    assert "set-cookie" not in visitor.response.headers


def test_objectives_topics_misconceptions_and_ways_are_offered_with_counts(
    visitor: Visitor, product: Product
) -> None:
    with reading(product.house.database) as unit:
        recipes = {item.recipe for item in live_items(unit) if item.recipe}
    visitor.get("/practice")
    texts = [" ".join(one.text.split()) for one in visitor.page.all("option")]
    (objective,) = (one for one in texts if one.startswith("1.2: "))
    assert objective.endswith(")")
    for start in ("The formula:", "Roles:", "Worked rows:", "Typed numbers ("):
        assert any(one.startswith(start) for one in texts), start
    assert f"Computations Scores, weights and outputs worked by hand ({len(recipes)})" in main_text(visitor)
    assert any("√d_k" in one for one in texts)
    assert not any("$" in one or "(0)" in one for one in texts)


@pytest.mark.parametrize(
    ("sent", "check"),
    [
        ({"objective": "1.2"}, lambda one: "1.2" in one.shown.objectives),
        ({"shape": "role"}, lambda one: one.shown.shape == "role"),
        ({"form": "multiple_select"}, lambda one: one.shown.kind == "multiple_select"),
        ({"form": "numbers", "length": "5"}, lambda one: one.shown.kind == "numbers"),
    ],
)
def test_what_was_chosen_is_asked(visitor: Visitor, product: Product, sent: dict[str, str], check) -> None:
    visitor.get("/practice")
    visitor.send("/practice", *sent.items())
    for _ in range(4):
        variant = product.at(visitor.path)
        assert check(variant), variant.item_id
        visitor.answer(right_answer(variant))
        visitor.send("/next")


def test_what_was_flagged_can_be_practised(visitor: Visitor, product: Product) -> None:
    product.will_ask("state-the-formula")
    visitor.begin()
    visitor.send("/flag")
    visitor.get("/practice")
    assert "Flagged marked by you (1)" in main_text(visitor)
    product.clock.move_to(NOW + timedelta(minutes=1))
    visitor.send("/practice", ("state", "flagged"))
    assert product.at(visitor.path).item_id == "state-the-formula"
    assert "Question 1 of 1" in visitor.response.text
    visitor.answer(right_answer(product.at(visitor.path)))
    assert visitor.path.endswith("/feedback")
    visitor.send("/flag")
    visitor.get("/practice?state=flagged")
    visitor.send("/practice")
    assert "You have flagged no question of this kind." in visitor.page.one("div", id="faults").text
    visitor.get("/practice")
    assert filled(visitor.page)["state"] == "flagged", (
        "though it was cut to one question, it is what was chosen last"
    )


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("objective=1.2&state=missed", USUAL | {"objective": "1.2", "state": "missed"}),
        ("length=15m&feedback=end", USUAL | {"length": "15m", "feedback": "end"}),
        ("tries=0&shape=role&schedule=off&length=20",
         USUAL | {"tries": "0", "shape": "role", "schedule": "off", "length": "20"}),
        ("kind=x&level=y&length=-1&objective=%00&form=%3Cb%3E&" + "a=b&" * 50, USUAL),
    ],
)  # fmt: skip
def test_a_link_fills_the_form_in(visitor: Visitor, link: str, expected: dict[str, str]) -> None:
    visitor.get(f"/practice?{link}")
    assert visitor.status == 200
    found = filled(visitor.page)
    assert {**found, "length": expected["length"] if "length" not in link else found["length"]} == expected
    more = expected.keys() - {"kind", "state", "length"} != {"tries"} or expected["tries"] != "1"
    assert ("open" in visitor.page.one("details", class_="more").attrs) == more


def test_the_form_starts_from_the_last_practice(visitor: Visitor, product: Product) -> None:
    visitor.get("/practice")
    visitor.send(
        "/practice", ("kind", "concepts"), ("level", "derivation"), ("length", "30m"), ("tries", "2")
    )
    assert visitor.path.endswith("/items/1")
    visitor.get("/practice")
    last = {"kind": "concepts", "level": "derivation", "length": "30m", "tries": "2"}
    assert filled(visitor.page) == USUAL | last
    assert "Filled in as your last practice." in main_text(visitor)
    visitor.get("/practice?kind=mixed")
    assert filled(visitor.page) == USUAL
    product.clock.move_to(NOW + timedelta(minutes=1))
    visitor.begin()
    visitor.get("/practice")
    assert filled(visitor.page) == USUAL
    for minute, (address, form) in enumerate(BEGUN_ELSEWHERE.items(), 2):
        product.clock.move_to(NOW + timedelta(minutes=minute))
        visitor.get(address)
        visitor.send(*form)
        if visitor.path == "/plan":
            visitor.send("/plan/today")
        assert visitor.path.endswith("/items/1")
        visitor.get("/practice")
        assert filled(visitor.page) == USUAL, "what was not chosen is not the last choice"


def test_another_practice_like_this_is_like_this(visitor: Visitor, product: Product) -> None:
    visitor.get("/practice")
    chosen = [
        ("objective", "1.2"),
        ("form", "single_choice"),
        ("length", "10m"),
        ("schedule", "off"),
        ("tries", "3"),
    ]
    visitor.send("/practice", *chosen)
    visitor.get(visitor.path.partition("/items/")[0] + "/summary")
    visitor.send("/practice")
    found = product.house.services.practise.summary(1, visitor.path.split("/")[2]).place.choice
    assert found == PracticeChoice(
        objective="1.2", form=found.form, length=MOST, minutes=10, scheduled=False, tries=3
    )
    assert found.form == "single_choice"


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"form": "numbers", "shape": "role"}, "In the way is the topic Roles or the way of answering (typed numbers)"),
        ({"objective": "9.9"}, "No question fits the objective 9.9. Choose all objectives."),
        ({"state": "missed", "level": "intuition"}, "No question of this kind is missed at the moment."),
    ],
)  # fmt: skip
def test_what_is_in_the_way_is_named(
    visitor: Visitor, product: Product, sent: dict[str, str], told: str
) -> None:
    visitor.get("/practice")
    visitor.send("/practice", *sent.items())
    assert visitor.status == 422
    assert told in main_text(visitor)
    assert product.chance.practices == 0
    kept = filled(visitor.page)
    assert {name: kept.get(name) for name in sent if name != "objective"} == {
        name: value for name, value in sent.items() if name != "objective"
    }


def test_a_practice_by_minutes_ends_when_they_are_used_up(visitor: Visitor, product: Product) -> None:
    visitor.get("/practice")
    visitor.send("/practice", ("length", "5m"))
    assert "Question 1, about 5 minutes left" in visitor.response.text
    for turn in (1, 2):
        product.clock.move_to(NOW + timedelta(seconds=100 * turn))
        visitor.answer(right_answer(product.at(visitor.path)))
        visitor.send("/next")
    assert "Question 3, about 2 minutes left" in visitor.response.text
    visitor.get("/")
    assert "5 minutes, question 3" in main_text(visitor)
    visitor.get(visitor.page.one("a", class_="button").attrs["href"])
    product.clock.move_to(NOW + timedelta(hours=3))  # away, which counts five minutes at most
    visitor.get(visitor.path)
    assert "the time is used up" in visitor.response.text
    visitor.answer(right_answer(product.at(visitor.path)))  # what is open may be finished
    assert "See how it went" in main_text(visitor)
    visitor.send("/next")
    assert visitor.path.endswith("/summary")
    assert "3 of 3 right, in about 8 minutes." in main_text(visitor)
    visitor.get("/")
    assert "Where you left off" not in main_text(visitor)


def test_any_practice_can_be_ended(visitor: Visitor, product: Product) -> None:
    visitor.begin()
    visitor.answer(right_answer(product.at(visitor.path)))
    visitor.send("/next")
    place = visitor.path
    visitor.get(place.partition("/items/")[0] + "/summary")
    visitor.send("/end")
    assert visitor.page.one("h1").text == "How it went"
    assert "1 of 1 right" in main_text(visitor)
    assert "not answered" in main_text(visitor)
    visitor.get(place)
    assert "was ended before this question was answered" in main_text(visitor)
    visitor.send("/response", ("option", "1"), ("number", "1"))
    assert visitor.status == 409
    assert "This practice was ended" in main_text(visitor)


def test_trying_again(visitor: Visitor, product: Product) -> None:
    (variant,) = product.will_ask("state-the-formula")
    visitor.begin(("tries", "3"))
    place = visitor.path
    wrong = wrong_answer(variant)
    visitor.answer(wrong)
    assert visitor.path == place
    assert "Not right yet" in visitor.page.one("section", id="not-yet").text
    assert "Two tries are left." in main_text(visitor)
    assert not visitor.page.all("input", name="confidence")
    tried = [
        one.attrs["value"] for one in visitor.page.all("input", name="option") if "disabled" in one.attrs
    ]
    assert tuple(tried) == wrong
    visitor.answer(wrong)
    assert visitor.status == 422
    assert "tried this already" in main_text(visitor)
    visitor.get(place)
    visitor.answer(right_answer(variant))
    assert visitor.path == f"{place}/feedback"
    assert "Your first try counts, and it was not right." in main_text(visitor)
    visitor.get(place.partition("/items/")[0] + "/summary")
    assert "0 of 1 right" in main_text(visitor)


def test_giving_up_explains_it(visitor: Visitor, product: Product) -> None:
    (variant,) = product.will_ask("weights-row-typed")
    visitor.begin(("tries", "0"))
    place = visitor.path
    visitor.answer(wrong_answer(variant))
    assert "Try until it is right, or have it explained." in main_text(visitor)
    assert all(one not in visitor.response.text for one in right_answer(variant) if len(one) > 4)
    visitor.send("/give-up")
    assert visitor.path == f"{place}/feedback"
    assert visitor.page.one("h1").text.strip().startswith("✗Not right")


def test_a_wrong_try_tells_nothing_of_what_is_right(visitor: Visitor, product: Product) -> None:
    """The page after a wrong try is the same whichever of the other options is the right one."""
    (variant,) = product.will_ask("state-the-formula")
    visitor.begin(("tries", "3"))
    visitor.answer(wrong_answer(variant))
    answer = variant.answer_key.answer
    for option in answer.options:  # type: ignore[union-attr]
        assert option.option_id not in visitor.response.text or len(option.option_id) < 4
        assert option.rationale[:30] not in visitor.response.text
    visitor.get(visitor.path + "/feedback")
    assert visitor.path.endswith("/items/1")
