"""A learner who makes one slip: reads what the page gives, works it by hand under the slip, and answers."""

import math
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from app.engine.byhand.noted import told_by_hand
from app.engine.families.all import FAMILIES
from app.engine.families.family import Family
from app.engine.mechanism import Comparison, Mechanism
from app.engine.phrases import PAIR_REVERSED
from app.engine.problem import LogitProblem, Problem, exact, matrix
from app.engine.slips import SLIPS, acts_at, apply, is_defined
from app.engine.spread_rule import SPREAD_SLIPS, SpreadProblem, SpreadRule, apply_spread
from app.engine.stages import Stage
from tests.people import by_hand
from tests.web.backward import Backward, backward_answer, backward_on
from tests.web.html_page import Element, HtmlPage
from tests.web.misled_formulas import Formulas, formulas_on

_OF_FAMILIES = (slip.slug for family in FAMILIES.values() for slip in family.slips)
EVERY_SLIP = tuple(dict.fromkeys((*SLIPS, *SPREAD_SLIPS, PAIR_REVERSED, *_OF_FAMILIES)))
_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4}
_WITH_HEADS = frozenset(("no-head-split", "root-before-split", "heads-for-d-k"))
_NEAR = 4  # units of the last place by which a printed option may differ from one's own number
_NUMBER = r"(-?(?:ln)?\d+(?:\.\d+)?)"


@dataclass(frozen=True, slots=True)
class Row:
    """A question about matrices: which step of which row, and which place of it."""

    problem: Problem
    stage: Stage
    column: int | None


@dataclass(frozen=True, slots=True)
class Pair:
    """A question about two scores."""

    problem: LogitProblem


@dataclass(frozen=True, slots=True)
class Spread:
    """A question about how widely q·k spreads."""

    problem: SpreadProblem


@dataclass(frozen=True, slots=True)
class Told:
    """A question of a family that is told in words."""

    family: Family
    givens: dict[str, int]


Asked = Row | Pair | Spread | Told | Formulas

