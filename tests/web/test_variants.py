"""The pages of what was baked: an instructor sees why draws were refused and every variant with its proof, others nothing."""

from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi import FastAPI

from app.kit.errors import NotReady
from app.lab.asking import REFUSALS
from app.services.authoring import baked_variants
from app.store.bakes import BakeRow, add_bake
from app.store.items import item_row
from app.store.unit import reading, writing
from tests.databases import NOW
from tests.live import Gone
from tests.web.instructing import instructor_of
from tests.web.product import Product, change_database, right_answer
from tests.web.test_lab import said
from tests.web.test_proof import Late
from tests.web.visitor import Visitor

ITEM, WRITTEN, STEPS = "weights-row-typed", "state-the-formula", "pipeline-steps"
AT = f"/authoring/items/{ITEM}/variants"


@pytest.fixture
def instructor(app: FastAPI, product: Product) -> Visitor:
    return instructor_of(app, product)


def put_bake(product: Product, **changes: object) -> None:
    with reading(product.house.database) as unit:
        item = item_row(unit, ITEM)
    assert item is not None
    refusals = {"slips-alike": 700, "rounding-tie": 100, "an-odd-one": 1}
    values = {"drawn": 3000, "kept": 200, "repeated": 12, "refusals": refusals, "seconds": 1.5} | changes
    with writing(product.house.database) as unit:
        add_bake(unit, BakeRow(item.latest_revision_id, ITEM, **values), now=NOW)  # type: ignore[arg-type]
        unit.commit()


def links(visitor: Visitor, start: str) -> list[str]:
    return [href for one in visitor.page.all("a") if (href := one.attrs.get("href", "")).startswith(start)]


def test_draws_are_told_with_their_reasons_in_sentences(instructor: Visitor, product: Product) -> None:
    put_bake(product)
    instructor.get(f"/authoring/items/{ITEM}")
    assert links(instructor, AT) == [AT]
    instructor.get(AT)
    text = said(instructor.page).replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert (
        "3,000 draws were made: 200 were kept, 801 refused, 12 had numbers that were stored already" in text
    )
    assert "1,987 were fair, but no more were wanted" in text
    rows = [one.text for one in instructor.page.all("th", scope="row") if not one.inside("a")]
    assert rows[:3] == [REFUSALS["slips-alike"], REFUSALS["rounding-tie"], "An odd one."]
    for share in ("23.3 %", "3.3 %", "below 0.1 %"):
        assert share in text


def test_each_variant_is_listed_with_its_answer_and_opens(instructor: Visitor, product: Product) -> None:
    product.will_ask(ITEM)
    learner = Visitor(product.application())
    learner.begin()
    (asked,) = [one for one in product.variants(ITEM) if one.id == product.at(learner.path).id]
    learner.answer(right_answer(asked))
    instructor.get(AT)
    found = sorted(one.id for one in product.variants(ITEM))
    assert links(instructor, f"{AT}/") == [f"{AT}/{name}" for name in found]
    row = next(one for one in instructor.page.all("tr") if asked.id[:8] in one.text)
    assert ", ".join(right_answer(asked)) in row.text
    assert "1 time, 1 of 1 right" in row.text
    assert asked.answer_key.proof is not None
    bits = instructor.page.all("td", data_column="Bits")
    assert [one.text for one in bits if one.inside("tr") is row] == ["64"]
    assert "It was not written down how these were drawn." in said(instructor.page)
    for name in found:
        instructor.get(f"{AT}/{name}")
        assert instructor.status == 200
        assert name[:8] in instructor.page.one("h1").text


def test_the_list_has_pages(instructor: Visitor, product: Product, monkeypatch: pytest.MonkeyPatch) -> None:
    names = sorted(one.id for one in product.variants(ITEM))
    monkeypatch.setattr(baked_variants, "PAGE", 2)
    seen: list[list[str]] = []
    instructor.get(AT)
    while True:
        seen.append([one.rpartition("/")[2] for one in links(instructor, f"{AT}/")])
        forward = [one.attrs["href"] for one in instructor.page.all("a", rel="next")]
        assert len(instructor.page.all("a", rel="prev")) == (len(seen) > 1)
        if not forward:
            break
        instructor.get(forward[0])
    assert [name for one in seen for name in one] == names
    assert f" to {len(names)} of {len(names)} variants" in said(instructor.page)
    (back,) = (one.attrs["href"] for one in instructor.page.all("a", rel="prev"))
    instructor.get(back)
    assert [one.rpartition("/")[2] for one in links(instructor, f"{AT}/")] == seen[-2]
    instructor.get(f"{AT}?after=%00&before=<x>")
    assert instructor.status == 200
    assert [one.rpartition("/")[2] for one in links(instructor, f"{AT}/")] == seen[0]


