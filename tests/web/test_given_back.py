"""What is filled in and not answered yet comes back: after a format error, a flag, a note, and when it is to be kept."""

from urllib.parse import urlsplit

from tests.web.product import Product, right_answer, wrong_answer
from tests.web.test_placed import PAIRS
from tests.web.test_placed import STEPS as ORDER
from tests.web.typed import GRID, put_by_hand
from tests.web.typed import STEPS as IN_STEPS
from tests.web.visitor import Visitor

FILLED = {  # what is sent, of every kind of form; fields that are left out stay empty
    "weights-row-choice": [("option", "2")],
    "two-facts-about-a-query": [("option", "1"), ("option", "3")],
    "weights-row-typed": [("number", "0,5"), ("number", "1..2"), ("number", "")],
    GRID: [("number", "0.5"), *[("number", "")] * 7, ("number", "<9>")],
    IN_STEPS: [("number", "½ & ü"), *[("number", "")] * 8, ("number", "0.25")],
    PAIRS: [("place-1", "3"), ("place-2", ""), ("place-3", "1")],
    ORDER: [*[(f"place-{n}", "") for n in range(1, 5)], ("place-5", "2")],
}


def standing(visitor: Visitor) -> list[tuple[str, str]]:
    """What the answer's form would send of an answer."""
    found = visitor.page.form("/response").fields
    return [
        (name, text) for name, text in found if name in ("option", "number") or ("place-" in name and text)
    ]


def asked(visitor: Visitor, product: Product, item: str) -> str:
    product.will_ask(item)
    visitor.begin()
    return visitor.path


def test_what_stands_beside_an_answer_gives_it_back(visitor: Visitor, product: Product) -> None:
    put_by_hand(product)
    for item, filled in FILLED.items():
        place = asked(visitor, product, item)
        wanted = [(name, text) for name, text in filled if text or name == "number"]
        for beside in ("/flag", "/note", "/keep"):
            visitor.get(place)
            visitor.send(beside, *filled, ("confidence", "unsure"), ("text", "Look it up"))
            assert (visitor.status, visitor.path) == (200, place)
            assert standing(visitor) == wanted, (item, beside)
            assert not visitor.page.all("div", id="faults")
            said = visitor.page.one("input", name="confidence", value="unsure")
            assert "checked" in said.attrs
            assert visitor.page.one("textarea", id="note-text").text == "Look it up"
        visitor.get(str(visitor.response.url))  # a reload, or the way back from another page
        assert standing(visitor) == wanted, item
    assert product.answers() == 0


def test_a_page_with_a_fault_has_an_address_to_which_the_way_back_leads(
    visitor: Visitor, product: Product
) -> None:
    """Else a browser asks whether it is to send the form again, and shows nothing."""
    place = asked(visitor, product, "weights-row-typed")
    visitor.send("/response", *FILLED["weights-row-typed"], ("text", "Half a note"))
    first, *_ = visitor.response.history
    assert first.status_code == 303
    address = str(visitor.response.url)
    assert (visitor.status, urlsplit(address).path) == (422, f"{place}/response")
    visitor.get(address)
    assert visitor.status == 422
    assert standing(visitor) == FILLED["weights-row-typed"]
    assert "more than one decimal sign" in visitor.page.one("div", id="faults").text
    assert visitor.page.one("textarea", id="note-text").text == "Half a note"
    visitor.answer(right_answer(product.at(place)))
    assert visitor.path == f"{place}/feedback"
    visitor.get(address)
    assert (visitor.status, visitor.path) == (200, place)
    assert "You have answered this question" in visitor.page.one("main").text
    visitor.get(f"{place}?{urlsplit(address).query}")
    assert visitor.page.one("fieldset", id="answer").attrs.get("disabled") is not None


def test_an_address_that_carries_an_answer_shows_it_to_nobody_else(
    visitor: Visitor, product: Product
) -> None:
    asked(visitor, product, "weights-row-typed")
    visitor.send("/response", *FILLED["weights-row-typed"])
    address = str(visitor.response.url)
    other = Visitor(visitor.client.app)  # type: ignore[arg-type]
    other.get(address)
    assert other.status == 404
    other.begin()
    other.get(address)
    assert (other.status, other.page.all("input", name="number")) == (404, [])


def test_what_no_address_can_carry_comes_back_all_the_same(visitor: Visitor, product: Product) -> None:
    asked(visitor, product, "weights-row-typed")
    long = [("number", "x" * 900)] * 3
    note = "ü" * 1500
    visitor.send("/response", *long, ("text", note))
    assert (visitor.status, standing(visitor)) == (422, long)
    assert visitor.page.one("textarea", id="note-text").text == note
    visitor.send("/flag", *long)
    assert (visitor.status, standing(visitor)) == (200, long)
    assert "You flagged this question" in visitor.page.one("section", id="remarks").text


def test_a_note_that_is_refused_gives_the_answer_back_too(visitor: Visitor, product: Product) -> None:
    asked(visitor, product, "weights-row-typed")
    visitor.send("/note", *FILLED["weights-row-typed"], ("text", "y" * 2001))
    assert visitor.status == 400
    assert standing(visitor) == FILLED["weights-row-typed"]


def test_a_try_that_was_made_before_comes_back_with_its_sentence(visitor: Visitor, product: Product) -> None:
    (variant,) = product.will_ask("weights-row-typed")
    visitor.begin(("tries", "3"))
    given = wrong_answer(variant)
    visitor.answer(given)
    visitor.answer(given)
    assert visitor.status == 422
    assert "You have tried this already" in visitor.page.one("div", id="faults").text
    visitor.get(str(visitor.response.url))
    assert "You have tried this already" in visitor.page.one("div", id="faults").text


def test_a_flag_of_an_answered_question_keeps_to_the_feedback(visitor: Visitor, product: Product) -> None:
    place = asked(visitor, product, "weights-row-typed")
    visitor.answer(wrong_answer(product.at(place)))
    for beside in ("/flag", "/note"):
        visitor.send(beside)
        assert visitor.path == f"{place}/feedback"
        assert "?" not in str(visitor.response.url)
