"""Whoever makes a slip finds it first on the progress page after at most five computations in which it acts."""

import random
from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest
from fastapi import FastAPI

from app.engine.plain_engine import PlainEngine
from app.services.revisions import stored_revision
from app.store.items import live_items
from app.store.unit import reading, writing
from app.store.variants import add_variants
from app.variants.bake import bake
from app.variants.encode import encode
from tests.conftest import GATE
from tests.databases import NOW
from tests.web.misled import EVERY_SLIP, Misled
from tests.web.product import Product, right_answer
from tests.web.visitor import Visitor

Choice = tuple[tuple[str, str], ...]  # fields of the form that starts a practice
COMPUTATIONS = 5
EARLY = COMPUTATIONS if GATE else 3  # after so many nobody goes on who sees their slip already
EARLY_ENOUGH = 3  # in an ordinary practice, whose questions are not chosen for the slip
LENGTH = "40"  # computations in which the slip makes no difference are answered right, and do not count
LEARNERS = 6 if GATE else 1
SEEDS = 30 if GATE else 8


@pytest.fixture
def many(open_product: Callable[..., Product]) -> Product:
    """The product with more variants of every computation than the other tests of pages need."""
    product = open_product()
    seeds = [f"slips-{n}" for n in range(SEEDS)]
    with reading(product.house.database) as unit:
        revisions = [stored_revision(unit, item) for item in live_items(unit) if item.recipe]
    baked = [encode(one) for each in revisions for one in bake(each, seeds, PlainEngine()).variants]
    with writing(product.house.database) as unit:
        add_variants(unit, baked, now=NOW)
        unit.commit()
    return product


def practised(
    app: FastAPI, product: Product, learner: Misled, choice: Choice
) -> tuple[list[str], int, list[str]]:
    """The slips on the progress page after at most five computations in which the slip acts, in how many it acted, and
    what was answered.

    Where none of the options shows the learner's number they work the question once more, and get it right: that
    says nothing of the slip, and is not counted.
    """
    visitor = Visitor(app)
    visitor.get("/")
    fields = visitor.page.form("/practice").fields
    visitor.post("/practice", [*fields, ("kind", "computations"), ("length", LENGTH), *choice])
    told: list[str] = []
    acted = 0
    while acted < COMPUTATIONS and visitor.path.rpartition("/")[2].isdigit():
        product.clock.move_to(product.clock.now() + timedelta(minutes=2))
        asked = product.at(visitor.path)
        given = learner.answer(visitor.page)
        acted += given is not None and learner.acts(visitor.page)
        told.append(f"{asked.item_id}: {given}")
        visitor.answer(right_answer(asked) if given is None else given)
        feedback = visitor.path
        if acted == EARLY:
            if shown_to(visitor)[:1] == [learner.slug]:
                break
            visitor.get(feedback)
        visitor.send("/next")
    return shown_to(visitor), acted, told


def shown_to(visitor: Visitor) -> list[str]:
    """The slips on the progress page, in order."""
    names = [one.attrs.get("id", "") for one in visitor.get("/progress").all("li")]
    return [name.removeprefix("slip-") for name in names if name.startswith("slip-")]


def misses(
    product: Product, slips: Sequence[str], choice: Callable[[str], Choice], *, idle: float = 0.0
) -> list[object]:
    """Every learner whose own slip is not the first.

    With `idle`, a share so large at most may have had no occasion for their slip, and whoever had one or two finds it
    among those shown: a single answer can fit several slips.
    """
    found: list[object] = []
    without = 0
    app = product.application()
    for slug in slips:
        for n in range(LEARNERS):
            learner = Misled(slug, random.Random(f"{slug} {n}"))
            shown, acted, told = practised(app, product, learner, choice(slug))
            few = idle and acted < EARLY_ENOUGH
            without += not acted
            if acted and (slug not in shown if few else shown[:1] != [slug]):
                found.append((slug, n, shown, told))
    assert without <= idle * len(slips) * LEARNERS
    return found


def test_in_a_practice_against_it(many: Product) -> None:
    """Every slip with KEYED_GATE=1, else every third."""
    assert (
        misses(many, EVERY_SLIP if GATE else EVERY_SLIP[::3], lambda slug: (("misconception", slug),)) == []
    )


def test_in_an_ordinary_practice_of_computations(many: Product) -> None:
    """Every slip with KEYED_GATE=1, else one of each step."""
    few = ("drop-signs", "root-of-tokens", "base-two", "carry-keys", "pair-reversed")
    assert misses(many, EVERY_SLIP if GATE else few, lambda _slug: (), idle=0.2) == []
