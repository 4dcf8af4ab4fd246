"""Formulas are seen wherever a text holds them, and prices are none."""

import pytest

from app.bank.markdown import markdown_reader

READER = markdown_reader(lambda latex, _options: f"[{latex}]")


@pytest.mark.parametrize(
    ("text", "formula"),
    [("$Z$: 34.986", "[Z]"), ("$Z$", "[Z]"), ("so $Z$ is 4", "[Z]"), ("$a$ and $b$ 1", "[b]")],
)
def test_a_formula_is_seen_at_the_start_of_a_text_that_ends_in_a_digit_too(text: str, formula: str) -> None:
    assert formula in READER.renderInline(text)
    assert formula in READER.render(text)


@pytest.mark.parametrize("text", ["$5 and 3", "5$ and $6", "it costs $5"])
def test_prices_are_no_formulas(text: str) -> None:
    assert "[" not in READER.renderInline(text)
