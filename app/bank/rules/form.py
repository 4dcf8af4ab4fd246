"""Rules on form: options read alike, refer to no position, and the stem asks one plain question."""

import re
from collections.abc import Callable, Iterator

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
from app.items.item import AuthoredItem, Kind, WrittenItem

_OF_THE_ABOVE = re.compile(
    r"\b(?:all|none|any|both|neither|either) of (?:the )?(?:above|these|others?|options)\b", re.I
)
_LETTER = r"(?:\(?[A-F]\)?)"
_POSITION = re.compile(
    rf"\b(?i:both|either|neither) {_LETTER} (?:and|or|nor) {_LETTER}(?![\w$])"
    r"|\b[Oo]ptions? (?:[A-F]\b|\d|one|two|three|four|first|last)"
    r"|\b(?:first|second|third|fourth|fifth|last|previous|next|other) (?:option|answer|choice|statement)s?\b"
    r"|\b(?:option|answer|choice|statement)s? (?:above|below)\b",
)
_LETTERED = re.compile(
    r"\b(?:[Oo]ption|[Aa]nswer|[Cc]hoice)s? (?:[A-F]\b|\d\b)|\([A-Fa-f]\) (?:is|says|would|and|or|nor)\b"
)
_NEGATION = re.compile(
    r"\bnot\b|\bexcept\b|\bleast\b|\bincorrect\b|\bfalse\b|\buntrue\b|\bwrong\b|\bnever\b|\bcannot\b|\b\w+n['’]t\b",
    re.I,
)
_EXCEPT = re.compile(r"\bexcept\b[^.]*\b(?:which|what|one|for)\b|\bexcept\s*[:?…]", re.I)
_CONDITION = re.compile(r"\b(?:if|when|where|while|or)\b[^,]*$", re.I)
_COUNT_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4}
_GOOD_COUNTS = {1: (3, 5), 2: (5, 6)}  # right options: how many in all
_CHOOSE = re.compile(r"\b(?:choose|select|pick|which)\s+(?:the\s+)?(one|two|three|four|[1-4])\b", re.I)
_SEVERAL = re.compile(r",|;|\b(?:and|then)\b", re.I)
_IMPERATIVE = re.compile(
    r"^(?:choose|select|pick|name|find|compute|complete|say|give|match|put|identify|read|take|mark|order|state)\b",
    re.I,
)


def _sentences(text: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.?!:…])\s+", text.strip()) if part]


def _end_alike(item: WrittenItem) -> Iterator[Hit]:
    for part in parts(item):
        ends = [text.rstrip().endswith((".", "!", "?")) for text in part.texts]
        if len({*ends}) > 1:
            few = sum(ends) * 2 <= len(ends)
            verb = "ends" if few else "does not end"
            yield Hit(part.where(ends.index(few)), f"this {part.noun} {verb} in a full stop, unlike others.")


def _start_alike(item: WrittenItem) -> Iterator[Hit]:
    for part in parts(item):
        starts = {
            place: text[0].isupper()
            for place, text in enumerate(part.texts)
            if text[0].isalpha() and not re.match(r"[a-z]\b|[A-Za-z]_|softmax\b|[a-z]+[A-Z]", text)
        }
        if len({*starts.values()}) > 1:
            few = sum(starts.values()) * 2 <= len(starts)
            place = next(place for place, capital in starts.items() if capital == few)
            sign = "capital" if few else "small letter"
            yield Hit(part.where(place), f"this {part.noun} starts with a {sign}, unlike others.")


def _in_options(pattern: re.Pattern[str], words: str) -> Callable[[WrittenItem], Iterator[Hit]]:
    def find(item: WrittenItem) -> Iterator[Hit]:
        for part in parts(item):
            for place, text in enumerate(part.texts):
                if match := pattern.search(text):
                    yield Hit(part.where(place), f"{match[0]!r} {words}")

    return find


def _letters(item: WrittenItem) -> Iterator[Hit]:
    for where, rationale in rationales(item):
        match = _LETTERED.search(rationale) or _POSITION.search(rationale)
        if match:
            yield Hit(where, f"{match[0]!r} points to a place in the list of options.")


def _negative(item: WrittenItem) -> Iterator[Hit]:
    asked = _sentences(item.stem)[-1]
    if not re.match(r"(?:which|what)\b", asked, re.I) and not _EXCEPT.search(asked):
        return
    for match in _NEGATION.finditer(asked):
        before, after = asked[: match.start()], asked[match.end() :]
        emphasised = (before.endswith("*") and after.startswith("*")) or match[0].isupper()
        if not emphasised and not _CONDITION.search(before):
            yield Hit(("stem",), f"the question turns on {match[0]!r}, which is easily read over.")
            return


def _count_said(item: AuthoredItem) -> Iterator[Hit]:
    if item.choose == 1 and all(_SEVERAL.search(option.text) for option in item.options):
        return  # each option names several, and one of them is to be chosen
    for match in _CHOOSE.finditer(item.stem):
        said = _COUNT_WORDS.get(match[1].lower()) or int(match[1])
        if said != item.choose and not (said == 1 and item.header.kind is Kind.SINGLE_CHOICE):
            yield Hit(("stem",), f"the stem says {match[0]!r}, and {item.choose} are to be chosen.")


def _asks(item: WrittenItem) -> Iterator[Hit]:
    stem = item.stem.rstrip().rstrip("*_)")
    last = _sentences(item.stem)[-1]
    asks = "?" in item.stem or stem.endswith((":", "…", "...", "__")) or _IMPERATIVE.match(last)
    if not asks:
        yield Hit(("stem",), "the stem asks nothing.")


