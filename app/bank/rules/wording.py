"""Rules on wording: no word may point to the right option or rule a distractor out."""

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
    rationales,
)
from app.bank.rules.vocabulary import absolutes_in, content_words, hedges_in
from app.items.item import AuthoredItem, WrittenItem

_ARTICLE = re.compile(r"\ban?\s*(?:[:…?]|\.\.\.|_{2,})?\s*$", re.IGNORECASE)


def _absolutes(item: AuthoredItem) -> Iterator[Hit]:
    right, wrong = parted(item)
    if any(absolutes_in(option.text) for _, option in right):
        return
    marked = [(place, absolutes_in(option.text)[0]) for place, option in wrong if absolutes_in(option.text)]
    if 2 * len(marked) >= len(wrong):
        place, word = marked[0]
        yield Hit(
            option_field(place), f"{len(marked)} distractors and no right option are absolute ({word!r})."
        )


def _hedges(item: AuthoredItem) -> Iterator[Hit]:
    right, wrong = parted(item)
    if any(hedges_in(option.text) for _, option in wrong):
        return
    for place, option in right:
        if found := hedges_in(option.text):
            yield Hit(option_field(place), f"only a right option is hedged ({found[0]!r}).")
            return


def _echo(item: AuthoredItem) -> Iterator[Hit]:
    right, wrong = parted(item)
    stem = content_words(item.stem, shortest=5)
    others = frozenset[str]().union(*(content_words(option.text) for _, option in wrong))
    for place, option in right:
        echoed = sorted((stem & content_words(option.text, shortest=5)) - others)
        if len(echoed) >= 2 or any(len(word) >= 8 for word in echoed):
            words = ", ".join(f"{word}…" for word in echoed)
            yield Hit(option_field(place), f"only a right option repeats words of the stem ({words}).")


def _article(item: WrittenItem) -> Iterator[Hit]:
    if _ARTICLE.search(item.stem):
        yield Hit(("stem",), "the stem ends in an article, which fits some options by grammar alone.")


def _rationale_verdict(item: WrittenItem) -> Iterator[Hit]:
    for where, rationale in rationales(item):
        if re.match(
            r"\s*(?:in)?correct\b|\s*(?:wrong|right|true|false|yes|no)\b\s*[.,:;!–-]", rationale, re.I
        ):
            yield Hit(where, "the rationale starts with a verdict.")


RULES = (
    Rule(
        "absolute-distractors",
        Severity.WARNING,
        "Take the absolute words out, or make them part of the right option too.",
        on_authored(_absolutes),
        bad=(
            Example(
                ("Shares of a row", "Always whole numbers", "Never positive numbers", "Shares of a column")
            ),
        ),
        good=(Example(EVEN), Example(("Always positive", "Always whole", "Never zero", "Never negative"))),
        reference=f"{HALADYNA}, no specific determiner (always, never) gives a clue",
    ),
    Rule(
        "hedged-right-option",
        Severity.WARNING,
        "Say in the stem when the claim holds and take the hedge out, or hedge a distractor as well.",
        on_authored(_hedges),
        bad=(Example(("Usually a peaked row", "A flat row", "A zero row", "A negative row")),),
        good=(Example(("Usually a peaked row", "Usually a flat row", "A zero row", "A negative row")),),
    ),
    Rule(
        "stem-echo",
        Severity.WARNING,
        "Use another word for it, or use the stem's words in a distractor as well.",
        on_authored(_echo),
        bad=(
            Example(
                ("By normalisation of a row", "By a product", "By a mask", "By a sort"),
                stem="How does softmax normalise its input?",
            ),
        ),
        good=(
            Example(EVEN),
            Example(
                ("By normalising a row", "By normalising a column", "By a mask", "By a sort"),
                stem="How does softmax normalise its input?",
            ),
        ),
        reference=f"{HALADYNA}, no word of the stem gives a clue",
    ),
    Rule(
        "article-cue",
        Severity.WARNING,
        "End the stem before the article, and let each option bring its own.",
        on_written(_article),
        bad=(Example(EVEN, stem="The result of the softmax is an"),),
        good=(Example(EVEN, stem="What is the result of the softmax?"),),
        reference=f"{HALADYNA}, no grammatical clue to what is right",
    ),
    Rule(
        "rationale-verdict",
        Severity.WARNING,
        "The page says already what is right; say why instead.",
        on_written(_rationale_verdict),
        bad=(Example(EVEN, rationales=("Correct. The row is divided by its sum.",)),),
        good=(Example(EVEN, rationales=("No row depends on another one here.",)),),
    ),
)
