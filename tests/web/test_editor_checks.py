"""A question's own checks in the editor: written in the form without a script, tried when saved, faults at their fields."""

import pytest
from fastapi import FastAPI

from tests.unit.bank import placed, samples
from tests.unit.bank.typed_numbers import NUMBERS
from tests.web.drafting import begun, found
from tests.web.html_page import HtmlPage
from tests.web.instructing import instructor_of
from tests.web.product import Product
from tests.web.visitor import Visitor

CAME = "came"


@pytest.fixture
def instructor(app: FastAPI, product: Product) -> Visitor:
    return instructor_of(app, product)


def opened(instructor: Visitor, text: str, kind: str) -> str:
    """A draft with this text, in the form; its name is that of the text."""
    known = text.replace("output-is-scores", "plain-mean").replace("multiply-by-root", "plain-mean")
    name = text.partition("id: ")[2].partition("\n")[0]
    address = begun(instructor, f"{name}-anew", kind)
    instructor.get(f"{address}?as=yaml")
    instructor.send(address, ("text", known.replace(f"id: {name}\n", f"id: {name}-anew\n", 1)))
    instructor.get(address)
    assert found(instructor).startswith(("✓", "No fault")), instructor.page.one("ul", id="found-list").text
    return address


def came(page: HtmlPage) -> list[tuple[str, str]]:
    """What stands beside each check: held, failed or neither, and the words."""
    told = [one for one in page.all("p") if CAME in one.attrs.get("class", "").split()]
    return [(one.attrs["class"].removeprefix(CAME).strip(), one.text) for one in told]


def text_of(instructor: Visitor, address: str) -> str:
    instructor.get(f"{address}?as=yaml")
    text = instructor.page.one("textarea", id="text").text
    instructor.get(address)
    return text


def checked(instructor: Visitor, address: str, *changes: tuple[str, str], number: int = 1) -> None:
    """Add a check and fill it in."""
    instructor.send(address, ("act", "add checks"))
    instructor.send(address, *[(f"checks[{number}].{name}", value) for name, value in changes])


def test_typed_numbers_get_a_right_a_wrong_and_an_unreadable_answer(instructor: Visitor) -> None:
    text = NUMBERS.partition("checks:")[0].replace("    unit: bits\n", "    unit: bits  # of entropy\n")
    address = opened(instructor, text, "numbers")
    assert came(instructor.page) == []
    checked(instructor, address, ("answered", "typed"), ("typed[1]", "1.50"), ("expect", "right"))
    checked(
        instructor, address, ("answered", "typed"), ("typed[1]", "12"), ("expect", "wrong"),
        ("slips[1]", "no-scale"), number=2,
    )  # fmt: skip
    checked(
        instructor, address, ("answered", "typed"), ("typed[1]", "one and a half"), ("expect", "invalid"),
        ("name", "in words"), number=3,
    )  # fmt: skip
    assert came(instructor.page) == [
        ("good", "Came out right."),
        ("good", "Came out wrong with no-scale, for 0 points."),
        ("good", "Came out refused as no answer."),
    ]
    written = text_of(instructor, address)
    assert "unit: bits  # of entropy" in written
    own = written.partition("checks:\n")[2].replace("'", "")
    assert own.startswith("  - typed: [1.50]\n    expect: right\n  - typed: [12]\n    expect: wrong\n")
    assert "slips: [no-scale]" in own
    assert "They believe" in instructor.page.one("div", id="f-checks-2-slips-1-belief").text


def test_a_check_that_fails_says_what_came_and_what_should_have(instructor: Visitor) -> None:
    address = opened(instructor, samples.AUTHORED, "single_choice")
    checked(
        instructor, address, ("answered", "chosen"), ("checks[1].chosen:keys", "on"), ("expect", "right"),
    )  # fmt: skip
    instructor.send(address, ("checks[1].chosen:keys", "on"))
    assert came(instructor.page) == [
        ("bad", "Came out wrong with carry-keys, for 0 points, and should be right.")
    ]
    assert "own-check" in instructor.page.one("ul", id="found-list").text
    instructor.send(address, ("checks[1].expect", "wrong"))
    assert came(instructor.page) == [("good", "Came out wrong with carry-keys, for 0 points.")]


