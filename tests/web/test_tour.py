"""The tour: offered to whoever is new, short, true to the engine, and gone for good once it is taken or skipped."""

import pytest
from fastapi import FastAPI

from app.items.answer_key import NumbersAnswer
from app.web.tour import COOKIE, RIGHT, SLIP, STEPS
from tests.web.product import Product, slip_answer
from tests.web.visitor import Visitor


def is_offered(visitor: Visitor) -> bool:
    visitor.get("/")
    return bool(visitor.page.all("section", class_="card tour"))


def test_from_the_first_page_to_the_end_and_never_again(visitor: Visitor) -> None:
    assert is_offered(visitor)
    assert not visitor.client.cookies
    assert visitor.page.one("a", href="/tour/1").text == "Take the tour"
    visitor.get("/tour/1")
    assert not visitor.page.all("input", checked="")
    visitor.get("/tour/2?option=1&confidence=sure")
    assert "without dividing by" in visitor.page.one("div", class_="verdict").text
    for n in range(3, len(STEPS) + 1):
        (link,) = [one for one in visitor.page.all("a") if one.attrs["href"] == f"/tour/{n}"]
        assert link.text == f"Next: {STEPS[n - 1]}"
        visitor.get(f"/tour/{n}")
    visitor.send("/tour/end")
    assert visitor.path == "/"
    for _ in range(3):
        assert not is_offered(visitor)


def test_skipped_once_it_stays_away(visitor: Visitor) -> None:
    assert is_offered(visitor)
    visitor.send("/tour/end")
    assert not is_offered(visitor)
    kept = next(one for one in visitor.client.cookies.jar if one.name == COOKIE)
    assert kept.expires
    assert "Set-Cookie" in visitor.response.headers  # renewed, for as long again


def test_whoever_comes_to_the_last_step_is_not_asked_again(visitor: Visitor) -> None:
    visitor.get("/tour/4")
    assert is_offered(visitor)
    visitor.get("/tour/5")
    assert not is_offered(visitor)


def test_whoever_has_practised_is_never_asked(visitor: Visitor) -> None:
    visitor.begin()
    assert not is_offered(visitor)


def test_it_can_be_taken_again_on_purpose(visitor: Visitor) -> None:
    visitor.begin()
    visitor.get("/about")
    assert visitor.page.all("a", href="/tour")
    visitor.get("/tour")
    assert visitor.path == "/tour/1"


def test_another_sites_form_does_not_end_it(app: FastAPI) -> None:
    visitor = Visitor(app)
    visitor.client.post(
        "/tour/end", headers={"Sec-Fetch-Site": "cross-site", "Origin": "https://elsewhere.test"}
    )
    assert is_offered(visitor)


@pytest.mark.parametrize("n", ["0", "6", "99", "x", "-1"])
def test_there_are_no_other_steps(visitor: Visitor, n: str) -> None:
    visitor.get(f"/tour/{n}")
    assert visitor.status == 404


def test_what_it_says_is_what_the_engine_says(visitor: Visitor, product: Product) -> None:
    """The lesson's first example: the right weights, and those without the scale."""
    variant = product.variants("weights-row-typed")[0]
    assert isinstance(variant.answer_key.answer, NumbersAnswer)
    assert ", ".join(one.printed for one in variant.answer_key.answer.numbers) == RIGHT
    assert ", ".join(slip_answer(variant, "no-scale")) == SLIP
    visitor.get("/tour/2?option=2")
    assert visitor.page.one("div", class_="verdict right").text.startswith("Right")
    for sent in ("", "?option=1", "?option=<b>", "?option=9"):
        visitor.get(f"/tour/2{sent}")
        assert visitor.page.one("div", class_="verdict")
        assert f"[{RIGHT}]" in visitor.page.one("main").text
        assert f"[{SLIP}]" in visitor.page.one("main").text
