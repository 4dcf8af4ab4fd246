"""Typed numbers whose answer an author wrote: asked, answered, told as the author's word, sat in an exam, taken along."""

from dataclasses import replace

import orjson
import pytest

from app.bank.cross import Known
from app.bank.dump import item_path, revision_of
from app.bank.parse import parse_item
from app.items.exam import Part, When
from app.store.items import ItemRow, put_item
from app.store.unit import reading, writing
from app.store.variants import add_variants
from app.variants.encode import encode
from app.variants.realise import realise
from tests.databases import NOW
from tests.unit.bank.typed_numbers import NUMBERS, PATH
from tests.web.candidate import EXAM, candidate
from tests.web.product import Product
from tests.web.test_own_data import bring_in, exported, other_device
from tests.web.visitor import Visitor

ITEM = "scaled-score-typed"
HEADS = """\
  - label: Heads
    accepted:
      - tolerance: {kind: range, low: 3, high: 4}
        rationale: Both are common at this width.
"""


def put(product: Product, text: str = NUMBERS) -> None:
    """Put it into the store as a live question, as syncing does."""
    revision = revision_of(parse_item(text, PATH, Known()).item)
    header = revision.item.header
    row = ItemRow(
        header.id, header.bank, item_path(revision.item), header.kind.value, header.level.value,
        header.shape.value, header.objectives, header.difficulty, None, revision.id,
    )  # fmt: skip
    with writing(product.house.database) as unit:
        put_item(unit, row, text=revision.text, now=NOW)
        add_variants(unit, [encode(realise(revision, "order|0"))], now=NOW)
        unit.commit()


@pytest.fixture
def typed(product: Product) -> Product:
    put(product)
    return product


def asked(visitor: Visitor, product: Product, *choice: tuple[str, str]) -> None:
    product.will_ask(ITEM)
    visitor.begin(*choice)


def told(visitor: Visitor) -> str:
    return " ".join(visitor.page.one("main").text.split())


def test_a_field_says_its_unit_and_decimals_and_nothing_of_what_is_right(
    visitor: Visitor, typed: Product
) -> None:
    asked(visitor, typed)
    field = visitor.page.one("input", name="number")
    assert [one.text for one in visitor.page.all("label") if one.attrs.get("for") == "number-1"] == [
        "Scaled score"
    ]
    assert visitor.page.one("span", id="hint-1").text == "in bits, to two decimals"
    assert field.attrs["aria-describedby"] == "hint-1"
    assert "Round once, at the end, with halves away from zero." in told(visitor)
    assert "calculator" in visitor.response.text.lower()
    for secret in ("1.5", "0.1875", "0.19", "64 itself", "no-scale", "divide-by-d-k"):
        assert secret not in visitor.response.text


def test_what_cannot_be_read_comes_back(visitor: Visitor, typed: Product) -> None:
    asked(visitor, typed)
    visitor.answer(("1.5 metres",))
    assert visitor.status == 422
    assert visitor.page.one("input", name="number").attrs["value"] == "1.5 metres"
    assert typed.answers() == 0


def test_right_is_the_authors_word_and_no_proof_is_pretended(visitor: Visitor, typed: Product) -> None:
    asked(visitor, typed)
    visitor.answer(("1,50 bits",))
    assert visitor.page.one("h1").text.startswith("✓Right")
    assert (
        "It was not computed, and there is no proof. What is right is the word of the question’s author"
        in told(visitor)
    )
    assert "Check it again now" not in visitor.response.text
    assert "1.495 to 1.505" in told(visitor)
    practice = visitor.path.split("/")[2]
    visitor.get(f"/practice/{practice}/items/1/proof")
    assert visitor.status == 404
    assert "Nothing in it was computed" in told(visitor)


def test_a_wrong_number_is_told_its_misconception(visitor: Visitor, typed: Product) -> None:
    asked(visitor, typed)
    visitor.answer(("12",))
    assert visitor.page.one("h1").text.startswith("✗Not right")
    assert "12 is not right. It goes with this belief:" in told(visitor)
    assert "This is the product as it was, before any scale." in told(visitor)
    assert visitor.page.all("a", href="/misconceptions/no-scale")
    visitor.get("/progress")
    assert visitor.page.all("a", href="/misconceptions/no-scale")


def test_a_part_of_the_points_and_several_fields(visitor: Visitor, product: Product) -> None:
    put(product, NUMBERS + HEADS)
    asked(visitor, product)
    assert len(visitor.page.all("input", name="number")) == 2
    visitor.answer(("1.4", "7"))
    assert visitor.page.one("h1").text.startswith("≈Partly right")
    assert "1.4 to 1.6 bits" in told(visitor)
    assert "50 % of the points, and yours" in told(visitor)
    with reading(product.house.database) as unit:
        (points,) = unit.connection.exec_driver_sql("select points from responses").scalars()
    assert points == 0.25


def test_on_another_device_it_is_graded_anew(visitor: Visitor, typed: Product) -> None:
    asked(visitor, typed)
    visitor.answer(("12",))
    file = orjson.loads(exported(visitor))
    assert file["responses"][0]["correct"] is False
    file["responses"][0]["correct"], file["responses"][0]["points"] = True, 1.0
    other = other_device(visitor)
    bring_in(other, orjson.dumps(file))
    again = orjson.loads(exported(other))["responses"]
    assert [(one["correct"], one["points"]) for one in again] == [(False, 0.0)]
    assert "no-scale" in str(again[0]["judged"])


@pytest.mark.parametrize("parts", [frozenset(Part), frozenset(Part) - {Part.PROOF, Part.REASONS}])
def test_an_exam_grades_it_and_tells_by_its_rules(typed: Product, parts: frozenset[Part]) -> None:
    rules = {part: When.AT_THE_END if part in parts else When.NEVER for part in Part}
    one = candidate(typed.application(), typed, (ITEM, "weights-row-typed"), replace(EXAM, review=rules))
    one.begin()
    one.give(("0.1875",))
    one.go("/end?asked=once")
    one.press("end")
    one.go("/report/items/1")
    text = " ".join(one.page.one("main").text.split())
    assert "1.50 bits" in text
    assert ("This divides by 64 itself" in text) == (Part.REASONS in parts)
    assert ("It was not computed, and there is no proof" in text) == (Part.PROOF in parts)
