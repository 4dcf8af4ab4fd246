"""Conflicts between files and questions in the browser, and any two states side by side."""

import pytest
from fastapi import FastAPI

from tests.web.conflicting import CONFLICTS, DIFF, ITEM, ONE, conflict, level
from tests.web.instructing import instructor_of
from tests.web.product import Product
from tests.web.visitor import Visitor


@pytest.fixture
def instructor(app: FastAPI, product: Product) -> Visitor:
    conflict(product)
    return instructor_of(app, product)


def test_both_texts_stand_side_by_side_and_what_differs_is_said(instructor: Visitor) -> None:
    assert "One thing was changed both in the files and here" in instructor.get("/authoring").one("main").text
    row = next(one for one in instructor.get(CONFLICTS).all("tr") if ITEM in one.text)
    assert "changed on both sides" in row.text
    page = instructor.get(ONE)
    (table,) = page.all("table", class_="two-texts")
    assert "level: derivation" in table.text
    assert "level: mechanism" in table.text
    assert "derivation" in [one.text for one in page.all("del")]
    assert "mechanism" in [one.text for one in page.all("ins")]
    assert "changed" in [one.text for one in page.all("th")]


@pytest.mark.parametrize(("act", "wanted"), [("file", "derivation"), ("database", "mechanism")])
def test_a_conflict_is_settled(instructor: Visitor, product: Product, act: str, wanted: str) -> None:
    instructor.get(ONE)
    instructor.send(ONE, ("act", act), ("actor", "Emmy"))
    assert (instructor.status, instructor.path) == (200, CONFLICTS)
    assert "stands in the question’s history" in instructor.page.one("p", class_="notice").text.replace(
        "'", "’"
    )
    assert "None. Files and questions go together." in instructor.page.one("main").text
    assert level(product) == wanted
    instructor.get(ONE)
    assert instructor.status == 404
    # What was not taken can be looked at all the same.
    states = [one.text for one in instructor.get(DIFF).all("option")]
    assert len(states) == 2 * 3


def test_a_merge_is_begun_in_the_editor(instructor: Visitor, product: Product) -> None:
    instructor.get(ONE)
    instructor.send(ONE, ("act", "merge"), ("actor", "Emmy"))
    assert instructor.status == 200
    assert instructor.path.startswith("/authoring/drafts/")
    assert "# Both sides changed level" in instructor.page.one("textarea", name="text").text
    page = instructor.get(ONE)
    assert "A draft of this question is under way." in page.one("main").text
    assert level(product) == "mechanism"


@pytest.mark.parametrize(
    ("field", "said"),
    [
        (("actor", ""), "Write your name"),
        (("act", "nothing"), "Choose one of the three ways"),
        (("seen", "x.y.live"), "has changed since you looked"),
    ],
)
def test_what_is_not_right_changes_nothing(
    instructor: Visitor, product: Product, field: tuple[str, str], said: str
) -> None:
    instructor.get(ONE)
    fields = {"act": "file", "actor": "Emmy", field[0]: field[1]}
    instructor.send(ONE, *fields.items())
    assert instructor.status in (400, 409)
    assert said in instructor.page.one("div", class_="faults").text
    assert level(product) == "mechanism"
    typed = instructor.page.one("input", name="actor").attrs["value"]
    assert typed == fields["actor"]


def test_a_form_without_its_token_changes_nothing(instructor: Visitor, product: Product) -> None:
    instructor.get(ONE)
    seen = instructor.page.one("input", name="seen").attrs["value"]
    instructor.post(ONE, [("csrf_token", "x"), ("act", "file"), ("actor", "Emmy"), ("seen", seen)])
    assert instructor.status == 403
    assert level(product) == "mechanism"


def test_any_two_states_are_compared(instructor: Visitor, product: Product) -> None:
    page = instructor.get(DIFF)
    assert "intuition" in [one.text for one in page.all("del")]
    assert "mechanism" in [one.text for one in page.all("ins")]
    names = [one.attrs["value"] for one in page.all("option")]
    turned = instructor.get(f"{DIFF}?from={names[0]}&to={names[1]}")
    assert "mechanism" in [one.text for one in turned.all("del")]
    assert "The two are the same." in instructor.get(f"{DIFF}?from={names[0]}&to={names[0]}").one("main").text
    product.house.services.authoring.drafting.begin(ITEM, "Ada")
    begun = instructor.get(f"{DIFF}?from={names[0]}&to=draft").one("main").text
    assert "The draft" in begun
    assert "The two are the same." in begun, "how its author laid it out is no difference"
    for address in (f"{DIFF}?from=nothing", "/authoring/items/no-such/diff", "/authoring/conflicts/no-such"):
        instructor.get(address)
        assert instructor.status == 404
    assert "only one state" in instructor.get("/authoring/items/twice-the-width/diff").one("main").text


def test_nobody_else_gets_a_byte(instructor: Visitor, app: FastAPI, product: Product) -> None:
    visitor = Visitor(app)
    for address in (CONFLICTS, ONE, DIFF):
        visitor.get(address)
        assert visitor.status == 403
        assert "mechanism" not in visitor.response.text
    visitor.post(ONE, [("csrf_token", "x"), ("act", "file"), ("actor", "x"), ("seen", "x")])
    assert visitor.status == 403
    assert level(product) == "mechanism"
