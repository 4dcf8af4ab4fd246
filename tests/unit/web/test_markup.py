"""Text to safe HTML: nothing runs, formulas are MathML with the three hues, numbers have a true minus."""

from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from markupsafe import Markup

from app.web.markup import block, formula, hued, inline, numbers
from app.web.mathml import mathml

ATTACKS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[press](javascript:alert(1))",
    "[press](data:text/html,x)",
    "![x](javascript:alert(1))",
    "<svg/onload=alert(1)>",
    r"$\text{<script>alert(1)</script>}$",
    r"$\foo{<script>alert(1)</script>}$",
    r"$\href{javascript:alert(1)}{x}$",
    r"$</math><script>alert(1)</script>$",
    "`<script>alert(1)</script>`",
    '<p style="position:fixed">x</p>',
    "<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>",
]


class _Tags(HTMLParser):
    """What a browser would make elements and attributes of."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("make", [block, inline, hued])
def test_nothing_that_is_written_runs(make: Callable[[str], Markup], attack: str) -> None:
    for tag, attrs in _Tags(str(make(attack))).found:
        assert tag not in {"script", "img", "svg", "style", "iframe", "object"}
        assert not any(name == "style" or name.startswith("on") for name in attrs)
        assert (attrs.get("href") or "https:").startswith("https:")


def test_the_letters_of_the_mechanism_carry_their_hue() -> None:
    html = mathml(r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V")
    for letter in "QKV":
        assert f'<mi class="{letter}">{letter}</mi>' in html
    assert "<mi>k</mi>" in html


@pytest.mark.parametrize(
    ("latex", "hued_letters"),
    [
        (r"q_i \cdot k_j", {"Q": "q", "K": "k"}),
        (r"\sum_j w_j v_j", {"V": "v"}),
        (r"e^{q \cdot k}", {}),
        (r"d_k", {}),
        (r"x_v + W_q", {}),
        (r"W^Q", {"Q": "Q"}),
        (r"\frac{q \cdot k}{\sqrt{d_k}}", {"Q": "q", "K": "k"}),
    ],
)
def test_a_small_letter_is_hued_where_it_stands_on_the_line(latex: str, hued_letters: dict[str, str]) -> None:
    html = mathml(latex)
    assert html.count("class=") == len(hued_letters)
    for hue, letter in hued_letters.items():
        assert f'<mi class="{hue}">{letter}</mi>' in html


def test_no_style_survives_in_a_formula() -> None:
    assert "style" not in mathml(r"\color{red}{Q} \quad x")


def test_a_formula_that_cannot_be_read_is_shown_as_it_is() -> None:
    assert str(formula(r"\undefined{<b>}")) == r"<code>\undefined{&lt;b&gt;}</code>"


def test_a_long_formula_may_break_between_its_terms_and_a_short_one_not() -> None:
    long = mathml(r"0.7 \cdot (9, 0 + 1) + 0.2 \cdot (0, 9) + 0.1 \cdot (9, 9) = (7.2, 2.7)")
    assert long.count("<math ") == 4
    assert long.count("</math>") == 4
    assert long.count('form="infix"') == 3
    assert mathml("a + b = c").count("<math ") == 1
    assert mathml(r"0.7 + 0.2 + 0.1 + 0.4 + 0.5 + 0.6 + 0.7 + 0.8", display=True).count("<math") == 1


def test_a_minus_at_the_front_of_a_long_formula_stays_with_its_term() -> None:
    first, _, _ = mathml("-1234567890 + 1234567890 + 1234567890").partition("</math>")
    assert first.endswith("<mn>1234567890</mn>")
    assert "−" in first


def test_money_is_no_formula_and_a_display_is_one() -> None:
    assert block("It costs $5 and $6.") == Markup("<p>It costs $5 and $6.</p>\n")
    assert 'display="block"' in block("$$x^2$$")


def test_what_cannot_be_broken_scrolls_by_itself() -> None:
    """A formula of its own line, a table, and on the line what may be wider than a page; nothing else."""
    wide = r"\begin{pmatrix}1&2&3&4&5&6\end{pmatrix}"
    for text, name in (
        (f"$${wide}$$", "Formula"),
        (f"- $${wide}$$", "Formula"),
        (f"It is ${wide}$.", "Formula"),
        (r"It is $\dfrac{123456789 + 123456789 + 123456789 + 123456789 + 1}{2}$.", "Formula"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "Table"),
    ):
        html = str(block(text))
        assert html.count(f'data-wide="{name}">') == 1, text
        assert html.count("<span") == html.count("</span>")
    assert 'on-line" data-wide' in inline(f"${wide}$")
    for text in ("It is $x$.", r"$\begin{pmatrix}1&2\\3&4\\5&6\end{pmatrix}$", r"$QK^\top$ and $V$"):
        assert "data-wide" not in block(text)


def test_no_line_begins_with_the_stop_behind_a_formula() -> None:
    assert "</math>.</span>" in block("It is $x$.")
    assert "held" not in block("It is $x$ alone.")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("-0.5", "−0.5"),
        ("[-1, 2, -.5]", "[−1, 2, −.5]"),
        ("well-known", "well-known"),
        ("3-2", "3-2"),
        ("0.5064 ± 3e-17", "0.5064 ± 3·10<sup>−17</sup>"),
        ("2e+05", "2·10<sup>5</sup>"),
        ("<b>-1</b>", "&lt;b&gt;−1&lt;/b&gt;"),
    ],
)
def test_numbers_as_they_are_printed(text: str, shown: str) -> None:
    assert str(numbers(text)) == shown


def test_words_of_the_mechanism_carry_hue_and_sign_outside_of_formulas() -> None:
    html = hued("Compare the query with every key, then $k$ and the *Values*; keyboards stay.")
    assert '<span class="Q">query</span>' in html
    assert '<span class="K">key</span>' in html
    assert '<span class="V">Values</span>' in html
    assert "keyboards" in html


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac{" * 2_000 + "1" + "}{2}" * 2_000,
        "{" * 50_000 + "x" + "}" * 50_000,
        r"\sqrt" * 16_000 + " x",
        r"\left(" * 9_000 + "x" + r"\right)" * 9_000,
        r"\hat" * 20_000 + " x",
        r"\frac a" * 250 + " b",
        r"\def\a{" + r"\sqrt" * 30 + r"}\def\b{" + r"\a" * 30 + r"}\def\c{" + r"\b" * 25 + r"}\c x",
        r"\begin{matrix}" * 130 + "x" + r"\end{matrix}" * 130,
    ],
)
def test_a_formula_that_nests_without_end_costs_neither_the_page_nor_the_process(latex: str) -> None:
    """What sets it calls itself for each level: the process ended by a full stack, whoever had typed or sent in such a text."""
    assert mathml(latex) == f"<code>{latex}</code>"


def test_a_formula_of_thirty_levels_is_set() -> None:
    assert mathml("x^{" * 30 + "2" + "}" * 30).startswith("<math")
