"""A practice from the first page to the summary, without scripts: plain forms and redirects."""

from datetime import timedelta

import pytest

from tests.databases import NOW
from tests.web.product import Product, right_answer, slip_answer, wrong_answer
from tests.web.visitor import Visitor


def give(visitor: Visitor, given: tuple[str, ...]) -> None:
    visitor.answer(given)
    assert visitor.status == 200
    assert visitor.path.endswith("/feedback")


def main_text(visitor: Visitor) -> str:
    return " ".join(visitor.page.one("main").text.split())


def test_a_practice_from_start_to_summary(visitor: Visitor, product: Product) -> None:
    asked = product.will_ask(
        product.with_slip("weights-row-choice", "no-scale"), "weights-row-typed", "state-the-formula",
        "two-facts-about-a-query", "spread-typed",
    )  # fmt: skip
    visitor.begin(("length", "5"))
    assert visitor.path.endswith("/items/1")
    give(visitor, slip_answer(asked[0], "no-scale"))
    assert "is what comes out without dividing by" in visitor.response.text
    visitor.send("/next")
    assert visitor.path.endswith("/items/2")
    first, *others = right_answer(asked[1])
    give(visitor, (first.replace(".", ","), *(text.lstrip("0") for text in others)))
    assert visitor.page.one("h1").text.strip().startswith("✓Right")
    for variant in asked[2:]:
        visitor.send("/next")
        give(visitor, right_answer(variant))
    visitor.send("/next")
    assert visitor.path.endswith("/summary")
    assert visitor.page.one("h1").text == "How it went"
    assert "4 of 5 right" in main_text(visitor)


def test_the_first_page_continues_where_one_left_off(visitor: Visitor, product: Product) -> None:
    visitor.begin()
    give(visitor, wrong_answer(product.at(visitor.path)))
    visitor.send("/next")
    place = visitor.path
    visitor.get("/")
    assert [link.attrs["href"] for link in visitor.page.all("a", class_="button")] == [place]


def test_an_answer_that_cannot_be_read_comes_back_with_everything_that_was_given(
    visitor: Visitor, product: Product
) -> None:
    (variant,) = product.will_ask("weights-row-typed")
    visitor.begin()
    typed = ("0,5", "12..3", "<b>&")
    visitor.answer(typed)
    assert visitor.status == 422
    fields = visitor.page.all("input", name="number")
    assert tuple(field.attrs["value"] for field in fields) == typed
    assert ["aria-invalid" in field.attrs for field in fields] == [False, True, True]
    for place in (2, 3):
        assert visitor.page.one("p", id=f"fault-{place}").text
        assert f"fault-{place}" in fields[place - 1].attrs["aria-describedby"].split()
    summary = visitor.page.one("div", id="faults")
    assert summary.attrs["role"] == "alert"
    assert summary.attrs["tabindex"] == "-1"
    linked = [link.attrs["href"] for link in visitor.page.all("a") if link.inside("div") is summary]
    assert linked == ["#number-2", "#number-3"]
    assert product.answers() == 0
    give(visitor, right_answer(variant))


def test_a_choice_of_too_many_comes_back_with_what_was_chosen(visitor: Visitor, product: Product) -> None:
    product.will_ask("two-facts-about-a-query")
    visitor.begin()
    visitor.answer(("1", "2", "4"))
    assert visitor.status == 422
    chosen = [
        box.attrs["value"] for box in visitor.page.all("input", name="option") if "checked" in box.attrs
    ]
    assert chosen == ["1", "2", "4"]
    assert visitor.page.one("p", id="fault-0").text


def test_an_answered_question_can_be_seen_and_not_changed(visitor: Visitor, product: Product) -> None:
    (variant,) = product.will_ask("weights-row-choice")
    visitor.begin()
    place = visitor.path
    first = visitor.page.form("/response")
    give(visitor, wrong_answer(variant))
    visitor.get(place)
    assert "disabled" in visitor.page.one("fieldset").attrs
    visitor.post(first.action, [*first.fields, ("option", right_answer(variant)[0])])
    assert visitor.path.endswith("/feedback")
    assert "Not right" in visitor.page.one("h1").text
    assert product.answers() == 1


def test_feedback_of_an_open_question_leads_to_the_question(visitor: Visitor) -> None:
    visitor.begin()
    place = visitor.path
    visitor.get(place + "/feedback")
    assert visitor.path == place


