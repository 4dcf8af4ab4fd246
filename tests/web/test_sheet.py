"""The sheet of a draft whose numbers are drawn: variants beside each other, proven; pinned numbers stay; faults are told."""

import orjson
import pytest
from fastapi import FastAPI

from tests.live import Gone
from tests.web.drafting import begun
from tests.web.html_page import HtmlPage
from tests.web.instructing import instructor_of
from tests.web.product import Product
from tests.web.visitor import Visitor

NAME = "rows-to-be-typed"


@pytest.fixture
def instructor(app: FastAPI, product: Product) -> Visitor:
    return instructor_of(app, product)


def pins(visitor: Visitor) -> dict[str, str]:
    """The numbers of each seed."""
    found = (one.attrs["value"].partition("|") for one in visitor.page.all("input", name="pin"))
    return {seed: givens for seed, _, givens in found}


def test_variants_stand_beside_each_other_with_their_proofs(instructor: Visitor, visitor: Visitor) -> None:
    address = begun(instructor, NAME, "drawn_numbers")
    instructor.get(f"{address}/sheet?seeds=one+two+three")
    found = pins(instructor)
    assert "one" in found
    assert 1 < len(set(found.values())) == len(found)
    assert len(instructor.page.all("details", class_="proof")) == len(found)
    assert len(instructor.page.all("section", class_="sample")) == 3  # refused ones say so
    assert "63 draws were tried" in instructor.page.one("main").text
    ids = [one.attrs["id"] for one in instructor.page.elements if "id" in one.attrs]
    assert len(ids) == len(set(ids))
    visitor.begin()
    visitor.get(f"{address}/sheet")
    assert visitor.status == 403
    assert NAME not in visitor.response.text


def test_pinned_numbers_stay_while_the_rest_changes(instructor: Visitor) -> None:
    address = begun(instructor, NAME, "drawn_numbers")
    instructor.get(f"{address}/sheet?seeds=one")
    kept = pins(instructor)["one"]
    instructor.get(address)
    instructor.send(address, ("kind", "single_choice"), ("settings.difficulty", "1"))
    pinned = {"one": kept}
    instructor.get(f"{address}/sheet?seeds=one+two")
    assert pins(instructor)["one"] != kept  # another difficulty draws other numbers
    form = instructor.page.form("/sheet")
    query = [*form.fields, ("pin", f"one|{kept}")]
    instructor.response = instructor.client.get(form.action, params=query)
    instructor.page = type(instructor.page)(instructor.response.text)
    assert pins(instructor)["one"] == pinned["one"]
    assert instructor.page.all("input", type="radio")  # the same numbers, now with options
    assert orjson.loads(kept)


def test_what_cannot_be_drawn_is_told(instructor: Visitor, product: Product) -> None:
    address = begun(instructor, NAME, "drawn_numbers")
    instructor.get(f"{address}/sheet?seeds=one&pin=one|not+numbers")
    assert instructor.status == 400
    assert "pinned numbers cannot be read" in instructor.page.one("main").text
    instructor.get(f"{address}?as=yaml")
    instructor.send(address, ("text", "recipe: no-such-recipe\nkind: numbers\n"))
    instructor.get(f"{address}/sheet")
    assert instructor.status == 400
    assert "Mend them first" in instructor.page.one("main").text
    assert instructor.page.one("a", href=address).inside(
        "main"
    )  # the way back is not the learners' first page
    written = begun(instructor, "written-one", "matching")
    instructor.get(f"{written}/sheet")
    assert instructor.status == 400
    product.house.services.lab.live.make = Gone
    address = begun(instructor, "another-one", "drawn_numbers")
    instructor.get(f"{address}/sheet")
    assert instructor.status == 503
    assert "No module named torch" in instructor.page.one("main").text


def test_ranges_are_fields_of_the_recipe_and_narrow_what_is_drawn(instructor: Visitor) -> None:
    """Without a script: another recipe brings its fields with the next save; faults stand at the field; the sheet shows it."""
    address = begun(instructor, NAME, "drawn_numbers")
    instructor.get(address)
    instructor.send(address, ("recipe", "weights-row"), ("settings.difficulty", "2"))
    instructor.get(address)
    assert "Left empty: 3 or 4." in instructor.page.one("main").text
    instructor.send(address, ("settings.tokens", "3"), ("settings.entries", "4 to -1"))
    assert "Goes from 4 down to -1." in instructor.page.one("p", id="f-settings-entries-fault").text
    assert instructor.page.one("input", id="f-settings-entries").attrs["value"] == "4 to -1"
    instructor.get(address)
    instructor.send(address, ("settings.entries", "-1 to 2"))
    instructor.get(f"{address}/sheet?seeds=one+two+three")
    found = [orjson.loads(givens) for givens in pins(instructor).values()]
    assert found
    assert all(len(givens["K"]) == 3 for givens in found)
    entries = {entry for givens in found for name in "QKV" for row in givens[name] for entry in row}
    assert entries <= {-1, 0, 1, 2}
    instructor.get(address)
    instructor.send(address, ("settings.tokens", "4"), ("settings.width", "2"))
    assert (
        "The ranges of tokens and width leave nothing"
        in instructor.page.one("p", id="f-settings-width-fault").text
    )
    instructor.get(f"{address}/sheet?seeds=one")
    assert instructor.status == 400
    instructor.get(address)
    instructor.send(address, ("settings.entries", "2"), ("settings.width", ""), ("settings.tokens", "3"))
    instructor.get(f"{address}/sheet?seeds=one")
    assert "None of what is drawn can be asked. Widen the ranges" in instructor.page.one("main").text
    instructor.get(address)
    instructor.send(address, ("recipe", "masked-weight"))
    instructor.get(address)
    assert "masked-weight has no such setting" in instructor.page.one("main").text
    assert instructor.page.one("input", id="f-settings-scores").attrs["value"] == ""
    emptied = [(f"settings.{name}", "") for name in ("tokens", "entries", "width")]
    instructor.send(address, *emptied, ("settings.scores", "0.5 to 2.5"))
    instructor.get(f"{address}/sheet?seeds=one+two")
    found = [orjson.loads(givens) for givens in pins(instructor).values()]
    assert found
    assert all(givens[name] <= 5 for givens in found for name in ("first", "second", "third", "fourth"))


def test_the_script_is_told_the_fields_of_a_recipe_that_is_not_saved_yet(instructor: Visitor) -> None:
    """They hold what the old ones hold, so that the page can exchange all of them; the text has fields of its own."""
    address = begun(instructor, NAME, "drawn_numbers")
    instructor.get(address)
    instructor.send(address, ("recipe", "weights-row"), ("settings.difficulty", "2"))
    instructor.get(address)
    fields = dict(instructor.page.form(address).fields)
    typed = fields | {"settings.tokens": "3", "recipe": "masked-weight"}
    instructor.post(f"{address}/preview", list(typed.items()))
    drawn = HtmlPage(instructor.response.json()["drawn"])
    held = {one.attrs["name"]: one.attrs["value"] for one in drawn.all("input")}
    assert held["settings.tokens"] == "3"
    assert held["settings.scores"] == ""
    assert "settings.entries" not in held
    instructor.post(
        f"{address}/preview", list((fields | {"as": "yaml", "text": "recipe: weights-row\n"}).items())
    )
    assert instructor.response.json()["drawn"] is None
