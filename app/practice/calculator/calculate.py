"""The calculator: reads an expression as a person types it, and computes it.

The page's own script is written apart from this by the same rules (static/src/calculator/); both pass one table of cases.
"""

import math
from dataclasses import dataclass

from app.practice.calculator import estimate as numbers
from app.practice.calculator.estimate import Estimate
from app.practice.calculator.printing import printed
from app.practice.calculator.tokens import Fault, Stop, Token, tokens

DEEPEST = 30
_EXCERPT = 20

_DEEP = f"There are more than {DEEPEST} brackets inside each other."
_NO_ANS = "There is no result yet that ans could stand for."
_ZERO = "Division by zero: what stands below the line is 0."
_LARGE = "The result is too large to be shown."
_FRACTION = "A number below 0 has no power with a fraction above it."
_NOTHING = "There is nothing between the brackets."


@dataclass(frozen=True, slots=True)
class Found:
    """A result: as it is printed, and as it goes on into the next line."""

    shown: str
    estimate: Estimate


def calculate(typed: str, ans: Estimate | None = None) -> Found | Fault:
    """The result of an expression, or why there is none and where.

    Rule: sum = product {(+ | −) product}; product = signed {(× | ÷) signed}; signed = {+ | −} power;
    power = atom [^ signed], so that −2^2 is −4 and 2^3^2 is 2^9; atom = number | e | ans | (sum) | √ atom |
    function (sum), with the functions exp, ln, log10, log2, sqrt. Numbers are read as in answers. An operator
    between two atoms is never guessed. `ans` is the last result.
    """
    try:
        reader = _Reader(typed, tokens(typed), ans)
        found = reader.all()
    except Stop as stopped:
        return stopped.fault
    return Found(printed(found), found)


class _Reader:
    """Walks through the tokens once, computing as it goes."""

    def __init__(self, typed: str, read: list[Token], ans: Estimate | None) -> None:
        self._typed, self._tokens, self._ans = typed, read, ans
        self._at, self._depth = 0, 0

    @property
    def _now(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def all(self) -> Estimate:
        """The whole expression."""
        found = self._sum()
        if self._now.kind:
            self._refuse_next()
        return found

    def _refuse_next(self) -> None:
        """Raises for a token that cannot follow what is complete."""
        now, before = self._now, self._tokens[self._at - 1]
        if now.kind == ")":
            raise Stop(f"There is one closing bracket too many after “{before.text}”.", now.at)
        raise Stop(f"An operator is missing between “{before.text}” and “{now.text}”, such as ×.", now.at)

    def _sum(self) -> Estimate:
        found = self._product()
        while self._now.kind in ("+", "-"):
            sign = self._take()
            right = self._product()
            found = _checked(
                numbers.plus(found, right if sign.kind == "+" else numbers.negative(right)), sign
            )
        return found

    def _product(self) -> Estimate:
        found = self._signed()
        while self._now.kind in ("*", "/"):
            sign = self._take()
            right = self._signed()
            if sign.kind == "/" and right.may_be_zero:
                raise Stop(_ZERO, sign.at)
            step = numbers.times if sign.kind == "*" else numbers.divided
            found = _checked(step(found, right), sign)
        return found

    def _signed(self) -> Estimate:
        minus = False
        while self._now.kind in ("+", "-"):
            minus ^= self._take().kind == "-"
        found = self._power()
        return numbers.negative(found) if minus else found

    def _power(self) -> Estimate:
        base = self._atom()
        if self._now.kind != "^":
            return base
        sign = self._take()
        exponent = self._signed()
        whole = exponent.value == math.floor(exponent.value)
        if base.may_be_zero and exponent.value < 0:
            raise Stop(_ZERO, sign.at)
        if base.value < 0 and not whole:
            raise Stop(_FRACTION, sign.at)
        return _checked(numbers.power(base, exponent), sign)

    def _atom(self) -> Estimate:
        token = self._now
        match token.kind:
            case "number":
                self._take()
                return numbers.literal(token.value)
            case "(":
                return self._bracket(token)
            case "√":
                self._take()
                self._deeper(token)
                found = _root(self._atom(), "√", token)
                self._depth -= 1
                return found
            case "name":
                self._take()
                return self._named(token)
        raise self._missing(token)

    def _missing(self, token: Token) -> Stop:
        """Why no number can begin here."""
        before = self._tokens[self._at - 1] if self._at else None
        if before is not None and before.kind == "(" and token.kind == ")":
            return Stop(_NOTHING, token.at)
        if not token.kind and before is not None:
            return Stop(f"Something is missing after “{before.text}”.", token.at)
        return Stop(f"A number is missing before “{token.text}”.", token.at)

    def _deeper(self, token: Token) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise Stop(_DEEP, token.at)

    def _bracket(self, start: Token) -> Estimate:
        """What stands in brackets; `start` is where it begins, with the name of the function."""
        self._deeper(self._take())
        found = self._sum()
        if not self._now.kind:
            inside = self._typed[start.at :].strip()
            short = inside if len(inside) <= _EXCERPT else f"…{inside[-_EXCERPT:]}"
            raise Stop(f"A closing bracket is missing after “{short}”.", self._now.at)
        if self._now.kind != ")":
            self._refuse_next()
        self._take()
        self._depth -= 1
        return found

    def _named(self, token: Token) -> Estimate:
        name = token.text.lower()
        if name == "e":
            return numbers.literal(math.e)
        if name == "ans":
            if self._ans is None:
                raise Stop(_NO_ANS, token.at)
            return self._ans
        if self._now.kind != "(":
            raise Stop(f"Write brackets after {name}, such as {name}(2).", self._now.at)
        inside = self._bracket(token)
        if name == "sqrt":
            return _root(inside, name, token)
        if name == "exp":
            return _checked(numbers.exponential(inside), token)
        if inside.value <= inside.error:
            raise Stop(f"{name} is defined for numbers above 0, and this is {printed(inside)}.", token.at)
        return numbers.logarithm(inside, {"log10": 10.0, "log2": 2.0}.get(name, math.e))


def _root(inside: Estimate, name: str, token: Token) -> Estimate:
    if inside.value < -inside.error:
        raise Stop(f"{name} is defined for numbers from 0 on, and this is {printed(inside)}.", token.at)
    return numbers.root(inside)


def _checked(found: Estimate, token: Token) -> Estimate:
    """A result that is a number at all."""
    if not math.isfinite(found.value):
        raise Stop(_LARGE, token.at)
    return found