def test_the_address_of_an_answer_that_came_back_leads_to_the_question(visitor: Visitor) -> None:
    visitor.begin()
    place = visitor.path
    visitor.send("/response")
    assert visitor.status == 422
    visitor.get(visitor.path)
    assert (visitor.status, visitor.path) == (200, place)


def test_the_same_question_with_new_numbers_is_the_next_one(visitor: Visitor, product: Product) -> None:
    (variant,) = product.will_ask("weights-row-choice")
    visitor.begin()
    give(visitor, wrong_answer(variant))
    visitor.send("/again")
    assert visitor.path.endswith("/items/2")
    other = product.at(visitor.path)
    assert (other.item_id, other.twin != variant.twin) == (variant.item_id, True)


def test_a_slip_that_was_made_before_is_counted_and_dated(visitor: Visitor, product: Product) -> None:
    choices = [product.with_slip(item, "no-scale") for item in ("weights-row-choice", "scaled-row-choice")]
    asked = product.will_ask("weights-row-typed", *choices)
    visitor.begin()
    for n, variant in enumerate(asked):
        product.clock.move_to(NOW + n * timedelta(days=1))
        give(visitor, slip_answer(variant, "no-scale"))
        if n < 2:
            visitor.send("/next")
    note = " ".join(visitor.page.one("aside", aria_label="This slip before").text.split())
    assert note.startswith("You have made this slip twice before, last on 2 December 2026.")


def test_choosing_kind_level_and_length(visitor: Visitor) -> None:
    visitor.get("/practice")
    visitor.send("/practice", ("kind", "computations"), ("level", "mechanism"), ("length", "20"))
    visitor.get("/")
    assert "Computations, question 1 of 20" in main_text(visitor)


def test_the_instructor_link_is_traded_once(visitor: Visitor, product: Product) -> None:
    address = f"/instructor/{product.house.services.instructor.new_link_token()}"
    visitor.get("/authoring")
    assert visitor.status == 403
    visitor.get(address)
    assert visitor.response.headers["referrer-policy"] == "same-origin"
    visitor.send(address, ("name", "  "))
    assert visitor.status == 422
    assert "aria-invalid" in visitor.page.one("input", id="name").attrs
    visitor.send(address, ("name", "Ada"))
    assert visitor.path == "/authoring"
    visitor.get("/authoring/banks/attention")
    assert visitor.status == 200
    visitor.get("/authoring/items/weights-row-choice")
    assert "recipe: weights-row" in main_text(visitor)
    visitor.get(address)
    assert visitor.status == 410


def test_looking_at_the_instructor_link_does_not_use_it_up(visitor: Visitor, product: Product) -> None:
    address = f"/instructor/{product.house.services.instructor.new_link_token()}"
    for _ in range(3):
        assert visitor.get(address).form(address)
    visitor.client.head(address)
    visitor.send(address, ("name", "Ada"))
    assert visitor.path == "/authoring"


@pytest.mark.parametrize("name", ["Eve", ""])
def test_a_void_instructor_link_says_so_at_once(visitor: Visitor, product: Product, name: str) -> None:
    used = product.house.services.instructor.new_link_token()
    product.house.services.instructor.trade(used, "Ada")
    older = product.house.services.instructor.new_link_token()
    product.house.services.instructor.new_link_token()
    for token in (used, older, "invented", "A" * 43):
        for send in (visitor.get, lambda address: visitor.post(address, [("name", name)])):
            send(f"/instructor/{token}")
            assert visitor.status == 410
            assert visitor.page.one("h1").text == "This link does not work any more"
            assert "has been used" in main_text(visitor)
            assert not visitor.page.all("form")


def test_a_choice_that_nothing_fits_comes_back_with_what_would_fit(
    visitor: Visitor, product: Product
) -> None:
    visitor.get("/practice")
    visitor.send("/practice", ("kind", "computations"), ("level", "intuition"), ("length", "20"))
    assert (visitor.status, visitor.path) == (422, "/practice")
    assert visitor.page.one("div", id="faults").attrs["role"] == "alert"
    assert "In the way is the kind Computations or the level Intuition" in main_text(visitor)
    chosen = {
        one.attrs["name"]: one.attrs["value"] for one in visitor.page.all("input") if "checked" in one.attrs
    }
    assert {name: value for name, value in chosen.items() if value} == {
        "kind": "computations", "level": "intuition", "state": "all", "length": "20", "tries": "1",
    }  # fmt: skip
    assert "open" in visitor.page.one("details", class_="more").attrs
    assert product.chance.practices == 0
    assert "set-cookie" not in visitor.response.headers
    visitor.send("/practice", ("level", "mechanism"))
    assert visitor.path.endswith("/items/1")


