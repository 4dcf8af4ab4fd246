"""Says of every step of a computation what was typed, what is right, what one's own numbers lead to, and which slip."""

from app.grading.feedback import GivenField, GivenStep
from app.grading.printing import decimals_of, number_of, readable, typographic
from app.grading.response import ReadNumber, StepsResponse
from app.grading.result import FieldState, StepResult
from app.grading.tolerance import is_cut_off
from app.grading.words import Judged, Words
from app.items.answer_key import AnswerKey, NumberAnswer, StepKey, StepsAnswer
from app.items.public import PublicVariant, StepForm, StepsForm

Typed = tuple[ReadNumber | None, ...]


def explain_given(
    shown: PublicVariant, answer_key: AnswerKey, *, judged: Judged, words: Words
) -> tuple[GivenStep, ...]:
    """One entry for each step, in order; none for anything but a computation in steps."""
    form, answer, response = shown.form, answer_key.answer, judged.response
    if not (
        isinstance(form, StepsForm)
        and isinstance(answer, StepsAnswer)
        and isinstance(response, StepsResponse)
    ):
        return ()
    found: list[GivenStep] = []
    start = 0
    for step, right, result in zip(form.steps, answer.steps, judged.result.steps, strict=True):
        typed = response.fields[start : start + len(right.numbers)]
        start += len(right.numbers)
        first = result.is_wrong and not any(one.first_wrong for one in found)
        found.append(
            GivenStep(
                title=step.title,
                fields=_fields(step, right, result=result, typed=typed),
                earned=result.earned,
                first_wrong=first,
                slips=words.notes(slug for slugs in result.candidates for slug in slugs),
                why=step_meaning(right, result, typed=typed, words=words),
            )
        )
    return tuple(found)


def _fields(step: StepForm, right: StepKey, *, result: StepResult, typed: Typed) -> tuple[GivenField, ...]:
    rows = zip(step.labels, typed, right.numbers, result.fields, result.expected, strict=True)
    return tuple(
        GivenField(
            label=label,
            typed=number.typed if number else "",
            echo=number.echo if number else "",
            printed=answer.printed,
            state=state,
            expected=_led(expected, answer.printed),
        )
        for label, number, answer, state, expected in rows
    )


def _led(expected: str, printed: str) -> str:
    """What one's own numbers lead to: nothing where that is the right number, and a word where there is none."""
    if not expected:
        return "none"
    return "" if expected == printed else readable(number_of(expected), decimals_of(expected))


def step_meaning(right: StepKey, result: StepResult, *, typed: Typed, words: Words) -> str:
    """What the numbers of a wrong step are: what a slip gives, one of several, or nothing that is known (Markdown)."""
    if not result.is_wrong:
        return ""
    wrong = [
        number.echo.split(" ")[0]
        for number, state in zip(typed, result.fields, strict=True)
        if number is not None and state is FieldState.WRONG
    ]
    given = typographic(" and ".join([", ".join(wrong[:-1]), wrong[-1]] if len(wrong) > 1 else wrong))
    verb = "is" if len(wrong) == 1 else "are"
    candidates = result.candidates
    if not candidates and _is_cut_off(result, typed):
        return f"{given} {verb} {_led_to(right, result)} with the last digits cut off, not rounded."
    if len(candidates) == 1:
        nearly = ", but for rounding," if result.nearly else ""
        return f"{given} {verb}{nearly} what comes out {words.phrase(candidates[0])}."
    if candidates:
        ways = "; or ".join(words.phrase(slugs) for slugs in candidates)
        fit, comes = ("fits", "it comes") if len(wrong) == 1 else ("fit", "they come")
        return f"{given} {fit} more than one slip: {comes} out {ways}."
    return f"{given} {verb} not right, and no slip that we know gives {'it' if len(wrong) == 1 else 'them'} in this step."


def _led_to(right: StepKey, result: StepResult) -> str:
    """What the wrong numbers of a step were to be: the right ones, or those that one's own lead to."""
    places = [place for place, state in enumerate(result.fields) if state is FieldState.WRONG]
    if any(result.expected[place] != right.numbers[place].printed for place in places):
        return "what your own numbers lead to,"
    return "the right value" if len(places) == 1 else "the right values"


def _is_cut_off(result: StepResult, typed: Typed) -> bool:
    """Whether each wrong number is what one's own numbers lead to, with digits cut off."""
    return all(
        number is not None and expected != "" and is_cut_off(number, NumberAnswer(expected, 0.0, 0.0))
        for number, state, expected in zip(typed, result.fields, result.expected, strict=True)
        if state is FieldState.WRONG
    )
