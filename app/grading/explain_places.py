"""Says of every pair of a matching, and of every place of an ordering, what was given, what is right, and why."""

from app.grading.feedback import OrderFeedback, PairFeedback, ReversalFeedback, StandFeedback
from app.grading.ordering import given_order, met_reversals, right_places
from app.grading.response import MatchingResponse, OrderingResponse
from app.grading.words import Judged, Words, count_word
from app.items.answer_key import AnswerKey, CellKey, FieldsAnswer, MatchingAnswer, OrderingAnswer, StepsAnswer
from app.items.public import MatchingForm, OrderingForm, PublicVariant


def explain_pairs(
    shown: PublicVariant, answer_key: AnswerKey, *, judged: Judged, words: Words
) -> tuple[PairFeedback, ...]:
    """One entry for each prompt of a matching, in the order shown; none for anything else."""
    form, answer, response = shown.form, answer_key.answer, judged.response
    if not (
        isinstance(form, MatchingForm)
        and isinstance(answer, MatchingAnswer)
        and isinstance(response, MatchingResponse)
    ):
        return ()
    rows = zip(form.prompts, answer.cells, answer.right, response.chosen, strict=True)
    return tuple(
        PairFeedback(
            prompt=prompt,
            chosen=chosen,
            chosen_text=form.choices[chosen - 1],
            right=right,
            right_text=form.choices[right - 1],
            why=cells[right - 1].rationale,
            why_not="" if chosen == right else cells[chosen - 1].rationale,
            names=_names(cells[chosen - 1], words),
        )
        for prompt, cells, right, chosen in rows
    )


def _names(cell: CellKey, words: Words) -> tuple[str, ...]:
    return tuple(words.name(slug) for slug in cell.slips)


def explain_order(
    shown: PublicVariant, answer_key: AnswerKey, *, judged: Judged, words: Words
) -> OrderFeedback | None:
    """Both orders side by side, and what was reversed; None for anything but an ordering."""
    form, answer, response = shown.form, answer_key.answer, judged.response
    if not (
        isinstance(form, OrderingForm)
        and isinstance(answer, OrderingAnswer)
        and isinstance(response, OrderingResponse)
    ):
        return None
    right = dict(zip(answer.places, form.entries, strict=True))
    whys = dict(zip(answer.places, answer.rationales, strict=True))
    stands = tuple(
        StandFeedback(yours=right[stands], right=right[place], why=whys[place], correct=stands == place)
        for place, stands in enumerate(given_order(answer, response), 1)
    )
    reversals = tuple(
        ReversalFeedback(
            right[one.earlier], right[one.later], one.rationale, tuple(words.name(slug) for slug in one.slips)
        )
        for one in met_reversals(answer, response)
    )
    return OrderFeedback(stands, reversals)


def points_rule(answer_key: AnswerKey, judged: Judged) -> str:
    """How points are made of the pairs, places, steps or numbers that are right, in a sentence; "" for other kinds."""
    match answer_key.answer, judged.response:
        case MatchingAnswer() as answer, MatchingResponse() as response:
            if answer.all_or_nothing:
                return "This question counts once every pair is right."
            right, total = sum(map(int.__eq__, response.chosen, answer.right)), len(answer.right)
            return f"Each right pair earns an equal share: {count_word(right)} of {count_word(total)}."
        case OrderingAnswer() as answer, OrderingResponse() as response:
            if answer.all_or_nothing:
                return "This question counts once the whole order is right."
            right, total = right_places(answer, response), len(answer.places)
            return f"Each line in its right place earns an equal share: {count_word(right)} of {count_word(total)}."
        case FieldsAnswer() as written, _ if written.all_or_nothing:
            return "This question counts once every number is right."
        case FieldsAnswer() as written, _ if len(written.fields) > 1:
            return "Each number earns an equal share, or the part of it that its author gives."
        case StepsAnswer(), _:
            return "Each step earns an equal share once all its numbers are right, also by your own earlier numbers."
    return ""
