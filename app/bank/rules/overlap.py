"""Rules on overlap: options exclude each other, and no two of them show where the answer lies."""

import re
from collections.abc import Iterator
from itertools import combinations
from math import inf

from app.bank.findings import Severity
from app.bank.rules.base import EVEN, HALADYNA, Example, Hit, Rule, on_authored, option_field, printed, words
from app.items.item import AuthoredItem

_SIGNED = r"([-−]?\d+(?:\.\d+)?)"
_RANGE = re.compile(rf"{_SIGNED}\s*%?\s*(?:to|–|-|…|and)\s*{_SIGNED}\s*%?", re.I)
_UNIT = re.compile(
    r"[-−+]?\d+(?:[.,]\d+)*\s*(%|\\%|[KMGT]i?B\b|bytes?\b|bits?\b|ms\b|µs\b|s\b|seconds?\b|minutes?\b|hours?\b"
    r"|tokens?\b|[KMGTP]?FLOPs?\b|[KMGT]?FLOPS\b)"
)
_ASKS_AMOUNT = re.compile(
    r"\bhow (?:much (?:memory|time|space|storage)|long|many (?:bytes|bits|seconds|minutes|hours))\b", re.I
)
_BARE = re.compile(r"[-−+]?\d+(?:[.,]\d+)*")
_ANTONYMS = tuple(
    frozenset(pair.split("/"))
    for pair in [
        "increases/decreases",
        "grows/shrinks",
        "rises/falls",
        "more/fewer",
        "more/less",
        "larger/smaller",
        "faster/slower",
        "higher/lower",
        "longer/shorter",
        "always/never",
        "before/after",
        "maximises/minimises",
        "adds/removes",
        "raises/lowers",
        "increase/decrease",
        "wider/narrower",
        "stronger/weaker",
        "above/below",
        "keeps/drops",
    ]
)
_VAGUE = re.compile(
    r"\b(?:a lot|lots of|kind of|sort of|quite|pretty much|huge|tons of|significantly|really|very(?! nearly| close))\b",
    re.I,
)
_STEP = 1e-9  # what "more than" leaves out
_ASKS_NUMBER = re.compile(
    r"\bhow (?:many|much|large|long|often|far|big)\b|\b(?:share|percentage|number|value|range) (?:of|is|does|do)\b|\bbetween\b",
    re.I,
)
_HOW_OFTEN = re.compile(
    r"(?:very |fairly |quite )?(?:often|rarely|sometimes|usually|frequently|seldom|occasionally|regularly)\.?",
    re.I,
)
_LEAST = re.compile(r"(?:at least|from|≥)\s*" + _SIGNED + r"(?: (?:on|up|upwards))?\s*%?(?: \w+)?", re.I)
_MORE = re.compile(r"(?:more than|over|above|>)\s*" + _SIGNED + r"\s*%?(?: \w+)?", re.I)
_MOST = re.compile(r"(?:at most|up to|no more than|≤)\s*" + _SIGNED + r"\s*%?(?: \w+)?", re.I)
_FEWER = re.compile(r"(?:less than|fewer than|under|below|<)\s*" + _SIGNED + r"\s*%?(?: \w+)?", re.I)
_NESTED_WORDS = 3


def _nested(item: AuthoredItem) -> Iterator[Hit]:
    """All words of one option stand, in a run, in another one."""
    yield from _nested_bounds(item)
    texts = [words(option.text) for option in item.options]
    if any("$" in option.text for option in item.options):
        return  # formulas lose their signs as words
    for (place, one), (other, another) in combinations(enumerate(texts), 2):
        (short, at), (long, _) = sorted(((one, place), (another, other)), key=lambda pair: len(pair[0]))
        runs = (long[start : start + len(short)] for start in range(len(long) - len(short) + 1))
        if len(short) >= _NESTED_WORDS and len(short) < len(long) and short in runs:
            yield Hit(option_field(at), "another option says all of this and more.")
            return


def _nested_bounds(item: AuthoredItem) -> Iterator[Hit]:
    """Two bounds to one side: whatever lies within the one lies within the other."""
    bounds = {place: bound for place, option in enumerate(item.options) if (bound := _bound(option.text))}
    for (place, (low, high)), (_, (other_low, other_high)) in combinations(bounds.items(), 2):
        if (low == -inf) == (other_low == -inf) and (low, high) != (other_low, other_high):
            yield Hit(
                option_field(place),
                "whatever lies within this bound lies within another one, or the other way round.",
            )
            return


def _bound(text: str) -> tuple[float, float] | None:
    """What "at least 10" or "fewer than 4" leaves open, from its lowest to its highest number."""
    plain = printed(text).strip(" .")
    for pattern, up, shut in (
        (_LEAST, True, True),
        (_MORE, True, False),
        (_MOST, False, True),
        (_FEWER, False, False),
    ):
        if match := pattern.fullmatch(plain):
            edge = float(match[1].replace("−", "-"))
            edge = edge if shut else edge + (_STEP if up else -_STEP)
            return (edge, inf) if up else (-inf, edge)
    return None


def _ranges(item: AuthoredItem) -> Iterator[Hit]:
    """Ranges in which one number is to be found; ranges that are sets of places may share some."""
    if not _ASKS_NUMBER.search(item.stem):
        return
    found = [(option.text, _range(option.text) or _bound(option.text)) for option in item.options]
    for (place, (_, one)), (_, (text, other)) in combinations(enumerate(found), 2):
        if one and other and max(one[0], other[0]) <= min(one[1], other[1]) and not _one_way(one, other):
            yield Hit(option_field(place), f"this range and {text.strip(' .')!r} share numbers.")
            return


