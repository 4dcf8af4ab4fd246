"""The first sentences of the feedback on a computation in steps: which step is the first wrong one, and by which slip."""

from app.grading.explain_given import step_meaning
from app.grading.response import StepsResponse
from app.grading.result import FieldState, Result
from app.grading.steps import has_strayed
from app.grading.words import Words, count_word, one_line, place_words
from app.items.answer_key import StepsAnswer
from app.items.public import StepsForm


def steps_meaning(
    form: StepsForm, answer: StepsAnswer, *, response: StepsResponse, result: Result, words: Words
) -> str:
    """The first wrong step with its slip, or that nothing is wrong, and what is missing (Markdown)."""
    total = len(form.steps)
    if result.correct:
        return (
            f"{'Both' if total == 2 else f'All {count_word(total)}'} steps are right."
            if total > 1
            else "It is right."
        )
    earned = sum(step.earned for step in result.steps)
    points = f"{count_word(earned).capitalize()} of the {count_word(total)} steps {'is' if earned < 2 else 'are'} right"
    start = 0
    for place, (step, right, done) in enumerate(zip(form.steps, answer.steps, result.steps, strict=True), 1):
        typed = response.fields[start : start + len(right.numbers)]
        start += len(right.numbers)
        if done.is_wrong:
            told = step_meaning(right, done, typed=typed, words=words)
            carried = any(FieldState.CARRIED in later.fields for later in result.steps[place:])
            after = "; later steps are judged on your own numbers" if carried else ""
            return f"Step {place}, “{one_line(step.title)}”, is the first that is not right: {told} {points}{after}."
    whole = "" if earned else " as a whole"
    strayed = has_strayed(answer, response, result.steps)
    return f"{_missing(result, strayed=strayed)} {points}{whole}."


def _missing(result: Result, *, strayed: bool) -> str:
    """What keeps an answer without a wrong number from being right as a whole.

    Where numbers have `strayed`, those with too few digits are no right values any more, or have led to such.
    """
    steps = list(enumerate(result.steps, 1))
    coarse = [place for place, step in steps if FieldState.COARSE in step.fields]
    empty = [place for place, step in steps if {*step.fields} == {FieldState.BLANK}]
    begun = [place for place, step in steps if FieldState.BLANK in step.fields and place not in empty]
    few = "too few digits" if strayed else "the right values with too few digits"
    parts = []
    for places, one, several in (
        (coarse, f"has {few}", f"have {few}"),
        (begun, "is filled in only in part", "are filled in only in part"),
        (empty, "is not filled in", "are not filled in"),
    ):
        if places:
            noun = "step" if len(places) == 1 else "steps"
            parts.append(f"the {place_words(places)} {noun} {one if len(places) == 1 else several}")
    told = ", and ".join(parts)
    if strayed:
        return f"{told[:1].upper()}{told[1:]}, so that later numbers are right by your own numbers only."
    return f"Nothing that you typed is wrong; {told}."
