"""Saving one answer: read, graded and diagnosed inside the writing thread's transaction, so that nothing is half done."""

from dataclasses import dataclass
from datetime import datetime

from app.grading.diagnosis import certain
from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import Invalid
from app.grading.result import Result
from app.items.item import Shape
from app.items.public import PublicVariant
from app.kit.errors import NotFound
from app.scheduling.memory import remember
from app.scheduling.rating import Event, pace, read_confidence
from app.services.records import given_json, judged_json
from app.services.views import Saved
from app.store.answers import AnswerPlace, Answers
from app.store.responses import ResponseRow

NO_SUCH_QUESTION = "This question does not exist, or it belongs to another visitor's practice."


@dataclass(frozen=True, slots=True)
class RawAnswer:
    """An answer as it was sent, with how sure its sender said to be ("" for nothing said).

    `submission_id` tells one sending of the form from another; it may be empty.
    """

    positions: tuple[str, ...]
    typed: tuple[str, ...]
    submission_id: str
    confidence: str = ""


@dataclass(frozen=True, slots=True)
class Sent:
    """An answer with whose it is, what it is for, and when it came in."""

    learner_id: int
    practice_id: str
    n: int
    raw: RawAnswer
    received_at: datetime

    def save(self, answers: Answers) -> Saved | Invalid:
        """Save the answer once. One that is saved already, or whose sending was seen, changes nothing.

        Raises NotFound where the question is not this learner's.
        """
        place = answers.place(self.learner_id, self.practice_id, self.n)
        if place is None:
            raise NotFound(NO_SUCH_QUESTION)
        if place.answered:
            return Saved(self.practice_id, self.n)
        keyed = answers.variant(place.variant_id)
        response = parse(keyed.shown.form, positions=self.raw.positions, typed=self.raw.typed)
        if isinstance(response, Invalid):
            return response
        return self._store(answers, place, keyed.shown, grade(keyed.answer_key, response))

    def _store(self, answers: Answers, place: AnswerPlace, shown: PublicVariant, result: Result) -> Saved:
        confidence = read_confidence(self.raw.confidence)
        response_id = answers.add_response(
            ResponseRow(
                presentation_id=place.presentation_id,
                learner_id=self.learner_id,
                submission_id=self.raw.submission_id or None,
                given=given_json(self.raw.positions, self.raw.typed),
                points=result.points,
                correct=result.correct,
                judged=judged_json(result),
                confidence=confidence,
                received_at=self.received_at,
            )
        )
        if response_id is None:
            earlier = answers.submitted(self.learner_id, self.raw.submission_id)
            return Saved(*(earlier or (self.practice_id, self.n)))
        slugs = certain(result)
        answers.add_slips(response_id, self.learner_id, slugs, made_at=self.received_at)
        if place.scheduled:
            took = self.received_at - place.presented_at
            event = Event(
                result.correct,
                None if result.diagnosis.coarse else confidence,  # the value was right: nobody is misled
                pace(took, shown.kind, computed=shown.shape is Shape.COMPUTATION),
            )
            before = answers.memory(self.learner_id, place.family)
            answers.put_memory(self.learner_id, place.family, remember(before, event, self.received_at))
        return Saved(self.practice_id, self.n)
