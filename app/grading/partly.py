"""Whether an answer that is not right has something right in it: chosen options, pairs, places, numbers or steps."""

from app.grading.ordering import right_places
from app.grading.response import ChoiceResponse, MatchingResponse, OrderingResponse, Response
from app.grading.result import Result
from app.items.answer_key import AnswerKey, ChoiceAnswer, MatchingAnswer, OrderingAnswer, StepsAnswer


def is_partly(answer_key: AnswerKey, response: Response, result: Result) -> bool:
    """Whether an answer is partly right.

    Rule: partly is what has some numbers, chosen options, pairs or places right, whatever it earned, and numbers of an
    author's that earned something. Of a computation in steps, some step has to be, or nothing that was typed is wrong.
    What is right has no parts that are not; a right value with too few digits has none that earn.
    """
    if result.correct or (result.diagnosis.coarse and not result.points):
        return False
    match answer_key.answer, response:
        case ChoiceAnswer() as answer, ChoiceResponse() as chosen:
            return bool(chosen.positions & answer.correct)
        case MatchingAnswer() as matching, MatchingResponse() as matched:
            return any(map(int.__eq__, matched.chosen, matching.right))
        case OrderingAnswer() as ordering, OrderingResponse() as ordered:
            return right_places(ordering, ordered) > 0
        case StepsAnswer(), _:
            begun = not any(step.is_wrong for step in result.steps)
            return begun or any(step.earned for step in result.steps)
        case _:
            return any(result.fields) or (bool(result.fields) and result.points > 0)
