"""The lesson: its sections, its worked numbers, the ways into and out of it, and its weight."""

import gzip
import re

import pytest
from fastapi import FastAPI

from app.items.item import Level, Shape
from app.services.examples import Examples
from app.web.words import RECIPES, THEMES, lesson_section
from tests.web.html_page import HtmlPage
from tests.web.product import Product, wrong_answer
from tests.web.visitor import Visitor

SECTIONS = (
    "intuition", "roles", "what-stays", "mechanism", "projections", "formula", "first-example", "parallel", "cost",
    "derivation", "variance", "saturation", "second-example", "swapped", "boundaries", "asked", "why-root",
    "why-three", "word-order", "sequential", "one-head", "takeaways", "corrections",
)  # fmt: skip
LIMIT = 100_000


@pytest.fixture
def lesson(visitor: Visitor) -> HtmlPage:
    page = visitor.get("/lesson")
    assert visitor.status == 200
    return page


def ids(page: HtmlPage) -> list[str]:
    return [one.attrs["id"] for one in page.elements if "id" in one.attrs]


def words(page: HtmlPage) -> str:
    return " ".join(page.one("main").text.split())


def test_every_section_has_its_lasting_name(lesson: HtmlPage) -> None:
    found = ids(lesson)
    assert len(found) == len(set(found))
    assert set(SECTIONS) <= set(found)
    for link in lesson.all("a"):
        if link.attrs["href"].startswith("#"):
            assert link.attrs["href"][1:] in found, link.attrs


def test_the_three_levels_fold_and_what_is_inside_can_be_linked_to(lesson: HtmlPage) -> None:
    levels = lesson.all("details", class_="level")
    assert [one.attrs.get("open") for one in levels] == ["", "", ""]
    by_id = {one.attrs["id"]: one for one in lesson.elements if "id" in one.attrs}
    for name in ("intuition", "formula", "variance", "why-root", "one-head"):
        assert by_id[name].inside("details") is not None, name
        assert by_id[name].inside("summary") is None, name
    for fold in lesson.all("details"):
        assert [one for one in lesson.all("summary") if one.parent is fold]


def test_no_formula_is_left_unread(visitor: Visitor, lesson: HtmlPage) -> None:
    assert "<code>\\" not in visitor.response.text
    assert "$" not in words(lesson)
    assert "**" not in words(lesson)
    assert not any("style" in one.attrs for one in lesson.elements)


def test_the_examples_are_the_engines(lesson: HtmlPage) -> None:
    examples = Examples()
    tables = [one.text for one in lesson.all("table") if "worked" in one.attrs["class"].split()]
    assert len(tables) == 2
    for table, example in zip(tables, (examples.lesson().first, examples.lesson().second), strict=True):
        for step in example.steps:
            for number in step.right:
                assert number.partition("e")[0] in table, (step.slug, number)
    assert "1 − 3.14·10−17" in tables[1]
    swapped = examples.of("swap-query-value")
    assert swapped is not None
    weights = next(step.slipped for step in swapped.steps if step.slug == "weights")
    assert f"[{', '.join(weights)}]" in words(lesson)


def test_the_corrections_are_those_of_the_about_page(visitor: Visitor, lesson: HtmlPage) -> None:
    def rows(page: HtmlPage) -> list[str]:
        (table,) = [one for one in page.all("table") if "corrections" in one.attrs["class"]]
        return [" ".join(row.text.split()) for row in page.all("tr") if row.inside("table") is table]

    assert len(rows(lesson)) == 8
    assert rows(lesson) == rows(visitor.get("/about"))
    assert lesson.one("time").attrs["datetime"] == "2026-11-29"


@pytest.mark.parametrize("shape", list(Shape))
@pytest.mark.parametrize("level", list(Level))
def test_every_kind_of_question_has_a_section_that_helps(
    lesson: HtmlPage, shape: Shape, level: Level
) -> None:
    assert lesson_section(shape, level)[0] in ids(lesson)


def test_every_theme_of_misconceptions_has_a_section(lesson: HtmlPage) -> None:
    assert {section for _, section in THEMES.values()} <= set(ids(lesson))


