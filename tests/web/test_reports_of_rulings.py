"""What a report says of a question that was ruled on: what counts now is right, and no slip stands behind it."""

import csv
from datetime import timedelta

import pytest
from fastapi import FastAPI

from app.items.answer_key import ChoiceAnswer
from app.services.exams.ruling import RawRuling
from tests.web.candidate import Candidate, candidate
from tests.web.product import Product, right_answer, wrong_answer

ONE, TWO = "why-three-different-vectors", "two-facts-about-a-query"


def options(sat: Candidate, n: int) -> list[str]:
    """The names of the options of a question, in the order shown."""
    answer = sat.variants[n - 1].answer_key.answer
    assert isinstance(answer, ChoiceAnswer)
    return [one.option_id for one in answer.options]


def names(product: Product, sat: Candidate, n: int) -> set[str]:
    """What stands behind the wrong options that were chosen."""
    answer = sat.variants[n - 1].answer_key.answer
    assert isinstance(answer, ChoiceAnswer)
    chosen = [answer.options[int(place) - 1] for place in wrong_answer(sat.variants[n - 1])]
    words = product.house.services.vocabulary.words()
    return {words.name(slug).lower() for one in chosen for slug in one.slips}


@pytest.fixture
def sat(app: FastAPI, product: Product) -> Candidate:
    """A graded sitting: the one option wrong, both of the two wrong, after both had been right."""
    found = candidate(app, product, (ONE, TWO))
    found.begin()
    found.give(wrong_answer(found.variants[0]), "next")
    found.give(right_answer(found.variants[1]))
    product.clock.move_to(product.clock.now() + timedelta(seconds=20))
    found.give(wrong_answer(found.variants[1]))
    found.go("/end?asked=once")
    found.press("end")
    assert found.at == "/report"
    return found


def rule(product: Product, item: str, what: str, accepted: tuple[str, ...] = ()) -> None:
    rulings = product.house.services.exams.rulings
    raw = RawRuling(what, accepted, "It can be read in two ways")
    rulings.rule(item, raw, actor="Ada", digest=rulings.try_out(item, raw).digest)


def slips(sat: Candidate) -> str:
    text = sat.go("/report").one("main").text
    return text.partition("Slips you made")[2].partition("Question by question")[0]


def test_an_option_that_counts_is_no_slip_any_more(sat: Candidate, product: Product) -> None:
    (name,) = names(product, sat, 1)
    assert name in slips(sat).lower()
    before = sat.go("/report/items/1").one("main").text
    assert "✗ Yours" in before
    (chosen,) = wrong_answer(sat.variants[0])
    rule(product, ONE, "accept", (options(sat, 1)[int(chosen) - 1],))
    assert name not in slips(sat).lower()
    after = sat.go("/report/items/1").one("main").text
    assert "Question 1: right" in after
    assert "✓ Right, and yours" in after
    assert "✗ Yours" not in after
    assert name not in after.lower()
    assert "It counts as right by the ruling." in after
    assert after.count("It does not count as right by the ruling.") == 1  # what its own answer key says


def test_of_two_options_only_the_one_that_still_does_not_count_is_a_slip(
    sat: Candidate, product: Product
) -> None:
    answer = sat.variants[1].answer_key.answer
    assert isinstance(answer, ChoiceAnswer)
    accepted, other = (answer.options[int(place) - 1] for place in wrong_answer(sat.variants[1]))
    words = product.house.services.vocabulary.words()
    mine, still = ({words.name(slug).lower() for slug in one.slips} for one in (accepted, other))
    assert mine - still
    assert all(one in slips(sat).lower() for one in mine | still)
    right = [one.option_id for one in answer.options if one.correct]
    assert "From right to wrong: 1" in sat.go("/report").one("main").text
    rule(product, TWO, "accept", (*right, accepted.option_id))
    told = slips(sat).lower()
    assert all(one in told for one in still)
    assert not [one for one in mine - still if one in told]
    review = sat.go("/report/items/2").one("main").text
    assert "✓ Right, and yours" in review
    assert "✗ Yours" in review
    assert "From right to wrong: 1" in sat.go("/report").one("main").text


@pytest.mark.parametrize("what", ["drop", "full"])
def test_a_question_with_something_wrong_about_it_shows_no_slip(
    sat: Candidate, product: Product, what: str
) -> None:
    (name,) = names(product, sat, 1)
    assert name in slips(sat).lower()
    rule(product, ONE, what)
    assert name not in slips(sat).lower()


def test_the_points_in_the_files_of_a_report_sum_up_to_what_counts(sat: Candidate, product: Product) -> None:
    rule(product, ONE, "full")
    assert filed(sat) == ([1.0, 0.0], ["1.0", "0.0"], 1.0)
    rule(product, ONE, "drop")
    assert filed(sat) == ([None, 0.0], ["", "0.0"], 0.0)


def filed(sat: Candidate) -> tuple[list[float | None], list[str], float]:
    """The points of each question as JSON and as CSV, and those of the whole."""
    client = sat.visitor.client
    record = client.get(f"{sat.root}/report.json").json()
    lines = csv.DictReader(client.get(f"{sat.root}/report.csv").text.lstrip("\ufeff").splitlines())
    points = [one["points"] for one in record["items"]]
    return points, [line["points"] for line in lines], record["score"]["points"]
