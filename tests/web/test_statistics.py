"""What stored answers say: counted over the real bank, shown to instructors, and to nobody else."""

import random
from datetime import datetime

import orjson
import pytest
from fastapi import FastAPI

from app.items.public import ChoiceForm
from app.services.authoring.measuring import Measured
from app.store.answer_keys import VariantRow
from app.store.learners import learners
from app.store.practices import practices
from app.store.presentations import presentations
from app.store.responses import responses
from app.store.unit import writing
from tests.web.instructing import instructor_of
from tests.web.product import Product, right_answer, wrong_answer
from tests.web.visitor import Visitor

ITEMS = ("weights-row-choice", "two-facts-about-a-query", "weights-row-typed", "state-the-formula")


def page_text(visitor: Visitor, address: str) -> str:
    visitor.get(address)
    assert visitor.status == 200
    return " ".join(visitor.page.one("main").text.split())


def practise(visitor: Visitor, product: Product, *given: tuple[str, bool]) -> None:
    """A practice that asks these items; right or wrong answers."""
    product.will_ask(*(item for item, _ in given))
    visitor.get("/")
    visitor.send("/practice", ("length", "10"))
    for _, fine in given:
        variant = product.at(visitor.path)
        visitor.answer(right_answer(variant) if fine else wrong_answer(variant))
        visitor.send("/next")


def test_an_item_is_counted_from_what_was_answered(app: FastAPI, product: Product) -> None:
    practise(Visitor(app), product, (ITEMS[0], True), (ITEMS[1], False), (ITEMS[0], False), (ITEMS[2], False))
    practise(Visitor(app), product, (ITEMS[0], False))
    measures = product.house.services.authoring.measures
    assert measures.refresh() == Measured(5, 3)
    assert measures.refresh() is None  # nothing has come in since
    found = measures.item(ITEMS[0]).statistics
    assert found is not None
    assert (found.first.answers, found.first.right) == (2, 1)
    assert (found.all_answers.answers, found.all_answers.right) == (3, 1)
    assert [(one.name, one.taken) for one in found.options if one.correct] == [("right", 1)]
    assert sum(one.taken for one in found.options) == 2
    typed = measures.item(ITEMS[2]).statistics
    assert typed is not None
    assert [(one.name, one.taken) for one in typed.options] == [("right", 0), ("other", 1)]
    text = page_text(instructor_of(app, product), f"/authoring/items/{ITEMS[0]}/statistics")
    assert "50 % of 2" in text.replace("\N{NARROW NO-BREAK SPACE}", " ").replace("\N{NO-BREAK SPACE}", " ")
    assert "not yet known" in text


def test_the_page_counts_anew_when_asked(app: FastAPI, product: Product) -> None:
    practise(Visitor(app), product, (ITEMS[1], True))
    instructor = instructor_of(app, product)
    address = f"/authoring/items/{ITEMS[1]}/statistics"
    assert "Not counted yet" in page_text(instructor, address)
    instructor.send("/statistics")
    assert "100" in instructor.page.one("main").text
    assert "Count now" not in instructor.page.one("main").text
    practise(Visitor(app), product, (ITEMS[1], False))
    assert "answers or questions have changed since" in page_text(instructor, address)


def test_nobody_else_gets_a_byte(app: FastAPI, product: Product) -> None:
    visitor = Visitor(app)
    for address in (f"/authoring/items/{ITEMS[0]}/statistics", "/authoring/banks/attention/statistics"):
        visitor.get(address)
        assert visitor.status == 403
        assert "First attempts" not in visitor.response.text
        visitor.post(address, [("csrf_token", "x")])
        assert visitor.status == 403


def test_what_does_not_exist_is_said(app: FastAPI, product: Product) -> None:
    instructor = instructor_of(app, product)
    for address in ("/authoring/items/no-such/statistics", "/authoring/banks/no-such/statistics"):
        instructor.get(address)
        assert instructor.status == 404


def fill(product: Product, people: int, seed: int) -> None:
    """A class that answers, some stronger than others, all rows put straight into the database."""
    chance = random.Random(seed)
    asked = [product.variants(item)[0] for item in product.items()[:12]]
    now = product.clock.now()
    with writing(product.house.database) as unit:
        run = unit.connection.execute
        for person in range(1, people + 1):
            run(learners.insert().values(id=person, created_at=now))
            name = f"class-{person:010}"
            run(practices.insert().values(**_practice(name, person, now)))
            strength = chance.random()
            for n, variant in enumerate(asked, 1):
                shown = run(
                    presentations.insert().values(
                        practice_id=name, n=n, learner_id=person, item_id=variant.item_id,
                        variant_id=variant.id, why="new", presented_at=now,
                    )
                ).inserted_primary_key  # fmt: skip
                assert shown is not None
                fine = chance.random() < strength
                run(responses.insert().values(**_response(shown[0], person, variant, fine, now)))
        unit.commit()


def _practice(name: str, person: int, now: datetime) -> dict[str, object]:
    return {
        "id": name, "learner_id": person, "kind": "mix", "length": 12, "state": "any", "scheduled": True,
        "started_at": now,
    }  # fmt: skip


def _response(shown: int, person: int, variant: VariantRow, fine: bool, now: datetime) -> dict[str, object]:
    texts = right_answer(variant) if fine else wrong_answer(variant)
    positions = texts if isinstance(variant.shown.form, ChoiceForm) else ()
    given = {"positions": positions, "typed": () if positions else texts}
    return {
        "presentation_id": shown, "learner_id": person, "given": _json(given), "points": float(fine),
        "correct": fine, "judged": _json({"fields": [], "candidates": [], "coarse": False}), "received_at": now,
    }  # fmt: skip


def _json(record: object) -> str:
    return orjson.dumps(record).decode()


@pytest.mark.parametrize("people", [40])
def test_a_class_is_told_apart(app: FastAPI, product: Product, people: int) -> None:
    fill(product, people, 5)
    measures = product.house.services.authoring.measures
    assert measures.refresh() == Measured(people * 12, 12)
    instructor = instructor_of(app, product)
    text = page_text(instructor, "/authoring/banks/attention/statistics")
    assert "Alpha" in text
    assert "Not yet known" not in text
    first = product.items()[0]
    text = page_text(instructor, f"/authoring/items/{first}/statistics")
    assert "Who took which option" in text
    form = product.variants(first)[0].shown.form
    assert isinstance(form, ChoiceForm)
    assert all(option.text in text for option in form.options), "what was given stands there in its own words"
    found = measures.item(first).statistics
    assert found is not None
    assert found.discrimination is not None
    assert found.discrimination.value > 0