def test_none_yet_says_what_to_do(open_product: Callable[..., Product]) -> None:
    product = open_product(
        lambda folder: change_database(folder, f"DELETE FROM variants WHERE item_id = '{ITEM}'")
    )
    instructor = instructor_of(product.application(), product)
    instructor.get(AT)
    assert instructor.status == 200
    assert "None yet" in said(instructor.page)
    assert "keyed variants bake" in said(instructor.page)
    product.house.services.authoring.retiring.retire([ITEM], actor="Ada")
    instructor.get(AT)
    assert "The question is retired" in said(instructor.page)


@pytest.mark.parametrize(
    "item", [ITEM, STEPS, "weights-row-choice", "spot-the-slip-choice", "weights-matrix-grid"]
)
def test_a_variant_shows_question_slips_worked_page_and_proof(
    instructor: Visitor, product: Product, item: str
) -> None:
    variant = product.variants(item)[-1]
    proof = variant.answer_key.proof
    assert proof is not None
    assert proof.evidence is not None
    instructor.get(f"/authoring/items/{item}/variants/{variant.id}")
    assert instructor.status == 200
    text = said(instructor.page)
    assert proof.seal in text
    assert "64 bits were enough" in text
    assert instructor.page.all("div", id="stem")
    assert "Worked, step by step" in text
    titles = [one.text for one in instructor.page.all("h2")]
    assert ("What every slip gives" in titles) is (variant.answer_key.slip_table is not None)
    assert ("Slips at each step" in titles) is (item == STEPS)
    table = variant.answer_key.slip_table
    if table is not None:
        pairs = sum(len(one.slugs) > 1 for one in table.readings())
        ways = [one for one in instructor.page.all("table") if "slip-numbers" in one.attrs["class"]]
        rows = [one for one in instructor.page.all("th", scope="row") if one.inside("table") in ways]
        assert len(rows) == len(list(table.readings()))
        assert len(ways) == 1 + bool(pairs)


def test_a_check_runs_both_routes_and_shows_what_came_out(instructor: Visitor, product: Product) -> None:
    variant = product.variants(ITEM)[0]
    address = f"{AT}/{variant.id}"
    instructor.get(address)
    instructor.send("/proof")
    assert instructor.status == 200
    assert instructor.page.one("h1").text == "Checked again: it holds"
    assert "everything that is stored of it is what came out" in said(instructor.page)
    assert instructor.page.all("h2", id="now")
    instructor.send("/proof")
    assert instructor.page.one("h1").text == "Checked again: it holds"
    instructor.get(f"{address}/proof")  # the address alone asks for nothing
    assert instructor.path == address


def test_a_variant_that_was_changed_does_not_hold(open_product: Callable[..., Product]) -> None:
    def change(folder: Path) -> None:
        text = "CAST(replace(CAST(answer_key AS TEXT), '\"reach\":', '\"reach\":9') AS BLOB)"
        change_database(folder, f"UPDATE variants SET answer_key = {text} WHERE item_id = '{ITEM}'")

    product = open_product(change)
    instructor = instructor_of(product.application(), product)
    instructor.get(f"{AT}/{product.variants(ITEM)[0].id}")
    instructor.send("/proof")
    assert instructor.status == 200
    assert instructor.page.one("h1").text == "Checked again: it does not hold"
    assert "Rounding reaches otherwise than its proof says." in said(instructor.page)
    assert f"/authoring/items/{ITEM}" in links(instructor, f"/authoring/items/{ITEM}")
    assert instructor.page.all("h2", id="stored")


@pytest.mark.parametrize(
    "change",
    [
        "answer_key = CAST('{}' AS BLOB)",
        "shown = substr(shown, 1, 40)",
        "numbers = substr(numbers, 1, 100)",
        "layout_id = NULL",
    ],
)
def test_what_cannot_be_read_keeps_no_page_away(product: Product, instructor: Visitor, change: str) -> None:
    broken, *whole = sorted(one.id for one in product.variants(ITEM))
    instructor.get(f"{AT}/{broken}")
    fields = instructor.page.form("/proof").fields
    change_database(product.folder, f"UPDATE variants SET {change} WHERE id = '{broken}'")
    instructor.get(AT)
    assert instructor.status == 200
    assert links(instructor, f"{AT}/") == [f"{AT}/{name}" for name in (broken, *whole)]
    told = said(instructor.page).count("cannot be read")
    for page in (instructor.get(f"{AT}/{broken}"), instructor.post(f"{AT}/{broken}/proof", fields)):
        if "layout_id" in change:  # a variant without a table of slips can be read, and does not hold
            assert (instructor.status, told) == (200, 0)
        else:
            assert (instructor.status, told) == (409, "numbers" not in change)
            assert "cannot be read" in said(page)


