"""Rules on content: sources that can be looked up, conventions that are said, and texts of a sensible size."""

import re
from collections.abc import Iterator
from datetime import date

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
    printed,
    rationales,
)
from app.bank.rules.numbers import numbers_in
from app.items.item import AuthoredItem, Item, Shape, WrittenItem

_NUMBERS = ("0.25", "0.50", "0.75", "0.10")
_ROUNDING = re.compile(
    r"\b(?:decimals?|digits?|round(?:ed|s)?|exact(?:ly)?|nearest|about|approximately|figures?)\b", re.I
)
_LONGEST_STEM, _SHORTEST_STEM = 700, 12
_LONGEST_RATIONALE, _SHORTEST_RATIONALE = 500, 25
_OLD_DAYS = 2 * 366


def _future(item: Item, today: date) -> Iterator[Hit]:
    if date.fromisoformat(item.header.source.as_of) > today:
        yield Hit(
            ("source", "as_of"), f"the source was read on {item.header.source.as_of}, which is to come."
        )


def _old(item: Item, today: date) -> Iterator[Hit]:
    read = date.fromisoformat(item.header.source.as_of)
    if (today - read).days > _OLD_DAYS:
        yield Hit(("source", "as_of"), f"the source was last read on {read.isoformat()}, over two years ago.")


def _vague(item: Item, today: date) -> Iterator[Hit]:
    del today
    citation = item.header.source.citation
    if len(citation) < 12 or not re.search(r"\d", citation):
        yield Hit(("source", "citation"), f"{citation!r} does not say where to look.")


def _rounding(item: AuthoredItem) -> Iterator[Hit]:
    least = 2 if item.header.shape is Shape.COMPUTATION else 3
    rounded = any(_decimals(option.text) >= least for option in item.options if option.correct)
    if (
        rounded
        and all(numbers_in(option.text) for option in item.options)
        and not _ROUNDING.search(item.stem)
    ):
        yield Hit(("stem",), "the right number looks rounded, and the stem does not say to how many digits.")


def _digits(item: AuthoredItem) -> Iterator[Hit]:
    if not all(numbers_in(option.text) for option in item.options):
        return
    right = {_decimals(option.text) for option in item.options if option.correct}
    wrong = {_decimals(option.text) for option in item.options if not option.correct}
    if len(wrong) == 1 and not right & wrong:
        place = next(place for place, option in enumerate(item.options) if option.correct)
        yield Hit(option_field(place), "the right number has another count of decimals than the wrong ones.")


def _decimals(text: str) -> int:
    return max((len(found) for found in re.findall(r"\.(\d+)", text)), default=0)


def _stem_size(item: WrittenItem) -> Iterator[Hit]:
    length = len(printed(item.stem))
    if length > _LONGEST_STEM:
        yield Hit(("stem",), f"the stem has {length} signs, more than {_LONGEST_STEM}.")
    if length < _SHORTEST_STEM:
        yield Hit(("stem",), f"the stem has {length} signs, fewer than {_SHORTEST_STEM}.")


def _rationale_size(item: WrittenItem) -> Iterator[Hit]:
    for where, rationale in rationales(item):
        length = len(printed(rationale))
        if not _SHORTEST_RATIONALE <= length <= _LONGEST_RATIONALE:
            bounds = f"{_SHORTEST_RATIONALE} to {_LONGEST_RATIONALE}"
            yield Hit(where, f"the rationale has {length} signs ({bounds} are usual).")


RULES = (
    Rule(
        "source-in-future",
        Severity.ERROR,
        "Write the day on which the claim was last read in its source.",
        _future,
        bad=(Example(EVEN, as_of="2999-01-01"),),
        good=(Example(EVEN),),
    ),
    Rule(
        "source-old",
        Severity.WARNING,
        "Read the claim in its source again, and write the day.",
        _old,
        bad=(Example(EVEN, as_of="2020-01-31"),),
        good=(Example(EVEN),),
    ),
    Rule(
        "source-vague",
        Severity.WARNING,
        "Name author, year, and the section or page.",
        _vague,
        bad=(Example(EVEN, citation="The paper"), Example(EVEN, citation="Vaswani and others, the paper")),
        good=(Example(EVEN),),
    ),
    Rule(
        "rounding-unsaid",
        Severity.WARNING,
        "Say to how many decimals, or that the numbers are exact.",
        on_authored(_rounding),
        bad=(Example(_NUMBERS, "What is the first weight?", shape=Shape.COMPUTATION),),
        good=(
            Example(_NUMBERS, "What is the first weight, to two decimals?", shape=Shape.COMPUTATION),
            Example(("7.2", "2.7", "9", "6"), "What is the first entry of the output?"),
            Example(("1", "2", "3", "4"), "How many rows are there?", shape=Shape.COMPUTATION),
            Example(EVEN),
        ),
    ),
    Rule(
        "decimals-give-away",
        Severity.WARNING,
        "Print all numbers to the same number of decimals.",
        on_authored(_digits),
        bad=(Example(("0.506", "0.5", "0.2", "0.1")), Example(("7", "0.5", "0.2", "0.1"))),
        good=(Example(("0.506", "0.500", "0.2", "0.1")), Example(_NUMBERS), Example(EVEN)),
    ),
    Rule(
        "stem-size",
        Severity.WARNING,
        "Keep what the answer needs and nothing else.",
        on_written(_stem_size),
        bad=(Example(EVEN, stem="What? " * 200), Example(EVEN, stem="Softmax?")),
        good=(Example(EVEN),),
        reference=f"{HALADYNA}, as little reading as the question needs",
    ),
    Rule(
        "rationale-size",
        Severity.WARNING,
        "Say in one to three sentences why this option is right or wrong.",
        on_written(_rationale_size),
        bad=(
            Example(EVEN, rationales=("By the paper.",)),
            Example(EVEN, rationales=("Rows add up. " * 60,)),
        ),
        good=(Example(EVEN),),
    ),
)
