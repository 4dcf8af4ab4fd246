"""Saving one answer: read, graded and diagnosed inside the writing thread's transaction, so that nothing is half done."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import FieldFault, Invalid
from app.grading.result import Result
from app.kit.errors import Conflict, NotFound
from app.practice.choice import UNTIL_RIGHT
from app.scheduling.rating import read_confidence
from app.services.later_texts import standing
from app.services.records import given_json, given_of, hint_json
from app.services.settling import settle, settle_tried
from app.services.views import Given, Saved, Stage
from app.store.answers import AnswerPlace, Answers, Keyed
from app.store.tries import TryRow

NO_SUCH_QUESTION = "This question does not exist, or it belongs to another visitor's practice."
OVER = "This practice was ended, so this answer was not counted. Start another one to go on."
_NOT_TRIED = "This question is not answered yet. Answer it first."
_TRIED_BEFORE = "You have tried this already, and it costs no try. Give another answer."


def tried_before(given: Given, tried: Sequence[Given]) -> Invalid | None:
    """The sentence for an answer that is one of those tried already, which costs no try; None for any other."""
    if given not in tried:
        return None
    positions = frozenset(int(one) for one in given[0] if one.isascii() and one.isdigit())
    return Invalid((FieldFault(0, _TRIED_BEFORE),), given[1], positions)


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

        Raises NotFound where the question is not this learner's, and Conflict where its practice is over.
        """
        place = held_place(answers, self.learner_id, self.practice_id, self.n)
        if place.answered or place.is_sealed:
            return _saved(place)
        if place.closed:
            raise Conflict(OVER)
        keyed = standing(answers, place)
        response = parse(keyed.shown.form, positions=self.raw.positions, typed=self.raw.typed)
        if isinstance(response, Invalid):
            return response
        if place.late:
            return self._seal(answers, place)
        result = grade(keyed.answer_key, response)
        if place.tries == 1:
            return self._settle(answers, place, keyed=keyed, result=result)
        return self._try(answers, place, keyed=keyed, result=result)

    def _settle(self, answers: Answers, place: AnswerPlace, *, keyed: Keyed, result: Result) -> Saved:
        """The only answer to a question."""
        if settle(answers, place, self._row(place, 1), keyed=keyed, result=result):
            return _saved(place)
        earlier = answers.submitted(self.learner_id, self.raw.submission_id)
        return Saved(*(earlier or (self.practice_id, self.n)))

    def _seal(self, answers: Answers, place: AnswerPlace) -> Saved:
        """Keep the answer for the end of the practice; that it was given is all that is known of it until then."""
        if answers.add_try(self.learner_id, self._row(place, 1)):
            return Saved(self.practice_id, self.n, Stage.SEALED)
        return self._seen(answers, Stage.SEALED)

    def _try(self, answers: Answers, place: AnswerPlace, *, keyed: Keyed, result: Result) -> Saved | Invalid:
        """One of several tries; the last one, or a right one, settles the question."""
        if place.tried:
            again = self._tried_before(answers, place)
            if again is not None:
                return again
        row = self._row(place, place.tried + 1, hint=None if result.correct else hint_json(result))
        if not answers.add_try(self.learner_id, row):
            return self._seen(answers, Stage.TRIED)
        if result.correct or row.nth == place.tries:
            if place.tried:
                settle_tried(answers, place)
            else:
                settle(answers, place, row, keyed=keyed, result=result)
            return _saved(place)
        return Saved(self.practice_id, self.n, Stage.TRIED)

    def _tried_before(self, answers: Answers, place: AnswerPlace) -> Saved | Invalid | None:
        """What the same answer once more comes to: nothing, where its form was sent twice, else a sentence."""
        tried = answers.tries(place.presentation_id)
        if any(one.submission_id and one.submission_id == self.raw.submission_id for one in tried):
            return Saved(self.practice_id, self.n, Stage.TRIED)
        given = (self.raw.positions, self.raw.typed)
        return tried_before(given, [given_of(one.given) for one in tried])

    def _seen(self, answers: Answers, stage: Stage) -> Saved:
        """The question for which this sending was stored before."""
        earlier = answers.tried(self.learner_id, self.raw.submission_id or None)
        return Saved(*(earlier or (self.practice_id, self.n)), stage)

    def _row(self, place: AnswerPlace, nth: int, hint: str | None = None) -> TryRow:
        return TryRow(
            presentation_id=place.presentation_id,
            nth=nth,
            submission_id=self.raw.submission_id or None,
            given=given_json(self.raw.positions, self.raw.typed),
            confidence=read_confidence(self.raw.confidence),
            hint=hint,
            received_at=self.received_at,
        )


@dataclass(frozen=True, slots=True)
class GivingUp:
    """The wish to see what is right before the tries are used up."""

    learner_id: int
    practice_id: str
    n: int

    def save(self, answers: Answers) -> Saved:
        """Settle a question that was tried. Raises NotFound for another's question, Conflict for one not yet tried."""
        place = held_place(answers, self.learner_id, self.practice_id, self.n)
        if place.answered or place.is_sealed:
            return _saved(place)
        if place.closed:
            raise Conflict(OVER)
        if not place.tried:
            raise Conflict(_NOT_TRIED)
        settle_tried(answers, place)
        return _saved(place)


def held_place(answers: Answers, learner_id: int, practice_id: str, n: int) -> AnswerPlace:
    """The question, and where several may try or close at once, none of them until this transaction ends.

    Raises NotFound where the question is not this learner's.
    """
    place = answers.place(learner_id, practice_id, n)
    if place is not None and (place.late or place.tries != 1) and answers.hold(practice_id):
        place = answers.place(learner_id, practice_id, n)
    if place is None:
        raise NotFound(NO_SUCH_QUESTION)
    return place


def tries_left(tries: int, tried: int) -> int | None:
    """How many tries are left of those that a practice allows; None where there is no limit."""
    return None if tries == UNTIL_RIGHT else max(0, tries - tried)


def _saved(place: AnswerPlace) -> Saved:
    return Saved(place.practice_id, place.n, Stage.SEALED if place.is_sealed else Stage.SETTLED)
