"""Computations told as formulas, from their pages: who works right is right, who slips is told of the slip where it is made."""

import random

from tests.web.misled import Misled, asked_on
from tests.web.misled_formulas import Formulas
from tests.web.product import Product
from tests.web.visitor import Visitor

# Each item with a slip, and what the misconception of that slug is called.
ITEMS = (
    ("pipeline-steps", "no-scale", "Missing scale"),
    ("pipeline-by-hand-steps", "scale-after-softmax", "Scale after the softmax"),
    ("weights-matrix-grid", "no-scale", "Missing scale"),
    ("weights-matrix-by-hand-grid", "softmax-over-matrix", "Softmax over the whole matrix"),
    ("masked-weight-steps", "no-exponential", "Softmax without the exponential"),
    ("masked-weight-steps", "later-tokens-left-in", "Later tokens left in"),
    ("masked-weight-by-hand-steps", "base-two", "Base two"),
    ("deviations-out-steps", "variance-for-deviation", "Variance for standard deviation"),
    ("softmax-gradient-steps", "square-for-gradient", "Weight squared as the derivative"),
)


def feedback_on(visitor: Visitor, product: Product, item: str, *, slug: str) -> str:
    """What is said to somebody who works by what the page gives, with a slip or without."""
    for variant in product.variants(item)[:2]:
        product.will_ask(variant)
        visitor.begin()
        asked = asked_on(visitor.page)
        assert isinstance(asked, Formulas)
        learner = Misled(slug, random.Random(5))
        if not slug or learner.acts(visitor.page):
            visitor.answer(learner.numbers(visitor.page))
            return " ".join(visitor.page.one("main").text.split())
    raise AssertionError(f"{slug} makes no difference in {item}")


def test_whoever_works_right_by_the_page_is_right(visitor: Visitor, product: Product) -> None:
    for item, _, _ in ITEMS:
        told = feedback_on(visitor, product, item, slug="")
        assert told.startswith("✓"), (item, told[:200])


def test_whoever_slips_is_told_of_the_slip(visitor: Visitor, product: Product) -> None:
    for item, slug, name in ITEMS:
        told = feedback_on(visitor, product, item, slug=slug)
        assert name in told, item
