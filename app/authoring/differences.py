"""Where two texts differ: line beside line, and within changed lines word by word."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_NEAR = 0.4  # lines that share less are shown whole, as one that is gone and one that is new
_MANY = 1_000  # lines from which on frequent ones are passed over, which keeps the time within bounds


class Change(StrEnum):
    """What became of a line from the left to the right."""

    SAME = "same"
    CHANGED = "changed"
    GONE = "gone"  # only left
    NEW = "new"  # only right
    SKIPPED = "skipped"  # lines that are the same, not shown


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line, and whether the other side lacks it."""

    text: str
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A line of both sides with its numbers from 1, 0 where a side has none. `skipped` counts lines that are not shown."""

    change: Change
    left: tuple[Piece, ...] = ()
    right: tuple[Piece, ...] = ()
    left_line: int = 0
    right_line: int = 0
    skipped: int = 0


def differences(left: str, right: str, *, around: int = 2) -> tuple[Row, ...]:
    """The rows of both texts, with so many lines that are the same around each difference; none where they are alike."""
    olds, news = left.splitlines(), right.splitlines()
    rows = list(_rows(olds, news))
    shown = {
        near
        for place, row in enumerate(rows)
        if row.change is not Change.SAME
        for near in range(place - around, place + around + 1)
    }
    return tuple(_folded(rows, shown)) if shown else ()


def _rows(olds: Sequence[str], news: Sequence[str]) -> Iterator[Row]:
    matcher = SequenceMatcher(None, olds, news, autojunk=len(olds) + len(news) > _MANY)
    for what, start, end, new_start, new_end in matcher.get_opcodes():
        if what == "equal":
            for place in range(end - start):
                yield _same(olds[start + place], start + place + 1, new_start + place + 1)
            continue
        for place in range(max(end - start, new_end - new_start)):
            old = start + place if start + place < end else None
            new = new_start + place if new_start + place < new_end else None
            yield from _pair(olds, news, old, new)


def _same(text: str, left: int, right: int) -> Row:
    return Row(Change.SAME, (Piece(text),), (Piece(text),), left, right)


def _pair(olds: Sequence[str], news: Sequence[str], old: int | None, new: int | None) -> Iterator[Row]:
    if old is not None and new is not None:
        before, after = _WORD.findall(olds[old]), _WORD.findall(news[new])
        words = SequenceMatcher(None, before, after, autojunk=False)
        if words.ratio() >= _NEAR:
            left, right = tuple(_pieces(before, words, 0)), tuple(_pieces(after, words, 1))
            yield Row(Change.CHANGED, left, right, old + 1, new + 1)
            return
    if old is not None:
        yield Row(Change.GONE, (Piece(olds[old], True),), (), old + 1, 0)
    if new is not None:
        yield Row(Change.NEW, (), (Piece(news[new], True),), 0, new + 1)


def _pieces(words: Sequence[str], matcher: SequenceMatcher[str], side: int) -> Iterator[Piece]:
    for what, *spans in matcher.get_opcodes():
        start, end = spans[2 * side : 2 * side + 2]
        if start < end:
            yield Piece("".join(words[start:end]), what != "equal")


def _folded(rows: Sequence[Row], shown: set[int]) -> Iterator[Row]:
    hidden = 0
    for place, row in enumerate(rows):
        if place not in shown:
            hidden += 1
            continue
        if hidden:
            yield Row(Change.SKIPPED, skipped=hidden)
            hidden = 0
        yield row
    if hidden:
        yield Row(Change.SKIPPED, skipped=hidden)
