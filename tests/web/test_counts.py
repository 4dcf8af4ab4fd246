"""Counts on the page: a width is right or it is not, and a slip in it is named."""

from app.items.slip_table import SlipReading
from app.store.answer_keys import VariantRow
from tests.web.product import Product, right_answer
from tests.web.visitor import Visitor

ITEM = "width-from-scores-typed"


def reading(variant: VariantRow, *slugs: str) -> SlipReading:
    table = variant.answer_key.slip_table
    assert table is not None
    return next(one for one in table.readings() if one.slugs == slugs)


def told(visitor: Visitor, given: tuple[str, ...]) -> str:
    return visitor.answer(given).one("main").text


def test_a_count_alone_is_right(visitor: Visitor, product: Product) -> None:
    (variant,) = product.will_ask(ITEM)
    width, model = right_answer(variant)
    visitor.begin()
    page = visitor.page
    assert "Written as a whole number" in page.one("p", id="hint").text
    assert "Numbers to" not in page.one("main").text
    assert f"[{width}, {model}.0] is right." in told(visitor, (width, f"{model}.0"))


def test_the_next_whole_number_is_not_right(visitor: Visitor, product: Product) -> None:
    (variant,) = product.will_ask(ITEM)
    width, model = right_answer(variant)
    visitor.begin()
    shown = told(visitor, (width, str(int(model) + 1)))
    assert "the first number is right and the second not" in shown


def test_a_slip_in_a_count_is_named(visitor: Visitor, product: Product) -> None:
    (variant,) = product.will_ask(ITEM)
    slipped = tuple(str(int(value)) for value in reading(variant, "divide-by-d-k").values)
    assert slipped != right_answer(variant)
    visitor.begin()
    shown = told(visitor, slipped)
    assert f"[{', '.join(slipped)}] is what comes out when the scores are divided by" in shown
