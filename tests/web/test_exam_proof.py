"""The proof of a question of an exam, made again from its report, by the exam's own rules."""

from dataclasses import replace

import pytest
from fastapi import FastAPI

from app.items.exam import Part, When
from tests.web.candidate import EXAM, Candidate, candidate
from tests.web.product import Product, wrong_answer
from tests.web.visitor import Visitor

ITEMS = ("weights-row-choice", "two-facts-about-a-query")
AGAIN = "Check it again now"


def ended(app: FastAPI, product: Product, **review: When) -> Candidate:
    """A graded sitting of a computation and a written question, both answered wrongly."""
    rules = {**EXAM.review, **{Part(name): when for name, when in review.items()}}
    found = candidate(app, product, ITEMS, replace(EXAM, id="proven", review=rules))
    found.begin()
    for n, variant in enumerate(found.variants, 1):
        found.go(f"/items/{n}")
        found.give(wrong_answer(variant))
    assert found.go("/report/items/1/proof").one("h1").text == "Question 1", "nothing before the end"
    found.go("/end?asked=once")
    found.press("end")
    return found


def test_the_proof_is_made_again_from_the_report(app: FastAPI, product: Product) -> None:
    sat = ended(app, product)
    sat.go("/report/items/1")
    (link,) = (one.attrs["href"] for one in sat.page.all("a") if one.text == AGAIN)
    sat.visitor.get(link)
    assert sat.visitor.status == 200
    assert sat.page.one("h1").text == "Checked again: it holds"
    (back,) = (one.attrs["href"] for one in sat.page.all("a") if one.text == "Back to the answer")
    sat.visitor.get(back)
    assert sat.at == "/report/items/1"
    stranger = Visitor(app)
    stranger.client.cookies.set("keyed_guest", product.house.services.guests.welcome().fresh_token or "")
    stranger.get(link)
    assert stranger.status == 404


def test_a_written_question_has_nothing_to_prove(app: FastAPI, product: Product) -> None:
    sat = ended(app, product)
    assert AGAIN not in sat.go("/report/items/2").one("main").text
    sat.go("/report/items/2/proof")
    assert sat.visitor.status == 404


@pytest.mark.parametrize("hidden", [Part.PROOF, Part.RIGHT])
def test_an_exam_that_does_not_show_its_proofs_makes_none(
    app: FastAPI, product: Product, hidden: Part
) -> None:
    sat = ended(app, product, **{hidden.value: When.NEVER})
    assert AGAIN not in sat.go("/report/items/1").one("main").text
    sat.go("/report/items/1/proof")
    assert sat.visitor.status == 404
    assert "does not show it" in sat.page.one("main").text
    assert "Both routes" not in sat.visitor.response.text