def _one_way(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether both are bounds to one side, of which `options-nested` speaks: they may be claims about a least or a most."""
    return one[0] == other[0] == -inf or one[1] == other[1] == inf


def _range(text: str) -> tuple[float, float] | None:
    match = _RANGE.fullmatch(printed(text).strip(" ."))
    if match is None:
        return None
    low, high = (float(number.replace("−", "-")) for number in match.groups())
    return (low, high) if low <= high else None


def _units(item: AuthoredItem) -> Iterator[Hit]:
    units = [match[1] if (match := _UNIT.search(printed(o.text))) else "" for o in item.options]
    bare = [bool(_BARE.fullmatch(printed(option.text).strip(" ."))) for option in item.options]
    if any(units) and any(bare):
        yield Hit(option_field(bare.index(True)), "this number has no unit, and another option's has.")
    elif all(bare) and _ASKS_AMOUNT.search(item.stem) and not re.search(r"\bin [A-Za-z]+\b", item.stem):
        yield Hit(("stem",), "the stem asks for an amount, and neither it nor an option names the unit.")


def _opposites(item: AuthoredItem) -> Iterator[Hit]:
    """Just two options say opposite things in the same words, and one of them is right: the others can be left out."""
    texts = [words(option.text) for option in item.options]
    pairs = [(a, b) for a, b in combinations(range(len(texts)), 2) if _opposed(texts[a], texts[b])]
    if len(pairs) == 1 and len(texts) > 2:
        a, b = pairs[0]
        if item.options[a].correct or item.options[b].correct:
            yield Hit(option_field(a), "this option and one other are opposites, and no others are.")


def _opposed(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    if len(one) != len(other):
        return False
    differing = [frozenset(pair) for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
    return len(differing) == 1 and differing[0] in _ANTONYMS


def _vague(item: AuthoredItem) -> Iterator[Hit]:
    for place, option in enumerate(item.options):
        if match := _VAGUE.search(option.text) or _HOW_OFTEN.fullmatch(option.text.strip()):
            yield Hit(option_field(place), f"{match[0]!r} can be read in several ways.")


RULES = (
    Rule(
        "options-nested",
        Severity.WARNING,
        "Let the options exclude each other, so that just one can be defended.",
        on_authored(_nested),
        bad=(
            Example(("Rows that sum to one", "Rows that sum to one after masking", *EVEN[2:])),
            Example(("At least 8", "At least 16", "At most 4"), "How many rows does a softmax need?"),
        ),
        good=(Example(EVEN), Example(("At least 8", "Fewer than 8"), "How many rows does a softmax need?")),
        reference=f"{HALADYNA}, choices do not overlap",
    ),
    Rule(
        "ranges-overlap",
        Severity.ERROR,
        "Cut the ranges so that every number lies in one of them.",
        on_authored(_ranges),
        bad=(
            Example(("1 to 5", "5 to 10", "10 to 15", "15 to 20"), "How many rows are there?"),
            Example(("0–10 %", "5–20 %", "30–40 %"), "How large is the first share?"),
            Example(("At most 8", "5 to 16", "More than 16"), "How many rows are there?"),
        ),
        good=(
            Example(("1 to 4", "5 to 9", "10 to 14", "15 to 20"), "How many rows are there?"),
            Example(("Fewer than 4", "4 to 16", "More than 16"), "How many rows are there?"),
            Example(("1 to 64", "1 to 128", "65 to 128", "64 to 128"), "Which columns belong to it?"),
            Example(EVEN),
        ),
        reference=f"{HALADYNA}, choices do not overlap",
    ),
    Rule(
        "units-unlike",
        Severity.WARNING,
        "Give each number its unit, or name the unit in the stem.",
        on_authored(_units),
        bad=(
            Example(("8 GB", "16", "32 GB", "64 GB"), "What does the cache need?"),
            Example(("8", "16", "32", "64"), "How much memory does the cache need?"),
        ),
        good=(
            Example(("8 GB", "16 GB", "32 GB", "64 GB"), "How much memory does the cache need?"),
            Example(("8", "16", "32", "64"), "How much memory does the cache need, in gigabytes?"),
            Example(("8", "16", "32", "64"), "How many rows are there?"),
        ),
    ),
    Rule(
        "lone-opposites",
        Severity.WARNING,
        "Give the other options an opposite of their own, or reword one of the two.",
        on_authored(_opposites),
        bad=(
            Example(("The variance grows", "The variance shrinks", "A mask is added", "A row is sorted")),
            Example(("It raises the variance", "It lowers the variance", "It adds a mask", "It sorts a row")),
        ),
        good=(
            Example(("The variance grows", "The variance shrinks", "The mean grows", "The mean shrinks")),
            Example(EVEN),
        ),
        reference=f"{HALADYNA}, no pair or triplet of options that gives a clue",
    ),
    Rule(
        "vague-quantity",
        Severity.WARNING,
        "Say how much, or compare with something.",
        on_authored(_vague),
        bad=(
            Example(("A lot of small shares", *EVEN[1:])),
            Example(("Often", "Rarely", "Never", "At each step"), "How often is a row masked?"),
        ),
        good=(Example(EVEN),),
        reference=f"{HALADYNA}, plain words of one meaning",
    ),
)
