"""The instructor's pages of reviews, without scripts: what waits, comments, decisions; and nobody else's."""

import pytest
from fastapi import FastAPI

from app.store.items import live_items
from app.store.reviews import put_base
from app.store.unit import writing
from tests.web.instructing import instructor_of
from tests.web.product import Product
from tests.web.reviewing import act, draft_of, main_of, some_item
from tests.web.visitor import Visitor

SAID = "Two <b>readings</b>?\nSplit it."


@pytest.fixture
def instructor(app: FastAPI, product: Product) -> Visitor:
    return instructor_of(app, product)


def test_nobody_but_an_instructor_sees_a_byte(visitor: Visitor, product: Product) -> None:
    draft = draft_of(product, some_item(product), ("difficulty: 0.", "difficulty: 0.1"))
    visitor.begin()
    csrf = ("csrf_token", "x")
    for address in ("/authoring/review", f"/authoring/drafts/{draft.id}/review"):
        visitor.get(address)
        assert visitor.status == 403
        assert draft.item_id not in visitor.response.text
    for word in ("submit", "approve", "send-back", "comment", "settle"):
        visitor.post(f"/authoring/drafts/{draft.id}/{word}", [csrf, ("version", "2"), ("actor", "Eve")])
        assert visitor.status == 403
    assert product.house.services.authoring.reviewing().view(draft.id).stage == "draft"


def test_from_draft_to_approved_by_a_second_person(instructor: Visitor, product: Product) -> None:
    item = some_item(product)
    draft = draft_of(product, item, ("difficulty: 0.", "difficulty: 0.1"))
    page = f"/authoring/drafts/{draft.id}/review"
    instructor.get("/authoring")
    assert instructor.page.all("a", href="/authoring/review")
    instructor.get(page)
    assert instructor.page.one("input", id="actor").attrs["value"] == "Ada"
    instructor.send("/submit", ("note", "Please look"))
    assert instructor.path == page
    assert "Submitted. It waits for a second person now." in main_of(instructor)
    instructor.get("/authoring/review")
    text = main_of(instructor)
    assert item in text
    assert "for a second person" in text
    instructor.get(page)
    assert "You wrote some of this version" in main_of(instructor)
    act(instructor, "approve", ("note", "Mine is good"))
    assert instructor.status == 409
    assert "Nothing was done" in main_of(instructor)
    assert instructor.page.one("textarea", id="note").text == "Mine is good"
    act(instructor, "approve", ("actor", "Grace"))
    assert "Approved by Grace (unverified)" in main_of(instructor)
    assert instructor.page.one("input", id="actor").attrs["value"] == "Grace", "remembered by the browser"
    instructor.get("/authoring/review")
    assert "to be published: approved by Grace" in main_of(instructor)
    assert instructor.page.one("main").text.count(draft.id) == 0


def test_a_name_is_asked_for_and_what_was_typed_stays(instructor: Visitor, product: Product) -> None:
    draft = draft_of(product, some_item(product), ("difficulty: 0.", "difficulty: 0.1"))
    instructor.get(f"/authoring/drafts/{draft.id}/review")
    for name in (" ", "x" * 101):
        instructor.send("/comment", ("actor", name), ("line", "2"), ("note", SAID))
        assert instructor.status == 400
        assert instructor.page.one("textarea", id="comment-text").text == SAID
        assert instructor.page.one("input", id="comment-line").attrs["value"] == "2"
    instructor.send("/comment", ("actor", "Grace"), ("line", "999"), ("note", SAID))
    assert "This text has no line 999" in main_of(instructor)
    instructor.get(f"/authoring/drafts/{draft.id}/comment")
    assert instructor.path == f"/authoring/drafts/{draft.id}/review"


