"""The calculator's page, for whoever has no script; and beside which questions there is one."""

from urllib.parse import urlencode

import pytest

from app.practice.calculator.lines import is_computed
from tests.web.product import Product, right_answer
from tests.web.visitor import Visitor


def asked(visitor: Visitor, expression: str) -> None:
    """Type into the page as it stands and send its form."""
    form = visitor.page.form("/calculator")
    fields = [pair for pair in form.fields if pair[0] != "expression"]
    visitor.get(f"/calculator?{urlencode([*fields, ('expression', expression)])}")


def found(visitor: Visitor) -> str:
    return visitor.page.one("p", id="found").text


def test_line_after_line_without_a_script(visitor: Visitor) -> None:
    visitor.get("/calculator")
    assert found(visitor) == ""
    asked(visitor, "e^1,2")
    assert found(visitor) == "= 3.320116923"
    asked(visitor, "ans/(ans+1)")
    assert found(visitor) == "= 0.7685247835"
    assert visitor.page.one("title").text.startswith("0.7685247835.")
    asked(visitor, "2*(ans")
    field = visitor.page.one("input", id="expression")
    assert found(visitor) == "A closing bracket is missing after “(ans”."
    assert (field.attrs["value"], field.attrs["aria-invalid"]) == ("2*(ans", "true")
    assert "found" in field.attrs["aria-describedby"].split()
    asked(visitor, "2*(ans)")
    assert found(visitor) == "= 1.537049567"
    assert [one.text.partition(" = ")[0] for one in visitor.page.all("li")] == [
        "e^1,2",
        "ans/(ans+1)",
        "2*(ans)",
    ]


@pytest.mark.parametrize("typed", ["<b>1</b>", "\x00", "\ud800", "1" * 5000, "((" * 90, "\U0001f600", "%00"])
def test_nothing_that_is_typed_breaks_the_page(visitor: Visitor, typed: str) -> None:
    sent = urlencode([("line", typed), ("line", "1+1"), ("expression", typed)], errors="replace")
    visitor.get(f"/calculator?{sent}")
    assert visitor.status == 200
    assert visitor.page.one("p", id="found").attrs["class"] == "found fault"
    assert [one.attrs["value"] for one in visitor.page.all("input", name="line")] == ["1+1"]


def test_it_stands_beside_questions_that_ask_for_numbers_and_no_others(
    visitor: Visitor, product: Product
) -> None:
    computed = {item: is_computed(product.variants(item)[0].shown) for item in product.items()}
    assert {item for item in computed if item.endswith(("-typed", "-choice"))} <= {
        item for item, yes in computed.items() if yes
    }
    assert not computed["state-the-formula"]
    typed, concept, _ = product.will_ask("weights-row-typed", "state-the-formula", "weights-row-choice")
    visitor.begin()
    asks = visitor.path
    assert visitor.page.all("details", class_="aid")
    visitor.answer(right_answer(typed))
    assert not visitor.page.all("details", class_="aid")
    visitor.get(asks)
    assert not visitor.page.all("details", class_="aid")
    visitor.send("/next")
    assert not visitor.page.all("details", class_="aid")
    visitor.answer(right_answer(concept))
    visitor.send("/next")
    assert visitor.page.all("details", class_="aid")
    here = visitor.path
    visitor.post("/settings", [("calculator", "off")])
    visitor.get(here)
    assert not visitor.page.all("details", class_="aid")


def test_without_a_script_it_opens_beside_the_question_and_loses_nothing(
    visitor: Visitor, product: Product
) -> None:
    product.will_ask("weights-row-typed")
    visitor.begin()
    form = visitor.page.one("form", action="/calculator")
    assert (form.attrs["method"], form.attrs["target"]) == ("get", "_blank")
    assert form.inside("form") is None
    assert visitor.page.one("input", id="expression").inside("form") is form
