"""The pages of misconceptions: complete, linked, ways to practise, and without a word of which answer is wrong."""

import re

import pytest
from fastapi import FastAPI

from app.engine.experiments.catalogue import EXPERIMENTS
from app.items.public import ChoiceForm
from app.services.tried_by import SHOWS
from app.store.misconceptions import all_misconceptions, items_using
from app.store.unit import reading
from tests.web.html_page import HtmlPage
from tests.web.product import Product, change_database, slip_answer, wrong_answer
from tests.web.visitor import Visitor

LINK = re.compile(r"/misconceptions/([a-z0-9-]+)")
SOME = ("no-scale", "softmax-over-columns", "knows-word-order", "variances-added", "pair-reversed")
COMPUTED = {"matrix Q", "matrix K", "matrix V"}


def text(page: HtmlPage) -> str:
    return " ".join(page.one("main").text.split())


def slugs(product: Product) -> set[str]:
    with reading(product.house.database) as unit:
        return set(all_misconceptions(unit))


def test_the_index_leads_to_every_misconception_once(visitor: Visitor, product: Product) -> None:
    page = visitor.get("/misconceptions")
    linked = [found[1] for one in page.all("a") if (found := LINK.fullmatch(one.attrs["href"]))]
    assert sorted(linked) == sorted(slugs(product))
    assert f"{len(linked)} named mistakes" in text(page)
    ids = {one.attrs["id"] for one in page.elements if "id" in one.attrs}
    assert {one.attrs["href"][1:] for one in page.all("a") if one.attrs["href"].startswith("#")} <= ids


def test_every_page_opens_and_says_what_one_believes_and_what_is_so(
    visitor: Visitor, product: Product
) -> None:
    titles = set()
    for slug in sorted(slugs(product)):
        page = visitor.get(f"/misconceptions/{slug}")
        assert visitor.status == 200, slug
        headings = [heading.text for heading in page.all("h2")]
        assert {"What one believes", "What is so", "Where it shows up"} <= set(headings), slug
        assert "<code>\\" not in visitor.response.text, (slug, "a formula that cannot be read")
        assert "$" not in text(page), (slug, "a dollar that is no formula")
        assert not any("style" in one.attrs for one in page.elements), slug
        title = page.one("title").text
        assert not {"$", "\\", "{"} & set(title), title
        titles.add(title)
    assert len(titles) == len(slugs(product))


@pytest.mark.parametrize("slug", ["no-scale", "swap-query-key"])
def test_a_slip_is_worked_beside_the_right_way(visitor: Visitor, slug: str) -> None:
    page = visitor.get(f"/misconceptions/{slug}")
    (table,) = [one for one in page.all("table") if "ways" in one.attrs["class"]]
    rows = [one for one in page.all("tr") if one.inside("table") is table]
    assert len(rows) == 8  # the names of the columns, and seven steps
    (parting,) = page.all("tr", class_="parts")
    assert "here the ways part" in parting.text
    assert {one.attrs["class"] for one in page.all("table")} >= COMPUTED
    for heading in page.all("th"):
        assert heading.attrs["scope"] in {"row", "col"}


def test_a_belief_is_worked_beside_what_is_so(visitor: Visitor) -> None:
    page = visitor.get("/misconceptions/knows-word-order")
    (table,) = page.all("table", class_="worked ways")
    names = [
        one.text for one in page.all("th") if one.inside("table") is table and one.attrs["scope"] == "col"
    ]
    assert names == ["Step", "Rule", "As it is", "As believed"]
    assert "What it does" in text(page)


@pytest.mark.parametrize("name", ["no-such-thing", "No-Scale", "%00", "no-scale%27"])
def test_what_is_unknown_is_not_found(visitor: Visitor, name: str) -> None:
    visitor.get(f"/misconceptions/{name}")
    assert visitor.status == 404
    assert visitor.page.one("h1").text == "There is no such page"


