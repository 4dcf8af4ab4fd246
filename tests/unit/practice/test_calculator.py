"""The calculator, in the product and in the page's own script: one table of cases, and laws over random expressions."""

import json
import random
from decimal import Decimal, localcontext
from pathlib import Path

import pytest

from app.practice.calculator.calculate import Found, calculate
from app.practice.calculator.lines import MOST_LINES, work_out
from tests.conftest import GATE
from tests.scripts import run_module

CASES = json.loads((Path(__file__).parent / "calculator_cases.json").read_text(encoding="utf-8"))
RANDOM = 2000 if GATE else 300
IN_SCRIPT = """given.map(([typed, ans]) => {
  const before = ans ? names.calculate(ans).estimate : null;
  const {shown, estimate, sentence, at} = names.calculate(typed, before);
  return shown ? {typed, shown, value: estimate.value, error: estimate.error} : {typed, sentence, at};
})"""
Exact = Decimal | None  # None: there is no such number


def in_script(*typed: tuple[str, str | None]) -> list[dict[str, object]]:
    found = run_module("calculator/calculate.js", IN_SCRIPT, typed)
    assert isinstance(found, list)
    return found


def told(typed: str) -> dict[str, object]:
    """What the product says, in the form of the cases."""
    outcome = calculate(typed)
    if isinstance(outcome, Found):
        return {"typed": typed, "shown": outcome.shown}
    return {"typed": typed, "sentence": outcome.sentence, "at": outcome.at}


def test_the_product_gives_what_the_table_says() -> None:
    assert [told(one["typed"]) for one in CASES] == CASES


def test_the_script_gives_what_the_table_says() -> None:
    found = in_script(*[(one["typed"], None) for one in CASES])
    for one in found:
        one.pop("value", None)
        one.pop("error", None)
    assert found == CASES


def test_the_table_has_every_kind_of_case() -> None:
    sentences = {one["sentence"] for one in CASES if "sentence" in one}
    assert len(CASES) > 200
    assert len({one["typed"] for one in CASES}) == len(CASES)
    assert len(sentences) > 50
    assert all(0 <= one["at"] <= len(one["typed"]) for one in CASES if "at" in one)


