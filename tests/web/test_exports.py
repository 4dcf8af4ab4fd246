"""The page of exports: a report before the file, a file for every format, a record of who took it, and nobody else."""

import csv
import io
import zipfile
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from fastapi import FastAPI
from httpx2 import Response

from app.authoring.formats.gift import read_gift
from app.authoring.outgoing.formats import FORMATS
from app.bank.cross import Known
from app.bank.parse import parse_bank, parse_item, parse_misconceptions
from app.services.authoring.reading import read_questions
from app.store.audit import recorded
from app.store.unit import reading
from tests.web.instructing import instructor_of
from tests.web.product import Product, change_database
from tests.web.visitor import SAME_ORIGIN, Visitor

EXPORTS = "/authoring/exports"
QUESTIONS = Path(__file__).resolve().parents[2] / "questions"


@pytest.fixture
def instructor(app: FastAPI, product: Product) -> Visitor:
    return instructor_of(app, product)


@pytest.fixture
def some(product: Product) -> str:
    """A written question of each kind and two recipes, by name."""
    found: dict[str, str] = {}
    for name in product.items():
        found.setdefault(product.variants(name)[0].shown.kind.value, name)
    return " ".join((*found.values(), "raw-score-choice"))


def download(visitor: Visitor, *changes: tuple[str, str]) -> Response:
    """Press the button that saves the file."""
    fields = {one.attrs["name"]: one.attrs["value"] for one in visitor.page.all("input", type="hidden")}
    fields["actor"] = visitor.page.one("input", name="actor").attrs["value"]
    return visitor.client.post(EXPORTS, data=fields | dict(changes), headers=SAME_ORIGIN)


def said(visitor: Visitor) -> str:
    return unescape(visitor.response.text)


def test_nobody_but_an_instructor_gets_a_byte_of_it(visitor: Visitor, product: Product) -> None:
    visitor.begin()
    for address in (EXPORTS, f"{EXPORTS}?format=gift", f"{EXPORTS}/report.csv?format=gift"):
        visitor.get(address)
        assert visitor.status == 403
        assert product.items()[0] not in visitor.response.text
    visitor.post(EXPORTS, [("format", "gift"), ("actor", "Eve")])
    assert visitor.status == 403
    assert product.items()[0] not in visitor.response.text


def test_a_form_without_the_token_of_this_login_is_refused(instructor: Visitor) -> None:
    instructor.post(EXPORTS, [("format", "gift"), ("actor", "Ada"), ("csrf_token", "x")])
    assert instructor.status == 403


def test_each_format_tells_what_it_loses_and_then_gives_the_file(
    instructor: Visitor, product: Product, some: str
) -> None:
    for name, kind in FORMATS.items():
        instructor.get(f"{EXPORTS}?format={name}&variants=2&ids={some.replace(' ', '+')}")
        assert instructor.status == 200
        assert f"{kind.name}: what it keeps" in said(instructor)
        assert (name == "files") != ("the numbers frozen" in said(instructor))
        response = download(instructor, ("actor", "Ada Lovelace"))
        assert response.status_code == 200
        disposition = response.headers["content-disposition"]
        assert disposition.startswith("attachment; ")
        assert disposition.endswith(f'.{kind.ending}"')
        assert len(response.content) > 500
        with reading(product.house.database) as unit:
            (last,) = recorded(unit, limit=1)
        assert (last.act, last.actor) == ("export", "instructor link: Ada Lovelace")
        assert (last.detail["format"], last.detail["items"]) == (kind.name, str(len(some.split())))


def test_a_recipe_leaves_as_so_many_frozen_variants(instructor: Visitor) -> None:
    instructor.get(f"{EXPORTS}?format=gift&variants=3&ids=raw-score-choice")
    found = read_gift(download(instructor).text)
    assert len(found.questions) == 3
    assert len({one.outer_id for one in found.questions}) == 3
    instructor.get(f"{EXPORTS}?format=gift&variants=50&ids=raw-score-choice")
    assert "Fewer than 50 variants are stored" in said(instructor)


