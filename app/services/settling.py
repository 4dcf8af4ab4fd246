"""Settling a question: its first answer becomes the response that counts, with its slips and the new memory."""

from dataclasses import dataclass
from datetime import datetime

from app.grading.diagnosis import certain
from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import Invalid
from app.grading.result import Result
from app.items.item import Shape
from app.kit.errors import NotFound
from app.scheduling.memory import remember
from app.scheduling.rating import Event, pace, read_confidence
from app.services.later_texts import standing
from app.services.records import given_of, judged_json
from app.store.answers import AnswerPlace, Answers, Keyed
from app.store.responses import ResponseRow
from app.store.tries import TryRow

NO_SUCH_PRACTICE = "This practice does not exist, or it belongs to another visitor."


def settle(answers: Answers, place: AnswerPlace, first: TryRow, *, keyed: Keyed, result: Result) -> bool:
    """Store the first answer to a question as its response; False where the question or the sending has one.

    `result` is what the answer earned. What was said of confidence, and how long it took, is that of the first answer
    too: that somebody is right at a later try says nothing of what they remembered.
    """
    confidence = read_confidence(first.confidence or "")
    response_id = answers.add_response(
        ResponseRow(
            presentation_id=place.presentation_id,
            learner_id=place.learner_id,
            submission_id=first.submission_id,
            given=first.given,
            points=result.points,
            correct=result.correct,
            judged=judged_json(result, by=keyed.judged_by),
            confidence=confidence,
            received_at=first.received_at,
        )
    )
    if response_id is None:
        return False
    answers.add_slips(response_id, place.learner_id, certain(result), made_at=first.received_at)
    if place.scheduled:
        took = first.received_at - place.presented_at
        event = Event(
            result.correct,
            None if result.diagnosis.coarse else confidence,  # the value was right: nobody is misled
            pace(took, keyed.shown.kind, computed=keyed.shown.shape is Shape.COMPUTATION),
        )
        before = answers.memory(place.learner_id, place.family)
        answers.put_memory(place.learner_id, place.family, remember(before, event, first.received_at))
    return True


def settle_tried(answers: Answers, place: AnswerPlace) -> None:
    """Settle a question that was tried, whatever came of the later tries."""
    first = answers.tries(place.presentation_id)[0]
    keyed = standing(answers, place)
    settle(answers, place, first, keyed=keyed, result=judged(keyed, first.given))


def judged(keyed: Keyed, given: str) -> Result:
    """What a stored answer earns. Raises ValueError where it cannot be read, for then it was never stored."""
    positions, typed = given_of(given)
    response = parse(keyed.shown.form, positions=positions, typed=typed)
    if isinstance(response, Invalid):
        raise ValueError("an answer was stored that cannot be read any more")
    return grade(keyed.answer_key, response)


@dataclass(frozen=True, slots=True)
class Closing:
    """The end of a practice: by the learner, or because nothing more is to be asked."""

    learner_id: int
    practice_id: str
    at: datetime
    by_learner: bool

    def save(self, answers: Answers) -> None:
        """Close the practice once, and settle every question of it that was tried.

        One that merely has its length stays as it is, since a question asked again makes it longer; but late feedback
        opens then, and the time of a practice by minutes is over for good. Raises NotFound for another's practice.
        """
        found = answers.practice(self.learner_id, self.practice_id)
        if found is None:
            raise NotFound(NO_SUCH_PRACTICE)
        if found.closed or not (self.by_learner or found.late or found.minutes):
            return
        for place in answers.unsettled(self.learner_id, self.practice_id):
            settle_tried(answers, place)
        answers.close(self.practice_id, self.at)
