"""Weight: what the first visit of a question page loads, apart from the maths font."""

import re

from fastapi import FastAPI

from tests.web.product import Product
from tests.web.visitor import Visitor

LIMIT = 100_000
MATHS = "stix-two-math"


def test_the_first_visit_of_a_question_stays_under_the_limit(
    visitor: Visitor, product: Product, app: FastAPI
) -> None:
    """Bytes as sent, without compression: the page, the styles, the modules, the icon, and every text font but italics.

    Italics are fetched only where a text emphasises a word; they are counted all the same in the second figure.
    """
    product.will_ask("output-row-choice")  # the one with the most on it
    visitor.begin()
    folder = app.state.site.assets.folder
    names = set(re.findall(r"(?:src|href)=\"/static/([\w.-]+)", visitor.response.text))
    style = next(name for name in names if name.endswith(".css"))
    fonts = set(re.findall(r"/static/([\w.-]+\.woff2)", (folder / style).read_text(encoding="utf-8")))
    assert any(MATHS in font for font in fonts)
    loaded = {name for name in names | fonts if MATHS not in name and "italic" not in name}
    total = len(visitor.response.content) + sum((folder / name).stat().st_size for name in loaded)
    assert total < LIMIT, f"{total} bytes"
