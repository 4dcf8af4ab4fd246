"""Computations told as formulas, step by step: each field from the givens and the fields before it, slips as changed formulas."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isclose, isfinite
from typing import Protocol, TypeVar

from flint import arb

from app.engine.families.reach import Hand, Reach
from app.engine.formula import evaluate, names_in

G = TypeVar("G", contravariant=True)
Constants = tuple[tuple[str, str], ...]  # names with formulas of no names: ("s_A", "6"), ("x_B", "ln(3)")
Fields = tuple[Reach, ...]
_Path = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Changed:
    """What a slip makes of the fields of its step: one formula for each, of the names that the right ones may use."""

    slug: str
    formulas: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FormulaStep:
    """One step: the names of its fields, their formulas (`app/engine/formula.py`), and how coarsely they are written.

    A step of `counts` has whole numbers, with nothing to either side of them.
    """

    slug: str
    names: tuple[str, ...]
    formulas: tuple[str, ...]
    decimals: int
    slips: tuple[Changed, ...] = ()
    counts: bool = False

    def under(self, slips: Collection[str]) -> tuple[str, ...]:
        """The formulas as the first of these slips that this step knows has them, else the right ones."""
        return next((one.formulas for one in self.slips if one.slug in slips), self.formulas)

    def fair(self, number: Reach) -> tuple[float, float]:
        """The fair interval of a field: all rounding before, the last one, and one unit at least."""
        if self.counts:
            return number.value, number.value
        return Hand(self.decimals).fair(number)

    def written(self, numbers: Fields) -> Fields:
        """The fields as later steps take them: rounded by hand, or the very number where it needs no rounding."""
        return tuple([Hand(self.decimals).note(number) for number in numbers])


class FormulaFamily(Protocol[G]):
    """A family whose steps are formulas. They depend on the shape of the givens alone; the givens come in as constants."""

    def shape(self, givens: G) -> Hashable:
        """What the formulas depend on."""
        ...

    def constants(self, givens: G) -> Constants:
        """The givens by name."""
        ...

    def steps(self, shape: Hashable, decimals: int) -> tuple[FormulaStep, ...]:
        """The steps in order; `decimals` are those that the last one is asked to."""
        ...

    def enclose(self, givens: G) -> tuple[tuple[arb, ...], ...]:
        """Every field of every step, rigorously enclosed, by another route than the formulas."""
        ...


@dataclass(frozen=True, slots=True)
class Worked:
    """A computation worked the right way: every field with what rounding before it can reach, and each slip at its step.

    Interval arithmetic over the formulas; a field without a number is NOWHERE. `slipped` is what each slip makes of its
    own step when all before it is right, in the slips' order.
    """

    steps: tuple[FormulaStep, ...]
    right: tuple[Fields, ...]
    slipped: tuple[tuple[Fields, ...], ...]
    values: Mapping[str, Reach]  # of the constants
    kept: dict[
        _Path, tuple[Fields, Fields]
    ]  # fields and what is written of them, by the formulas that led to them

    def under(self, slips: Collection[str]) -> tuple[Fields, ...]:
        """All steps when the slips are made wherever they can be, each on the numbers before it as written."""
        values, found = dict(self.values), []
        path: _Path = ()
        for step in self.steps:
            formulas = step.under(slips)
            path = (*path, formulas)
            if path not in self.kept:
                fields = _fields(formulas, values)
                self.kept[path] = fields, step.written(fields)
            fields, written = self.kept[path]
            found.append(fields)
            values |= zip(step.names, written, strict=True)
        return tuple(found)


def worked(constants: Constants, steps: tuple[FormulaStep, ...]) -> Worked:
    """The right way, and each slip at its own step."""
    given = {name: evaluate(formula, {}) for name, formula in constants}
    values, right, slipped = dict(given), [], []
    path: _Path = ()
    kept: dict[_Path, tuple[Fields, Fields]] = {}
    for step in steps:
        fields = _fields(step.formulas, values)
        slipped.append(tuple([_fields(one.formulas, values) for one in step.slips]))
        right.append(fields)
        path = (*path, step.formulas)
        kept[path] = fields, step.written(fields)
        values |= zip(step.names, kept[path][1], strict=True)
    return Worked(steps, tuple(right), tuple(slipped), given, kept)


def _fields(formulas: Sequence[str], values: Mapping[str, Reach]) -> Fields:
    return tuple([evaluate(formula, values) for formula in formulas])


_TRIES = 6  # all numbers positive, and then every second, every other two, four … negative
_GOLDEN = (5**0.5 - 1) / 2


@lru_cache(maxsize=4096)
def one_function(formulas: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether formulas say the same, however they are written: they agree wherever they are tried, on no special numbers."""
    names = sorted({name for text in (*formulas, *others) for name in names_in(text)})
    found = []
    for turn in range(_TRIES):
        values = {
            name: Reach.of((1 + place * _GOLDEN % 1) * (-1 if place << 1 >> turn & 1 and turn else 1))
            for place, name in enumerate(names, 1)
        }
        pairs = zip(_fields(formulas, values), _fields(others, values), strict=True)
        found += [(one.value, two.value) for one, two in pairs if isfinite(one.value) and isfinite(two.value)]
    return bool(found) and all(isclose(one, two, rel_tol=1e-9, abs_tol=1e-9) for one, two in found)