class Maker:
    """Makes random expressions, each as a person might type it and as its value to sixty digits."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def number(self) -> tuple[str, Exact]:
        text = self.chance.choice(["{:.0f}", "{:.1f}", "{:.3f}", "{:.2f}"]).format(self.chance.uniform(0, 12))
        written = (
            text.replace(".", ",")
            if self.chance.random() < 0.2 and len(text.partition(".")[2]) != 3
            else text
        )
        return written, Decimal(text)

    def made(self, depth: int) -> tuple[str, Exact]:
        if depth == 0 or self.chance.random() < 0.15:
            return self.number()
        kind = self.chance.choice(
            ["+", "-", "*", "/", "^", "exp", "ln", "sqrt", "√", "log10", "minus", "(", "e^"]
        )
        text, value = self.made(depth - 1)
        if kind in "+-*/":
            return self.joined(kind, (text, value), self.made(depth - 1))
        if kind == "^":
            power = self.chance.choice([2, 3, -1, 0, -2])
            gone = value is None or (value == 0 and power < 0)
            return f"({text})^{power}", None if gone else Decimal(1) if power == 0 else value**power  # type: ignore[operator]
        return self.of(kind, text, value)

    def joined(self, kind: str, left: tuple[str, Exact], right: tuple[str, Exact]) -> tuple[str, Exact]:
        sign = self.chance.choice({"+": "+", "-": "-−–", "*": "*×·x", "/": "/÷"}[kind])
        gap = self.chance.choice(["", " ", "\u2009"])
        text = f"({left[0]}){gap}{sign}{gap}({right[0]})"
        a, b = left[1], right[1]
        if a is None or b is None or (kind == "/" and b == 0):
            return text, None
        return text, {"+": a + b, "-": a - b, "*": a * b, "/": a / b if b else a}[kind]

    def of(self, kind: str, text: str, value: Exact) -> tuple[str, Exact]:
        if kind == "minus":
            return f"−({text})", None if value is None else -value
        if kind == "(":
            return f"(({text}))", value
        written = f"e^({text})" if kind == "e^" else f"{kind}({text})"
        if value is None:
            return written, None
        if kind in ("exp", "e^"):
            return written, value.exp() if abs(value) < 600 else None
        if kind in ("sqrt", "√"):
            return written, value.sqrt() if value >= 0 else None
        if value <= 0:
            return written, None
        return written, value.ln() if kind == "ln" else value.log10()


def expressions() -> list[tuple[str, Decimal]]:
    """Random expressions that have a value which a double can hold, and whose texts are short enough."""
    found: list[tuple[str, Decimal]] = []
    with localcontext() as context:
        context.prec = 60
        maker = Maker(20261129)
        while len(found) < RANDOM:
            text, value = maker.made(maker.chance.randint(1, 5))
            if value is not None and len(text) <= 200 and abs(value) < Decimal("1e200"):
                found.append((text, value))
    return found


def as_decimal(shown: str) -> Decimal:
    return Decimal(shown.replace("−", "-").replace("×10^", "e"))


def test_random_expressions_come_out_right_and_know_their_error() -> None:
    """Against decimal arithmetic with sixty digits: the bound holds, and every printed digit is right."""
    made = expressions()
    scripted = in_script(*[(text, None) for text, _ in made])
    close, wrong = 0, []
    for (text, exact), other in zip(made, scripted, strict=True):
        outcome = calculate(text)
        if not isinstance(
            outcome, Found
        ):  # a difference that only rounding parts from 0 has no quotient, no logarithm
            close += 1
            assert "sentence" in other, text
            continue
        estimate = outcome.estimate
        off = abs(Decimal(estimate.value) - exact)
        unit = Decimal(1).scaleb(exact.adjusted() - 9) if exact else Decimal(0)
        allowed = max(unit * Decimal("0.51"), Decimal(11) * Decimal(estimate.error))
        if off > Decimal(estimate.error) * 2 or abs(as_decimal(outcome.shown) - exact) > allowed:
            wrong.append((text, outcome.shown, exact))
        if other.get("shown") != outcome.shown:
            wrong.append((text, outcome.shown, other))
    assert wrong == []
    assert close < RANDOM / 20


@pytest.mark.parametrize("text", ["2/3", "exp(1.3)*7", "−ln(7)/3", "1/7e9", "123456.789^3", "e^-30"])
def test_what_is_printed_can_be_typed_in_again(text: str) -> None:
    first = calculate(text)
    assert isinstance(first, Found)
    again = calculate(first.shown)
    assert isinstance(again, Found)
    assert again.shown == first.shown


def test_ans_goes_on_with_all_digits() -> None:
    """1/3·3 is 1, where the ten printed digits would leave 0.9999999999."""
    lines, fault = work_out(["1/3"], "ans*3")
    assert [line.shown for line in lines] == ["0.3333333333", "1"]
    assert fault is None
    assert [one["shown"] for one in in_script(("ans*3", "1/3"), ("ANS-1", "2"))] == ["1", "1"]


def test_a_line_with_a_fault_leaves_the_last_result() -> None:
    lines, fault = work_out(["6*7", "6*", "ans+1"], "1/0")
    assert [line.shown for line in lines] == ["42", "43"]
    assert fault is not None
    assert fault.sentence.startswith("Division by zero")


def test_only_the_last_lines_are_kept() -> None:
    lines, _ = work_out([f"{n}+0" for n in range(100)], "ans+1")
    assert [line.shown for line in lines] == [str(n) for n in (*range(93, 100), 100)]
    assert len(lines) == MOST_LINES


def test_the_script_evaluates_no_text_as_code() -> None:
    folder = Path(__file__).resolve().parents[3] / "static" / "src" / "calculator"
    sources = [path.read_text(encoding="utf-8") for path in folder.glob("*.js")]
    assert len(sources) >= 5
    assert not [text for text in sources if "eval(" in text or "Function(" in text or "innerHTML" in text]
