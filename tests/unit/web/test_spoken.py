"""Formulas in words: readable, and different where the formulas are."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from app.web.mathml import mathml
from app.web.spoken import spoken

QUESTIONS = Path(__file__).resolve().parents[3] / "questions"


@pytest.mark.parametrize(
    ("latex", "words"),
    [
        ("Q", "Q"),
        (r"\frac{QK^\top}{\sqrt{d_k}}", "fraction Q K transposed over root of d sub k end root end fraction"),
        (r"\frac{a}{b}", "a over b"),
        (r"\sqrt{2}", "root of 2"),
        (r"\sum_{i=1}^{n} q_i k_i", "sum from i equals 1 to n q sub i k sub i"),
        (r"e^{x_i}", "e to the power x sub i end power"),
        (r"\sigma^2 = d_k", "sigma squared equals d sub k"),
        (r"\hat{y} \approx -1", "y hat is about minus 1"),
        (r"\mathbb{R}^{n \times d_k}", "R to the power n times d sub k end power"),
        (r"\begin{matrix}1&0\\0&1\end{matrix}", "matrix 1, 0; 0, 1; end matrix"),
        (r"a < b", "a is less than b"),
        (r"w_{12}^{2}", "w sub 12 squared"),
    ],
)
def test_a_formula_in_words(latex: str, words: str) -> None:
    assert spoken(mathml(latex)) == words
    assert f'aria-label="{words}"' in mathml(latex)


def test_what_looks_different_sounds_different() -> None:
    """A root, where it ends, and what is above the line are all heard."""
    formulas = [
        r"QK^\top/\sqrt{d_k}", r"QK^\top/d_k", r"QK/\sqrt{d_k}", r"Q/\sqrt{d_k}K^\top", r"\frac{a+b}{c}", r"a+\frac{b}{c}",
        r"\sqrt{a}+b", r"\sqrt{a+b}", r"x_{i+1}", r"x_i+1", r"e^{a+b}", r"e^a+b", r"(a+b)c", r"a+bc", r"x_i^2", r"x^2",
        r"\frac{\sqrt{a}}{b}", r"\sqrt{\frac{a}{b}}",
    ]  # fmt: skip
    said = {latex: spoken(mathml(latex)) for latex in formulas}
    assert [pair for pair in combinations(said, 2) if said[pair[0]] == said[pair[1]]] == []


def test_every_formula_of_the_bank_has_words() -> None:
    """Letters, digits and the signs of a list alone are left: nothing that a voice passes over."""
    found = set()
    for path in QUESTIONS.rglob("*.yaml"):
        found |= set(re.findall(r"\$([^$\n]+)\$", path.read_text(encoding="utf-8")))
    assert len(found) > 150
    silent = {}
    for latex in found:
        markup = mathml(latex.replace("\\\\", "\\"))
        words = re.findall(r'aria-label="([^"]*)"', markup)
        if markup.startswith("<math") and not all(re.fullmatch(r"[\w.,;:!?'% ]+", one) for one in words):
            silent[latex] = words
    assert silent == {}