_TWO_SCORES = (
    rf"= ?(\d+) a token has the raw attention scores {_NUMBER} with token A and {_NUMBER} with token B"
)
_FOUR_SCORES = (
    rf"Token {{}} has the scaled attention scores {_NUMBER}, {_NUMBER}, {_NUMBER} and {_NUMBER} with A"
)
_FOUR = (("first", 2), ("second", 2), ("third", 2), ("fourth", 2))
_FIVE = rf"Token {{}} has the scaled attention scores {', '.join([_NUMBER] * 4)} and {_NUMBER} with the five"
_PLACES = (*_FOUR, ("fifth", 2))
_CROSS = rf"H are {_NUMBER}, {_NUMBER} and {_NUMBER}; those of B are {_NUMBER}, {_NUMBER} and {_NUMBER}\."
_SIX = tuple((name, 2) for name in ("a1", "a2", "a3", "b1", "b2", "b3"))
# By legend: the family, what its stem gives in order, and in how many parts of one each is counted.
_TOLD: dict[str, tuple[str, str, tuple[tuple[str, int], ...]]] = {
    "Standard deviations from the mean": (
        "deviations-out",
        rf"= ?(\d+) the entries of Queries have variance {_NUMBER} and .* variance {_NUMBER}\. .*score {_NUMBER} away",
        (("d_k", 1), ("var_q", 4), ("var_k", 4), ("score", 1)),
    ),
    "Weight of A divided by weight of B": (
        "dominance-factor", _TWO_SCORES, (("d_k", 1), ("first", 1), ("second", 1)),
    ),
    "Weight of token A after the copy": (
        "duplicated-token", _TWO_SCORES, (("d_k", 1), ("first", 1), ("second", 1)),
    ),
    "Weight of token A": (
        "temperature",
        rf"scaled attention scores {_NUMBER}, {_NUMBER} and {_NUMBER} with .* temperature T ?= ?{_NUMBER}\. ",
        (("first", 4), ("second", 4), ("third", 4), ("quarters", 4)),
    ),
    "Derivative of the weight of A by its raw score": (
        "softmax-gradient", _TWO_SCORES, (("d_k", 1), ("first", 1), ("second", 1)),
    ),
    "Weight of token A for token B": ("masked-weight", _FOUR_SCORES.format("B"), _FOUR),
    "Weight of token A for token C": ("masked-weight", _FOUR_SCORES.format("C"), _FOUR),
    "Weight of token A after the addition": (
        "shifted-scores",
        rf"scaled attention scores {_NUMBER}, {_NUMBER} and {_NUMBER} with .*Then {_NUMBER} is added",
        (("first", 2), ("second", 2), ("third", 2), ("shift", 2)),
    ),
    "Factor of the multiplications": (
        "growth-of-work",
        r"goes from (\d+) tokens to (\d+), and its width from .*?= ?(\d+) to .*?= ?(\d+)\. ",
        (("n", 1), ("longer", 1), ("d_k", 1), ("wider", 1)),
    ),
    "Memory of the scores in MiB": (
        "score-memory",
        r"has (\d+) heads with .*?= ?(\d+) and reads (\d+) tokens\. .* with (\d+) bytes",
        (("heads", 1), ("d_k", 1), ("n", 1), ("bytes", 1)),
    ),
    "Weight of A for B under the padding mask": ("padded-weight", _FIVE.format("B"), _PLACES),
    "Weight of A for C under the padding mask": ("padded-weight", _FIVE.format("C"), _PLACES),
    "Weight of A for B under both masks": ("padded-causal-weight", _FIVE.format("B"), _PLACES),
    "Weight of A for C under both masks": ("padded-causal-weight", _FIVE.format("C"), _PLACES),
    "Weight that A gives to F": ("cross-weight", _CROSS, _SIX),
    "Weight that B gives to F": ("cross-weight", _CROSS, _SIX),
    "Output of A in the new order": (
        "reordered-output",
        rf"scores {_NUMBER}, {_NUMBER} and {_NUMBER} with .*, are (\d+), (\d+) and (\d+)\.",
        (*_FOUR[:3], ("value_a", 1), ("value_b", 1), ("value_c", 1)),
    ),
    "Derivative of the weight of A by the raw score of B": (
        "jacobian-entry",
        rf"= ?(\d+) a token has the raw attention scores {_NUMBER}, {_NUMBER} and {_NUMBER} with",
        (("d_k", 1), ("first", 1), ("second", 1), ("third", 1)),
    ),
    "Width of a head and of the model": (
        "width-from-scores",
        rf"evenly over (\d+) attention heads\. .*score {_NUMBER} becomes {_NUMBER} by",
        (("heads", 1), ("raw", 4), ("scaled", 4)),
    ),
    "Constant that gives variance 1": (
        "unit-variance-divisor",
        rf"= ?(\d+) the entries of Queries have [a-z ]*{_NUMBER} and the entries of Keys have [a-z ]*{_NUMBER}\. ",
        (("d_k", 1), ("q", 4), ("k", 4)),
    ),
    "Rows and columns of the products": (
        "product-shapes",
        r"cross-attention (\d+) decoder .* (\d+) encoder .*?= ?(\d+) and (\d+) heads",
        (("n_q", 1), ("n_k", 1), ("d_model", 1), ("heads", 1)),
    ),
    "Width of a head, first and last column": (
        "head-columns",
        r"= ?(\d+) and (\d+) heads .* of head (\d+)\?",
        (("d_model", 1), ("heads", 1), ("which", 1)),
    ),
    "Head, and column in it": (
        "joined-column",
        r"= ?(\d+) and (\d+) heads .* does column (\d+) come",
        (("d_model", 1), ("heads", 1), ("column", 1)),
    ),
}  # fmt: skip
_TOLD_SPREADS = {
    ("variance",) * 2: 0,
    ("deviation",) * 2: 1,
    ("variance", "deviation"): 2,
    ("deviation", "variance"): 3,
}
_ORDERS = {"B, A and C": 0, "C, A and B": 1, "A, C and B": 2}


def _besides(slug: str, legend: str, stem: str) -> dict[str, int]:
    """What a page says of the givens in other words than numbers."""
    match slug:
        case "masked-weight":
            return {"row": "ABCD".index(legend[-1]) + 1}
        case "padded-weight" | "padded-causal-weight":
            return {"row": "ABC".index(legend[16]) + 1, "pads": 2 if "two places" in stem else 1}
        case "cross-weight":
            return {"row": "AB".index(legend[12]) + 1}
        case "reordered-output":
            (order,) = [place for text, place in _ORDERS.items() if f"the order {text}," in stem]
            return {"order": order}
        case "unit-variance-divisor":
            one, two = re.findall(r"entries of \w+ have (?:standard )?(variance|deviation)", stem)
            return {"told": _TOLD_SPREADS[one, two]}
        case _:
            return {}


