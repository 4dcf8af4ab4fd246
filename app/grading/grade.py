"""Grades a response against a stored variant's answer key."""

from app.grading.choice import grade_choice
from app.grading.numbers import grade_numbers
from app.grading.response import ChoiceResponse, NumbersResponse, Response
from app.grading.result import Result
from app.items.answer_key import AnswerKey, ChoiceAnswer, NumbersAnswer


def grade(answer_key: AnswerKey, response: Response) -> Result:
    """Points, what is right, and the diagnosis. Pure and exact: the same response earns the same on any machine.

    Raises TypeError when the response is of another kind than the answer; `parse` never makes such a one.
    """
    match answer_key.answer, response:
        case ChoiceAnswer() as answer, ChoiceResponse() as chosen:
            return grade_choice(answer, chosen)
        case NumbersAnswer() as answer, NumbersResponse() as typed:
            return grade_numbers(answer, typed, slip_table=answer_key.slip_table)
        case answer, given:
            raise TypeError(f"a {type(given).__name__} cannot be graded against a {type(answer).__name__}")
