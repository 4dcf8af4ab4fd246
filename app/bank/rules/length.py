"""Rules on length: the right option must not stand out by how long or short it is."""

from collections.abc import Iterator

from app.bank.findings import Severity
from app.bank.rules.base import (
    HALADYNA,
    Example,
    Hit,
    Rule,
    on_authored,
    on_written,
    option_field,
    parted,
    parts,
    printed,
)
from app.items.item import AuthoredItem, WrittenItem

_LONGER, _MORE_SIGNS = 1.25, 10
_SHORTER, _FEWER_SIGNS = 0.6, 12
_UNEVEN, _UNEVEN_SIGNS = 3.0, 40
_MOST_SIGNS = 240

_SHORT = ("A share of the whole", "A sum of Values", "A scaled score", "A mask of zeros")
_LONG_RIGHT = ("Shares that are above zero and that add up to one along the row", *_SHORT[1:])


def _lengths(item: AuthoredItem) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Place and printed length of the right options and of the distractors."""
    right, wrong = parted(item)
    return [(n, len(printed(o.text))) for n, o in right], [(n, len(printed(o.text))) for n, o in wrong]


def _longest(item: AuthoredItem) -> Iterator[Hit]:
    right, wrong = _lengths(item)
    place, length = min(right, key=lambda one: one[1])
    longest = max(other for _, other in wrong)
    if length > max(_LONGER * longest, longest + _MORE_SIGNS):
        yield Hit(
            option_field(place), f"the right option has {length} signs, the longest other has {longest}."
        )


def _shortest(item: AuthoredItem) -> Iterator[Hit]:
    right, wrong = _lengths(item)
    place, length = max(right, key=lambda one: one[1])
    shortest = min(other for _, other in wrong)
    if length < min(_SHORTER * shortest, shortest - _FEWER_SIGNS):
        yield Hit(
            option_field(place), f"the right option has {length} signs, the shortest other has {shortest}."
        )


def _uneven(item: WrittenItem) -> Iterator[Hit]:
    for part in parts(item):
        lengths = sorted((len(printed(text)), place) for place, text in enumerate(part.texts))
        (shortest, _), (longest, place) = lengths[0], lengths[-1]
        if longest > max(_UNEVEN * shortest, shortest + _UNEVEN_SIGNS):
            yield Hit(
                part.where(place),
                f"the {part.field} have between {shortest} and {longest} signs as a reader sees them.",
            )


def _too_long(item: WrittenItem) -> Iterator[Hit]:
    for part in parts(item):
        for place, text in enumerate(part.texts):
            if (length := len(printed(text))) > _MOST_SIGNS:
                yield Hit(part.where(place), f"the {part.noun} has {length} signs, more than {_MOST_SIGNS}.")


RULES = (
    Rule(
        "right-option-longest",
        Severity.WARNING,
        "Shorten it, or say as much in a distractor.",
        on_authored(_longest),
        bad=(Example(_LONG_RIGHT),),
        good=(
            Example(_SHORT),
            Example((r"$\frac{QK^\top}{\sqrt{d_k}}$", "$QKV$", r"$\mathrm{softmax}(QK)$", "$Q + K + V$")),
        ),
        reference=f"{HALADYNA}, choices are about equally long",
    ),
    Rule(
        "right-option-shortest",
        Severity.WARNING,
        "Say more in it, or less in the distractors.",
        on_authored(_shortest),
        bad=(
            Example(
                ("A sum", *(f"The row of scores after it was {verb}" for verb in ("cut", "sorted", "cubed")))
            ),
        ),
        good=(Example(_SHORT),),
        reference=f"{HALADYNA}, choices are about equally long",
    ),
    Rule(
        "options-uneven",
        Severity.WARNING,
        "Bring the options nearer to one length.",
        on_written(_uneven),
        bad=(
            Example(("A row of shares", "A row", f"A row {'of numbers and ' * 4}more", "A column of shares")),
        ),
        good=(Example(_SHORT),),
        reference=f"{HALADYNA}, choices are about equally long",
    ),
    Rule(
        "option-too-long",
        Severity.WARNING,
        "Move what all options share into the stem, and keep one claim to an option.",
        on_written(_too_long),
        bad=(Example((*_SHORT[:3], "It makes shares of scores. " * 10)),),
        good=(Example(_SHORT),),
        reference=f"{HALADYNA}, as little reading as the question needs",
    ),
)
