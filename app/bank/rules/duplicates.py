"""Rules on repetition inside one item: options that say the same, and rationales that say nothing new."""

import re
from collections.abc import Iterator

from app.bank.findings import Severity
from app.bank.rules.base import (
    EVEN,
    HALADYNA,
    Example,
    Hit,
    Rule,
    on_authored,
    on_written,
    option_field,
    parted,
    parts,
    rationales,
)
from app.bank.rules.numbers import numbers_in
from app.items.item import AuthoredItem, WrittenItem

_FRACTIONS = re.compile(r"\\[dt]?frac")
_TRANSPOSED = re.compile(r"\^(?:\{(?:\\top|T)\}|\\top\b|T)")
_SIZED = re.compile(r"\\[dt]frac\b")
_ENDS = re.compile(r"[\s.,;:!?]+$")


def same_form(text: str) -> str:
    """The text as far as a reader tells options apart: blanks made one, end marks and capitals of words lost.

    Capitals inside formulas are kept, as $q$ and $Q$ differ. Two ways of writing the same sign are one.
    """
    plain = _SIZED.sub(r"\\frac", _TRANSPOSED.sub("^T", text))
    parts = re.split(r"(\$[^$]*\$)", _ENDS.sub("", " ".join(plain.split())))
    return "".join(re.sub(r"\s+", "", part) if part.startswith("$") else part.lower() for part in parts)


def _equal(item: WrittenItem) -> Iterator[Hit]:
    for part in parts(item):
        seen: dict[str, int] = {}
        for place, text in enumerate(part.texts):
            form = same_form(text)
            if form in seen:
                yield Hit(part.where(place), f"reads like {part.noun} {seen[form] + 1} of the list.")
            seen.setdefault(form, place)


def _equal_numbers(item: AuthoredItem) -> Iterator[Hit]:
    """Two plain numbers that are written in two ways and are one."""
    seen: dict[tuple[float, ...], int] = {}
    for place, option in enumerate(item.options):
        found = () if re.search(r"[A-Za-z%]", _FRACTIONS.sub("", option.text)) else numbers_in(option.text)
        if found and found in seen and same_form(option.text) != same_form(item.options[seen[found]].text):
            yield Hit(
                option_field(place),
                f"is the number of option {seen[found] + 1} of the list, written in another way.",
            )
            return
        if found:
            seen.setdefault(found, place)


_NOUNS = {"cells": "cell", "reversals": "reversal", "fields": "field"}


def _repeats(item: WrittenItem) -> Iterator[Hit]:
    texts = {(part.field, place): text for part in parts(item) for place, text in enumerate(part.texts)}
    nouns = _NOUNS | {part.field: part.noun for part in parts(item)}
    seen: dict[str, str] = {}
    for where, rationale in rationales(item):
        form = same_form(rationale)
        if form == same_form(texts.get((str(where[0]), int(where[1])), "")):
            yield Hit(where, "the rationale only repeats its own text.")
        elif form in seen:
            yield Hit(where, f"the rationale is that of {seen[form]} too.")
        seen.setdefault(form, f"{nouns.get(str(where[0]), where[0])} {int(where[1]) + 1} of the list")


def _one_belief(item: AuthoredItem) -> Iterator[Hit]:
    seen: dict[str, str] = {}
    for place, option in parted(item)[1]:
        slug = option.misconception or ""
        if slug in seen:
            yield Hit(option_field(place, "misconception"), f"{slug!r} stands behind {seen[slug]!r} too.")
        seen.setdefault(slug, option.id)


RULES = (
    Rule(
        "options-equal",
        Severity.ERROR,
        "Make them differ as printed, or delete one.",
        on_written(_equal),
        bad=(
            Example((*EVEN[:3], "rows that  sum to one.")),
            Example(("$ QK$", "$QK $", *EVEN[:2])),
            Example(("$QK^T$", r"$QK^{\top}$", *EVEN[:2])),
        ),
        good=(Example(EVEN), Example(("$q$", "$Q$", *EVEN[:2]))),
        reference=f"{HALADYNA}, choices do not overlap",
    ),
    Rule(
        "numbers-equal",
        Severity.WARNING,
        "Let each number stand once, or say in words what else the two differ in.",
        on_authored(_equal_numbers),
        bad=(
            Example(("1/2", "0.5", "1/4", "3/4"), "Which share does each of two equal scores get?"),
            Example(("$\\frac{1}{2}$", "$0.50$", "$1$"), "Which share does each of two equal scores get?"),
        ),
        good=(
            Example(("1/2", "1/3", "1/4", "3/4"), "Which share does each of two equal scores get?"),
            Example(("8 GB", "8 MB", "80 MB"), "How much memory does the cache need?"),
        ),
        reference=f"{HALADYNA}, choices do not overlap",
    ),
    Rule(
        "rationale-repeats",
        Severity.WARNING,
        "Say why this option is right or wrong.",
        on_written(_repeats),
        bad=(
            Example(EVEN, rationales=(EVEN[0],)),
            Example(EVEN, rationales=("Rows are what softmax works on.",) * 2),
        ),
        good=(
            Example(
                EVEN,
                rationales=(
                    "Each row is divided by its sum.",
                    "Columns belong to no one query.",
                    "Length is no aim.",
                    "Nor is it one for columns.",
                ),
            ),
        ),
    ),
    Rule(
        "belief-repeated",
        Severity.WARNING,
        "Give each distractor a misconception of its own, so that a wrong answer says which it was.",
        on_authored(_one_belief),
        bad=(Example(EVEN, beliefs=("rows", "rows", "lengths")),),
        good=(Example(EVEN, beliefs=("rows", "columns", "lengths")),),
        reference=f"{HALADYNA}, distractors are made of typical errors",
    ),
)
