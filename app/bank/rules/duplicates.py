"""Rules on repetition inside one item: options that say the same, and rationales that say nothing new."""

import re
from collections.abc import Iterator

from app.bank.findings import Severity
from app.bank.rules.base import Example, Hit, Rule, on_authored, option_field, parted
from app.items.item import AuthoredItem

_EVEN = ("Rows that sum to one", "Columns that sum to one", "Rows of equal length", "Columns of equal length")
_ENDS = re.compile(r"[\s.,;:!?]+$")


def same_form(text: str) -> str:
    """The text as far as a reader tells options apart: blanks made one, end marks and capitals of words lost.

    Capitals inside formulas are kept, as $q$ and $Q$ differ.
    """
    parts = re.split(r"(\$[^$]*\$)", _ENDS.sub("", " ".join(text.split())))
    return "".join(re.sub(r"\s+", "", part) if part.startswith("$") else part.lower() for part in parts)


def _equal(item: AuthoredItem) -> Iterator[Hit]:
    seen: dict[str, str] = {}
    for place, option in enumerate(item.options):
        form = same_form(option.text)
        if form in seen:
            yield Hit(option_field(place), f"reads like the option {seen[form]!r}.")
        seen.setdefault(form, option.id)


def _repeats(item: AuthoredItem) -> Iterator[Hit]:
    seen: dict[str, str] = {}
    for place, option in enumerate(item.options):
        form = same_form(option.rationale)
        if form == same_form(option.text):
            yield Hit(option_field(place, "rationale"), "the rationale only repeats the option.")
        elif form in seen:
            yield Hit(option_field(place, "rationale"), f"the rationale is that of {seen[form]!r} too.")
        seen.setdefault(form, option.id)


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
        on_authored(_equal),
        bad=(Example((*_EVEN[:3], "rows that  sum to one.")), Example(("$ QK$", "$QK $", *_EVEN[:2]))),
        good=(Example(_EVEN), Example(("$q$", "$Q$", *_EVEN[:2]))),
    ),
    Rule(
        "rationale-repeats",
        Severity.WARNING,
        "Say why this option is right or wrong.",
        on_authored(_repeats),
        bad=(
            Example(_EVEN, rationales=(_EVEN[0],)),
            Example(_EVEN, rationales=("Rows are what softmax works on.",) * 2),
        ),
        good=(
            Example(
                _EVEN,
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
        bad=(Example(_EVEN, beliefs=("rows", "rows", "lengths")),),
        good=(Example(_EVEN, beliefs=("rows", "columns", "lengths")),),
    ),
)
