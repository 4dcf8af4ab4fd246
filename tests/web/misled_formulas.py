"""Computations that are told as formulas, as their pages give them: what is asked, and how it is worked by hand under a slip."""

import math
import random
import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from app.engine.families.pipeline import PIPELINE, PipelineGivens
from app.engine.families.reach import Reach
from app.engine.families.stepwise import FormulaFamily
from app.engine.families.told_steps import DEVIATIONS_STEPS, GRADIENT_STEPS, MASKED_STEPS
from app.engine.families.weights_matrix import WEIGHTS_MATRIX, MatrixGivens
from app.engine.formula import evaluate
from tests.people import by_hand
from tests.web.html_page import HtmlPage

Texts = list[list[str]]
_NUMBER = r"((?:ln)?-?\d+(?:\.\d+)?)"
# By legend: the family, what its stem gives in order, and in how many parts of one each is counted.
_TOLD: dict[str, tuple[FormulaFamily[Any], str, tuple[tuple[str, int], ...]]] = {
    r"From the scores of token (\w) to its weights": (
        MASKED_STEPS,
        rf"scaled attention scores {_NUMBER}, {_NUMBER}, {_NUMBER} and {_NUMBER} with A",
        (("first", 2), ("second", 2), ("third", 2), ("fourth", 2)),
    ),
    "From the variances to the standard deviations": (
        DEVIATIONS_STEPS,
        rf"= ?(\d+) the entries of Queries have variance {_NUMBER} and .* variance {_NUMBER}\. .*score {_NUMBER} is",
        (("d_k", 1), ("var_q", 4), ("var_k", 4), ("score", 1)),
    ),
    "From the raw scores to the derivative": (
        GRADIENT_STEPS,
        rf"= ?(\d+) a token has the raw attention scores {_NUMBER} with token A and {_NUMBER} with token B",
        (("d_k", 1), ("first", 1), ("second", 1)),
    ),
}


@dataclass(frozen=True, slots=True)
class Formulas:
    """A question of a family of formulas: every step is asked, or the last one alone."""

    family: FormulaFamily[Any]
    givens: Any
    whole: bool

    def numbers(self, slug: str, chance: random.Random, decimals: int) -> tuple[str, ...]:
        """One's own numbers as one writes them down, with the slip wherever it can be made; "" where there is none."""
        values = {name: evaluate(formula, {}) for name, formula in self.family.constants(self.givens)}
        typed: list[str] = []
        for step in self.family.steps(self.family.shape(self.givens), decimals):
            person = by_hand(chance, step.decimals).person
            found = [evaluate(formula, values).value for formula in step.under({slug})]
            own = [number if math.isnan(number) else person.write(number) for number in found]
            values |= {name: Reach.of(number) for name, number in zip(step.names, own, strict=True)}
            written = [_written(number, step.decimals) for number in found]
            typed = [*typed, *written] if self.whole else written
        return tuple(typed)


def _written(number: float, decimals: int) -> str:
    if math.isnan(number):
        return ""
    return str(Decimal(repr(number)).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))


def formulas_on(page: HtmlPage, legend: str, stem: str) -> Formulas | None:
    """What a page asks of these families, or None for another one."""
    asking = re.fullmatch(r"From the scores of token (\w) to its output", legend)
    if asking:
        return Formulas(PIPELINE, _pipeline(_tables(page), stem, "ABC".index(asking[1])), whole=True)
    if legend == "Weights of all tokens":
        d_k = re.search(r"= ?(\d+) reads the tokens", stem)
        assert d_k, stem
        rows = _tables(page)["plain"]
        logs = any("ln" in entry for row in rows for entry in row)
        scores = tuple(tuple(_score(entry, logs) for entry in row) for row in rows)
        return Formulas(
            WEIGHTS_MATRIX, MatrixGivens(scores, int(d_k[1]), "A causal mask" in stem, logs), whole=False
        )
    for words, (family, told, names) in _TOLD.items():
        if named := re.fullmatch(words, legend):
            found = re.search(told, stem)
            assert found, stem
            logs = "ln" in stem
            givens = {
                name: _told(text, parts, logs)
                for (name, parts), text in zip(names, found.groups(), strict=True)
            }
            row = {"row": "ABCD".index(named[1]) + 1} if named.groups() else {}
            return Formulas(family, {**givens, **row, "logs": int(logs)}, whole=True)
    return None


def _told(text: str, parts: int, logs: bool) -> int:
    if "ln" in text or (logs and text == "0"):
        return int(text.replace("ln", "")) if text != "0" else 1
    return int(Fraction(text) * parts)


def _score(entry: str, logs: bool) -> int:
    return int(entry.rpartition("ln")[2]) if "ln" in entry else 1 if logs else int(entry)


def _pipeline(tables: dict[str, Texts], stem: str, row: int) -> PipelineGivens:
    K, V = (_whole(tables[name]) for name in "KV")
    if "Q" in tables:
        return PipelineGivens(_whole(tables["Q"])[0], K, V, row)
    told = re.search(r"ln(\d+)\W*\(([-\d, ]+)\)", stem)
    assert told, stem
    return PipelineGivens(tuple(map(int, told[2].split(","))), K, V, row, int(told[1]))


def _whole(rows: Texts) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(int, row)) for row in rows)


def _tables(page: HtmlPage) -> dict[str, Texts]:
    """The matrices that are given, by letter; "plain" is one without a role."""
    found: dict[str, Texts] = {}
    for table in page.all("table"):
        if "matrix" in table.attrs.get("class", "") and not table.inside("fieldset"):
            name = table.attrs["class"].split()[1]
            rows: dict[int, list[str]] = {}
            for cell in page.all("td"):
                row = cell.inside("tr")
                if cell.inside("table") is table and row is not None and row.inside("tbody"):
                    rows.setdefault(id(row), []).append(cell.text.replace("−", "-").strip())
            found[name] = list(rows.values())
    return found
