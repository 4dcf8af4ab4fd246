"""The sheet of a draft whose numbers are drawn: variants beside each other, proven; pinned numbers stay; faults are told."""

import orjson
import pytest
from fastapi import FastAPI

from tests.live import Gone
from tests.web.drafting import begun
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
    written = begun(instructor, "written-one", "matching")
    instructor.get(f"{written}/sheet")
    assert instructor.status == 400
    product.house.services.lab.live.make = Gone
    address = begun(instructor, "another-one", "drawn_numbers")
    instructor.get(f"{address}/sheet")
    assert instructor.status == 503
    assert "No module named torch" in instructor.page.one("main").text
