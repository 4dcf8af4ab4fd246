"""Texts of other systems as Markdown: what is shown stays what it was, and what may not come in is told."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.authoring.found import Fate, FoundText, Markup
from app.authoring.incoming_html import MOST_TAGS
from app.authoring.incoming_notes import Notes
from app.authoring.incoming_signs import plain_markdown
from app.authoring.incoming_text import markdown_of
from app.bank.dollars import dollars_balance, formulas
from app.web.markup import block

TEXTS = st.text(st.sampled_from("abXY 019 .,:;!?()[]{}<>\"'`~@#%^&*_-+=|/\\$\n\n  é–"), max_size=60)


def shown(markdown: str) -> str:
    """The words that a page shows of a Markdown text, blanks made one."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", str(block(markdown)))).split())


def of(text: str, markup: Markup = Markup.HTML) -> tuple[str, dict[tuple[Fate, str], list[str]]]:
    notes = Notes("stem")
    return markdown_of(FoundText(text, markup), notes), notes.found


@given(TEXTS)
def test_a_plain_text_is_shown_as_it_stood(text: str) -> None:
    markdown = plain_markdown(text)
    assert dollars_balance(markdown)
    if not formulas(markdown):
        assert re.sub(r"\s", "", shown(markdown)) == re.sub(r"\s", "", text)


@given(TEXTS)
def test_words_in_html_are_shown_as_they_stood(text: str) -> None:
    markdown, found = of(f"<p>{html.escape(text)}</p>")
    assert not found
    if not formulas(markdown):
        assert re.sub(r"\s", "", shown(markdown)) == re.sub(r"\s", "", text)


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        (r"\(x_1\) and \[y\] and [latex]$z^2$[/latex] and [$]w[/$]", "$x_1$ and $$y$$ and $z^2$ and $w$"),
        ("$x^2$ costs $5 or $6", r"$x^2$ costs \$5 or \$6"),
        (r"10\(^3\) and 2\(x\)3 and \(a\)\(b\)", "$10^3$ and $2x3$ and $a b$"),
        ("one _____ two", "one _____ two"),
        ("1. a\n- b\n\n# c", "1\\. a\\\n\\- b\n\n\\# c"),
        ("snake_case *and* `code`", r"snake_case \*and\* \`code\`"),
    ],
)
def test_plain_texts(text: str, markdown: str) -> None:
    assert plain_markdown(text) == markdown


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("<p>a <b>bold </b>word</p><p>b<br>c</p>", "a **bold** word\n\nb\\\nc"),
        ("<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>", "- a\n\n  1. b\n- c"),
        ('<pre class="language-python">if x &lt; 1:\n    y()</pre>', "```python\nif x < 1:\n    y()\n```"),
        (
            "<table><tr><th>a|b</th></tr><tr><td>1</td><td>2</td></tr></table>",
            "| a\\|b |  |\n| --- | --- |\n| 1 | 2 |",
        ),
        ("<code>a*b</code> &amp; <code>`</code>", "`a*b` & `` ` ``"),
        ('<a href="https://a.example/b?c=1&amp;d">so</a>', "[so](https://a.example/b?c=1&d)"),
        ("<h3>Head</h3><blockquote><p>q</p></blockquote>", "**Head**\n\n> q"),
        (r"<p>\(a &lt; b\)</p>", "$a < b$"),
        ("x<sub>1</sub>", "x$_{1}$"),
        ('<img data-equation-content="\\frac{1}{2}" alt="half">', r"$\frac{1}{2}$"),
    ],
)
def test_html(text: str, markdown: str) -> None:
    assert of(text)[0] == markdown


@pytest.mark.parametrize(
    ("text", "left", "told"),
    [
        ("a<script>alert(1)</script>b", "ab", "<script>"),
        ('<a href="javascript:alert(1)">so</a>', "so", "link"),
        ('<img src="https://a.example/x.png" alt="A graph">', "(image: A graph)", "A graph"),
        ("<custom-thing>so</custom-thing>", "so", "<custom-thing>"),
        ('<span style="color:red">so</span>', "so", "colours"),
        ('<p onclick="alert(1)">so</p><iframe src="https://a.example"></iframe>', "so", "<iframe>"),
        ("<svg><script>alert(1)</script></svg>so", "so", "<svg>"),
    ],
)
def test_what_may_not_come_in_is_told(text: str, left: str, told: str) -> None:
    markdown, found = of(text)
    assert markdown == left
    assert any(fate is Fate.DROPPED and told in why for fate, why in found)


def test_texts_that_are_no_question_are_refused() -> None:
    for text in ("<b>" * (MOST_TAGS + 1), "<div>" * 200 + "x"):
        with pytest.raises(ValueError, match="elements"):
            of(text)


def test_a_text_of_unknown_markup_is_html_only_where_it_looks_like_it() -> None:
    assert of("a < b\nc", Markup.AUTO)[0] == "a < b\\\nc"
    assert of("a &lt; <b>b</b>\nc", Markup.AUTO)[0] == "a < **b**\\\nc"


def test_markdown_stays_but_for_stray_dollars_and_pictures() -> None:
    text, found = of(r"*so* \(x\) costs $5 ![A graph](image:1)", Markup.MARKDOWN)
    assert text == r"*so* $x$ costs \$5 (image: A graph)" or dollars_balance(text)
    assert len(found) == 2


def test_a_formula_of_markdown_stays_one_beside_money() -> None:
    text, _ = of("It costs $5 and $x_1$, or \\(d_k\\).", Markup.MARKDOWN)
    assert text == r"It costs \$5 and $x_1$, or $d_k$."


def test_lines_of_a_program_stay_set_in() -> None:
    program = "What is returned?\n    def f():\n        return 1\n\n    f()"
    assert (
        of(program, Markup.PLAIN)[0]
        == "What is returned?\\\ndef f():\\\n\u00a0\u00a0\u00a0\u00a0return 1\n\nf()"
    )
