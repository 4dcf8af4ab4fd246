"""The feedback on a stored answer: graded when it was saved, explained from what was stored with it."""

from dataclasses import dataclass

from app.grading.explain import explain
from app.grading.feedback import Feedback
from app.grading.parse import parse
from app.grading.response import Invalid
from app.grading.words import Judged, Words
from app.practice.practice import is_finished, shown_length
from app.scheduling.rating import read_confidence
from app.services.presenting import has_siblings, run_of
from app.services.records import given_of, result_of
from app.services.views import FeedbackView, Place
from app.store.answer_keys import VariantRow, keyed_variant
from app.store.answered import AnsweredRow
from app.store.history import made_before
from app.store.items import item_row
from app.store.presentations import places
from app.store.unit import Reading


@dataclass(frozen=True, slots=True)
class Explaining:
    """An open unit in which one learner's answers are explained."""

    unit: Reading
    words: Words
    learner_id: int

    def view(self, practice_id: str, n: int, found: AnsweredRow) -> FeedbackView:
        """The feedback on question `n`, with what came before it and what can follow."""
        variant = keyed_variant(self.unit, found.variant_id)
        feedback = _feedback(variant, found, self.words)
        run = run_of(found.choice.length, places(self.unit, practice_id))
        item = item_row(self.unit, found.item_id)
        slugs = [slip.slug for slip in feedback.slips]
        count, last = made_before(self.unit, self.learner_id, slugs, before=found.received_at)
        return FeedbackView(
            place=Place(practice_id, n, shown_length(run), found.choice),
            variant_id=variant.id,
            shown=variant.shown,
            feedback=feedback,
            has_siblings=item is not None and has_siblings(self.unit, item),
            finished=is_finished(run),
            made_before=count,
            last_made=last,
            confidence=read_confidence(found.confidence or ""),
        )


def _feedback(variant: VariantRow, found: AnsweredRow, words: Words) -> Feedback:
    positions, typed = given_of(found.given or "")
    response = parse(variant.shown.form, positions=positions, typed=typed)
    if isinstance(response, Invalid):
        raise ValueError(f"an answer to variant {variant.id} was saved that cannot be read any more")
    result = result_of(found.points, found.correct, found.judged)
    return explain(variant.shown, variant.answer_key, judged=Judged(response, result), words=words)
