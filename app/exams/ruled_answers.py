"""What is right of a question once a ruling counts other options: its answer key as it then stands."""

from collections.abc import Collection

from msgspec.structs import replace

from app.grading.grade import grade
from app.grading.response import ChoiceResponse, Response
from app.items.answer_key import AnswerKey, ChoiceAnswer, OptionKey

COUNTS = "It counts as right by the ruling."
COUNTS_NOT = "It does not count as right by the ruling."


def as_ruled(answer_key: AnswerKey, accepted: Collection[str]) -> AnswerKey:
    """The answer key under a ruling that counts these options, by their names; without any it stays as it is.

    Rule: right are the accepted options and no others, and no slip stands behind them. What was said of an option whose
    standing the ruling turned round would explain the opposite, so the ruling stands in its place.
    """
    answer = answer_key.answer
    if not accepted or not isinstance(answer, ChoiceAnswer):
        return answer_key
    options = tuple(_as_ruled(option, counts=option.option_id in accepted) for option in answer.options)
    return replace(answer_key, answer=replace(answer, options=options))


def _as_ruled(option: OptionKey, *, counts: bool) -> OptionKey:
    if option.correct == counts:
        return option
    told, weight = (COUNTS, 1.0) if counts else (COUNTS_NOT, 0.0)
    return replace(option, correct=counts, weight=weight, rationale=told, slips=())


def is_right(answer_key: AnswerKey, response: Response | None, accepted: Collection[str] = ()) -> bool:
    """Whether an answer is right; under a ruling whoever chose accepted options only is."""
    if response is None:
        return False
    ruled = as_ruled(answer_key, accepted)
    if accepted and isinstance(ruled.answer, ChoiceAnswer) and isinstance(response, ChoiceResponse):
        return response.positions <= ruled.answer.correct
    return grade(ruled, response).correct
