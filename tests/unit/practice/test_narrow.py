"""Practices on one misconception or one shape: what they draw from, and how long they can be."""

from dataclasses import replace

from app.items.item import Level, Shape
from app.practice.choice import PracticeChoice
from app.practice.practice import fitted, pool
from app.scheduling.choose import Candidate

WHY = Candidate("why", "why", computed=False, level=Level.DERIVATION, shape=Shape.DERIVATION)
ROLE = Candidate(
    "role",
    "role",
    computed=False,
    level=Level.INTUITION,
    shape=Shape.ROLE,
    misconceptions=frozenset({"swap"}),
)
ROW = Candidate(
    "row", "row", computed=True, level=Level.MECHANISM, shape=Shape.COMPUTATION, misconceptions=frozenset({"swap", "no-scale"})
)  # fmt: skip
ALL = (WHY, ROLE, ROW)
SHORT = PracticeChoice(length=5)


def test_a_misconception_leaves_the_items_that_use_it() -> None:
    assert pool(ALL, PracticeChoice(misconception="swap")) == (ROLE, ROW)
    assert pool(ALL, PracticeChoice(misconception="no-scale")) == (ROW,)
    assert pool(ALL, PracticeChoice(misconception="unknown")) == ()


def test_a_shape_leaves_the_items_of_that_shape() -> None:
    assert pool(ALL, PracticeChoice(shape=Shape.ROLE)) == (ROLE,)
    assert pool(ALL, PracticeChoice(shape=Shape.ROLE, level=Level.MECHANISM)) == ()


def test_a_practice_is_no_longer_than_its_questions_unless_one_can_have_other_numbers() -> None:
    assert fitted(replace(SHORT, shape=Shape.ROLE), ALL).length == 1
    assert fitted(replace(SHORT, misconception="swap"), ALL).length == 5
    assert fitted(replace(SHORT, misconception="unknown"), ALL).length == 5  # nothing to ask: told elsewhere
    assert fitted(replace(SHORT, misconception="swap"), (ROLE, WHY)).length == 1


def test_only_a_misconception_or_a_shape_makes_a_choice_narrow() -> None:
    assert not PracticeChoice(level=Level.MECHANISM).is_narrow
    assert PracticeChoice(misconception="swap").is_narrow
    assert PracticeChoice(shape=Shape.ROLE).is_narrow
