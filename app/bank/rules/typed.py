"""Rules on typed numbers that an author wrote: how near one must come, what wrong numbers say, and checks that show it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction

from app.bank.findings import Severity
from app.bank.rules.base import EVEN, Example, Hit, Rule
from app.items.field import AcceptedNumber, NumberField, WrongNumber, is_whole
from app.items.item import Header, Item, Kind, Level, NumbersItem, Shape, Source
from app.items.own_check import Expected, OwnCheck, Typed, Word
from app.items.tolerance import Span, ToleranceKind, Within
from app.kit.decimals import rounded

_STEM = "Two vectors of width 64 have the product 12. What is the score?"
_ROUND = re.compile(r"\bround|\bexact", re.I)
_WANTED = (Expected.RIGHT, Expected.WRONG, Expected.INVALID)
_CHECKS = (
    OwnCheck(Typed(("1.50",)), Expected.RIGHT),
    OwnCheck(Typed(("12",)), Expected.WRONG, ("belief-0",)),
    OwnCheck(Word.NOTHING, Expected.INVALID),
)


@dataclass(frozen=True, slots=True)
class Numbers:
    """An item with one typed number in short, for a rule's table: what is right, how near, and wrong values."""

    value: str = "1.5"
    reach: str = "0.005"
    wrong: tuple[str, ...] = ("12", "0.19")
    checks: tuple[OwnCheck, ...] = _CHECKS
    decimals: int | None = None
    rounding: str = ""

    def item(self) -> NumbersItem:
        """The example as an item, complete in all that it leaves open."""
        header = Header(
            "example", "examples", Kind.NUMBERS, ("1.2",), Level.MECHANISM, Shape.COMPUTATION, 0.6,
            Source("Vaswani et al. 2017, section 3.2.1", "2026-01-31"), checks=self.checks,
        )  # fmt: skip
        within = Within(ToleranceKind.ABSOLUTE, Decimal(self.reach)) if self.reach else None
        right = AcceptedNumber(Span(Decimal(self.value), within), "The product is divided by the root.")
        wrong = tuple(
            WrongNumber(Span(Decimal(one)), f"belief-{n}", f"Point {n}: this leaves out a step.")
            for n, one in enumerate(self.wrong)
        )
        field = NumberField("Scaled score", (right,), wrong, decimals=self.decimals)
        return NumbersItem(header, _STEM, (field,), self.rounding)


def _tolerance(item: Item, today: date) -> Iterator[Hit]:
    """A value that is not whole, and nothing but its very digits is right."""
    del today
    for place, field in _fields(item):
        for nth, one in enumerate(field.accepted):
            value = one.span.value
            if one.span.within is None and value is not None and Fraction(value).denominator != 1:
                yield Hit(("fields", place, "accepted", nth), f"nothing but {value} itself is right.")


def _convention(item: Item, today: date) -> Iterator[Hit]:
    """A right number that is rounded when it is printed, and no word on how."""
    del today
    if not isinstance(item, NumbersItem) or item.rounding or _ROUND.search(item.stem):
        return
    for place, field in enumerate(item.fields):
        for nth, one in enumerate(field.accepted):
            value, asked = one.span.value, field.decimals
            if value is not None and asked is not None and rounded(Fraction(value), asked) != value:
                where = ("fields", place, "accepted", nth, "value")
                yield Hit(where, f"{value} is rounded on the page, and nothing says how.")


def _overlap(item: Item, today: date) -> Iterator[Hit]:
    """Wrong numbers some of which are right."""
    del today
    for place, field in _fields(item):
        right = [one.span.bounds() for one in field.accepted if is_whole(one.share)]
        for nth, wrong in enumerate(field.wrong):
            low, high = wrong.span.bounds()
            if any(low <= other and one <= high for one, other in right):
                yield Hit(("fields", place, "wrong", nth), "some of these numbers are right.")


def _undiagnosed(item: Item, today: date) -> Iterator[Hit]:
    del today
    for place, field in _fields(item):
        if not field.wrong:
            yield Hit(("fields", place), "no wrong number of this field is known, so none is explained.")


def _unchecked(item: Item, today: date) -> Iterator[Hit]:
    """A missing sort of check, of typed numbers alone: what other items need is checked without writing anything."""
    del today
    if isinstance(item, NumbersItem):
        there = {check.expect for check in item.header.checks}
        missing = [one.value for one in _WANTED if one not in there]
        if missing:
            yield Hit(("checks",), f"there is no check that expects {' or '.join(missing)}.")


def _fields(item: Item) -> Iterator[tuple[int, NumberField]]:
    """The fields with their places from 0; none of any other item."""
    if isinstance(item, NumbersItem):
        yield from enumerate(item.fields)


RULES = (
    Rule(
        "tolerance-unsaid",
        Severity.WARNING,
        "Write a tolerance, since people round; or leave it where these very digits are asked for.",
        _tolerance,
        bad=(Numbers(reach=""),),
        good=(Numbers(), Numbers("3", reach=""), Example(EVEN)),
    ),
    Rule(
        "convention-unsaid",
        Severity.WARNING,
        "Write the convention as rounding, such as: round once, at the end, with halves away from zero.",
        _convention,
        bad=(Numbers("1.5038", decimals=2),),
        good=(
            Numbers("1.5", decimals=2),
            Numbers("1.5038", decimals=2, rounding="Round once, at the end."),
            Example(EVEN),
        ),
    ),
    Rule(
        "wrong-number-right",
        Severity.WARNING,
        "Narrow one of the two, so that nobody is told that a right number is wrong, or the other way round.",
        _overlap,
        bad=(Numbers(wrong=("1.5",)),),
        good=(Numbers(), Example(EVEN)),
    ),
    Rule(
        "numbers-undiagnosed",
        Severity.WARNING,
        "Write what comes out by a common slip, with its misconception.",
        _undiagnosed,
        bad=(Numbers(wrong=()),),
        good=(Numbers(), Example(EVEN)),
    ),
    Rule(
        "checks-missing",
        Severity.WARNING,
        "Write checks: an answer that is right, one that is wrong, and one that cannot be read.",
        _unchecked,
        bad=(Numbers(checks=()), Numbers(checks=_CHECKS[:2])),
        good=(Numbers(), Example(EVEN)),
    ),
)