def test_nothing_fits_a_misconception_that_no_question_has(visitor: Visitor) -> None:
    visitor.get("/practice")
    visitor.send("/practice", ("misconception", "no-such-belief"))
    assert visitor.status == 422
    assert "No question fits the misconception." in main_text(visitor)


def test_how_many_to_choose_is_said_once(visitor: Visitor, product: Product) -> None:
    product.will_ask("two-facts-about-a-query")
    visitor.begin()
    (legend,) = (one for one in visitor.page.all("legend") if "Choose" in one.text)
    assert " ".join(legend.text.split()) == "Choose two"


@pytest.mark.parametrize(
    ("sent", "kept", "sentence"),
    [
        ([("number", "0.5\x00"), ("number", "0.2"), ("number", "0.3")], ("0.5\ufffd", "0.2", "0.3"), "“\ufffd” cannot"),
        ([("number", "0.5")] * 3 + [("number", "")] * 200, ("0.5", "0.5", "0.5"), "more fields than the page"),
        ([("number", "0.5")] * 200, ("0.5", "0.5", "0.5"), "more fields than the page"),
        ([("number", "5" * 201), ("number", "0.2"), ("number", "0.3")], ("5" * 201, "0.2", "0.3"), "too long"),
        ([("number", "5" * 9000), ("number", "0.2"), ("number", "x")], ("5" * 1000, "0.2", "x"), "too long"),
        ([("number", "5" + " " * 2000 + "7"), ("number", "2"), ("number", "3")], ("5" + " " * 999, "2", "3"), "too long"),
        ([("number", "0.5")] * 3 + [("option", "1\x00")] * 300 + [("x", "1")] * 500 + [("number", "1")],
         ("0.5", "0.5", "0.5"), "more fields than the page"),
    ],
)  # fmt: skip
def test_what_no_browser_sends_costs_no_other_field(
    visitor: Visitor, product: Product, sent: list[tuple[str, str]], kept: tuple[str, ...], sentence: str
) -> None:
    (variant,) = product.will_ask("weights-row-typed")
    visitor.begin()
    visitor.send("/response", *sent)
    assert visitor.status == 422
    assert tuple(one.attrs["value"] for one in visitor.page.all("input", name="number")) == kept
    assert sentence in visitor.page.one("div", id="faults").text
    assert product.answers() == 0
    give(visitor, right_answer(variant))


def test_signs_that_are_none_are_never_stored(visitor: Visitor, product: Product) -> None:
    (variant,) = product.will_ask("weights-row-typed")
    visitor.begin()
    numbers = [("number", text) for text in right_answer(variant)]
    visitor.send("/response", *numbers, ("option", "\x00"))
    assert visitor.path.endswith("/feedback")


def test_too_many_options_keep_those_of_the_page(visitor: Visitor, product: Product) -> None:
    product.will_ask("two-facts-about-a-query")
    visitor.begin()
    visitor.send("/response", *[("option", "1"), ("option", "3")] * 100)
    assert visitor.status == 422
    chosen = [
        one.attrs["value"] for one in visitor.page.all("input", name="option") if "checked" in one.attrs
    ]
    assert chosen == ["1", "3"]


def test_a_decimal_comma_is_read_beside_another(visitor: Visitor, product: Product) -> None:
    (variant,) = product.will_ask("output-row-typed")
    visitor.begin()
    give(visitor, tuple(text.replace(".", ",") for text in right_answer(variant)))
    assert visitor.page.one("h1").text.strip().startswith("✓Right")


def test_numbers_of_a_step_stand_token_by_token(visitor: Visitor, product: Product) -> None:
    (variant,) = product.will_ask("output-row-choice")
    visitor.begin()
    give(visitor, wrong_answer(variant))
    step = next(one for one in variant.answer_key.solution if one.slug == "weighted")
    first = step.names[0].partition(",")[0]
    width = sum(name.startswith(f"{first},") for name in step.names)
    classes = [
        one.attrs["class"]
        for one in visitor.page.all("span")
        if "cells" in one.attrs.get("class", "").split()
    ]
    assert f"cells by-{width}" in [name.removesuffix(" long") for name in classes]