def legend_on(page: HtmlPage) -> str:
    """What the form asks for."""
    answer = page.one("fieldset", id="answer")
    return next(one.text for one in page.all("legend") if one.parent is answer).strip()


def asked_backward(page: HtmlPage) -> Backward | None:
    """The question of a page whose options are told in words, else None."""
    return backward_on(page, legend_on(page), decimals_on(page))


def asked_on(page: HtmlPage) -> Asked:
    """What a page of a computation asks, from its words and its tables."""
    legend = legend_on(page)
    stem = re.sub(r"\s+", " ", page.one("div", id="stem").text).replace("−", "-")
    stem = re.sub(r"ln\W*(?=\d)", "ln", stem)
    if formulas := formulas_on(page, legend.strip(), stem):
        return formulas
    if legend.strip() in _TOLD and not any(
        "matrix" in one.attrs.get("class", "") for one in page.all("table")
    ):
        slug, words, names = _TOLD[legend.strip()]
        told = re.search(words, stem)
        assert told, stem
        pairs = zip(names, told.groups(), strict=True)
        logs = "ln" in stem
        givens = {name: _given(text, parts, logs) for (name, parts), text in pairs}
        givens |= {"logs": 1} if logs else {}
        return Told(FAMILIES[slug], givens | _besides(slug, legend.strip(), stem))
    if "q·k" in legend:
        return _spread_on(stem)
    if "with scaling and without" in legend:
        found = re.search(
            rf"= ?(\d+) a token.*scores {_NUMBER} with token A and {_NUMBER} with token B", stem
        )
        assert found, stem
        d_k, *scores = found.groups()
        first, second = (exact(_number(score)) for score in scores)
        return Pair(LogitProblem((first, second), int(d_k)))
    tables = {
        one.attrs["class"].split()[1]: _entries(page, one)
        for one in page.all("table")
        if "matrix" in one.attrs.get("class", "")
    }
    Q, K, V = (matrix(tables[name]) for name in "QKV")
    score = re.fullmatch(r"Raw score that (\w) gives to (\w)", legend.strip())
    if score:
        row, column = (ord(letter) - ord("A") for letter in score.groups())
        return Row(Problem(Q, K, V, row), Stage.RAW, column)
    of = re.search(r"(Scaled scores|Weights|Output) of token (\w)", legend)
    assert of, legend
    stage = {"Scaled scores": Stage.SCALED, "Weights": Stage.WEIGHTS, "Output": Stage.OUTPUT}[of[1]]
    return Row(Problem(Q, K, V, ord(of[2]) - ord("A")), stage, None)


def _number(text: str) -> Fraction:
    """A number that is shown, or the logarithm of one, as near as a float comes to it."""
    if "ln" in text:
        return Fraction(math.log(int(re.sub(r"\D", "", text))))
    return Fraction(text)


def _given(text: str, parts: int, logs: bool) -> int:
    """A number as families count it; where some are logarithms, 0 is that of 1."""
    if "ln" in text:
        return int(text.replace("ln", ""))
    return 1 if logs and text == "0" else int(Fraction(text) * parts)


def _spread_on(stem: str) -> Spread:
    heads = re.search(r"= ?(\d+) splits it evenly over (\d+) attention heads", stem)
    if heads:
        return Spread(SpreadProblem(int(heads[1]), int(heads[2])))
    widths = re.search(rf"= ?(\d+) the entries.*variance {_NUMBER}, .*variance {_NUMBER}\.? ", stem)
    assert widths, stem
    var_q, var_k = (exact(Fraction(text.rstrip("."))) for text in widths.groups()[1:])
    return Spread(SpreadProblem(int(widths[1]), 1, var_q, var_k))


def _entries(page: HtmlPage, table: Element) -> list[list[Fraction]]:
    rows: dict[int, list[Fraction]] = {}
    for cell in page.all("td"):
        row = cell.inside("tr")
        if cell.inside("table") is table and row is not None and row.inside("tbody"):
            rows.setdefault(id(row), []).append(_number(cell.text.replace("−", "-")))
    return list(rows.values())


