"""Many drafts at once: submitted, approved and published from the list, each for itself."""

import pytest
from fastapi import FastAPI

from tests.web.instructing import instructor_of
from tests.web.product import Product, right_answer
from tests.web.reviewing import draft_of, main_of
from tests.web.test_releases import ITEM, TURNED
from tests.web.visitor import Visitor

OTHERS = ("a-batch-padded-on-the-left", "a-causal-mask-in-training")
LESS = ("difficulty: 0.", "difficulty: 0.1")


@pytest.fixture
def instructor(app: FastAPI, product: Product) -> Visitor:
    return instructor_of(app, product)


def mark_all(visitor: Visitor, table: str, act: str, actor: str) -> str:
    """Tick the boxes of a table and press its button; what the page then says."""
    visitor.get(f"/authoring/review?mark={table}")
    visitor.send("/review", ("act", act), ("actor", actor))
    return main_of(visitor)


def test_many_drafts_go_from_begun_to_published(app: FastAPI, instructor: Visitor, product: Product) -> None:
    learner = Visitor(app)
    product.will_ask(ITEM)
    learner.begin()
    learner.answer(right_answer(product.at(learner.path)))
    drafts = [draft_of(product, item, LESS) for item in OTHERS]
    drafts += [
        draft_of(product, ITEM, *TURNED),
        draft_of(product, "four-products-added", LESS, author="Grace"),
    ]
    told = mark_all(instructor, "drafts", "submit", "Ada")
    assert told.count("✓ done") == 4
    told = mark_all(instructor, "waiting", "approve", "Grace")
    assert told.count("✓ done") == 3
    assert "You wrote some of this text" in told
    told = mark_all(instructor, "approved", "publish", "Ada")
    assert told.count("✓ done") == 2
    assert "publish it from its own page" in told
    instructor.get("/authoring/review")
    assert [one.attrs["value"] for one in instructor.page.all("input", name="draft")] == [
        f"{drafts[3].id}:2",
        f"{drafts[2].id}:2",
    ]


def test_nothing_is_done_to_no_draft_to_an_older_version_or_without_a_name(
    instructor: Visitor, product: Product
) -> None:
    draft = draft_of(product, OTHERS[0], LESS)
    instructor.get("/authoring/review")
    for changes, sentence in (
        ([("act", "submit")], "Mark at least one draft"),
        ([("act", "burn"), ("draft", f"{draft.id}:2")], "Choose what is to be done"),
        ([("act", "submit"), ("draft", f"{draft.id}:2"), ("actor", " ")], "Write your name"),
    ):
        instructor.send("/review", *changes)
        assert instructor.status == 400
        assert sentence in main_of(instructor)
    assert instructor.page.one("input", name="draft", value=f"{draft.id}:2").attrs.get("checked") == ""
    instructor.get("/authoring/review")
    instructor.send("/review", ("act", "submit"), ("draft", f"{draft.id}:1"), ("draft", "no-such:x"))
    assert instructor.status == 409
    assert "was saved since you opened the page" in main_of(instructor)


def test_it_is_for_instructors_alone(visitor: Visitor, product: Product) -> None:
    draft = draft_of(product, OTHERS[0], LESS)
    visitor.post("/authoring/review", [("csrf_token", "x"), ("act", "submit"), ("draft", f"{draft.id}:2")])
    assert visitor.status == 403