@pytest.mark.parametrize(
    ("text", "kind", "fields", "told"),
    [
        (placed.MATCHING, "matching", (("pairs.query", "asks"), ("pairs.key", "fits"), ("pairs.value", "place")), "wrong"),
        (placed.ORDERING, "ordering", (("order[1]", "powers"),), "refused"),
    ],
    ids=["matching", "ordering"],
)  # fmt: skip
def test_pairs_and_orders_are_chosen_from_lists(
    instructor: Visitor, text: str, kind: str, fields: tuple[tuple[str, str], ...], told: str
) -> None:
    address = opened(instructor, text, kind)
    instructor.send(address, ("act", "add checks"))
    assert all(instructor.page.one("select", name=f"checks[1].{name}") for name, _ in fields)
    expect = "invalid" if told == "refused" else "wrong"
    instructor.send(
        address, *[(f"checks[1].{name}", value) for name, value in fields], ("checks[1].expect", expect)
    )
    ((held, words),) = came(instructor.page)
    assert (held, told in words) == ("good", True), words


def test_drawn_numbers_are_tried_on_their_fixed_variant_and_on_draws(instructor: Visitor) -> None:
    instructor.get("/authoring/items/weights-row-typed")
    instructor.send("/edit")
    address = instructor.path
    before = text_of(instructor, address)
    assert [held for held, _ in came(instructor.page)] == ["good"] * 5
    assert instructor.page.one("textarea", id="f-checks-1-typed").text.split() == ["0.506", "0.186", "0.307"]
    instructor.send(address)
    assert text_of(instructor, address) == before, "a form that nobody touched changes no byte"
    checked(instructor, address, ("answered", "slip"), ("slip", "no-scale"), ("expect", "wrong"), number=6)
    held, words = came(instructor.page)[5]
    assert (held, "variants" in words) == ("good", True), words


def test_faults_of_a_check_stand_at_its_fields(instructor: Visitor) -> None:
    address = opened(instructor, samples.AUTHORED, "single_choice")
    instructor.send(address, ("act", "add checks"))
    assert instructor.page.one("p", id="f-checks-1-expect-fault").text.startswith("Is missing")
    assert came(instructor.page) == [("", "Not tried while the question has faults.")]
    instructor.send(
        address,
        ("checks[1].answered", "slip"),
        ("checks[1].expect", "right"),
        ("checks[1].slips[1]", "carry-keys"),
    )
    assert "only what is wrong names slips" in instructor.page.one("p", id="f-checks-1-slips-1-fault").text
    assert instructor.page.one("p", id="f-checks-1-slip-fault").text
    typed = text_of(instructor, address).replace("slip: ''", "typed: ['1']")
    instructor.get(f"{address}?as=yaml")
    instructor.send(address, ("text", typed.removeprefix("\n")))
    instructor.get(address)
    assert (
        "is no answer to an item of kind" in instructor.page.one("fieldset", id="list-checks-1").text.lower()
    )
    instructor.send(address, ("act", "drop checks 1"))
    assert found(instructor).startswith(("✓", "No fault"))
    assert "checks" not in text_of(instructor, address)


def test_options_are_picked_by_their_words_and_formulas(instructor: Visitor) -> None:
    text = samples.AUTHORED
    first = text.partition("    text: ")[2].partition("\n")[0]
    address = opened(instructor, text.replace(first, "Its product $QK^\\top$ & more", 1), "single_choice")
    instructor.send(address, ("act", "add checks"))
    (label, *_) = [
        one
        for one in instructor.page.all("label")
        if one.attrs.get("class") == "switch" and "Its product" in one.text
    ]
    assert "<math" in instructor.response.text.partition('id="f-checks-1-chosen"')[2].partition("</div>")[0]
    assert "$" not in label.text


@pytest.mark.parametrize(
    ("field", "written"),
    [
        ("slips[1]", "  - chosen: []\n    expect: wrong\n    slips: [quite-new]\n"),
        ("slip", "  - slip: quite-new\n    expect: wrong\n"),
    ],
)
def test_a_misconception_that_is_made_for_a_check_comes_back_to_it(
    instructor: Visitor, field: str, written: str
) -> None:
    """Where another way of answering was chosen, the check is answered by the misconception that was made for it."""
    address = opened(instructor, samples.AUTHORED, "single_choice")
    instructor.send(address, ("act", "add checks"))
    instructor.send(address, ("checks[1].expect", "wrong"), ("act", f"belief checks[1].{field}"))
    instructor.send("/registry/new", ("name", "Quite new"), ("belief", "So."), ("truth", "Not so."))
    assert instructor.path == address
    assert dict(instructor.page.form(address).fields)[f"checks[1].{field}"] == "quite-new"
    assert text_of(instructor, address).partition("checks:\n")[2].replace("'", "").strip() == written.strip()