def decimals_on(page: HtmlPage) -> int:
    """To how many decimals the page asks for numbers; counts have none."""
    found = re.search(r"Numbers to (\w+) decimals?", page.one("main").text)
    if not found:
        assert re.search(r"answers? (is|are) (a )?whole numbers?", page.one("main").text)
        return 0
    return _WORDS[found[1]]


def _near(page: HtmlPage) -> float:
    """How far a number on the page may lie from one's own; a count does not."""
    decimals = decimals_on(page)
    return _NEAR * 10.0**-decimals if decimals else 0.0


@dataclass(frozen=True, slots=True)
class Misled:
    """Makes one slip wherever it can be made, and rounds at each step as people do."""

    slug: str
    chance: random.Random

    def numbers(self, page: HtmlPage) -> tuple[str, ...]:
        """One's own numbers as one writes them down."""
        decimals = decimals_on(page)
        worker = by_hand(self.chance, decimals)
        match asked_on(page):
            case Row(problem, stage, column):
                found = worker.answer(problem, self._mechanism(problem, stage), stage)
                numbers = found if column is None else [found[column]]
            case Pair(problem):
                numbers = worker.pair(problem, self._simple(), int(self.slug == PAIR_REVERSED))
            case Spread(problem):
                numbers = [worker.spread(problem, self._rule(problem))]
            case Told(family, givens):
                able = frozenset({self.slug} & {slip.slug for slip in family.slips})
                numbers = told_by_hand(family, givens, able, worker.person)
            case Formulas() as formulas:
                return formulas.numbers(self.slug, self.chance, decimals)
        return tuple(_written(number, decimals) for number in numbers)

    def acts(self, page: HtmlPage) -> bool:
        """Whether the slip makes a difference to the numbers asked for, beyond rounding."""
        backward = asked_backward(page)
        if backward is not None:
            return self.answer(page) not in (None, Misled("", self.chance).answer(page))
        honest = Misled("", self.chance).numbers(page)
        pairs = zip(self.numbers(page), honest, strict=True)
        off = max(abs(float(a or "inf") - float(b or "inf")) for a, b in pairs)
        return off > 2 * _near(page)

    def answer(self, page: HtmlPage) -> tuple[str, ...] | None:
        """What one gives: one's numbers, or the option that shows them, or None where none does."""
        backward = asked_backward(page)
        if backward is not None:
            return backward_answer(page, backward, self.slug, by_hand(self.chance, backward.decimals))
        numbers = self.numbers(page)
        if page.all("input", name="number"):
            return numbers
        return _option(page, numbers, _near(page))

    def _mechanism(self, problem: Problem, stage: Stage) -> Mechanism:
        if self.slug not in SLIPS or not acts_at(self.slug, stage):
            return Mechanism()
        slipped = apply((self.slug,))
        lengthless = any(not any(row) for row in (*problem.Q, *problem.K))
        if slipped.comparison is Comparison.COSINE and lengthless:
            return Mechanism()  # nobody divides by the length of a vector of zeros
        return slipped if is_defined(slipped, problem.shape, stage) else Mechanism()

    def _simple(self) -> Mechanism:
        """The mechanism for scores alone, where slips in the products or the Values cannot be made."""
        able = self.slug in SLIPS and not SLIPS[self.slug].defined.__name__.startswith("_has")
        return apply((self.slug,)) if able and acts_at(self.slug, Stage.WEIGHTS) else Mechanism()

    def _rule(self, problem: SpreadProblem) -> SpreadRule:
        """Heads can only be mistaken where some are told of."""
        able = self.slug in SPREAD_SLIPS and (problem.heads > 1 or self.slug not in _WITH_HEADS)
        return apply_spread((self.slug,)) if able else SpreadRule()


def _written(number: float, decimals: int) -> str:
    return str(Decimal(repr(number)).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))


def _option(page: HtmlPage, numbers: Sequence[str], near: float) -> tuple[str, ...] | None:
    wanted = [float(number) for number in numbers]
    found: list[tuple[float, str]] = []
    for one in page.all("input", name="option"):
        label = one.inside("label")
        assert label is not None
        text = label.text.replace("−", "-")
        shown = [float(number) for number in re.findall(r"-?\d+\.?\d*", text)]
        assert len(shown) == len(wanted), text
        found.append((max(abs(a - b) for a, b in zip(shown, wanted, strict=True)), one.attrs["value"]))
    distance, position = min(found)
    return (position,) if distance <= near + 1e-9 else None
