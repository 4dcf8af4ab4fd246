"""What a page without a script sent and could not be saved: it is kept, and said what became of it."""

from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.kit.errors import BadInput
from app.services.exams.acting import Act, ActKind
from app.services.exams.saving import LARGEST, LONGEST_NOTES, Change
from app.services.exams.showing import Showing, SittingView
from app.services.records import given_of
from app.store.sitting_saves import Login
from app.store.sittings import sitting_answers
from app.store.unit import reading
from tests.loops import run
from tests.web.candidate import MINUTES, ONE_WAY, Candidate, candidate
from tests.web.product import Product, right_answer, wrong_answer
from tests.web.visitor import Visitor

LONG = ("√d_k ≈ 1.414, ½ · 2 = 1, 3 × ⅓\n" * 300)[:LONGEST_NOTES]


@pytest.fixture
def sat(app: FastAPI, product: Product) -> Candidate:
    found = candidate(app, product)
    found.begin()
    return found


@pytest.fixture
def parted(app: FastAPI, product: Product) -> Candidate:
    """A sitting in two parts of which the first, with four questions, is open."""
    found = candidate(app, product, exam=ONE_WAY)
    found.begin()
    return found


def said(found: Candidate) -> str:
    return found.page.one("main").text


def answers_of(product: Product, sat: Candidate) -> list[Any]:
    """What stands in the database, by question."""
    statement = select(sitting_answers).where(sitting_answers.c.sitting_id == sat.sitting_id)
    with reading(product.house.database) as unit:
        return list(unit.connection.execute(statement.order_by(sitting_answers.c.n)))


def act(product: Product, sat: Candidate, kind: ActKind) -> None:
    wished = Act(kind, timedelta(0), "The fire drill", "Ada", f"act-{kind}-12345678")
    run(product.house.services.exams.instructing.act([sat.sitting_id], wished))


def sent(product: Product, sat: Candidate, change: Change) -> str:
    """What becomes of a change that a script sends."""
    services = product.house.services
    learner = services.guests.find(sat.visitor.client.cookies["keyed_guest"], product.clock.now()).learner_id
    with services.exams.saving.arrived(sat.sitting_id) as at:
        saving = services.exams.saving.save(Login(learner), sat.sitting_id, 1, (change,), at=at)
        return str(run(saving).acks[0].fate)


@pytest.mark.parametrize("tail", ["/notes", "/items/1"])
def test_notes_too_long_for_an_address_are_kept_while_the_clock_stands(
    sat: Candidate, product: Product, tail: str
) -> None:
    held = sat.go(tail)
    act(product, sat, ActKind.PAUSE)
    product.clock.move_to(product.clock.now() + timedelta(seconds=30))
    sat.visitor.page = held
    sat.press("review", ("notes", LONG))
    assert sat.visitor.status == 409
    assert sat.page.one("textarea", id="kept").text.strip() == LONG.strip()
    assert "The clock stood still" in said(sat)
    sat.visitor.send(tail)
    assert sat.visitor.status == 409, "it still stands"
    act(product, sat, ActKind.RESUME)
    sat.visitor.send(tail)
    assert sat.visitor.status == 200
    assert sat.go("/notes").one("textarea", id="notes").text.strip() == LONG.strip()


def test_what_an_instructor_did_is_told_on_the_pages_while_it_is_news(
    sat: Candidate, product: Product
) -> None:
    act(product, sat, ActKind.PAUSE)
    act(product, sat, ActKind.RESUME)
    for tail in ("/items/1", "/review"):
        sat.go(tail)
        assert sat.page.one("div", id="notice").text.strip().startswith("This exam goes on.")
    product.clock.move_to(product.clock.now() + timedelta(minutes=11))
    assert not sat.go("/items/1").all("div", id="notice")


def test_what_is_longer_than_notes_may_be_is_the_same_for_a_page_and_for_a_script(
    sat: Candidate, product: Product
) -> None:
    sat.go("/notes")
    assert sat.page.one("textarea", id="notes").attrs["maxlength"] == str(LONGEST_NOTES)
    assert sent(product, sat, Change(0, 1, (), (LONG,))) == "taken"


def test_a_part_that_was_closed_takes_nothing_even_before_the_next_one_has_an_answer(
    parted: Candidate, product: Product
) -> None:
    first = parted.variants[0]
    parted.give(right_answer(first))
    held = parted.go("/items/2")
    parted.go("/part")
    parted.visitor.send("/part")
    assert parted.at == "/items/5"
    assert sent(product, parted, Change(1, 9, (wrong_answer(first)[0],))) == "late"
    parted.visitor.page = held
    parted.give(right_answer(parted.variants[1]), "next")
    assert (parted.visitor.status, parted.at) == (409, "/items/2")
    assert "Kept as late, for an instructor to look at, and not counted: question 2." in said(parted)
    parted.go("/items/4")
    assert "Kept as late" not in said(parted)
    parted.go("/review")
    assert "6 of 7 questions are unanswered" in said(parted)


