"""Rules on grammar: every option goes on from the stem as well as every other, and all are of one build."""

import re
from collections.abc import Iterator, Sequence

from app.bank.findings import Severity
from app.bank.rules.base import EVEN, HALADYNA, Example, Hit, Rule, on_authored, option_field, parted
from app.items.item import AuthoredItem

_YES_NO = "an answer with yes or no"
_BUILDS = {
    "a reason": re.compile(r"(?:because|since|as|so that|due to)\b", re.I),
    "an aim": re.compile(r"to [a-z]", re.I),
    "a way": re.compile(r"by [a-z]+ing\b", re.I),
    "a condition": re.compile(r"(?:if|when|only if|only when|unless)\b", re.I),
    _YES_NO: re.compile(r"(?:yes|no)\b(?=[,:;.]|$)", re.I),
}
_SINGULAR_END = re.compile(r"\b(?:is|was|equals)\s*(?:[:…]|\.\.\.|_{2,})?\s*$", re.I)
_PLURAL_END = re.compile(r"\b(?:are|were)\s*(?:[:…]|\.\.\.|_{2,})?\s*$", re.I)
_ONE = re.compile(r"(?:an?|one|a single|each|every)\b", re.I)
_MANY = re.compile(r"(?:two|three|four|five|six|both|several|many|few)\b", re.I)
_ASKS_ONE = re.compile(r"(?:which|what) (?:is|was)\b", re.I)
_ASKS_MANY = re.compile(r"(?:which|what) (?:are|were)\b", re.I)
_KINDS = _BUILDS | {
    "a deed": re.compile(r"[A-Z]?[a-z]{2,}ing\b(?! (?:is|are|was)\b)"),
    "a sentence": re.compile(
        r"(?:it|they|this|these|there|one|each) (?:\w+s|is|are|was|has|have|do|can)\b", re.I
    ),
}
_OPENING, _MIXED = 3, 3


def _build(text: str) -> str:
    """What an option is by its first words; empty where they do not say."""
    return next((name for name, pattern in _BUILDS.items() if pattern.match(text.lstrip("*_ "))), "")


def _parallel(item: AuthoredItem) -> Iterator[Hit]:
    """One option is of another build than all others, which share theirs; or they are of three builds and more."""
    texts = [option.text.lstrip("*_ ") for option in item.options]
    kinds = [next((name for name, pattern in _KINDS.items() if pattern.match(text)), "") for text in texts]
    if len({*kinds}) >= _MIXED and _YES_NO not in kinds:  # a question of yes or no has what it takes besides
        named = ", ".join(sorted({kind for kind in kinds if kind}))
        yield Hit(
            option_field(0),
            f"the options are of {len({*kinds})} builds ({named}{', other words' * ('' in kinds)}).",
        )
        return
    builds = [_build(option.text) for option in item.options]
    for place, build in enumerate(builds):
        others = {one for at, one in enumerate(builds) if at != place}
        if len(others) == 1 and build not in others and len(builds) >= _OPENING:
            (usual,) = others
            if usual:
                yield Hit(option_field(place), f"every other option is {usual}, and this one is not.")
            elif item.options[place].correct:
                yield Hit(option_field(place), f"the right option alone is {build}.")
            return


def _agreement(item: AuthoredItem) -> Iterator[Hit]:
    asked = re.split(r"(?<=[.!:])\s+", item.stem.strip())[-1]
    if _SINGULAR_END.search(item.stem) or _ASKS_ONE.match(asked):
        number, pattern = "one thing", _MANY
    elif _PLURAL_END.search(item.stem) or _ASKS_MANY.match(asked):
        number, pattern = "several things", _ONE
    else:
        return
    strays = [place for place, option in enumerate(item.options) if pattern.match(option.text)]
    if 0 < len(strays) < len(item.options):
        yield Hit(option_field(strays[0]), f"the stem goes on with {number}, and this option does not.")


def _shared_opening(item: AuthoredItem) -> Iterator[Hit]:
    opening = _common([option.text.split() for option in item.options])
    if len(opening) >= _OPENING + 2:
        yield Hit(option_field(0), f"every option begins with {' '.join(opening)!r}.")


def _common(texts: Sequence[Sequence[str]]) -> list[str]:
    """The words that all texts begin with."""
    found = []
    for column in zip(*texts, strict=False):
        if len({*column}) > 1:
            break
        found.append(column[0])
    return found


def _yes_no(item: AuthoredItem) -> Iterator[Hit]:
    """Of options that begin with yes or no, the right one alone has its word."""
    right, wrong = parted(item)
    said = {place: _answered(option.text) for place, option in enumerate(item.options)}
    if not all(said.values()) or len(right) != 1 or len(wrong) < 2:
        return
    place = right[0][0]
    if said[place] not in {said[other] for other, _ in wrong}:
        yield Hit(option_field(place), f"the right option alone begins with {said[place]!r}.")


def _answered(text: str) -> str:
    match = re.match(r"(yes|no)\b", text.lstrip("*_ "), re.I)
    return match[1].lower() if match else ""


RULES = (
    Rule(
        "options-parallel",
        Severity.WARNING,
        "Give all options one grammatical build.",
        on_authored(_parallel),
        bad=(
            Example(
                ("Because rows add up", "Because rows are cut", "Because rows are sorted", "A sorted row")
            ),
            Example(("By dividing the row", "A product", "A mask", "A sort")),
            Example(("Dividing by the root", "It cuts the row", "A mask over the row", "To sort the row")),
        ),
        good=(
            Example(EVEN),
            Example(("Because rows add up", "Because rows are cut", "A sorted row", "A masked row")),
            Example(("Yes, if the row is scaled", "It depends on the row", "Scaling decides it", "No")),
        ),
        reference=f"{HALADYNA}, choices are alike in content and in grammar",
    ),
    Rule(
        "number-agreement",
        Severity.WARNING,
        "Bring stem and options to one grammatical number, or ask a whole question.",
        on_authored(_agreement),
        bad=(
            Example(("A share of the row", *EVEN[:3]), "What softmax gives are"),
            Example(("Two shares of the row", "A sum", "A mask", "A sort"), "What softmax gives is:"),
            Example(("Weights", "Shares", "Rows", "A bias"), "What are the numbers that a softmax gives?"),
        ),
        good=(Example(EVEN, "What softmax gives are"), Example(("Two rows", *EVEN[:3]))),
        reference=f"{HALADYNA}, no grammatical clue to what is right",
    ),
    Rule(
        "shared-opening",
        Severity.WARNING,
        "Move what all options share into the stem.",
        on_authored(_shared_opening),
        bad=(
            Example(tuple(f"It makes all of the row {verb}" for verb in ("flat", "sharp", "long", "short"))),
        ),
        good=(
            Example(EVEN),
            Example(tuple(f"It makes {what}" for what in ("rows", "sums", "cuts", "masks"))),
        ),
        reference=f"{HALADYNA}, as little reading as the question needs",
    ),
    Rule(
        "yes-no-cue",
        Severity.WARNING,
        "Let a distractor begin with the same word, with another reason behind it.",
        on_authored(_yes_no),
        bad=(Example(("Yes, by rows", "No, by columns", "No, by masks", "No, by sums")),),
        good=(Example(("Yes, by rows", "Yes, by columns", "No, by masks", "No, by sums")), Example(EVEN)),
        reference=f"{HALADYNA}, no clue to what is right",
    ),
)
