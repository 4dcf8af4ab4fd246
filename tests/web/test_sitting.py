"""A whole exam without a script: begin, answer every kind of question, move, review, and end."""

from datetime import timedelta

import pytest
from fastapi import FastAPI

from tests.web.candidate import EVERY_KIND, MINUTES, Candidate, candidate
from tests.web.product import Product, right_answer, wrong_answer


@pytest.fixture
def sat(app: FastAPI, product: Product) -> Candidate:
    """A candidate whose clock has just started."""
    found = candidate(app, product)
    found.begin()
    return found


def later(product: Product, **span: float) -> None:
    product.clock.move_to(product.clock.now() + timedelta(**span))


def filled_in(found: Candidate) -> list[str]:
    """What the page's form holds as an answer."""
    form = found.page.form(found.page.one("form", id="sheet").attrs["action"])
    return [text for name, text in form.fields if name in ("option", "number") or name.startswith("place-")]


def test_nothing_is_asked_before_the_clock_starts(app: FastAPI, product: Product) -> None:
    found = candidate(app, product)
    page = found.go("/items/1")
    assert found.at == "", (found.visitor.status, found.page.one("main").text)
    assert "The clock starts when you press" in page.one("main").text
    assert not page.all("fieldset")
    found.visitor.send("/begin")
    assert found.at == "/items/1"
    assert found.page.one("b", id="time-left").text == f"{MINUTES}:00"
    assert "Question 1 of 7" in found.page.one("header").text


def test_every_kind_of_question_is_saved_and_comes_back_as_it_was_given(sat: Candidate) -> None:
    for n, variant in enumerate(sat.variants, 1):
        assert sat.at == f"/items/{n}"
        given = wrong_answer(variant) if n % 2 else right_answer(variant)
        sat.give(given)
        assert sat.at == f"/items/{n}"
        assert filled_in(sat) == list(given), variant.item_id
        assert "Saved at" in sat.page.one("p", id="saving").text
        assert "hidden" in sat.page.one("p", id="incomplete").attrs
        sat.press("next")
    assert sat.at == "/review"
    assert "All are answered." in sat.page.one("main").text
    rows = [row.text for row in sat.page.all("tr")][1:]
    assert len(rows) == len(EVERY_KIND)
    assert all("✓ answered" in row for row in rows)