def test_a_recipe_with_a_section_of_its_own_has_it_under_the_name_that_the_lesson_gives_it(
    lesson: HtmlPage,
) -> None:
    names = {one.attrs["id"]: one.text for one in lesson.all("h3") if "id" in one.attrs}
    assert [names[section] for section, _ in RECIPES.values()] == [name for _, name in RECIPES.values()]


@pytest.mark.parametrize(
    ("item", "section"),
    [
        ("masked-weight-typed", "parallel"),
        ("growth-of-work-typed", "cost"),
        ("score-memory-choice", "cost"),
        ("shifted-scores-typed", "first-example"),
    ],
)
def test_feedback_on_numbers_leads_to_what_they_are_about(
    visitor: Visitor, product: Product, item: str, section: str
) -> None:
    (variant,) = product.will_ask(item)
    visitor.begin()
    page = visitor.answer(wrong_answer(variant))
    assert f"/lesson#{section}" in {one.attrs["href"] for one in page.all("a")}


def test_feedback_leads_to_the_section_that_helps(visitor: Visitor, product: Product) -> None:
    (variant,) = product.will_ask("state-the-formula")
    visitor.begin()
    page = visitor.answer(wrong_answer(variant))
    section, _ = lesson_section(variant.shown.shape, variant.shown.level)
    assert f"/lesson#{section}" in {one.attrs["href"] for one in page.all("a")}


def test_the_buttons_start_practices_of_what_was_read(
    visitor: Visitor, product: Product, lesson: HtmlPage
) -> None:
    forms = lesson.all("form", action="/practice")
    assert len(forms) == 6
    seen = set()
    for form in forms:
        fields = {
            one.attrs["name"]: one.attrs["value"] for one in lesson.all("input") if one.inside("form") is form
        }
        visitor.post("/practice", list(fields.items()))
        assert visitor.status == 200
        shown = product.at(visitor.path).shown
        assert fields.get("shape", shown.shape) == shown.shape
        assert fields.get("level", shown.level) == shown.level
        if fields.get("kind") == "computations":
            assert shown.shape is Shape.COMPUTATION
        seen.add(fields.get("shape") or fields.get("kind"))
    assert seen == {"role", "formula", "computations", "architecture", "derivation", None}


@pytest.mark.parametrize("address", ["/lesson", "/misconceptions", "/misconceptions/no-scale"])
def test_a_first_visit_stays_under_the_limit(app: FastAPI, visitor: Visitor, address: str) -> None:
    """Bytes as they go over the wire: page, styles and modules compressed, and every font but maths and italics.

    Italics are fetched only where a text emphasises a word; these pages set none outside of their tables.
    """
    visitor.get(address)
    page = visitor.response.text
    folder = app.state.site.assets.folder
    names = set(re.findall(r"/static/([\w.-]+)", page))
    styles = "".join((folder / name).read_text(encoding="utf-8") for name in names if name.endswith(".css"))
    fonts = set(re.findall(r"/static/([\w.-]+\.woff2)", styles))
    loaded = {name for name in names | fonts if "stix-two-math" not in name and "italic" not in name}
    total = len(gzip.compress(page.encode(), 6))
    for name in loaded:
        squeezed = folder / f"{name}.gz"
        total += (squeezed if squeezed.is_file() else folder / name).stat().st_size
    assert total < LIMIT, f"{total} bytes"
    assert not [one for one in visitor.page.all("em") if not one.inside("table")]


def test_long_pages_are_compressed_for_whoever_takes_that(visitor: Visitor) -> None:
    whole = visitor.client.get("/lesson", headers={"Accept-Encoding": "identity"})
    small = visitor.client.get("/lesson", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in whole.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert int(small.headers["Content-Length"]) < len(whole.content) / 3
    assert whole.headers["Vary"] == small.headers["Vary"] == "Accept-Encoding"
    hidden = re.compile(r'name="csrf_token" value="[^"]*"')
    assert hidden.sub("", small.text) == hidden.sub("", whole.text)