def test_our_own_files_come_back_equal_with_the_misconceptions_that_they_name(
    instructor: Visitor, some: str, product: Product
) -> None:
    instructor.get(f"{EXPORTS}?format=files&ids={some.replace(' ', '+')}")
    with zipfile.ZipFile(io.BytesIO(download(instructor).content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    registry = {
        entry.slug
        for name, content in files.items()
        if name.startswith("_facts/misconceptions/")
        for entry in parse_misconceptions(content, name)[0]
    }
    assert (
        parse_bank(files.pop("attention/bank.yaml"), "attention/bank.yaml").title
        == "Scaled dot-product attention"
    )
    items = {name: content for name, content in files.items() if not name.startswith("_facts/")}
    assert len(items) == len(some.split())
    for name, content in items.items():
        item = parse_item(content, name, Known(misconceptions=registry)).item
        assert f"{item.header.bank}/{item.header.objectives[0]}/{item.header.id}.yaml" == name
        assert content == (QUESTIONS / name).read_bytes()  # as its author wrote it, comments and all


def test_a_list_of_names_as_long_as_one_likes_leads_to_its_address(instructor: Visitor, some: str) -> None:
    instructor.get(EXPORTS)
    for many in (1, 4_000):
        names = "\r\n".join(some.split() * many)
        instructor.send("/exports/choice", ("ids", names), ("format", "gift"), ("variants", "2"))
        assert instructor.status == 200
        assert instructor.response.request.method == "GET"
        assert "GIFT" in said(instructor)
        assert instructor.page.one("textarea", id="ids").text.split() == some.split()
    instructor.post(f"{EXPORTS}/choice", [("ids", some), ("csrf_token", "x")])
    assert instructor.status == 403


def test_a_name_that_no_question_has_is_told_and_nothing_at_all_is_no_file(instructor: Visitor) -> None:
    instructor.get(f"{EXPORTS}?format=gift&ids=a-cache-out-of-step+nobody-asks")
    assert "No published question has these names: nobody-asks" in said(instructor)
    instructor.get(f"{EXPORTS}?format=gift&ids=nobody-asks")
    assert "No question is chosen." in said(instructor)
    assert "Download" not in said(instructor)


def test_a_download_without_a_name_comes_back_with_the_choices(instructor: Visitor) -> None:
    instructor.get(f"{EXPORTS}?format=aiken&ids=a-cache-out-of-step")
    response = download(instructor, ("actor", " "))
    assert response.status_code == 400
    assert "Write your name" in response.text
    assert "Aiken: what it keeps" in response.text


def test_the_report_says_of_each_question_what_becomes_of_it(instructor: Visitor, some: str) -> None:
    instructor.get(f"{EXPORTS}/report.csv?format=aiken&variants=1&ids={some.replace(' ', '+')}")
    rows = list(csv.DictReader(io.StringIO(instructor.response.text)))
    assert {row["what"] for row in rows} == {"kept", "changed", "dropped", "left out"}
    assert all(row["why"].endswith(".") for row in rows if row["what"] != "kept")


def test_what_an_address_makes_up_asks_for_nothing(instructor: Visitor) -> None:
    instructor.get(f"{EXPORTS}?format=doc&variants=x&bank=%00&ids=%F0%9F%98%80&kind=essay")
    assert instructor.status == 200
    assert not instructor.page.all("table")


def test_a_package_of_qti_is_read_again_whole(instructor: Visitor, some: str) -> None:
    instructor.get(f"{EXPORTS}?format=qti&variants=1&ids={some.replace(' ', '+')}")
    found = read_questions("bank.zip", download(instructor).content)
    assert found.bad == ()
    assert all(one.losses == () for one in found.questions)


def test_images_leave_with_the_files_and_with_moodle(open_product: Callable[..., Product]) -> None:
    """An image that a published question shows lies in its bank's folder, and beside the text for Moodle."""
    name, pixels = "0123456789abcdef" * 2, b"\x89PNG pixels"

    def show(folder: Path) -> None:
        insert = "INSERT INTO images VALUES (?, 'image/png', 1, 1, ?, 'Ada', 0)"
        text = "UPDATE item_revisions SET text = replace(text, ?, ?) WHERE item_id = 'a-cache-out-of-step'"
        shown = ("stem: '", f"stem: '![a plot](image:{name}) ")
        change_database(folder, (insert, [(name, pixels)]), (text, [shown]))

    product = open_product(show)
    instructor = instructor_of(product.application(), product)
    instructor.get(f"{EXPORTS}?format=files&ids=a-cache-out-of-step")
    with zipfile.ZipFile(io.BytesIO(download(instructor).content)) as archive:
        assert archive.read(f"attention/images/{name}.png") == pixels
    instructor.get(f"{EXPORTS}?format=moodle&ids=a-cache-out-of-step")
    (image,) = read_questions("bank.xml", download(instructor).content).images
    assert image.content == pixels
