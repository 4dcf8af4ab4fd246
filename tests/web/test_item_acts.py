"""What is done to questions from the list and from their pages: asked once more, then done; and copies of them."""

import pytest
from fastapi import FastAPI

from app.store.drafts import draft_of_item
from app.store.item_history import events_of
from app.store.unit import reading
from tests.web.drafting import begun, written_out
from tests.web.instructing import instructor_of
from tests.web.product import Product
from tests.web.visitor import Visitor


@pytest.fixture
def instructor(app: FastAPI, product: Product) -> Visitor:
    return instructor_of(app, product)


def lines(visitor: Visitor) -> list[str]:
    return [
        " ".join(one.text.split())
        for one in visitor.page.all("li")
        if one.inside("ul") and one.inside("main")
    ]


def test_many_are_retired_after_being_asked_once_more(instructor: Visitor, product: Product) -> None:
    first, second, *_ = product.items()
    instructor.get("/authoring/items")
    instructor.send("/acts", ("item", first), ("item", second), ("act", "retire"))
    assert "Retire 2 questions?" in instructor.page.one("h1").text
    assert first in product.items()
    instructor.send("/acts", ("actor", " "))
    assert instructor.status == 400
    assert first in product.items()
    instructor.send("/acts", ("actor", "Grace"), ("note", "Too old"))
    assert lines(instructor) == [f"{first} done", f"{second} done"]
    assert not {first, second} & set(product.items())
    with reading(product.house.database) as unit:
        event = events_of(unit, first)[-1]
    assert (event.what, event.actor, event.note) == ("retired", "Grace", "Too old")
    instructor.get(f"/authoring/items/{first}")
    assert "nobody is asked this question" in instructor.page.one("main").text
    instructor.send("/acts", ("act", "revive"))
    instructor.send("/acts")
    assert first in product.items()
    for fields in ((), (("item", first),), (("act", "burn"), ("item", first))):
        instructor.get("/authoring/items")
        instructor.send("/acts", *fields)
        assert instructor.status == 400


def test_drafts_are_submitted_to_review_where_they_have_no_faults(
    instructor: Visitor, product: Product
) -> None:
    whole, faulty = "a-whole-one", "a-faulty-one"
    written_out(instructor, begun(instructor, whole))
    begun(instructor, faulty)
    published = product.items()[0]
    instructor.get("/authoring/items?status=draft")
    chosen = [("item", name) for name in (faulty, whole, published)]
    instructor.send("/acts", *chosen, ("act", "submit"))
    instructor.send("/acts")
    told = dict(one.split(" ", 1) for one in lines(instructor))
    assert told[whole] == "done"
    assert told[published] == "it has no draft"
    assert told[faulty] not in ("done", "it has no draft")
    with reading(product.house.database) as unit:
        states = {name: getattr(draft_of_item(unit, name), "state", "") for name in (whole, faulty)}
    assert states == {whole: "in_review", faulty: "draft"}


def test_a_copy_is_a_question_of_its_own(instructor: Visitor, product: Product) -> None:
    item = product.items()[0]
    instructor.get(f"/authoring/items/{item}/duplicate")
    instructor.send("/duplicate", ("name", item))
    assert instructor.status == 400
    assert "exists already" in instructor.page.one("p", id="name-fault").text
    instructor.send("/duplicate", ("name", "a-copy-of-it"))
    assert instructor.path.startswith("/authoring/drafts/")
    with reading(product.house.database) as unit:
        draft = draft_of_item(unit, "a-copy-of-it")
    assert draft is not None
    assert draft.text.startswith("id: a-copy-of-it\n")
    assert draft.base_revision_id is None
    instructor.get("/authoring/items/no-such-item/duplicate")
    instructor.send("/duplicate", ("name", "a-copy-of-nothing"))
    assert instructor.status == 404


def test_only_the_editor_of_the_text_may_make_styles(instructor: Visitor) -> None:
    address = begun(instructor)
    policy = instructor.response.headers.get_list("content-security-policy")
    assert len(policy) == 1
    assert "nonce" not in policy[0]
    instructor.get(f"{address}?as=yaml")
    (policy,) = instructor.response.headers.get_list("content-security-policy")
    nonce = instructor.page.one("textarea", id="text").attrs["data-nonce"]
    assert f"style-src 'self' 'nonce-{nonce}';" in policy
    assert len(nonce) >= 16
    instructor.get(f"{address}?as=yaml")
    assert instructor.page.one("textarea", id="text").attrs["data-nonce"] != nonce
