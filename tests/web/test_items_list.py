"""The page of all questions: found, filtered and paged without script, and for instructors alone."""

import pytest
from fastapi import FastAPI

from tests.web.instructing import instructor_of
from tests.web.product import Product
from tests.web.visitor import Visitor


@pytest.fixture
def instructor(app: FastAPI, product: Product) -> Visitor:
    return instructor_of(app, product)


def names(visitor: Visitor) -> list[str]:
    return [one.text for one in visitor.page.all("a") if one.inside("tbody")]


def test_nobody_but_an_instructor_opens_it(visitor: Visitor, product: Product) -> None:
    visitor.begin()
    visitor.get("/authoring/items?q=root")
    assert visitor.status == 403
    assert product.items()[0] not in visitor.response.text


def test_the_whole_bank_is_there_page_by_page(instructor: Visitor, product: Product) -> None:
    instructor.get("/authoring")
    assert instructor.page.all("a", href="/authoring/items")
    instructor.get("/authoring/items")
    items = product.items()
    seen = names(instructor)
    assert seen == items[:50]
    while instructor.page.all("a", rel="next"):
        instructor.get(instructor.page.one("a", rel="next").attrs["href"])
        seen += names(instructor)
    assert seen == items
    assert f"of {len(items):,} questions" in instructor.page.one("p", id="counted").text


def test_filters_stay_chosen_and_search_finds_words_of_the_text(instructor: Visitor) -> None:
    instructor.get("/authoring/items")
    instructor.page.one("select", name="kind")
    instructor.get("/authoring/items?q=keys+row&kind=matching&sort=difficulty")
    found = names(instructor)
    assert 0 < len(found) < 50
    assert instructor.page.one("input", name="q").attrs["value"] == "keys row"
    chosen = {
        one.inside("select").attrs["name"]: one.attrs["value"]
        for one in instructor.page.all("option")
        if "selected" in one.attrs
    }
    assert chosen == {"kind": "matching", "sort": "difficulty"}
    kinds = {one.text for one in instructor.page.all("td", data_column="Kind")}
    assert kinds == {"matching"}
    instructor.get("/authoring/items?q=no+such+words+anywhere")
    assert names(instructor) == []
    assert "No question is in this list" in instructor.page.one("p", id="counted").text


def test_a_draft_of_a_new_question_leads_to_its_draft(instructor: Visitor, product: Product) -> None:
    drafting = product.house.services.authoring.drafting
    draft = drafting.create("aaa-new", "attention", "stem: What <b>is</b> $x$?\n", actor="Ada")
    instructor.get("/authoring/items?status=draft")
    assert names(instructor) == ["aaa-new"]
    assert instructor.page.all("a", href=f"/authoring/drafts/{draft.id}")
    assert "<b>" not in instructor.response.text


def test_a_retired_question_is_listed_and_not_asked(instructor: Visitor, product: Product) -> None:
    item = product.items()[0]
    product.house.services.authoring.retiring.retire([item], actor="Ada")
    instructor.get("/authoring/items?status=retired")
    assert names(instructor) == [item]
    assert item not in product.items()
