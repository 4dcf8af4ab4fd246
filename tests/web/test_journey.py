"""A practice from the first page to the summary, without scripts: plain forms and redirects."""

from datetime import timedelta

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
    assert visitor.response.headers["referrer-policy"] == "no-referrer"
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
    visitor.send(address, ("name", "Eve"))
    assert visitor.status == 403
