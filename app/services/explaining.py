"""The feedback on a stored answer: graded when it was saved, explained from what was stored with it."""

from dataclasses import dataclass, replace
from datetime import datetime

from app.engine.experiments.catalogue import EXPERIMENTS
from app.grading.explain import explain
from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import Invalid
from app.grading.words import Judged, Words
from app.lab.from_question import link_of_givens
from app.practice.practice import is_finished, shown_length
from app.practice.timing import minutes_left
from app.scheduling.rating import read_confidence
from app.services.calendar import days_of
from app.services.later_texts import LaterTexts
from app.services.presenting import has_siblings, run_of, spent_by
from app.services.records import given_of, judged_by_of, regraded_of, result_of
from app.services.views import FeedbackView, Place
from app.store.answer_keys import VariantRow, keyed_variant
from app.store.answered import AnsweredRow
from app.store.history import made_before
from app.store.items import item_row
from app.store.presentations import places
from app.store.tries import tries_given
from app.store.unit import Reading


@dataclass(frozen=True, slots=True)
class Explaining:
    """An open unit in which one learner's answers are explained at one moment."""

    unit: Reading
    words: Words
    learner_id: int
    now: datetime

    def view(self, practice_id: str, n: int, found: AnsweredRow) -> FeedbackView:
        """The feedback on question `n`, with what came before it and what can follow."""
        mark = regraded_of(found.judged)
        by = judged_by_of(found.judged)
        variant = self._variant(found, by)
        tried = self._tried(found)
        judged = _judged(variant, found, last=tried[-1] if tried else None)
        feedback = explain(variant.shown, variant.answer_key, judged=judged, words=self.words)
        shows = judged.result.diagnosis.candidates
        asked = places(self.unit, practice_id)
        run = run_of(found.practice, asked, self.now)
        item = item_row(self.unit, found.item_id)
        slugs = [slip.slug for slip in feedback.slips]
        count, last = made_before(self.unit, self.learner_id, slugs, before=found.received_at)
        choice = found.practice.choice
        left = None if choice.minutes is None else minutes_left(choice.minutes, spent_by(asked, self.now))
        return FeedbackView(
            place=Place(practice_id, n, shown_length(run), choice, left),
            variant_id=variant.id,
            shown=variant.shown,
            feedback=feedback,
            has_siblings=not run.closed and item is not None and has_siblings(self.unit, item),
            finished=is_finished(run),
            made_before=count,
            last_made=None if last is None else days_of(self.unit, self.learner_id).local(last),
            confidence=read_confidence(found.confidence or "") if len(tried) < 2 else None,
            earlier=tuple(given_of(one) for one in tried[:-1]),
            experiment=experiment_named(variant.answer_key.experiment),
            lab=link_of_givens(variant.answer_key.givens, shows[0] if len(shows) == 1 else ()),
            recipe=(item.recipe or "") if item is not None else "",
            regraded=mark,
            corrected=bool(by) and mark is None,
        )

    def _variant(self, found: AnsweredRow, by: str) -> VariantRow:
        """The variant as it was shown; where its answer was changed since, with what is right by the changed text."""
        variant = keyed_variant(self.unit, found.variant_id)
        again = LaterTexts(self.unit).answer_key(variant, by) if by else None
        return replace(variant, answer_key=again) if again else variant

    def _tried(self, found: AnsweredRow) -> list[str]:
        """What was given try by try, where the practice allows more than one."""
        is_tried = found.practice.choice.tries != 1
        return tries_given(self.unit, found.presentation_id) if is_tried else []


def experiment_named(slug: str) -> tuple[str, str] | None:
    """An experiment's name and title; none where a stored variant names one that is no more."""
    found = EXPERIMENTS.get(slug)
    return None if found is None else (slug, found.title)


def _judged(variant: VariantRow, found: AnsweredRow, *, last: str | None) -> Judged:
    """The last try, or the only answer, with its result."""
    given = last or found.given or ""
    positions, typed = given_of(given)
    response = parse(variant.shown.form, positions=positions, typed=typed)
    if isinstance(response, Invalid):
        raise ValueError(f"an answer to variant {variant.id} was saved that cannot be read any more")
    if given == found.given:
        result = result_of(found.points, found.correct, found.judged)
    else:
        result = grade(variant.answer_key, response)
    return Judged(response, result)
