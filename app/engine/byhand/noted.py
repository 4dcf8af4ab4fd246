"""A number on a person's paper: one value and no interval; what a family computes with it is worked by hand."""

import math
from dataclasses import dataclass
from typing import Any

from app.engine.byhand.person import Person
from app.engine.families.family import Family, Givens, Slips
from app.engine.families.reach import Reach


@dataclass(frozen=True, slots=True)
class Noted(Reach):
    """A written number. Arithmetic takes the values alone, whichever side it stands on, and what comes out of it may be
    written down too, whether or not the family asks for that."""

    person: Person

    def __add__(self, other: Reach) -> "Noted":
        return self._next(self.value + other.value)

    def __radd__(self, other: Reach) -> "Noted":
        return self._next(other.value + self.value)

    def __sub__(self, other: Reach) -> "Noted":
        return self._next(self.value - other.value)

    def __rsub__(self, other: Reach) -> "Noted":
        return self._next(other.value - self.value)

    def __mul__(self, other: Reach) -> "Noted":
        return self._next(self.value * other.value)

    def __rmul__(self, other: Reach) -> "Noted":
        return self._next(other.value * self.value)

    def __truediv__(self, other: Reach) -> "Noted":
        return self._next(self.value / other.value)

    def __rtruediv__(self, other: Reach) -> "Noted":
        return self._next(other.value / self.value)

    def exp(self, base: float = math.e) -> "Noted":
        """base^x."""
        return self._next(base**self.value)

    def root(self) -> "Noted":
        """The square root."""
        return self._next(math.sqrt(self.value))

    def _next(self, value: float) -> "Noted":
        return noted(self.person.write(value) if self.person.thorough else value, self.person)


def noted(value: float, person: Person) -> Noted:
    """A number on somebody's paper."""
    return Noted(value, value, value, person)


@dataclass(frozen=True, slots=True)
class Paper:
    """Stands where a family asks for a hand: what is written is really rounded, by a person."""

    person: Person

    def write(self, number: Reach) -> Noted:
        """The number as the person writes it."""
        return noted(self.person.write(number.value), self.person)

    def either(self, *ways: Reach) -> Reach:
        """The number by the way that the person goes; one of those that lead to a number."""
        possible = [one for one in ways if math.isfinite(one.value)]
        return possible[self.person.chance.below(len(possible))] if possible else ways[0]


def told_by_hand(family: Family, givens: Givens, slips: Slips, person: Person) -> list[float]:
    """The answers of somebody who makes these slips. ZeroDivisionError or OverflowError where there is none."""
    paper: Any = Paper(person)
    return [number.value for number in family.compute(givens, slips, paper)[-1]]
