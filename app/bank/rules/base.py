"""What a writing rule is: a small function over one item, with advice and with examples that are its test."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Protocol

from app.bank.dollars import without_code
from app.bank.faults import FieldPath
from app.bank.findings import Severity
from app.items.item import (
    AuthoredItem,
    Header,
    Item,
    Kind,
    Level,
    MatchingItem,
    NumbersItem,
    OrderingItem,
    RecipeItem,
    Shape,
    Source,
    WrittenItem,
)
from app.items.option import AuthoredOption

_COMMAND = re.compile(r"\\(?:text|mathrm|operatorname|mathbf)\s*\{([^}]*)\}|\\[A-Za-z]+|\\.")
_MARKS = re.compile(r"[$*_^{}`]")
# Options that no rule finds anything in, for the examples.
EVEN = ("Rows that sum to one", "Columns that sum to one", "Rows of equal length", "Columns of equal length")
HALADYNA = "Haladyna, Downing and Rodriguez (2002)"


@dataclass(frozen=True, slots=True)
class Hit:
    """A place where a rule is broken, and what was found there."""

    where: FieldPath
    message: str


@dataclass(frozen=True, slots=True)
class Example:
    """An item in short, for a rule's table: the first `choose` options are right."""

    options: tuple[str, ...]
    stem: str = "What does the softmax make of a row of scores?"
    rationales: tuple[str, ...] = ()
    beliefs: tuple[str, ...] = ()
    choose: int = 1
    shape: Shape = Shape.FORMULA
    citation: str = "Vaswani et al. 2017, section 3.2.1"
    as_of: str = "2026-01-31"

    def item(self) -> AuthoredItem:
        """The example as an item, complete in all that it leaves open."""
        several = self.choose > 1
        header = Header(
            id="example",
            bank="examples",
            kind=Kind.MULTIPLE_SELECT if several else Kind.SINGLE_CHOICE,
            objectives=("1.2",),
            level=Level.MECHANISM,
            shape=self.shape,
            difficulty=0.6,
            source=Source(self.citation, self.as_of),
        )
        rationales = dict(enumerate(self.rationales))
        beliefs = dict(enumerate(self.beliefs, self.choose))
        options = tuple(
            AuthoredOption(
                id=f"option-{place}",
                text=text,
                correct=place < self.choose,
                rationale=rationales.get(place, f"Point {place + 1}: exponentials are divided by their sum."),
                misconception=None if place < self.choose else beliefs.get(place, f"belief-{place}"),
            )
            for place, text in enumerate(self.options)
        )
        return AuthoredItem(header, self.stem, options, self.choose)


class Sample(Protocol):
    """Anything that stands for an item in a rule's examples."""

    def item(self) -> Item:
        """The item, complete."""
        ...


Finder = Callable[[Item, date], Iterable[Hit]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A writing rule. `advice` says what to do; it finds something in every `bad` example and nothing in a `good` one.

    `reference` says where the literature on writing items has it, and is empty for what is this bank's own.
    """

    id: str
    severity: Severity
    advice: str
    find: Finder
    bad: tuple[Sample, ...]
    good: tuple[Sample, ...]
    reference: str = ""


def on_authored(find: Callable[[AuthoredItem], Iterator[Hit]]) -> Finder:
    """A finder that looks at items with options only."""

    def finder(item: Item, today: date) -> Iterator[Hit]:
        del today
        return find(item) if isinstance(item, AuthoredItem) else iter(())

    return finder


def on_written(find: Callable[[WrittenItem], Iterator[Hit]]) -> Finder:
    """A finder that looks at all items but computed ones, which have no text to look at."""

    def finder(item: Item, today: date) -> Iterator[Hit]:
        del today
        return iter(()) if isinstance(item, RecipeItem) else find(item)

    return finder


@dataclass(frozen=True, slots=True)
class Part:
    """Texts that stand beside each other on the page: options, prompts, choices or entries. `field` is theirs."""

    field: str
    noun: str
    texts: tuple[str, ...]

    def where(self, place: int) -> FieldPath:
        """The field of the text at a place that counts from 0."""
        return (self.field, place, "text")


def parts(item: WrittenItem) -> tuple[Part, ...]:
    """What an item has to choose from, to match or to put in order; nothing where numbers are typed."""
    match item:
        case AuthoredItem():
            return (Part("options", "option", tuple(one.text for one in item.options)),)
        case MatchingItem():
            return (
                Part("prompts", "prompt", tuple(one.text for one in item.prompts)),
                Part("choices", "choice", tuple(one.text for one in item.choices)),
            )
        case OrderingItem():
            return (Part("entries", "entry", tuple(one.text for one in item.entries)),)
        case NumbersItem():
            return ()


def rationales(item: WrittenItem) -> Iterator[tuple[FieldPath, str]]:
    """Every rationale of an item with its field."""
    groups: dict[str, list[str | None]]
    match item:
        case NumbersItem():
            yield from _of_numbers(item)
            return
        case AuthoredItem():
            groups = {"options": [one.rationale for one in item.options]}
        case MatchingItem():
            groups = {
                "prompts": [one.rationale for one in item.prompts],
                "choices": [one.rationale for one in item.choices],
                "cells": [one.rationale for one in item.cells],
            }
        case OrderingItem():
            groups = {
                "entries": [one.rationale for one in item.entries],
                "reversals": [one.rationale for one in item.reversals],
            }
    for name, members in groups.items():
        for place, rationale in enumerate(members):
            if rationale is not None:
                yield (name, place, "rationale"), rationale


def _of_numbers(item: NumbersItem) -> Iterator[tuple[FieldPath, str]]:
    for place, field in enumerate(item.fields):
        for nth, right in enumerate(field.accepted):
            yield ("fields", place, "accepted", nth, "rationale"), right.rationale
        for nth, wrong in enumerate(field.wrong):
            yield ("fields", place, "wrong", nth, "rationale"), wrong.rationale


def option_field(place: int, name: str = "text") -> FieldPath:
    """The field of the option at a place that counts from 0."""
    return ("options", place, name)


def parted(item: AuthoredItem) -> tuple[list[tuple[int, AuthoredOption]], list[tuple[int, AuthoredOption]]]:
    """The right options and the distractors, with their places from 0."""
    placed = list(enumerate(item.options))
    return [(n, o) for n, o in placed if o.correct], [(n, o) for n, o in placed if not o.correct]


@lru_cache(maxsize=1 << 16)
def printed(text: str) -> str:
    """About what a reader sees: a LaTeX command counts as one sign, and signs of markup as none."""
    return _MARKS.sub("", _COMMAND.sub(lambda match: match[1] or "·", text))


@lru_cache(maxsize=1 << 16)
def words(text: str) -> tuple[str, ...]:
    """The words of a text in small letters, code and formulas' commands left out."""
    return tuple(re.findall(r"[a-z]+(?:[-'’][a-z]+)*", printed(without_code(text)).lower()))
