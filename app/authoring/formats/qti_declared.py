"""What an item of QTI declares of its answer: how many values it has, which are right, and what each earns."""

import re
from dataclasses import dataclass, replace
from math import isfinite

from app.authoring.formats.xml import Element, all_text, child, children, line_of

_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?")


class BadItem(Exception):
    """What is wrong with an item, with the line, in a sentence that says what to do."""

    def __init__(self, sentence: str, line: int) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.line = line


@dataclass(frozen=True, slots=True)
class Entry:
    """What one value earns; `case_counts` is None where nobody says it."""

    value: str
    points: float
    case_counts: bool | None
    line: int


@dataclass(frozen=True, slots=True)
class Mapping:
    """Points by value, those of every other value, and the bounds of their sum."""

    entries: tuple[Entry, ...]
    otherwise: float
    low: float | None
    high: float | None
    line: int

    def within(self, low: float | None, high: float | None) -> "Mapping":
        """The mapping with these bounds too."""
        lows = [one for one in (self.low, low) if one is not None]
        highs = [one for one in (self.high, high) if one is not None]
        return replace(self, low=max(lows, default=None), high=min(highs, default=None))

    def points(self, value: str) -> float:
        """What this value alone earns, within the bounds."""
        earned = next((entry.points for entry in self.entries if entry.value == value), self.otherwise)
        return self.bounded(earned)

    def bounded(self, earned: float) -> float:
        """A sum, cut to the bounds that there are."""
        earned = earned if self.low is None else max(earned, self.low)
        return earned if self.high is None else min(earned, self.high)


@dataclass(frozen=True, slots=True)
class Declared:
    """One response: its name, its cardinality (single, multiple, ordered), its type, and what is right."""

    name: str
    cardinality: str
    base: str
    correct: tuple[str, ...]
    mapping: Mapping | None
    line: int


def declared(element: Element) -> Declared:
    """What a responseDeclaration says. Raises BadItem."""
    correct = child(element, "correctResponse")
    values = children(correct, "value") if correct is not None else ()
    mapping = child(element, "mapping")
    return Declared(
        name=element.get("identifier") or "",
        cardinality=element.get("cardinality") or "single",
        base=element.get("baseType") or "",
        correct=tuple(" ".join(all_text(value).split()) for value in values),
        mapping=None if mapping is None else _mapping(mapping),
        line=line_of(element),
    )


def number(written: str | None, line: int) -> float:
    """A number as QTI writes it. Raises BadItem."""
    text = (written or "").strip()
    if not _NUMBER.fullmatch(text):
        raise BadItem(f"{text[:40]!r} is no number. Write one such as 0.5.", line)
    if not isfinite(float(text)):
        raise BadItem(f"{text[:40]} is larger than any number that is read here.", line)
    return float(text)


def is_number(written: str) -> bool:
    """Whether a text is a number as QTI writes it."""
    return _NUMBER.fullmatch(written.strip()) is not None


def truth(written: str | None) -> bool | None:
    """True, false, or None where nothing is said."""
    return None if written is None else written.strip().lower() in ("true", "1")


def _mapping(element: Element) -> Mapping:
    line = line_of(element)
    usual = truth(element.get("caseSensitive"))
    entries = []
    for one in children(element, "mapEntry"):
        case = truth(one.get("caseSensitive"))
        points = number(one.get("mappedValue"), line_of(one))
        value = " ".join((one.get("mapKey") or "").split())
        entries.append(Entry(value, points, usual if case is None else case, line_of(one)))
    low, high = element.get("lowerBound"), element.get("upperBound")
    return Mapping(
        entries=tuple(entries),
        otherwise=number(element.get("defaultValue") or "0", line),
        low=None if low is None else number(low, line),
        high=None if high is None else number(high, line),
        line=line,
    )