@pytest.mark.parametrize(
    ("engine", "sentence"), [(Gone, "No module named torch"), (Late, "did not answer within")]
)
def test_an_engine_that_is_away_is_one_sentence(
    instructor: Visitor, product: Product, engine: type[Gone] | type[Late], sentence: str
) -> None:
    instructor.get(f"{AT}/{product.variants(ITEM)[0].id}")
    product.house.services.lab.live.make = engine
    product.house.services.lab.live._client = None
    instructor.send("/proof")
    assert instructor.status == 503
    assert sentence in said(instructor.page)
    assert instructor.page.all("h2", id="stored")
    (back,) = (one.attrs["href"] for one in instructor.page.all("a") if one.text == "Back to the variant")
    instructor.get(back)
    assert instructor.status == 200


def test_a_variant_of_an_older_version_is_told_as_such(instructor: Visitor, product: Product) -> None:
    variant = product.variants(ITEM)[0]
    change_database(
        product.folder,
        f"UPDATE items SET latest_revision_id = (SELECT latest_revision_id FROM items WHERE id = '{STEPS}') WHERE id = '{ITEM}'",
    )
    instructor.get(f"{AT}/{variant.id}")
    assert instructor.status == 200
    assert "belongs to an older version" in said(instructor.page)
    instructor.send("/proof")
    assert instructor.page.one("h1").text == "Checked again: it holds"


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        (f"/authoring/items/{WRITTEN}/variants", "written by its author"),
        (f"/authoring/items/{WRITTEN}/variants/{'a' * 32}", "written by its author"),
        ("/authoring/items/no-such/variants", "no item of that name"),
        (f"{AT}/{'f' * 32}", "no variant of that name"),
        (f"{AT}/{'f' * 3000}", "no variant of that name"),
        (f"{AT}/Å%00", "no variant of that name"),
    ],
)
def test_what_is_not_there_is_one_sentence(instructor: Visitor, address: str, sentence: str) -> None:
    instructor.get(address)
    assert instructor.status == 404
    assert sentence in said(instructor.page)


def test_a_variant_of_another_question_is_not_there(instructor: Visitor, product: Product) -> None:
    other = product.variants(STEPS)[0].id
    instructor.get(f"{AT}/{other}")
    assert instructor.status == 404
    instructor.get(f"{AT}/{product.variants(ITEM)[0].id}")
    token = instructor.page.form("/proof").fields
    instructor.post(f"{AT}/{other}/proof", list(token))
    assert instructor.status == 404


def test_a_written_question_has_no_link_to_variants(instructor: Visitor) -> None:
    instructor.get(f"/authoring/items/{WRITTEN}")
    assert instructor.status == 200
    assert not [one for one in instructor.page.all("a") if one.attrs.get("href", "").endswith("/variants")]


def test_nobody_else_gets_a_byte(instructor: Visitor, product: Product) -> None:
    put_bake(product)
    variant = product.variants(ITEM)[0]
    proof = variant.answer_key.proof
    assert proof is not None
    stranger = Visitor(product.application())
    stranger.begin()
    for address in (AT, f"{AT}/{variant.id}", f"{AT}/{variant.id}/proof", f"{AT}/{'f' * 32}"):
        stranger.get(address)
        assert stranger.status == 403
        assert proof.seal not in stranger.response.text
        assert variant.id not in stranger.response.text
        assert "refused" not in stranger.response.text
    stranger.post(f"{AT}/{variant.id}/proof", [("csrf_token", "x")])
    assert stranger.status == 403
    assert proof.seal not in stranger.response.text


def test_a_check_needs_the_token_of_its_form(instructor: Visitor, product: Product) -> None:
    asked: list[object] = []

    class Asked(Gone):
        def ask(self, order, *, within, starts_within):  # type: ignore[no-untyped-def]
            asked.append(order)
            raise NotReady("asked")

    product.house.services.lab.live.make = Asked
    for fields in ([], [("csrf_token", "x" * 43)]):
        instructor.post(f"{AT}/{product.variants(ITEM)[0].id}/proof", fields)
        assert instructor.status == 403
    instructor.post(f"{AT}/{product.variants(ITEM)[0].id}/proof", [("csrf_token", "x" * 500)])
    assert instructor.status == 422
    assert asked == []
