"""What a page without a script sent and could not be saved: it is kept, and said what became of it."""

from datetime import timedelta

import pytest
from fastapi import FastAPI

from app.services.exams.acting import Act, ActKind
from app.services.exams.saving import LONGEST_NOTES, Change
from app.store.sitting_saves import Login
from tests.loops import run
from tests.web.candidate import ONE_WAY, Candidate, candidate
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


def test_the_first_change_in_a_later_part_closes_the_one_before_for_pages_too(
    parted: Candidate, product: Product
) -> None:
    assert sent(product, parted, Change(5, 1, (), ("1", "2", "3", "4", "5"))) == "taken"
    parted.go("/items/1")
    assert parted.visitor.status == 409
    assert "you have left" in said(parted)
    parted.go("/items/5")
    assert parted.visitor.status == 200


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
