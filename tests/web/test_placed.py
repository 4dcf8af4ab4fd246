"""Matchings and orderings without scripts: shown, answered, given back, told, counted, taken along and graded anew."""

import orjson
import pytest

from app.items.answer_key import MatchingAnswer, OrderingAnswer
from app.items.public import MatchingForm, OrderingForm
from app.store.answer_keys import VariantRow
from tests.web.product import Product, right_answer, wrong_answer
from tests.web.test_own_data import bring_in, exported, other_device
from tests.web.visitor import Visitor

PAIRS, STEPS = "three-vectors-three-jobs", "one-row-step-by-step"


def asked(visitor: Visitor, product: Product, item: str) -> VariantRow:
    (variant,) = product.will_ask(item)
    visitor.begin()
    return variant


def chosen(visitor: Visitor) -> list[str]:
    """What is selected in each list, by its number."""
    lists = [one for one in visitor.page.all("select") if one.attrs.get("name", "").startswith("place-")]
    picked = [one for one in visitor.page.all("option") if "selected" in one.attrs]
    by_list = {id(one.inside("select")): one.attrs["value"] for one in picked}
    return [by_list.get(id(one), "") for one in sorted(lists, key=lambda one: one.attrs["name"])]


def test_a_matching_has_a_list_for_each_line_and_letters_for_the_choices(
    visitor: Visitor, product: Product
) -> None:
    variant = asked(visitor, product, PAIRS)
    form = variant.shown.form
    assert isinstance(form, MatchingForm)
    labels = [one.text for one in visitor.page.all("label") if one.attrs.get("for", "").startswith("place-")]
    assert labels == [f"{n} {prompt}" for n, prompt in enumerate(form.prompts, 1)]
    options = [one for one in visitor.page.all("option") if one.inside("select").attrs["name"] == "place-2"]  # type: ignore[union-attr]
    assert [one.text for one in options] == [
        "Letter",
        *(f"{'ABCD'[n]}. {choice}" for n, choice in enumerate(form.choices)),
    ]
    assert [one.attrs["value"] for one in options] == ["", "1", "2", "3", "4"]


def test_an_ordering_has_a_list_of_places_for_each_step(visitor: Visitor, product: Product) -> None:
    variant = asked(visitor, product, STEPS)
    form = variant.shown.form
    assert isinstance(form, OrderingForm)
    assert len(visitor.page.all("select", name="place-5")) == 1
    assert not visitor.page.all("select", name="place-6")
    labels = [one.text for one in visitor.page.all("label") if one.attrs.get("for", "").startswith("place-")]
    plain = [text for text in form.entries if "$" not in text]
    assert [text for text in labels if text in plain] == plain


@pytest.mark.parametrize("item", [PAIRS, STEPS])
def test_right_and_wrong_answers_are_told(visitor: Visitor, product: Product, item: str) -> None:
    variant = asked(visitor, product, item)
    visitor.answer(right_answer(variant))
    assert visitor.page.one("h1").text.startswith("✓Right")
    product.will_ask(item)
    visitor.send("/next")
    again = product.at(visitor.path)
    visitor.answer(wrong_answer(again))
    assert visitor.page.one("h1").text.startswith(("✗Not right", "≈Partly right"))
    assert product.answers() == 2
    answer = again.answer_key.answer
    if isinstance(answer, MatchingAnswer):
        letters = ", ".join(f"{n} {'ABCD'[int(given) - 1]}" for n, given in enumerate(wrong_answer(again), 1))
        assert f"Your answer: {letters}" in visitor.page.one("h1").text
        whys = [
            row[int(given) - 1].rationale
            for row, given in zip(answer.cells, wrong_answer(again), strict=True)
        ]
    else:
        assert isinstance(answer, OrderingAnswer)
        assert "Your answer" not in visitor.page.one("h1").text
        whys = [*answer.rationales, *(one.rationale for one in answer.reversals)]
    told = visitor.page.one("main").text
    assert [why for why in whys if "$" not in why and why not in told] == []


def test_a_partly_right_answer_says_how_points_are_made(visitor: Visitor, product: Product) -> None:
    variant = asked(visitor, product, PAIRS)
    first, second, third = right_answer(variant)
    visitor.answer((first, third, second))
    assert visitor.page.one("h1").text.startswith("≈Partly right")
    assert "Each right pair earns an equal share: one of three." in visitor.page.one("main").text
    visitor.get(visitor.path.partition("/items/")[0] + "/summary")
    (result,) = visitor.page.all("span", class_="part")
    assert result.text.startswith("≈ partly right, 0.33 points")


REFUSED: dict[str, list[tuple[tuple[str, ...], list[str]]]] = {
    PAIRS: [
        (("", "", ""), ["Nothing is chosen yet"]),
        (("2", "2", ""), ["B is chosen for line 1 already", "Nothing is chosen for line 3 yet"]),
        (("9", "<b>", "1"), ["Line 1 has none of the letters", "Line 2 has none of the letters"]),
    ],
    STEPS: [
        (("1", "1", "2", "3", ""), ["Place 1 is given twice", "This line has no place yet"]),
        (("1", "2", "3", "4", "6"), ["This place is not on the page"]),
    ],
}


