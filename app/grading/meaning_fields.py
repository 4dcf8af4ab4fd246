"""The first sentence of the feedback on typed numbers that an author wrote the answer of."""

from fractions import Fraction

from app.grading.fields import Met, met_by
from app.grading.printing import typographic
from app.grading.response import NumbersResponse
from app.grading.words import Judged, Words, as_row, counted, place_words
from app.items.answer_key import FieldsAnswer


def fields_meaning(
    answer: FieldsAnswer, response: NumbersResponse, *, given: str, judged: Judged, words: Words
) -> str:
    """What the numbers say: that they are right, too coarse, worth a part, what belief gives them, or that none is known.

    `given` is what was typed, in one line (Markdown).
    """
    found = [met_by(*pair) for pair in zip(answer.fields, response.numbers, strict=True)]
    if judged.result.correct:
        return _right(answer, response, given)
    if judged.result.diagnosis.coarse:
        return _coarse(answer, given)
    beliefs = _beliefs(judged, words)
    return f"{_standing(found, given, judged)} {beliefs}".rstrip()


def _right(answer: FieldsAnswer, response: NumbersResponse, given: str) -> str:
    values = [field.right.value for field in answer.fields]
    if not all(values) or [number.value for number in response.numbers] == list(map(Fraction, values)):
        return f"{given} is right."
    return f"{given} is right; it is given as {typographic(as_row([one.right.printed for one in answer.fields]))}."


def _coarse(answer: FieldsAnswer, given: str) -> str:
    asked = counted(max(field.decimals or 0 for field in answer.fields), "decimal")
    if len(answer.fields) == 1:
        return f"{given} is the right value with too few digits; give it to {asked}."
    return f"{given} has the right values with too few digits; give each to {asked}."


def _standing(found: list[Met], given: str, judged: Judged) -> str:
    """How far the answer goes."""
    right = [place for place, met in enumerate(found, 1) if met.right]
    wrong = [place for place, met in enumerate(found, 1) if not met.right]
    if right:
        verb = "number is" if len(right) == 1 else "numbers are"
        return f"In {given} the {place_words(right)} {verb} right and the {place_words(wrong)} not."
    if judged.result.points > 0:
        return f"{given} earns a part of the points."
    return f"{given} is not right."


def _beliefs(judged: Judged, words: Words) -> str:
    """The beliefs behind the wrong numbers: all of one explanation, or those of several to choose from."""
    candidates = judged.result.diagnosis.candidates
    if len(candidates) == 1:
        told = words.beliefs(candidates[0])
        opening = "It goes with this belief" if len(told) == 1 else "It goes with these beliefs"
        return f"{opening}: {' '.join(told)}" if told else ""
    if candidates:
        ways = " Or: ".join(" ".join(words.beliefs(slugs)) for slugs in candidates)
        return f"More than one belief leads there: {ways}"
    return ""
