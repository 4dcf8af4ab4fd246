"""Texts of QTI become HTML, and their formulas LaTeX where they are simple."""

import pytest

from app.authoring.formats.mathml import NotSimple, latex_of
from app.authoring.formats.xml import parsed
from tests.unit.authoring.qti_files import choice, declaration, one

SINGLE = declaration("identifier", right=("B",))


def math(inside: str) -> str:
    return latex_of(parsed(f'<math xmlns="http://www.w3.org/1998/Math/MathML">{inside}</math>'.encode()))


@pytest.mark.parametrize(
    ("inside", "latex"),
    [
        ("<mi>x</mi><mo>=</mo><mn>0.5</mn>", "x = 0.5"),
        (
            "<mfrac><mn>1</mn><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac>",
            r"\frac{1}{\sqrt{d_{k}}}",
        ),
        ("<mi>Q</mi><msup><mi>K</mi><mo>⊤</mo></msup>", r"Q K^{\top}"),
        ("<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>", r"\sum_{i}^{n}"),
        ("<msubsup><mi>σ</mi><mn>1</mn><mn>2</mn></msubsup>", r"\sigma_{1}^{2}"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", r"\sqrt[3]{x}"),
        ("<mover><mi>x</mi><mo>^</mo></mover>", r"\hat{x}"),
        ("<mi>softmax</mi><mfenced><mi>z</mi></mfenced>", r"\mathrm{softmax} \left( z \right)"),
        ("<mi>exp</mi><mo>\u2061</mo><mi>x</mi>", r"\exp x"),
        ("<mn>5</mn><mo>%</mo><mtext>of_it</mtext>", r"5 \% \text{of\_it}"),
        (
            "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd/></mtr></mtable>",
            r"\begin{matrix} 1 & 2 \\ 3 & \end{matrix}",
        ),
        (
            "<semantics><mi>x</mi><annotation encoding='application/x-tex'>\\vec{x}</annotation></semantics>",
            r"\vec{x}",
        ),
    ],
)
def test_simple_formulas(inside: str, latex: str) -> None:
    assert math(inside) == latex


@pytest.mark.parametrize(
    "inside", ["<mi>\\</mi>", "<menclose><mi>x</mi></menclose>", "<mfrac><mi>x</mi></mfrac>"]
)
def test_what_is_not_simple_is_not_guessed(inside: str) -> None:
    with pytest.raises(NotSimple):
        math(inside)


def test_a_formula_stands_between_marks_of_maths_and_another_one_is_told() -> None:
    inside = '<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mi>x</m:mi>{}</m:math>'
    simple = one(SINGLE, f"<p>Is {inside.format('')} &lt; 1?</p>" + choice())
    assert simple.stem.text == r"<p>Is \(x\) &lt; 1?</p><p>Which one asks?</p>"
    other = one(SINGLE, f"<p>Is {inside.format('<m:menclose><m:mi>y</m:mi></m:menclose>')}?</p>" + choice())
    assert other.stem.text == "<p>Is xy?</p><p>Which one asks?</p>"
    assert [(loss.part, loss.line) for loss in other.losses] == [("formula", 3)]


def test_elements_lose_their_namespace_and_what_is_only_looks() -> None:
    body = '<div class="big"><p style="color:red">One <strong>two</strong><br/>three</p><table><tr><td colspan="2">4</td></tr></table></div>'
    found = one(SINGLE, body + choice())
    expected = '<p>One <strong>two</strong><br>three</p><table><tr><td colspan="2">4</td></tr></table><p>Which one asks?</p>'
    assert (found.stem.text, found.losses) == (expected, ())


def test_what_has_no_place_in_a_text_is_told() -> None:
    body = '<rubricBlock view="scorer"><p>Be kind.</p></rubricBlock><blink>Look.</blink><stylesheet href="a.css"/><object type="text/html" data="a.html"/>'
    found = one(SINGLE, body + choice())
    assert found.stem.text == "Look.<p>Which one asks?</p>"
    assert [loss.part for loss in found.losses] == ["instructions", "markup", "style", "an embedded file"]