@pytest.mark.parametrize("item", REFUSED)
def test_what_is_no_answer_comes_back_and_costs_nothing(
    visitor: Visitor, product: Product, item: str
) -> None:
    variant = asked(visitor, product, item)
    known = {str(n) for n in range(1, 6 if item == STEPS else 5)}
    for given, sentences in REFUSED[item]:
        visitor.answer(given)
        assert visitor.status == 422
        assert chosen(visitor) == [text if text in known else "" for text in given]
        told = [one for one in visitor.page.all("p") if one.attrs.get("class") == "fault"]
        assert len(told) == len(sentences)
        for one, sentence in zip(told, sentences, strict=True):
            assert one.text.startswith(sentence)
            link = next(each for each in visitor.page.all("a") if each.text == one.text)
            field = link.attrs["href"][1:]
            assert visitor.page.all("select" if field.startswith("place") else "fieldset", id=field)
    assert product.answers() == 0
    fields = [(f"place-{n}", text) for n, text in enumerate(right_answer(variant), 1)]
    visitor.send("/response", *reversed(fields))  # a script may have put them in another order
    assert visitor.page.one("h1").text.startswith("✓Right")


def test_slips_of_pairs_and_turns_are_counted_and_their_pages_offer_these_questions(
    visitor: Visitor, product: Product
) -> None:
    variant = asked(visitor, product, STEPS)
    visitor.answer(wrong_answer(variant))
    page = visitor.get("/progress")
    for name in (
        "Scale after the softmax",
        "Weighted sum before the softmax",
        "Softmax without the exponential",
    ):
        assert name in page.one("main").text
    product.will_ask(STEPS)
    visitor.get("/misconceptions/sum-before-softmax")
    visitor.send("/practice")
    assert product.at(visitor.path).item_id == STEPS


def test_they_are_taken_along_and_graded_anew(visitor: Visitor, product: Product) -> None:
    pairs, steps = product.will_ask(PAIRS, STEPS)
    visitor.begin()
    first, second, third = right_answer(pairs)
    visitor.answer((first, third, second))
    visitor.send("/next")
    visitor.answer(right_answer(steps))
    file = orjson.loads(exported(visitor))
    assert [row["given"]["typed"] for row in file["responses"]] == [
        [first, third, second], list(right_answer(steps)),
    ]  # fmt: skip
    for row in file["responses"]:
        row["points"], row["correct"] = 1.0, True
    other = other_device(visitor)
    bring_in(other, orjson.dumps(file))
    assert other.status == 200, other.page.one("main").text
    back = orjson.loads(exported(other))
    assert [(round(row["points"], 3), row["correct"]) for row in back["responses"]] == [
        (0.333, False),
        (1.0, True),
    ]
    csv_lines = exported(other, "csv").decode().splitlines()
    assert f"{first}; {third}; {second}" in csv_lines[1]


def test_a_file_with_what_is_no_answer_is_refused(visitor: Visitor, product: Product) -> None:
    variant = asked(visitor, product, PAIRS)
    visitor.answer(right_answer(variant))
    file = orjson.loads(exported(visitor))
    file["responses"][0]["given"]["typed"] = ["1", "1", "2"]
    page = bring_in(other_device(visitor), orjson.dumps(file))
    assert (
        "responses[0].given" in page.one("main").text
        or "is no answer to that question" in page.one("main").text
    )


@pytest.mark.parametrize("item", [PAIRS, STEPS])
def test_an_instructor_sees_them_as_a_learner_does(visitor: Visitor, product: Product, item: str) -> None:
    token = product.house.services.instructor.new_link_token()
    visitor.get(f"/instructor/{token}")
    visitor.send(token, ("name", "Ada"))
    page = visitor.get(f"/authoring/items/{item}")
    assert visitor.status == 200
    assert "disabled" in page.one("fieldset", id="answer").attrs
    assert len(page.all("select")) == (3 if item == PAIRS else 5)


def test_another_try_keeps_what_was_given_and_tells_nothing_of_what_is_right(
    visitor: Visitor, product: Product
) -> None:
    (variant,) = product.will_ask(PAIRS)
    visitor.begin(("tries", "3"))
    first, second, third = right_answer(variant)
    visitor.answer((first, third, second))
    assert visitor.page.one("section", id="not-yet")
    assert chosen(visitor) == [first, third, second]
    told = visitor.page.one("section", id="not-yet").text
    assert f"Tried: 1 {'ABCD'[int(first) - 1]}, 2 {'ABCD'[int(third) - 1]}" in told
    assert "Line by line" not in visitor.response.text
    visitor.answer(right_answer(variant))
    assert visitor.path.endswith("/feedback")
    assert "Tried before: 1 " in visitor.page.one("main").text


def test_an_order_that_waits_for_the_end_stands_in_the_form(visitor: Visitor, product: Product) -> None:
    (variant,) = product.will_ask(STEPS)
    visitor.begin(("feedback", "end"))
    visitor.answer(wrong_answer(variant))
    visitor.get(visitor.path.partition("/items/")[0] + "/items/1")
    assert chosen(visitor) == list(wrong_answer(variant))
