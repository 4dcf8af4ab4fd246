"""Builds the feedback on one answer: what it means, what is right, every option, and the worked page."""

from dataclasses import replace

from app.grading.explain_fields import explain_numbers, printed_of
from app.grading.explain_given import explain_given
from app.grading.explain_options import explain_options
from app.grading.explain_places import explain_order, explain_pairs, points_rule
from app.grading.explain_proof import proof_note
from app.grading.explain_steps import explain_steps
from app.grading.feedback import Feedback, FieldFeedback
from app.grading.meaning import meaning
from app.grading.partly import is_partly
from app.grading.printing import typographic
from app.grading.response import (
    ChoiceResponse,
    MatchingResponse,
    NumbersResponse,
    OrderingResponse,
    StepsResponse,
)
from app.grading.result import Diagnosis, Result, Verdict
from app.grading.words import Judged, Words, as_row, one_line
from app.items.answer_key import (
    AnswerKey,
    ChoiceAnswer,
    FieldsAnswer,
    MatchingAnswer,
    NumbersAnswer,
    OrderingAnswer,
    StepsAnswer,
)
from app.items.public import (
    ChoiceForm,
    FieldsForm,
    GridForm,
    MatchingForm,
    NumbersForm,
    OrderingForm,
    PublicVariant,
    StepsForm,
)


def explain(shown: PublicVariant, answer_key: AnswerKey, *, judged: Judged, words: Words) -> Feedback:
    """The feedback on a graded response to a stored variant.

    Rule: nothing is computed anew; every number comes from the variant as it was stored. A slip is named where the
    diagnosis names it, and its numbers are set beside the right ones where it is the only explanation.
    Raises TypeError when form, answer and response are not of one kind.
    """
    result, stands = judged.result, verdict(answer_key, judged)
    return Feedback(
        verdict=stands,
        meaning=meaning(shown, answer_key, judged=judged, words=words),
        slips=words.notes(slug for slugs in _shown_slips(result) for slug in slugs),
        options=explain_options(shown, answer_key, judged=judged, words=words),
        fields=_fields(shown, answer_key, judged),
        answer=right_answer(shown, answer_key),
        steps=explain_steps(answer_key, Diagnosis() if result.steps else result.diagnosis),
        proof=proof_note(shown, answer_key, words),
        pairs=explain_pairs(shown, answer_key, judged=judged, words=words),
        order=explain_order(shown, answer_key, judged=judged, words=words),
        given_steps=explain_given(shown, answer_key, judged=judged, words=words),
        notes=explain_numbers(shown, answer_key, judged=judged, words=words),
        by_author=isinstance(answer_key.answer, FieldsAnswer),
        rule=points_rule(answer_key, judged) if stands is Verdict.PARTLY else "",
    )


def verdict(answer_key: AnswerKey, judged: Judged) -> Verdict:
    """Right, coarse, partly, or wrong.

    Rule: that of the result, where what is partly right is looked for anew: answers that were stored long ago do not
    say.
    """
    partly = is_partly(answer_key, judged.response, judged.result)
    return replace(judged.result, partly=partly).verdict


def _shown_slips(result: Result) -> tuple[tuple[str, ...], ...]:
    """The candidates of every step, or those of the answer as a whole."""
    return tuple(slugs for one in result.steps for slugs in one.candidates) or (result.diagnosis.candidates)


def _fields(shown: PublicVariant, answer_key: AnswerKey, judged: Judged) -> tuple[FieldFeedback, ...]:
    """Every typed number beside the right one; none where nothing is typed."""
    match shown.form, answer_key.answer, judged.response:
        case NumbersForm() | GridForm() as form, NumbersAnswer() as answer, NumbersResponse() as response:
            rows = zip(form.labels, answer.numbers, response.numbers, judged.result.fields, strict=True)
            return tuple(
                FieldFeedback(label, typed.typed, typed.echo, right.printed, correct)
                for label, right, typed, correct in rows
            )
        case FieldsForm() as form, FieldsAnswer() as answer, NumbersResponse() as response:
            pairs = zip(form.fields, answer.fields, response.numbers, judged.result.fields, strict=True)
            return tuple(
                FieldFeedback(one.label, typed.typed, typed.echo, printed_of(one, right), correct)
                for one, right, typed, correct in pairs
            )
        case (
            (ChoiceForm(), ChoiceAnswer(), ChoiceResponse())
            | (MatchingForm(), MatchingAnswer(), MatchingResponse())
            | (OrderingForm(), OrderingAnswer(), OrderingResponse())
            | (StepsForm(), StepsAnswer(), StepsResponse())
        ):
            return ()
        case form, answer, response:
            kinds = ", ".join(type(part).__name__ for part in (form, answer, response))
            raise TypeError(f"form, answer and response must be of one kind, not {kinds}")


def right_answer(shown: PublicVariant, answer_key: AnswerKey) -> str:
    """What is right, in one line: the printed numbers, or the texts of the right options."""
    match shown.form, answer_key.answer:
        case ChoiceForm() as form, ChoiceAnswer() as answer:
            return "; ".join(one_line(form.options[place - 1].text) for place in sorted(answer.correct))
        case FieldsForm() as form, FieldsAnswer() as answer:
            return "; ".join(map(printed_of, form.fields, answer.fields))
        case _, NumbersAnswer() as answer:
            return typographic(as_row([right.printed for right in answer.numbers]))
        case StepsForm(), StepsAnswer() as answer:
            return typographic(as_row([right.printed for right in answer.steps[-1].numbers]))
        case MatchingForm() as form, MatchingAnswer() as answer:
            pairs = zip(form.prompts, answer.right, strict=True)
            return "; ".join(f"{one_line(prompt)}: {one_line(form.choices[n - 1])}" for prompt, n in pairs)
        case OrderingForm() as form, OrderingAnswer() as answer:
            ordered = sorted(zip(answer.places, form.entries, strict=True))
            return "; ".join(f"{place}. {one_line(text)}" for place, text in ordered)
        case form, answer:
            raise TypeError(f"a {type(form).__name__} has no {type(answer).__name__}")