def _how_many(item: AuthoredItem) -> Iterator[Hit]:
    least, most = _GOOD_COUNTS.get(item.choose, (6, 6))
    count = len(item.options)
    if not least <= count <= most:
        share = f"{item.choose} of {count} {'is' if item.choose == 1 else 'are'} right"
        yield Hit(
            ("options",), f"{share}, {'which is soon guessed' if count < least else 'which is long to read'}."
        )


def _formula_alone(item: AuthoredItem) -> Iterator[Hit]:
    right, wrong = parted(item)
    among_right = {"$" in option.text for _, option in right}
    among_wrong = {"$" in option.text for _, option in wrong}
    if len(among_right) == len(among_wrong) == 1 and among_right != among_wrong:
        has = (
            "has a formula and no distractor has"
            if True in among_right
            else "has no formula and each distractor has"
        )
        yield Hit(option_field(right[0][0]), f"the right option {has} one.")


RULES = (
    Rule(
        "option-count",
        Severity.WARNING,
        "Write three to five options where one is right, five or six where two are, and six where more are.",
        on_authored(_how_many),
        bad=(
            Example(EVEN[:2]),
            Example((*EVEN, "Zeros", "Ones")),
            Example(EVEN, choose=2),
        ),
        good=(
            Example(EVEN[:3]),
            Example((*EVEN, "Zeros"), choose=2),
            Example((*EVEN, "Zeros", "Ones"), choose=3),
        ),
        reference=f"{HALADYNA}, as many options as work; three are enough",
    ),
    Rule(
        "options-end-alike",
        Severity.WARNING,
        "End all options with a full stop, or none.",
        on_written(_end_alike),
        bad=(Example(("Rows that sum to one.", *EVEN[1:])),),
        good=(Example(EVEN),),
    ),
    Rule(
        "options-start-alike",
        Severity.WARNING,
        "Start all options with a capital, or none.",
        on_written(_start_alike),
        bad=(Example(("rows that sum to one", *EVEN[1:])),),
        good=(Example(EVEN), Example(("$d_k$ of them", *EVEN[1:])), Example(("NCCL", "cuBLAS", "cuDNN"))),
    ),
    Rule(
        "all-of-the-above",
        Severity.ERROR,
        "Write a claim of its own in its place, or make the item a multiple_select.",
        on_written(_in_options(_OF_THE_ABOVE, "needs the other options and their order.")),
        bad=(Example((*EVEN[:3], "All of the above")), Example((*EVEN[:3], "None of these"))),
        good=(Example((*EVEN[:3], "All of the row")),),
        reference=f'{HALADYNA}, "all of the above" is avoided, "none of the above" used with care',
    ),
    Rule(
        "position-reference",
        Severity.ERROR,
        "The order is drawn anew each time; write out what is meant.",
        on_written(_in_options(_POSITION, "points to a place in the list of options.")),
        bad=(Example((*EVEN[:3], "Both A and B")), Example((*EVEN[:3], "The same as the first option"))),
        good=(Example((*EVEN[:3], "Both $A$ and $B$ have rows of equal length")),),
    ),
    Rule(
        "letters-in-rationale",
        Severity.ERROR,
        "Options have no letters of their own; say what the option claims instead.",
        on_written(_letters),
        bad=(
            Example(EVEN, rationales=("Option B confuses rows and columns.",)),
            Example(EVEN, rationales=("A row is divided by its sum, unlike in (b) and (c).",)),
        ),
        good=(Example(EVEN, rationales=("Token A has the largest weight here.",)),),
    ),
    Rule(
        "negative-stem",
        Severity.WARNING,
        "Ask for what is so, or emphasise the word as in **not**.",
        on_written(_negative),
        bad=(
            Example(EVEN, stem="Which property does a softmax row not have?"),
            Example(EVEN, stem="Which statement about softmax is false?"),
            Example(EVEN, stem="Which property doesn't a softmax row have?"),
            Example(EVEN, stem="All of these come of a softmax except:"),
        ),
        good=(
            Example(EVEN, stem="Which property does a softmax row **not** have?"),
            Example(EVEN, stem="Why does a softmax row not sum to two?"),
            Example(EVEN, stem="Which rows does softmax give when the scores are not scaled?"),
        ),
        reference=f"{HALADYNA}, the stem is worded in the positive, or the negative stands out",
    ),
    Rule(
        "count-said",
        Severity.ERROR,
        "Make the two agree, or leave the number to the page, which says it.",
        on_authored(_count_said),
        bad=(
            Example(EVEN, stem="What is so? Choose two."),
            Example((*EVEN, "Zeros"), "Choose three.", choose=2),
        ),
        good=(
            Example(("Rows and sums", "Rows and masks", "Sums and masks"), "Which two does a softmax keep?"),
            Example((*EVEN, "Zeros"), "What is so? Choose two.", choose=2),
            Example(EVEN),
        ),
    ),
    Rule(
        "stem-asks",
        Severity.WARNING,
        "End it with a question, a colon or an instruction.",
        on_written(_asks),
        bad=(Example(EVEN, stem="The softmax of a row."),),
        good=(Example(EVEN, stem="Softmax gives:"), Example(EVEN, stem="Take one row. Choose what is so.")),
    ),
    Rule(
        "formula-gives-away",
        Severity.WARNING,
        "Give formulas to right and wrong options alike.",
        on_authored(_formula_alone),
        bad=(Example(("A row of $n$ shares", *EVEN[1:])),),
        good=(Example(("A row of $n$ shares", "A row of $d_k$ shares", *EVEN[2:])), Example(EVEN)),
    ),
)
