"""The instructor's pages of rulings, without scripts: form, dry run, confirmation, taking back; and nobody else's."""

import pytest
from fastapi import FastAPI

from app.services.exams.saving import Change
from app.store.items import item_row
from app.store.rulings import ruling_rows
from app.store.sitting_saves import Login
from app.store.sittings import slot_rows
from app.store.unit import reading
from tests.loops import run
from tests.web.instructing import instructor_of, sitting_of
from tests.web.product import Product, right_answer
from tests.web.visitor import Visitor


@pytest.fixture
def instructor(app: FastAPI, product: Product) -> Visitor:
    return instructor_of(app, product)


def right_sitting(product: Product) -> tuple[str, str]:
    """A graded sitting in which one single choice is right and nothing else given; and that question."""
    learner, name = sitting_of(product)
    exams = product.house.services.exams
    with reading(product.house.database) as unit:
        slot = next(
            one
            for one in slot_rows(unit, name)
            if (item := item_row(unit, one.item_id)) and item.kind == "single_choice" and not item.recipe
        )
    variant = next(one for one in product.variants(slot.item_id) if one.id == slot.variant_id)

    async def go() -> None:
        with exams.saving.arrived(name) as at:
            await exams.saving.save(
                Login(learner), name, 1, [Change(slot.n, 1, right_answer(variant))], at=at
            )
        await exams.finishing.finish(name, learner)

    run(go())
    return name, slot.item_id


def test_nobody_but_an_instructor_opens_these_pages(visitor: Visitor, product: Product) -> None:
    _, item = right_sitting(product)
    visitor.begin()
    for address in ("/exams/rulings", f"/exams/rulings/{item}"):
        visitor.get(address)
        assert visitor.status == 403
    visitor.get("/")
    csrf = dict(visitor.page.form("/practice").fields)["csrf_token"]
    fields = [("csrf_token", csrf), ("what", "drop"), ("reason", "x")]
    visitor.post(f"/exams/rulings/{item}", fields)
    assert visitor.status == 403


def test_a_ruling_is_tried_out_confirmed_and_taken_back(instructor: Visitor, product: Product) -> None:
    name, item = right_sitting(product)
    instructor.get("/exams/rulings")
    assert instructor.page.all("a", href=f"/exams/rulings/{item}")
    instructor.get(f"/exams/rulings/{item}")
    instructor.send(item, ("what", "drop"), ("reason", "Two <b>readings</b>"))
    assert instructor.status == 200
    text = instructor.page.one("main").text
    assert "Nothing has changed yet" in text
    assert name[:6] in text
    assert "1 → dropped" in text
    assert "1 of 10 → 0 of 9" in text
    instructor.send(item)
    assert instructor.path == f"/exams/rulings/{item}"
    text = instructor.page.one("main").text
    assert "1 sitting has other points now" in text
    assert "In force: Dropped" in text
    assert "Two <b>readings</b>" in text
    instructor.get(f"/exams/watch/{name}")
    assert "dropped" in instructor.page.one("main").text
    instructor.get(f"/exams/rulings/{item}")
    instructor.send(item, ("what", "withdraw"), ("reason", "It was right"))
    instructor.send(item)
    assert "No ruling is in force" in instructor.page.one("main").text
    instructor.get("/exams/rulings")
    assert "taken back" in instructor.page.one("main").text


def test_what_was_chosen_stays_where_something_is_missing(instructor: Visitor, product: Product) -> None:
    _, item = right_sitting(product)
    instructor.get(f"/exams/rulings/{item}")
    marked = [
        one.attrs["value"] for one in instructor.page.all("input", name="accepted") if "checked" in one.attrs
    ]
    every = [one.attrs["value"] for one in instructor.page.all("input", name="accepted")]
    assert len(marked) == 1 < len(every)
    other = next(one for one in every if one not in marked)
    instructor.send(item, ("what", "accept"), ("accepted", other), ("reason", ""))
    assert instructor.status == 400
    assert "Give a reason" in instructor.page.one("div", id="faults").text
    kept = [
        one.attrs["value"] for one in instructor.page.all("input", name="accepted") if "checked" in one.attrs
    ]
    assert kept == [other]
    instructor.send(item, ("reason", "It was the other one"))
    assert "1 → 0" in instructor.page.one("main").text
    with reading(product.house.database) as unit:
        assert ruling_rows(unit) == []


def test_what_has_changed_since_is_shown_again(instructor: Visitor, product: Product) -> None:
    _, item = right_sitting(product)
    instructor.get(f"/exams/rulings/{item}")
    instructor.send(item, ("what", "full"), ("reason", "why"))
    instructor.send(item, ("digest", "0" * 32))
    assert instructor.status == 409
    assert "Look at it again" in instructor.page.one("div", id="faults").text
    instructor.send(item)
    assert "In force: Full points" in instructor.page.one("main").text
    instructor.get("/exams/rulings/no-such-question")
    assert instructor.status == 404
