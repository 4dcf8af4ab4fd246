"""The right answer to a question, as somebody would have given it."""

from typing import assert_never

from app.grading.fields import right_number
from app.grading.printing import decimals_of, number_of
from app.grading.response import (
    ChoiceResponse,
    MatchingResponse,
    NumbersResponse,
    OrderingResponse,
    ReadNumber,
    Response,
    StepsResponse,
)
from app.items.answer_key import (
    AnswerKey,
    ChoiceAnswer,
    FieldsAnswer,
    MatchingAnswer,
    NumberAnswer,
    NumbersAnswer,
    OrderingAnswer,
    StepsAnswer,
)


def right_response(answer_key: AnswerKey) -> Response:
    """The response that earns everything: the right options, pairs or places, or the certified digits, typed."""
    match answer_key.answer:
        case ChoiceAnswer() as choice:
            return ChoiceResponse(choice.correct)
        case NumbersAnswer() as numbers:
            return NumbersResponse(tuple(map(_typed, numbers.numbers)))
        case MatchingAnswer() as matching:
            return MatchingResponse(matching.right)
        case OrderingAnswer() as ordering:
            return OrderingResponse(ordering.places)
        case StepsAnswer() as steps:
            return StepsResponse(tuple(map(_typed, steps.numbers)))
        case FieldsAnswer() as fields:
            return NumbersResponse(tuple(_written(right_number(field)) for field in fields.fields))
        case _:
            assert_never(answer_key.answer)


def _typed(number: NumberAnswer) -> ReadNumber:
    return _written(number.printed)


def _written(printed: str) -> ReadNumber:
    return ReadNumber(printed, number_of(printed), printed, decimals_of(printed))
