"""Lays out the worked solution, with the learner's own way beside it where one slip explains the answer."""

from math import isclose, isfinite

from app.grading.feedback import StepFeedback
from app.grading.printing import decimals_of, exact, readable, terminating, typographic
from app.grading.result import Diagnosis
from app.items.answer_key import AnswerKey, WorkedStep

_Steps = dict[str, tuple[float, ...]]
_EXACT_DECIMALS = 3
_SAME = 1e-12  # what float64 loses on two ways to one number
_LONGEST = 1e12  # the right way's exact numbers have up to twelve digits too


def explain_steps(answer_key: AnswerKey, diagnosis: Diagnosis) -> tuple[StepFeedback, ...]:
    """The steps of the solution; `yours` are the same steps under the slip, and `parts` marks where they part.

    Rule: the slip's steps are shown when the diagnosis has exactly one candidate and its steps are stored (single
    slips; of pairs only the final values are). They are printed as the right step beside them is, and the two ways
    part at the first step that differs as printed.
    """
    right, yours = _both_ways(answer_key, diagnosis)
    if not yours:
        return tuple(
            [
                StepFeedback(step.title, step.rule, step.names, step.shown, (), False, step.slug)
                for step in answer_key.solution
            ]
        )
    decimals = max((decimals_of(number) for step in answer_key.solution for number in step.shown), default=0)
    rows: list[StepFeedback] = []
    parted = False
    for step in answer_key.solution:
        printed = _as_printed(step, yours.get(step.slug, ()), decimals)
        parts = (
            bool(printed) and not parted and printed != _as_printed(step, right.get(step.slug, ()), decimals)
        )
        parted = parted or parts
        yours_shown = _like_the_right(step, yours.get(step.slug, ()), right.get(step.slug, ()), printed)
        rows.append(
            StepFeedback(step.title, step.rule, step.names, step.shown, yours_shown, parts, step.slug)
        )
    return tuple(rows)


def _both_ways(answer_key: AnswerKey, diagnosis: Diagnosis) -> tuple[_Steps, _Steps]:
    """The numbers of every step, right and under the one slip that explains the answer; or nothing of both."""
    if answer_key.slip_table is None or len(diagnosis.candidates) != 1:
        return {}, {}
    right, yours = (answer_key.slip_table.steps(slugs) for slugs in ((), diagnosis.candidates[0]))
    return (right, yours) if right and yours else ({}, {})


def _like_the_right(
    step: WorkedStep, yours: tuple[float, ...], right: tuple[float, ...], printed: tuple[str, ...]
) -> tuple[str, ...]:
    """A slip's numbers as printed, but as the right ones are shown where they are the same: ln 3 beside ln 3."""
    return tuple(
        shown if isclose(one, two, rel_tol=_SAME, abs_tol=_SAME) else text
        for shown, one, two, text in zip(step.shown, yours, right, printed, strict=False)
    )


def _as_printed(step: WorkedStep, numbers: tuple[float, ...], decimals: int) -> tuple[str, ...]:
    """A slip's numbers, printed like the right ones; nothing where they do not stand one beside the other.

    `decimals` are those of the worked page. A step that has fewer is one of exact numbers ("2", "0.5"), and a
    slip's numbers are exact there too, as far as three decimals go.
    """
    if len(numbers) != len(step.shown) or not all(isfinite(number) for number in numbers):
        return ()
    asked = max((decimals_of(number) for number in step.shown), default=0)
    if asked and asked == decimals:
        return tuple(readable(exact(number), asked) for number in numbers)
    return tuple(_exactly(number) for number in numbers)


def _exactly(number: float) -> str:
    """The number in full where three decimals hold it, else to three decimals."""
    full = terminating(exact(float(f"{number:.12g}")), _EXACT_DECIMALS)
    return typographic(full) if full and abs(number) < _LONGEST else readable(exact(number), _EXACT_DECIMALS)
