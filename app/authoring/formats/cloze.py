"""Gaps in a note of Anki: {{c1::what is hidden::a hint}}, numbered, and perhaps one within another."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

GAP = "_____"
DEEPEST = 8
MOST = 200
LONGEST = 20_000  # signs of a note with gaps
_OPENING = re.compile(r"\{\{c(\d{1,3})::")


@dataclass(frozen=True, slots=True)
class Gap:
    """A hidden part: its number, what it holds, and its hint."""

    number: int
    parts: "Parts"
    hint: str


Parts = tuple["str | Gap", ...]


@dataclass(frozen=True, slots=True)
class Hidden:
    """One question of a note: its number, the text with a gap, what was there (once for each gap), and the hints."""

    number: int
    text: str
    answers: tuple[str, ...]
    hints: tuple[str, ...]


def hidden_parts(text: str) -> tuple[Hidden, ...]:
    """One question for each number, in their order. Raises ValueError with a sentence.

    Rule: gaps of the asked number are hidden, all others are shown; a gap within a hidden one is hidden with it.
    """
    if len(text) > LONGEST:
        raise ValueError(f"This note has more than {LONGEST:,} signs. Make several notes of it.")
    parts, at = _parts(text, 0, 0)
    if at < len(text):
        raise ValueError("A gap is closed that was not opened. Write {{c1:: before it.")
    numbers = sorted(set(_numbers(parts)))
    if not numbers:
        raise ValueError("This note has no gaps. Write one as {{c1::what is hidden}}.")
    if len(numbers) > MOST:
        raise ValueError(f"This note has more than {MOST} gaps. Make several notes of it.")
    found = []
    for number in numbers:
        answers: list[str] = []
        hints: list[str] = []
        found.append(Hidden(number, _shown(parts, number, answers, hints), tuple(answers), tuple(hints)))
    return tuple(found)


def _parts(text: str, at: int, depth: int) -> tuple[Parts, int]:
    """What stands from a place on, up to the end of the gap that it lies in."""
    if depth > DEEPEST:
        raise ValueError("Gaps lie too deep within one another. Make several notes of it.")
    found: list[str | Gap] = []
    start = at
    while at < len(text):
        if opening := _OPENING.match(text, at):
            found.append(text[start:at])
            inner, end = _parts(text, opening.end(), depth + 1)
            if not text.startswith("}}", end):
                raise ValueError("A gap begins with {{c and does not end. Write }} after it.")
            found.append(_gap(int(opening[1]), inner))
            at = start = end + 2
        elif depth and text.startswith("}}", at):
            break
        else:
            at += 1
    found.append(text[start:at])
    return tuple(part for part in found if part != ""), at


def _gap(number: int, inner: Parts) -> Gap:
    """Rule: the hint follows the last two colons of what stands in the gap itself."""
    *before, last = inner or ("",)
    if isinstance(last, str) and "::" in last:
        last, _, hint = last.rpartition("::")
        return Gap(number, (*before, last), hint.strip())
    return Gap(number, inner, "")


def _numbers(parts: Parts) -> Iterator[int]:
    for part in parts:
        if isinstance(part, Gap):
            yield part.number
            yield from _numbers(part.parts)


def _plain(parts: Parts) -> str:
    return "".join(part if isinstance(part, str) else _plain(part.parts) for part in parts)


def _shown(parts: Parts, number: int, answers: list[str], hints: list[str]) -> str:
    found = []
    for part in parts:
        if isinstance(part, str):
            found.append(part)
        elif part.number == number:
            answers.append(_plain(part.parts).strip())
            if part.hint:
                hints.append(part.hint)
            found.append(GAP)
        else:
            found.append(_shown(part.parts, number, answers, hints))
    return "".join(found)
