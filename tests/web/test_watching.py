"""The instructor's pages of sittings, without scripts: what they show, what they do, and that nobody else opens them."""

from datetime import timedelta

import pytest
from fastapi import FastAPI

from app.exams.sitting import State
from app.store.sittings import sitting_row
from app.store.unit import reading
from tests.web.instructing import instructor_of, sitting_of
from tests.web.product import Product
from tests.web.visitor import SAME_ORIGIN, Visitor

ADDRESSES = ("/exams/watch", "/exams/watch/rows", "/exams/watch/acts", "/exams/watch/{name}")


@pytest.fixture
def instructor(app: FastAPI, product: Product) -> Visitor:
    return instructor_of(app, product)


def state_of(product: Product, name: str) -> State:
    with reading(product.house.database) as unit:
        found = sitting_row(unit, None, name)
    assert found is not None
    return found.clock.state


def cells(visitor: Visitor) -> list[list[str]]:
    """The table of sittings, row by row."""
    rows: dict[int, list[str]] = {}
    for cell in visitor.page.all("td"):
        rows.setdefault(id(cell.inside("tr")), []).append(cell.text)
    return list(rows.values())


def test_nobody_but_an_instructor_opens_these_pages(visitor: Visitor, product: Product) -> None:
    _, name = sitting_of(product)
    visitor.begin()
    for address in ADDRESSES:
        visitor.get(address.format(name=name))
        assert visitor.status == 403, address
        assert name not in visitor.page.one("main").text
    visitor.get("/")
    csrf = dict(visitor.page.form("/practice").fields)["csrf_token"]
    fields = [("csrf_token", csrf), ("act", "end"), ("sure", "yes"), ("reason", "x"), ("sitting", name)]
    visitor.post("/exams/watch/acts", fields)
    assert visitor.status == 403
    assert state_of(product, name) is State.RUNNING


def test_a_form_from_elsewhere_does_nothing(instructor: Visitor, product: Product) -> None:
    _, name = sitting_of(product)
    fields = [("act", "pause"), ("reason", "x"), ("sitting", name)]
    instructor.post("/exams/watch/acts", fields)
    assert instructor.status == 403
    instructor.post("/exams/watch/acts", [*fields, ("csrf_token", "0" * 43)])
    assert instructor.status == 403
    assert state_of(product, name) is State.RUNNING


def test_the_list_is_shown_and_filtered(instructor: Visitor, product: Product) -> None:
    _, running = sitting_of(product)
    _, waiting = sitting_of(product, begun=False)
    product.clock.move_to(product.clock.now() + timedelta(minutes=1, seconds=1))
    instructor.get("/exams/watch")
    rows = cells(instructor)
    assert ["Running", "13:59", "0 of 10", "–", "Not in touch since the server was started"] in rows
    assert ["Not begun", "15:00", "0 of 10", "–", "–"] in rows
    instructor.get("/exams/watch?show=created&exam=lesson-quiz")
    assert [row[0] for row in cells(instructor)] == ["Not begun"]
    assert not [one for one in instructor.page.all("input", type="checkbox") if "checked" in one.attrs]
    instructor.get("/exams/watch?mark=all")
    marked = [
        one.attrs["value"] for one in instructor.page.all("input", type="checkbox") if "checked" in one.attrs
    ]
    assert set(marked) == {running, waiting}
    instructor.get("/exams/watch?exam=no-such-exam&show=nonsense")
    assert "No sitting is in this list" in instructor.page.one("main").text
    instructor.get("/authoring")
    assert instructor.page.all("a", href="/exams/watch")


def test_the_table_alone_is_no_page(instructor: Visitor, product: Product) -> None:
    sitting_of(product)
    instructor.get("/exams/watch/rows?show=running")
    assert instructor.status == 200
    assert not instructor.page.all("main")
    assert len(cells(instructor)) == 1


def test_time_is_added_to_many(instructor: Visitor, product: Product) -> None:
    names = {sitting_of(product)[1] for _ in range(3)}
    instructor.get("/exams/watch?mark=all")
    chosen = [("sitting", name) for name in names]
    instructor.send("/acts", *chosen, ("act", "time"), ("minutes", "5"), ("reason", "The bell rang."))
    assert instructor.status == 200
    assert "Done for three sittings." in instructor.page.one("main").text
    instructor.get("/exams/watch")
    assert [row[1] for row in cells(instructor)] == ["20:00"] * 3


def test_what_was_typed_stays_where_something_is_missing(instructor: Visitor, product: Product) -> None:
    _, name = sitting_of(product)
    instructor.get("/exams/watch")
    instructor.send(
        "/acts", ("sitting", name), ("act", "time"), ("minutes", "many"), ("reason", "<b>why</b>")
    )
    assert instructor.status == 400
    assert "whole number of minutes" in instructor.page.one("div", id="faults").text
    assert instructor.page.one("textarea").text == "<b>why</b>"
    assert instructor.page.one("input", name="minutes").attrs["value"] == "many"
    (box,) = instructor.page.all("input", name="sitting")
    assert "checked" in box.attrs
    fields = [field for field in instructor.page.form("/acts").fields if field[0] not in ("sitting", "act")]
    instructor.post("/exams/watch/acts", [*fields, ("act", "pause"), ("reason", "x")])
    assert instructor.status == 400
    assert "Mark at least one" in instructor.page.one("div", id="faults").text
    assert state_of(product, name) is State.RUNNING


def test_an_end_is_asked_for_twice(instructor: Visitor, product: Product) -> None:
    _, name = sitting_of(product)
    instructor.get(f"/exams/watch/{name}")
    instructor.send("/acts", ("act", "end"), ("reason", "Fire alarm"))
    assert "End this sitting?" in instructor.page.one("h1").text
    assert state_of(product, name) is State.RUNNING
    instructor.send("/acts")
    assert instructor.path == f"/exams/watch/{name}"
    assert state_of(product, name) is State.GRADED
    text = instructor.page.one("main").text
    assert "by an instructor" in text
    assert "Fire alarm" in text
    instructor.send("/acts", ("act", "reopen"), ("minutes", "3"), ("reason", "It was a drill"))
    assert state_of(product, name) is State.RUNNING
    instructor.send("/acts", ("act", "resume"), ("reason", "Again"))
    assert instructor.status == 409
    assert "It is running already" in instructor.page.one("main").text


def test_one_sitting_shows_its_form_with_reasons(instructor: Visitor, product: Product) -> None:
    _, name = sitting_of(product)
    instructor.get(f"/exams/watch/{name}")
    form = instructor.page.one("section", aria_labelledby="form-title")
    assert len([one for one in instructor.page.all("tr") if one.inside("section") is form]) == 11
    assert "not met yet" in form.text
    assert "Begun" in instructor.page.one("section", aria_labelledby="events-title").text
    instructor.get(f"/exams/watch/{name}?events=all")
    assert instructor.status == 200
    for missing in ("A" * 16, "x", "..%2f"):
        instructor.get(f"/exams/watch/{missing}")
        assert instructor.status == 404


def test_head_and_the_address_of_an_act(instructor: Visitor) -> None:
    instructor.get("/exams/watch/acts")
    assert instructor.path == "/exams/watch"
    assert instructor.client.head("/exams/watch", headers=SAME_ORIGIN).status_code == 200
