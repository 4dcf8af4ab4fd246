"""A printed paper: drawn from an exam or from chosen questions, with nothing on it that depends on what is right."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest
from fastapi import FastAPI

from app.authoring.paper_answers import answer_lines
from app.items.answer_key import ChoiceAnswer, OrderingAnswer
from tests.web.instructing import QUIZ, instructor_of
from tests.web.product import Product, change_database
from tests.web.visitor import Visitor

PAPER = "/authoring/paper"


@pytest.fixture
def instructor(app: FastAPI, product: Product) -> Visitor:
    return instructor_of(app, product)


def drawn(visitor: Visitor, *changes: tuple[str, str]) -> str:
    """Draw a paper; its address."""
    visitor.get(PAPER)
    visitor.send(PAPER, *changes)
    assert visitor.status == 200, unescape(visitor.response.text)[-3000:]
    return visitor.path


def test_nobody_but_an_instructor_gets_a_byte_of_it(visitor: Visitor, instructor: Visitor) -> None:
    address = drawn(instructor, ("count", "3"))
    visitor.begin()
    for ending in ("", "/questions", "/answers"):
        visitor.get(address + ending)
        assert visitor.status == 403
    visitor.get(PAPER)
    assert visitor.status == 403
    visitor.post(PAPER, [("count", "3"), ("actor", "Eve")])
    assert visitor.status == 403


def test_a_paper_of_an_exam_has_its_length_and_an_answer_for_each_question(instructor: Visitor) -> None:
    address = drawn(instructor, ("exam", QUIZ), ("count", "9"), ("title", "Monday"))
    instructor.get(f"{address}/questions")
    assert instructor.page.one("h1").text == "Monday"
    assert (
        len([one for one in instructor.page.all("section") if "Question" in one.attrs.get("aria-label", "")])
        == 10
    )
    instructor.get(f"{address}/answers")
    assert len(instructor.page.all("tr")) == 11


def test_chosen_questions_stand_in_the_order_that_is_asked_for(instructor: Visitor, product: Product) -> None:
    address = drawn(instructor, ("kind", "matching"), ("count", "4"), ("order", "names"))
    instructor.get(f"{address}/answers")
    names = [one.text for one in instructor.page.all("a") if one.inside("tbody")]
    assert names == sorted(names)
    assert len(names) == 4
    assert all(product.variants(name)[0].shown.kind == "matching" for name in names)


def test_the_answers_are_those_of_the_variants_on_the_paper(instructor: Visitor, product: Product) -> None:
    address = drawn(instructor, ("ids", "a-cache-out-of-step"), ("count", "1"))
    instructor.get(f"{address}/questions")
    options = [one.text for one in instructor.page.all("li") if one.inside("section")]
    instructor.get(f"{address}/answers")
    text = unescape(instructor.response.text)
    (variant,) = [one for one in product.variants("a-cache-out-of-step") if one.id in text]
    answer = variant.answer_key.answer
    assert isinstance(answer, ChoiceAnswer)
    assert options == [option.text.replace("$", "") for option in variant.shown.form.options]  # type: ignore[union-attr]
    (right,) = answer_lines(variant.shown, variant.answer_key)
    assert answer.options["ABCD".index(right)].correct
    assert instructor.page.one("span", class_="field").text == right
    assert f"seed {variant.seed}" in text


def test_lines_in_order_are_answered_by_the_place_of_each_letter(
    instructor: Visitor, product: Product
) -> None:
    """As the paper asks for it: a place behind each letter, and not the letters in their order."""
    address = drawn(instructor, ("kind", "ordering"), ("count", "1"))
    instructor.get(f"{address}/answers")
    (name,) = [one.text for one in instructor.page.all("a") if one.inside("tbody")]
    text = unescape(instructor.response.text)
    (variant,) = [one for one in product.variants(name) if one.id in text]
    answer = variant.answer_key.answer
    assert isinstance(answer, OrderingAnswer)
    right = dict(one.split() for one in instructor.page.one("span", class_="field").text.split(", "))
    assert [int(right[one]) for one in sorted(right)] == list(answer.places)


def test_the_questions_are_the_same_bytes_whatever_is_right(
    open_product: Callable[..., Product], tmp_path: Path
) -> None:
    """Every answer key is taken out of the database, and the paper is printed as before."""
    product = open_product()
    instructor = instructor_of(product.application(), product)
    address = drawn(instructor, ("count", "60"))
    instructor.get(f"{address}/questions")
    before = instructor.response.text
    with closing(sqlite3.connect(product.folder / "keyed.sqlite3")) as connection:
        (detail,) = connection.execute("SELECT detail FROM audit WHERE act = 'paper'").fetchone()
        names = [row[0] for row in connection.execute("SELECT id FROM variants") if row[0] in detail]
    assert len(names) == 60
    assert not [name for name in names if name in before]
    product.house.close()
    change_database(
        product.folder,
        "UPDATE variants SET answer_key = x'7b7d', numbers = x'', layout_id = NULL, seed = 'x'",
    )
    product.reopen()
    again = instructor_of(product.application(), product)
    again.get(f"{address}/questions")
    assert again.response.text == before


def test_what_cannot_be_drawn_is_said_and_what_was_typed_stays(instructor: Visitor) -> None:
    instructor.get(PAPER)
    instructor.send(PAPER, ("ids", "nobody-asks"), ("title", "Monday"))
    assert instructor.status == 400
    assert "No question is chosen" in instructor.response.text
    assert instructor.page.one("input", name="title").attrs["value"] == "Monday"
    instructor.send(PAPER, ("exam", "no-exam"), ("ids", ""))
    assert instructor.status == 400
    instructor.send(PAPER, ("exam", ""), ("ids", ""), ("actor", ""))
    assert "Write your name" in instructor.response.text


def test_a_paper_that_was_never_drawn_is_not_found(instructor: Visitor) -> None:
    for ending in ("", "/questions", "/answers"):
        instructor.get(f"{PAPER}/AAAAAAAAAAAAAAAA{ending}")
        assert instructor.status == 404
