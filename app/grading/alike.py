"""Says of the slips that fit an answer how well: to the last digit or but for rounding, and why several are alike."""

from collections.abc import Sequence

from app.grading.diagnosis import fitting
from app.grading.printing import decimals_of, exact, fixed
from app.grading.response import NumbersResponse
from app.grading.tolerance import is_as_printed
from app.grading.words import count_word, counted
from app.items.answer_key import AnswerKey, NumbersAnswer


def is_but_for_rounding(answer_key: AnswerKey, response: NumbersResponse, slugs: tuple[str, ...]) -> bool:
    """Whether typed numbers fit what these slips give only within rounding, and are not what they give as printed.

    Rule: see `is_as_printed`. False for an answer without a table of slips.
    """
    answer, slip_table = answer_key.answer, answer_key.slip_table
    if not isinstance(answer, NumbersAnswer) or slip_table is None:
        return False
    decimals = max(decimals_of(right.printed) for right in answer.numbers)
    return any(
        not all(
            is_as_printed(number, exact(value), decimals)
            for number, value in zip(response.numbers, reading.values, strict=True)
        )
        for reading in slip_table.readings()
        if reading.slugs == slugs
    )


def alike_sentence(answer_key: AnswerKey, candidates: Sequence[tuple[str, ...]]) -> str:
    """That these slips give the same numbers here as printed, or numbers so near that rounding joins them.

    Empty for an answer without a table of slips.
    """
    answer, slip_table = answer_key.answer, answer_key.slip_table
    if not isinstance(answer, NumbersAnswer) or slip_table is None:
        return ""
    decimals = max(decimals_of(right.printed) for right in answer.numbers)
    printed = {
        tuple(fixed(exact(number), decimals) for number in reading.values)
        for reading in slip_table.readings()
        if reading.slugs in candidates
    }
    which = "both" if len(candidates) == 2 else f"all {count_word(len(candidates))}"
    if len(printed) == 1:
        told = f"To {counted(decimals, 'decimal')} {which} give the same here"
    else:
        told = f"What {which} give here lies so near together that rounding may join it"
    return f"{told}, so only your own steps can say which it was."


def more_sentence(
    answer_key: AnswerKey, response: NumbersResponse, candidates: Sequence[tuple[str, ...]]
) -> str:
    """How many other slips, or pairs of them, have these numbers besides those that are named; empty where none has."""
    if answer_key.slip_table is None:
        return ""
    typed = tuple(number.value for number in response.numbers)
    more = len(fitting(typed, answer_key.slip_table)) - len(candidates)
    if more <= 0:
        return ""
    return f"{count_word(more).capitalize()} more {'way to slip fits' if more == 1 else 'ways to slip fit'} as well. "