def test_comments_stand_at_their_lines_and_are_settled(instructor: Visitor, product: Product) -> None:
    draft = draft_of(product, some_item(product), ("difficulty: 0.", "difficulty: 0.1"))
    page = f"/authoring/drafts/{draft.id}/review"
    instructor.get(f"{page}?line=2")
    assert instructor.page.one("input", id="comment-line").attrs["value"] == "2"
    instructor.send("/comment", ("actor", "Grace Hopper"), ("note", SAID))
    said = instructor.page.one("div", class_="said")
    assert SAID in said.text
    assert "Grace Hopper (unverified)" in " ".join(said.text.split())
    row = said.inside("tr")
    assert row is not None
    assert instructor.page.elements.index(row) > instructor.page.elements.index(
        instructor.page.one("tr", id="line-2")
    )
    product.house.services.authoring.drafting.save(
        draft.id, draft.version, draft.text.replace("\nkind:", "\n# what it is\nkind:"), actor="Ada"
    )
    act(instructor, "settle", ("comment", "1"), ("actor", "Ada"))
    assert "Settled by Ada" in main_of(instructor)
    act(instructor, "settle", ("comment", "1"), ("actor", "Ada"))
    assert instructor.status == 409


def test_an_older_page_is_told_kindly_and_loses_nothing(instructor: Visitor, product: Product) -> None:
    draft = draft_of(product, some_item(product), ("difficulty: 0.", "difficulty: 0.1"))
    page = f"/authoring/drafts/{draft.id}/review"
    instructor.get(page)
    instructor.send("/submit")
    product.house.services.authoring.drafting.save(
        draft.id, draft.version, draft.text.replace("0.1", "0.2"), actor="Ada"
    )
    instructor.send("/comment", ("actor", "Grace"), ("line", "1"), ("note", SAID))
    assert instructor.status == 409
    assert f"Version {draft.version + 1} of this draft was saved since you opened the page" in main_of(
        instructor
    )
    assert instructor.page.one("textarea", id="comment-text").text == SAID
    instructor.send("/comment")
    assert instructor.status == 200, "the page that came back names the new version"
    assert SAID in instructor.page.one("div", class_="said").text


def test_what_is_wrong_with_the_text_stands_at_its_line(instructor: Visitor, product: Product) -> None:
    draft = draft_of(product, some_item(product), ("kind: single_choice", "kind: single_chioce"))
    instructor.get(f"/authoring/drafts/{draft.id}/review")
    assert "It cannot be read yet" in main_of(instructor)
    assert instructor.page.all("a", href="#line-2")
    instructor.send("/submit")
    assert instructor.status == 400
    assert "Mend it first" in main_of(instructor)


def test_the_page_shows_learners_view_key_and_what_changes(instructor: Visitor, product: Product) -> None:
    item = some_item(product)
    draft = draft_of(product, item, ("difficulty: 0.", "difficulty: 0.1"))
    instructor.get(f"/authoring/drafts/{draft.id}/review")
    text = main_of(instructor)
    for heading in ("As a learner sees it", "What is right, and why", "What changes", "Its text"):
        assert heading in text
    assert instructor.page.all("tr", class_="new")
    assert "✓ Right" in text


def test_own_checks_are_told_apart_from_the_writing_rules(instructor: Visitor, product: Product) -> None:
    checks = "\nchecks:\n  - {given: right, expect: right}\n  - {given: nothing, expect: right}\noptions:"
    draft = draft_of(product, some_item(product), ("\noptions:", checks))
    instructor.get(f"/authoring/drafts/{draft.id}/review")
    section = next(one for one in instructor.page.all("section", aria_labelledby="checks-title"))
    assert "own-check" in section.text
    assert "own-check" not in instructor.page.one("section", aria_labelledby="findings-title").text
    product.house.services.authoring.drafting.save(
        draft.id,
        draft.version,
        draft.text.replace("nothing, expect: right", "nothing, expect: invalid"),
        actor="Ada",
    )
    instructor.get(f"/authoring/drafts/{draft.id}/review")
    assert "2 written by its author, and those that follow from it, pass" in main_of(instructor)


def test_a_draft_of_another_text_is_held_against_what_is_published_now(
    instructor: Visitor, product: Product
) -> None:
    item = some_item(product)
    draft = draft_of(product, item, ("difficulty: 0.", "difficulty: 0.1"))
    with writing(product.house.database) as unit:
        other = next(one for one in live_items(unit) if one.id != item)
        put_base(unit, draft.id, other.latest_revision_id)
        unit.commit()
    instructor.get(f"/authoring/drafts/{draft.id}/review")
    assert "Another text of this question was published" in main_of(instructor)
    act(instructor, "build-on")
    text = main_of(instructor)
    assert "It stands against what is published now" in text
    assert "Another text of this question was published" not in text
    act(instructor, "build-on")
    assert instructor.status == 409
