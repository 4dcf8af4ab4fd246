"""Lays out the worked solution, with the learner's own way beside it where one slip explains the answer."""

from math import isfinite

from app.grading.feedback import StepFeedback
from app.grading.printing import decimals_of, exact, fixed
from app.grading.result import Diagnosis
from app.items.answer_key import AnswerKey, WorkedStep


def explain_steps(answer_key: AnswerKey, diagnosis: Diagnosis) -> tuple[StepFeedback, ...]:
    """The steps of the solution; `yours` are the same steps under the slip, and `parts` marks where they part.

    Rule: the slip's steps are shown when the diagnosis has exactly one candidate and its steps are stored (single
    slips; of pairs only the final values are). They are printed to the decimals of the right step beside them, and
    the two ways part at the first step that differs as printed.
    """
    yours = _steps_of_slip(answer_key, diagnosis)
    rows: list[StepFeedback] = []
    parted = False
    for step in answer_key.solution:
        printed = _as_printed(step, yours[step.slug]) if step.slug in yours else ()
        parts = bool(printed) and printed != step.shown and not parted
        parted = parted or parts
        rows.append(StepFeedback(step.title, step.rule, step.names, step.shown, printed, parts, step.slug))
    return tuple(rows)


def _steps_of_slip(answer_key: AnswerKey, diagnosis: Diagnosis) -> dict[str, tuple[float, ...]]:
    """The numbers of every step under the one slip that explains the answer, or nothing."""
    if answer_key.slip_table is None or len(diagnosis.candidates) != 1:
        return {}
    return answer_key.slip_table.steps(diagnosis.candidates[0]) or {}


def _as_printed(step: WorkedStep, numbers: tuple[float, ...]) -> tuple[str, ...]:
    """Numbers printed like the right ones beside them; nothing where they do not stand beside each other."""
    if len(numbers) != len(step.shown) or not all(isfinite(number) for number in numbers):
        return ()
    return tuple(
        fixed(exact(number), decimals_of(right)) for right, number in zip(step.shown, numbers, strict=True)
    )
