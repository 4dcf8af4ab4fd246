"""Questions that go backward on their pages: what is shown before and after the answer, and what a misled learner answers."""

import random

import pytest

from app.engine.slips import SLIPS
from app.items.answer_key import ChoiceAnswer
from app.store.answer_keys import VariantRow
from tests.web.misled import Misled
from tests.web.product import Product, right_answer
from tests.web.visitor import Visitor

ITEMS = (
    "spot-the-slip-choice",
    "spot-the-slip-by-hand-choice",
    "which-mechanism-choice",
    "which-mechanism-by-hand-choice",
)
TWO = ("spot-two-slips-select", "spot-two-slips-by-hand-select")


def opened(product: Product, *variants: VariantRow) -> Visitor:
    """A visitor before the first of these questions."""
    product.will_ask(*variants)
    visitor = Visitor(product.application())
    visitor.get("/")
    fields = visitor.page.form("/practice").fields
    visitor.post("/practice", [*fields, ("kind", "computations"), ("length", "5")])
    return visitor


def choice(variant: VariantRow) -> ChoiceAnswer:
    answer = variant.answer_key.answer
    assert isinstance(answer, ChoiceAnswer)
    return answer


@pytest.mark.parametrize("item", [*ITEMS, *TWO])
def test_whoever_makes_no_slip_is_right_and_the_page_says_why(product: Product, item: str) -> None:
    variants = product.variants(item)
    visitor = opened(product, *variants)
    for variant in variants:
        before = visitor.page.one("main").text
        assert all(option.rationale not in before for option in choice(variant).options)
        given = Misled("", random.Random(1)).answer(visitor.page)
        assert given == right_answer(variant), (variant.id, variant.shown)
        visitor.answer(given)
        text = visitor.page.one("main").text
        assert ("Both of your choices are right." if item in TWO else "Your choice is right.") in text
        assert all(option.rationale in text for option in choice(variant).options)
        assert ("made of the numbers as they are written" in text) is item.startswith("spot")
        visitor.send("/next")


@pytest.mark.parametrize("item", ITEMS)
def test_whoever_makes_the_slip_takes_it_for_the_right_way(product: Product, item: str) -> None:
    """They find nothing wrong, and the feedback names their slip. A wrong option is told in numbers."""
    slipped = {
        option.option_id: variant
        for variant in product.variants(item)
        for option in choice(variant).options
        if option.correct and option.option_id in SLIPS
    }
    assert slipped
    visitor = opened(product, *slipped.values())
    for slug, variant in slipped.items():
        learner = Misled(slug, random.Random(2))
        given = learner.answer(visitor.page)
        assert given is not None
        assert learner.acts(visitor.page)
        chosen = choice(variant).options[int(given[0]) - 1]
        assert (chosen.option_id, chosen.slips) == ("none" if item.startswith("spot") else "right", (slug,))
        visitor.answer(given)
        text = visitor.page.one("main").text
        assert "Your choice goes with this belief" in text
        assert chosen.rationale in text
        assert "How was this checked?" in text
        visitor.send("/next")


@pytest.mark.parametrize("item", TWO)
def test_who_sees_one_of_two_slips_is_partly_right_and_told_of_the_other_step(
    product: Product, item: str
) -> None:
    variant = product.variants(item)[0]
    visitor = opened(product, variant)
    options = choice(variant).options
    right = min(place for place, one in enumerate(options, 1) if one.correct)
    wrong = min(place for place, one in enumerate(options, 1) if not one.correct)
    visitor.answer(tuple(map(str, sorted((right, wrong)))))
    text = visitor.page.one("main").text
    assert "Partly right" in text
    assert "One of your two choices is right." in text
    assert options[wrong - 1].rationale in text
    assert "How was this checked?" in text