def test_b22_nobody_answers_ahead_of_the_part_that_is_open(parted: Candidate, product: Product) -> None:
    """Neither by a script nor by a form: both are refused, and the part that is open stays so."""
    change = Change(5, 1, (), ("1", "2", "3", "4", "5"))
    with pytest.raises(BadInput, match="Question 5 lies in a part that is not open yet"):
        sent(product, parted, change)
    fields = [*parted.page.form("/items/1").fields[:1], ("holder", "1"), ("seq", "1"), ("place-1", "1")]
    parted.visitor.post(f"{parted.root}/items/5", fields)
    assert "not open yet" in said(parted)
    parted.go("/items/1")
    assert parted.visitor.status == 200
    parted.go("/part")
    parted.visitor.send("/part")
    assert sent(product, parted, change) == "taken"


def test_a_page_of_an_exam_in_parts_is_read_in_three_statements(parted: Candidate, product: Product) -> None:
    parted.give(right_answer(parted.variants[0]))
    product.reopen()
    fresh = Visitor(product.application())
    fresh.client.cookies.update(parted.visitor.client.cookies)
    again = Candidate(fresh, parted.sitting_id, parted.variants)
    heard: list[str] = []
    product.house.database.watch(heard.append)
    for n, status in ((1, 200), (5, 409)):
        again.go(f"/items/{n}")
        assert (again.visitor.status, again.at) == (status, f"/items/{n}")
        assert 0 < len(heard) <= 3, heard
        heard.clear()


def test_b41_a_form_that_arrived_in_time_counts_however_long_it_is_looked_at(
    sat: Candidate, product: Product, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock is read before anything is looked up, for a page without script as for a script."""
    product.clock.move_to(product.clock.now() + timedelta(minutes=MINUTES, seconds=5))
    shown = Showing.sitting

    async def slowly(self: Showing, learner_id: int, sitting_id: str) -> SittingView:
        view = await shown(self, learner_id, sitting_id)
        product.clock.move_to(product.clock.now() + timedelta(seconds=1))
        return view

    monkeypatch.setattr(Showing, "sitting", slowly)
    sat.give(right_answer(sat.variants[0]), "next")
    monkeypatch.undo()
    sat.go("/over")
    assert "Kept as late" not in said(sat)
    assert [row.n for row in answers_of(product, sat)] == [1]


@pytest.mark.parametrize("name", ["seq", "spent_ms", "notes_seq"])
def test_numbers_beyond_those_of_a_page_are_none(sat: Candidate, product: Product, name: str) -> None:
    """What no store keeps, or what would keep every later change out, is not taken from a form either."""
    sat.give(right_answer(sat.variants[0]), "stay", (name, str(LARGEST + 1)), ("notes", "as typed"))
    assert sat.visitor.status == 200
    sat.go("/items/1")
    sat.give(wrong_answer(sat.variants[0]), "stay", ("notes", "as typed later"))
    sat.go("/items/1")
    assert "as typed later" in sat.page.one("textarea", id="notes").text
    assert [(row.holder, row.seq < 3_000, row.spent_ms <= LARGEST) for row in answers_of(product, sat)] == [
        (1, True, True),
        (1, True, True),
    ]


def test_what_waits_in_a_browser_is_older_than_a_form_that_is_sent_after_it(
    sat: Candidate, product: Product
) -> None:
    """A script that loads no more left changes behind; whatever comes of them later, what the form sent stands."""
    right, wrong = right_answer(sat.variants[0]), wrong_answer(sat.variants[0])
    assert sent(product, sat, Change(1, 1, wrong)) == "taken"
    sat.go("/items/1")
    sat.give(right, "stay", ("notes", "by the form"))
    for seq in (2, 3, 40):
        assert sent(product, sat, Change(1, seq, wrong)) == "older"
        assert sent(product, sat, Change(0, seq, typed=("as it waited",))) == "older"
    assert standing(product, sat) == [("by the form",), right]
    sat.go("/items/1")
    sat.give(wrong, "stay")
    assert standing(product, sat) == [("by the form",), wrong]


def standing(product: Product, sat: Candidate) -> list[tuple[str, ...]]:
    """What stands of the notes and of the first question."""
    return [
        positions or typed for positions, typed in (given_of(row.given) for row in answers_of(product, sat))
    ]


def test_notes_that_are_too_long_are_refused_and_never_saved_in_part(
    sat: Candidate, product: Product
) -> None:
    sat.press("stay", ("notes", LONG + "x"))
    assert sat.visitor.status == 400
    assert f"Scratch notes hold {LONGEST_NOTES:,} signs, so these were not saved" in said(sat)
    assert not answers_of(product, sat)