def test_the_button_starts_a_practice_on_it(visitor: Visitor, product: Product) -> None:
    visitor.get("/misconceptions/knows-word-order")
    visitor.send("/practice")
    assert visitor.status == 200
    with reading(product.house.database) as unit:
        using = items_using(unit, "knows-word-order")
    length = min(5, len(using))  # written questions: none comes twice
    for n in range(1, length + 1):
        assert visitor.path.endswith(f"/items/{n}")
        variant = product.at(visitor.path)
        assert variant.item_id in using
        visitor.answer(wrong_answer(variant))
        visitor.send("/next")
    assert visitor.path.endswith("/summary")
    visitor.send("/practice")
    assert product.at(visitor.path).item_id in using, "another practice like this"
    visitor.get("/progress")
    assert f"One misconception, {length} question" in text(visitor.page)


def test_feedback_and_progress_lead_to_the_page(visitor: Visitor, product: Product) -> None:
    variant = product.with_slip("weights-row-choice", "no-scale")
    product.will_ask(variant)
    visitor.begin()
    visitor.answer(slip_answer(variant, "no-scale"))
    for address in (visitor.path, "/progress"):
        page = visitor.get(address)
        assert "/misconceptions/no-scale" in {one.attrs["href"] for one in page.all("a")}


def test_the_question_itself_leads_nowhere(visitor: Visitor, product: Product) -> None:
    product.will_ask("weights-row-choice")
    visitor.begin()
    addresses = [one.attrs["href"] for one in visitor.page.all("a") if one.inside("main")]
    assert not any(address.startswith(("/misconceptions", "/lesson")) for address in addresses)


def test_no_page_says_anything_of_an_item(visitor: Visitor, product: Product) -> None:
    """Neither its name, nor its stem, nor one of its written options stands on any page that can be read before."""
    pages = {slug: visitor.get(f"/misconceptions/{slug}") for slug in sorted(slugs(product))}
    pages["index"] = visitor.get("/misconceptions")
    told = {name: text(page) for name, page in pages.items()}
    raw = " ".join(
        one.attrs.get("href", "") + one.attrs.get("value", "")
        for page in pages.values()
        for one in page.elements
    )
    for item_id in product.items():
        assert f"/{item_id}" not in raw
        shown = product.variants(item_id)[0].shown
        options = shown.form.options if isinstance(shown.form, ChoiceForm) else ()
        written = [shown.stem, *(one.text for one in options if not one.numeric)]
        for sentence in (" ".join(one.split()) for one in written):
            if len(sentence) > 40 and "$" not in sentence:
                assert not [name for name, found in told.items() if sentence in found], sentence


def test_pages_do_not_depend_on_what_is_right(app: FastAPI, product: Product) -> None:
    """Every answer key is destroyed under the running product, and the pages are the same, byte for byte."""
    addresses = ["/misconceptions", "/lesson", *(f"/misconceptions/{slug}" for slug in SOME)]
    before = [Visitor(app).get(address).one("main").text for address in addresses]
    change_database(product.folder, "UPDATE variants SET answer_key = x'00', numbers = x'00'")
    assert [Visitor(app).get(address).one("main").text for address in addresses] == before


def test_experiments_that_show_what_is_so_are_linked_from_its_page(
    visitor: Visitor, product: Product
) -> None:
    assert SHOWS.keys() == EXPERIMENTS.keys()
    assert {slug for shown in SHOWS.values() for slug in shown} <= slugs(product)
    assert not any(len(set(shown)) < len(shown) for shown in SHOWS.values())
    page = visitor.get("/misconceptions/knows-word-order")
    found = [one.attrs["href"] for one in page.all("a") if one.attrs["href"].startswith("/experiments/")]
    assert found == ["/experiments/order", "/experiments/positions"]
    assert visitor.get(found[0]).one("h1").text == EXPERIMENTS["order"].title
    assert "Try what is so" not in text(visitor.get("/misconceptions/pair-reversed"))
