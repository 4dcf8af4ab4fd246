"""What is left of an explanation when only some parts of a graded sitting may be seen."""

from dataclasses import replace

from app.grading.feedback import Feedback, GivenField, GivenStep, OptionFeedback, OrderFeedback, PairFeedback
from app.items.exam import Part

Parts = frozenset[Part]


def can_be_practised(parts: Parts) -> bool:
    """Whether what was missed may be practised: practice says which it was, what is right there, and why."""
    return parts >= {Part.GIVEN, Part.RIGHT, Part.REASONS}


def trimmed(feedback: Feedback, parts: Parts, *, own: bool) -> Feedback:
    """What is left of an explanation when only these parts may be seen.

    `own` says that it explains the candidate's own answer; otherwise it explains the right one, since there was no
    answer, or it may not be shown. Raises ValueError unless the right answer may be seen, without which nothing is left.
    """
    if Part.RIGHT not in parts:
        raise ValueError("an explanation cannot be shown without the right answer")
    left = feedback if own else _not_own(feedback)
    left = left if Part.REASONS in parts else _without_reasons(left)
    return left if Part.PROOF in parts else replace(left, proof=None, by_author=False)


def _not_own(feedback: Feedback) -> Feedback:
    """The explanation of the right answer as nobody's own: nothing is chosen or typed, and there is no verdict on it."""
    return replace(
        feedback,
        meaning="",
        options=tuple(replace(option, chosen=False) for option in feedback.options),
        fields=(),
        given_steps=(),
        notes=tuple(replace(note, met=False) for note in feedback.notes),
    )


def _without_reasons(feedback: Feedback) -> Feedback:
    """What is right and what was given, side by side."""
    order = feedback.order
    return replace(
        feedback,
        meaning="",
        slips=(),
        options=tuple(map(_bare_option, feedback.options)),
        steps=(),
        notes=(),
        pairs=tuple(map(_bare_pair, feedback.pairs)),
        order=None if order is None else _bare_order(order),
        given_steps=tuple(map(_bare_step, feedback.given_steps)),
    )


def _bare_option(option: OptionFeedback) -> OptionFeedback:
    return replace(option, why="", names=())


def _bare_pair(pair: PairFeedback) -> PairFeedback:
    return replace(pair, why="", why_not="", names=())


def _bare_order(order: OrderFeedback) -> OrderFeedback:
    return OrderFeedback(tuple(replace(stand, why="") for stand in order.stands), ())


def _bare_step(step: GivenStep) -> GivenStep:
    return replace(step, fields=tuple(map(_bare_field, step.fields)), slips=(), why="")


def _bare_field(field: GivenField) -> GivenField:
    return replace(field, expected="")
