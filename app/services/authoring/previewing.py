"""A text that nobody was asked yet, as a learner would see it: the question in a drawn order, then what is told of it."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from app.bank.dump import revision_of
from app.grading.explain import explain
from app.grading.feedback import Feedback
from app.grading.grade import grade
from app.grading.right import right_response
from app.grading.words import Judged, Words
from app.items.answer_key import AnswerKey
from app.items.item import AuthoredItem, MatchingItem, NumbersItem, OrderingItem, WrittenItem
from app.items.public import PublicVariant
from app.variants.realise import realise


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong pair, two entries in the wrong order, or a wrong number, with what its learner is told (Markdown)."""

    what: str
    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Preview:
    """A question as it is shown, and what is told after the right answer; None where the text is not whole yet."""

    shown: PublicVariant
    feedback: Feedback | None = None
    mistakes: tuple[Mistake, ...] = ()


def previewed(item: WrittenItem, words: Words, *, order: int, whole: bool) -> Preview:
    """The question in one of its orders, drawn by `order`. Nothing of it is stored."""
    variant = realise(revision_of(item), f"preview|{order}")
    if not whole:
        return Preview(variant.shown)
    feedback = told(variant.shown, variant.answer_key, words)
    return Preview(variant.shown, feedback, tuple(_mistakes(item, words)))


def told(shown: PublicVariant, answer_key: AnswerKey, words: Words) -> Feedback:
    """What a learner reads who gave the right answer."""
    response = right_response(answer_key)
    judged = Judged(response, grade(answer_key, response))
    return explain(shown, answer_key, judged=judged, words=words)


def _mistakes(item: WrittenItem, words: Words) -> list[Mistake]:
    match item:
        case AuthoredItem():
            return []  # every option's reason stands in the feedback
        case MatchingItem():
            prompts = {one.id: one.text for one in item.prompts}
            choices = {one.id: one.text for one in item.choices}
            return [
                Mistake(
                    f"{prompts[pair.prompt]} – {choices[pair.choice]}",
                    words.name(pair.misconception),
                    pair.rationale,
                )
                for pair in item.wrong_pairs()
            ]
        case OrderingItem():
            entries = {one.id: one.text for one in item.entries}
            return [
                Mistake(
                    f"{entries[one.later]} **before** {entries[one.earlier]}",
                    words.name(one.misconception),
                    one.rationale,
                )
                for one in item.reversals
            ]
        case NumbersItem():
            return [
                Mistake(
                    _numbers(one.span.value, one.span.bounds()), words.name(one.misconception), one.rationale
                )
                for one_field in item.fields
                for one in one_field.wrong
            ]


def _numbers(value: Decimal | None, ends: tuple[Fraction, Fraction]) -> str:
    """A wrong number, or from where to where they are."""
    return str(value) if value is not None else f"{float(ends[0]):g} to {float(ends[1]):g}"
