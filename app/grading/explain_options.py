"""Says of every option, in the order shown, whether it is right and why or why not."""

from app.grading.feedback import OptionFeedback
from app.grading.response import ChoiceResponse
from app.grading.words import Judged, Words, sentence
from app.items.answer_key import AnswerKey, ChoiceAnswer, OptionKey
from app.items.public import ChoiceForm, PublicVariant


def explain_options(
    shown: PublicVariant, answer_key: AnswerKey, *, judged: Judged, words: Words
) -> tuple[OptionFeedback, ...]:
    """One entry for each option of a choice; none for typed numbers."""
    form, answer, response = shown.form, answer_key.answer, judged.response
    if not (
        isinstance(form, ChoiceForm)
        and isinstance(answer, ChoiceAnswer)
        and isinstance(response, ChoiceResponse)
    ):
        return ()
    pairs = zip(form.options, answer.options, strict=True)
    return tuple(
        OptionFeedback(
            text=option.text,
            numeric=option.numeric,
            correct=entry.correct,
            chosen=place in response.positions,
            why=why(entry, words),
            names=() if entry.correct else tuple(words.name(slug) for slug in entry.slips),
        )
        for place, (option, entry) in enumerate(pairs, 1)
    )


def why(option: OptionKey, words: Words) -> str:
    """The author's rationale, or for a computed option the way that it comes out with what is so instead."""
    if option.rationale:
        return option.rationale
    if option.correct:
        return "This is what the right way gives."
    if not option.slips:
        return ""
    truths = [sentence(note.truth) for note in words.notes(option.slips)]
    return " ".join([f"This is what comes out {words.phrase(option.slips)}.", *truths])
