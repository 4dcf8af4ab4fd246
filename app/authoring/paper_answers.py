"""What is right in a question of a paper, in the letters and places by which the paper names its parts."""

from collections.abc import Iterator
from typing import assert_never

from app.grading.counts import letter
from app.items.answer_key import (
    AnswerKey,
    ChoiceAnswer,
    FieldsAnswer,
    MatchingAnswer,
    NumbersAnswer,
    OrderingAnswer,
    StepsAnswer,
)
from app.items.public import PublicVariant, StepsForm


def answer_lines(shown: PublicVariant, answer_key: AnswerKey) -> tuple[str, ...]:
    """The right answer, a line for each field that has a name of its own (Markdown)."""
    match answer_key.answer:
        case ChoiceAnswer() as choice:
            return (", ".join(letter(place) for place in sorted(choice.correct)),)
        case MatchingAnswer() as matching:
            return (", ".join(f"{n} {letter(place)}" for n, place in enumerate(matching.right, 1)),)
        case OrderingAnswer() as ordering:
            return (", ".join(f"{letter(n)} {place}" for n, place in enumerate(ordering.places, 1)),)
        case NumbersAnswer() | StepsAnswer() as numbers:
            return _labelled(shown, tuple(one.printed for one in numbers.numbers))
        case FieldsAnswer() as fields:
            return _labelled(shown, tuple(one.right.printed for one in fields.fields))
        case _:
            assert_never(answer_key.answer)


def _by_step(form: StepsForm, printed: Iterator[str]) -> Iterator[str]:
    """A line for each step, with the name of a number where it has several."""
    for nth, step in enumerate(form.steps, 1):
        numbers = [(label, next(printed)) for label in step.labels]
        alone = len(numbers) == 1
        yield f"Step {nth}: {', '.join(text if alone else f'{label} {text}' for label, text in numbers)}"


def _labelled(shown: PublicVariant, printed: tuple[str, ...]) -> tuple[str, ...]:
    if isinstance(shown.form, StepsForm):
        return tuple(_by_step(shown.form, iter(printed)))
    labels = getattr(shown.form, "labels", ())
    if len(printed) == 1 or len(labels) != len(printed):
        return (", ".join(printed),)
    return tuple(f"{label}: {text}" for label, text in zip(labels, printed, strict=True))
