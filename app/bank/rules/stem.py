"""Rules on the stem: it asks one thing that can be answered before the options are read, in plain words."""

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
    parted,
    parts,
    printed,
    rationales,
    words,
)
from app.bank.rules.vocabulary import content_words
from app.items.item import AuthoredItem, Shape, WrittenItem

_UNFOCUSED = re.compile(
    r"\b(?:which|what)(?: one)?(?: of (?:the following|these))?(?: statements?| options?| claims?)?"
    r"(?: (?:about|on) \S+)? (?:is|are) (?:true|correct|right|so|the case)\s*\?\s*$",
    re.I,
)
_GAP = re.compile(r"(?:_{3,}|\.{4,}|…\s*\w)")
_BELITTLING = re.compile(
    r"\b(?:obviously|clearly|of course|trivially|needless to say|as everyone knows)\b", re.I
)
_NEGATIVE = re.compile(r"\b(?:not|no|never|cannot|except|without|incorrect|untrue|n't)\b", re.I)
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.]*\d)")
_WORDS, _LONGEST = 4, 45
_FORMULA = re.compile(r"\$[^$]*\$")
_VOWELS = re.compile(r"[aeiouy]+")
_ENOUGH, _HARDEST = 20, 18.0  # words from which a level says anything; a grade beyond any school's


def _unfocused(item: AuthoredItem) -> Iterator[Hit]:
    """A stem whose only question is which option is true, with hardly a word on what it is about."""
    if _UNFOCUSED.search(item.stem) and len(content_words(item.stem)) < _WORDS:
        yield Hit(("stem",), "the stem cannot be answered before the options are read.")


def _gap(item: WrittenItem) -> Iterator[Hit]:
    stem = item.stem.rstrip()
    match = _GAP.search(stem)
    if match and match.end() < len(stem) - 1:
        yield Hit(("stem",), "the stem has a gap before its end.")


def _belittling(item: WrittenItem) -> Iterator[Hit]:
    texts = [(("stem",), item.stem), *rationales(item)]
    texts += [(part.where(place), text) for part in parts(item) for place, text in enumerate(part.texts)]
    for where, text in texts:
        if match := _BELITTLING.search(text):
            yield Hit(where, f"{match[0]!r} tells whoever does not see it that they should.")


def _double_negative(item: AuthoredItem) -> Iterator[Hit]:
    asked = re.split(r"(?<=[.!:])\s+", item.stem.strip())[-1]
    if not re.match(r"(?:which|what)\b", asked, re.I) or not re.search(
        r"\b(?:not|except|least|never)\b", asked, re.I
    ):
        return
    for place, option in enumerate(item.options):
        if match := _NEGATIVE.search(option.text):
            yield Hit(
                ("options", place, "text"), f"the stem asks in the negative, and {match[0]!r} makes two."
            )
            return


def _long_sentence(item: WrittenItem) -> Iterator[Hit]:
    for sentence in re.split(r"(?<=[.?!:;])\s+|\n{2,}", item.stem):
        count = len(words(sentence))
        if count > _LONGEST:
            yield Hit(("stem",), f"a sentence of the stem has {count} words, more than {_LONGEST}.")
            return


def _reading_level(item: WrittenItem) -> Iterator[Hit]:
    level = reading_level(item.stem)
    if level is not None and level > _HARDEST:
        yield Hit(
            ("stem",), f"the stem reads at grade {level:.0f}, and {_HARDEST:.0f} is the last one of studies."
        )


def reading_level(text: str) -> float | None:
    """The school grade at which a text reads; None where it has fewer than 20 words.

    Formula: 0.39·(words per sentence) + 11.8·(syllables per word) − 15.59, a formula counting as one short word and
    syllables as runs of vowels without a silent e. Source: J. P. Kincaid et al., Derivation of New Readability Formulas
    for Navy Enlisted Personnel (1975).
    """
    parts = re.split(r"(?<=[.?!:;])\s+|\n{2,}", _FORMULA.sub(" x ", text))
    sentences = [found for part in parts if (found := words(part))]
    read = [word for sentence in sentences for word in sentence]
    if len(read) < _ENOUGH:
        return None
    syllables = sum(map(_syllables, read))
    return 0.39 * len(read) / len(sentences) + 11.8 * syllables / len(read) - 15.59


def _syllables(word: str) -> int:
    count = len(_VOWELS.findall(word))
    silent = count > 1 and word.endswith("e") and not word.endswith("le")
    return max(count - silent, 1)


