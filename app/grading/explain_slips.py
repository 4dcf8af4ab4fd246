"""Every slip that was computed for a variant, as it is stored: its numbers, and from where to where each is fair."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

from app.grading.counts import letter
from app.grading.printing import decimals_of, exact, readable
from app.grading.words import Words
from app.items.answer_key import AnswerKey, ChoiceAnswer, NumbersAnswer, StepsAnswer
from app.items.public import PublicVariant, StepsForm
from app.items.slip_table import SlipReading

_FINER = 2  # decimals beyond those that are asked, with which the ends of a fair interval are printed
_DECIMALS = 3  # where it is not stored how many are asked


@dataclass(frozen=True, slots=True)
class SlipNumber:
    """A number that a way of computing gives, printed, with the ends of its fair interval."""

    printed: str
    low: str
    high: str


@dataclass(frozen=True, slots=True)
class SlipLine:
    """One way of computing: the slips that it makes by their names (Markdown; none for the right way), and its numbers.

    `option` is the letter of the option that shows these numbers; empty where none does.
    """

    names: tuple[str, ...]
    numbers: tuple[SlipNumber, ...]
    option: str = ""


@dataclass(frozen=True, slots=True)
class StepSlips:
    """One step of a computation with the slips that are told apart at it, by their names (Markdown)."""

    title: str
    names: tuple[str, ...]


def slip_lines(answer_key: AnswerKey, words: Words) -> tuple[SlipLine, ...]:
    """The right way, then every slip and pair of slips that gives numbers of its own here; none where none is stored.

    Rule: nothing is computed anew. Numbers have the decimals of the certified ones, and ends two more.
    """
    table = answer_key.slip_table
    if table is None:
        return ()
    decimals, options = _decimals(answer_key, table.layout.width), _options(answer_key)
    return tuple(
        SlipLine(
            names=tuple(map(words.name, one.slugs)),
            numbers=_numbers(one, decimals),
            option=options.get(one.slugs, ""),
        )
        for one in table.readings()
    )


def step_slips(shown: PublicVariant, answer_key: AnswerKey, words: Words) -> tuple[StepSlips, ...]:
    """The slips of every step, where each step is graded by itself."""
    form, answer = shown.form, answer_key.answer
    if not isinstance(form, StepsForm) or not isinstance(answer, StepsAnswer):
        return ()
    return tuple(
        StepSlips(asked.title, tuple(words.name(slip.slug) for slip in step.slips))
        for asked, step in zip(form.steps, answer.steps, strict=True)
    )


def _numbers(one: SlipReading, decimals: tuple[int, ...]) -> tuple[SlipNumber, ...]:
    parts = zip(one.values, one.low, one.high, decimals, strict=True)
    return tuple(
        SlipNumber(_printed(value, places), _printed(low, places + _FINER), _printed(high, places + _FINER))
        for value, low, high, places in parts
    )


def _printed(number: float, decimals: int) -> str:
    return readable(exact(number), decimals) if isfinite(number) else "–"


def _decimals(answer_key: AnswerKey, width: int) -> tuple[int, ...]:
    """The decimals of the numbers that are asked last, which are those that slips are compared by."""
    evidence = None if answer_key.proof is None else answer_key.proof.evidence
    printed: tuple[str, ...] = ()
    if evidence is not None:
        printed = evidence.printed
    elif isinstance(answer_key.answer, NumbersAnswer | StepsAnswer):
        printed = tuple(one.printed for one in answer_key.answer.numbers)
    found = tuple(map(decimals_of, printed[-width:]))
    return found if len(found) == width else (_DECIMALS,) * width


def _options(answer_key: AnswerKey) -> Mapping[tuple[str, ...], str]:
    """The letter of the option of each slip, and that of the right one under no slip at all."""
    if not isinstance(answer_key.answer, ChoiceAnswer):
        return {}
    return {
        () if one.correct else one.slips: letter(place)
        for place, one in enumerate(answer_key.answer.options, 1)
    }
