"""Grades a response against a stored variant's answer key."""

from dataclasses import replace

from app.grading.choice import grade_choice
from app.grading.fields import grade_fields
from app.grading.matching import grade_matching
from app.grading.numbers import grade_numbers
from app.grading.ordering import grade_ordering
from app.grading.partly import is_partly
from app.grading.response import (
    ChoiceResponse,
    MatchingResponse,
    NumbersResponse,
    OrderingResponse,
    Response,
    StepsResponse,
)
from app.grading.result import Result
from app.grading.steps import grade_steps
from app.items.answer_key import (
    AnswerKey,
    ChoiceAnswer,
    FieldsAnswer,
    MatchingAnswer,
    NumbersAnswer,
    OrderingAnswer,
    StepsAnswer,
)


def grade(answer_key: AnswerKey, response: Response) -> Result:
    """Points, what is right, and the diagnosis. Pure and exact: the same response earns the same on any machine.

    Raises TypeError when the response is of another kind than the answer; `parse` never makes such a one.
    """
    result = _by_kind(answer_key, response)
    return replace(result, partly=True) if is_partly(answer_key, response, result) else result


def _by_kind(answer_key: AnswerKey, response: Response) -> Result:
    match answer_key.answer, response:
        case ChoiceAnswer() as answer, ChoiceResponse() as chosen:
            return grade_choice(answer, chosen)
        case NumbersAnswer() as answer, NumbersResponse() as typed:
            return grade_numbers(answer, typed, slip_table=answer_key.slip_table)
        case MatchingAnswer() as answer, MatchingResponse() as matched:
            return grade_matching(answer, matched)
        case OrderingAnswer() as answer, OrderingResponse() as ordered:
            return grade_ordering(answer, ordered)
        case StepsAnswer() as steps, StepsResponse() as worked:
            return grade_steps(steps, worked)
        case FieldsAnswer() as fields, NumbersResponse() as typed:
            return grade_fields(fields, typed)
        case answer, given:
            raise TypeError(f"a {type(given).__name__} cannot be graded against a {type(answer).__name__}")