def _unused_given(item: AuthoredItem) -> Iterator[Hit]:
    """A number that the stem gives and that what is said of the right options does not take up, beside others that it does."""
    if item.header.shape is not Shape.COMPUTATION:
        return
    right, _ = parted(item)
    used = " ".join(printed(f"{option.text} {option.rationale}") for _, option in right)
    taken = set(_NUMBER.findall(used))
    given = dict.fromkeys(_NUMBER.findall(printed(item.stem)))
    idle = [number for number in given if number not in taken]
    if taken & given.keys() and idle and len(idle) < len(given):
        yield Hit(("stem",), f"{idle[0]} is given, and the rationale of what is right does not use it.")


RULES = (
    Rule(
        "unfocused-stem",
        Severity.WARNING,
        "Put the question into the stem, so that who knows the answer can give it with the options covered.",
        on_authored(_unfocused),
        bad=(
            Example(EVEN, stem="Which of the following is true?"),
            Example(EVEN, stem="Which statement about softmax is correct?"),
        ),
        good=(
            Example(EVEN),
            Example(
                EVEN,
                stem="The scores of one row are scaled and masked. Which statement about the row is true?",
            ),
        ),
        reference=f"{HALADYNA}, the central idea stands in the stem",
    ),
    Rule(
        "stem-gap",
        Severity.WARNING,
        "Ask a question, or move the gap to the end of the stem.",
        on_written(_gap),
        bad=(Example(EVEN, stem="Softmax turns scores into ____ along each row. Which?"),),
        good=(Example(EVEN, stem="Softmax turns a row of scores into ____"), Example(EVEN)),
        reference=f"{HALADYNA}, a question, or a completion at the end",
    ),
    Rule(
        "belittling-word",
        Severity.WARNING,
        "Leave the word out; it says nothing of the matter.",
        on_written(_belittling),
        bad=(
            Example(EVEN, stem="What does softmax obviously make of a row?"),
            Example(EVEN, rationales=("Clearly, the shares of a row add up to one.",)),
        ),
        good=(Example(EVEN),),
    ),
    Rule(
        "double-negative",
        Severity.WARNING,
        "Ask for what is so, or write every option in the positive.",
        on_authored(_double_negative),
        bad=(Example((*EVEN[:3], "Rows that do not sum to one"), "Which does softmax **not** give?"),),
        good=(
            Example(EVEN, stem="Which does softmax **not** give?"),
            Example((*EVEN[:3], "Rows that do not sum to one"), "Which does softmax give?"),
        ),
        reference=f"{HALADYNA}, negatives are avoided in stems and options",
    ),
    Rule(
        "long-sentence",
        Severity.WARNING,
        "Make two sentences of it, and leave out what the answer does not need.",
        on_written(_long_sentence),
        bad=(Example(EVEN, stem=f"What comes out of a row {'of scores that were scaled and masked ' * 8}?"),),
        good=(
            Example(EVEN),
            Example(EVEN, stem="The scores of a row are scaled. " * 12 + "What comes out?"),
        ),
        reference=f"{HALADYNA}, as little reading as the question needs",
    ),
    Rule(
        "reading-level",
        Severity.WARNING,
        "Say it in short words and short sentences: what is to be hard is the matter.",
        on_written(_reading_level),
        bad=(
            Example(
                EVEN,
                stem="Considering normalisation operations habitually instantiated inside autoregressive "
                "architectures, which characteristic distribution results whenever unnormalised compatibility "
                "coefficients subsequently undergo exponential transformation everywhere?",
            ),
        ),
        good=(
            Example(EVEN),
            Example(
                EVEN,
                stem="A decoder scores each token against all tokens before it. The scores of a row are scaled and go "
                "through a softmax. What comes out for the row?",
            ),
        ),
        reference=f"{HALADYNA}, the wording is as simple as the matter allows",
    ),
    Rule(
        "unused-given",
        Severity.WARNING,
        "Leave the number out, or say in the rationale of what is right where it is used or why it is not.",
        on_authored(_unused_given),
        bad=(
            Example(
                ("2", "4", "8", "16"),
                stem="A head has width 64 and the raw score is 16 with 7 tokens. What is the scaled score?",
                rationales=(r"The score 16 is divided by $\sqrt{64} = 8$.",),
                shape=Shape.COMPUTATION,
            ),
        ),
        good=(
            Example(
                ("2", "4", "8", "16"),
                stem="A head has width 64 and the raw score is 16. What is the scaled score?",
                rationales=(r"The score 16 is divided by $\sqrt{64} = 8$.",),
                shape=Shape.COMPUTATION,
            ),
            Example(EVEN),
        ),
        reference=f"{HALADYNA}, no window dressing",
    ),
)
