"""What of a sitting may be shown: nothing before it is graded, then by the rules of its exam."""

from dataclasses import replace
from itertools import product

import pytest

from app.exams.shown import shown_parts, waiting_parts
from app.exams.sitting import State
from app.items.exam import Part, When
from tests.services.exam_house import SMALL

EXAM = replace(
    SMALL,
    review={
        Part.POINTS: When.AT_THE_END,
        Part.GIVEN: When.AT_THE_END,
        Part.RIGHT: When.ONCE_RELEASED,
        Part.REASONS: When.NEVER,
    },
)


@pytest.mark.parametrize("released", [False, True])
@pytest.mark.parametrize("state", [one for one in State if one is not State.GRADED])
def test_nothing_is_shown_before_grading(state: State, released: bool) -> None:
    assert shown_parts(EXAM, state, released=released) == frozenset()


def test_then_what_the_exam_says() -> None:
    assert shown_parts(EXAM, State.GRADED, released=False) == {Part.POINTS, Part.GIVEN}
    assert shown_parts(EXAM, State.GRADED, released=True) == {Part.POINTS, Part.GIVEN, Part.RIGHT}


def test_what_the_exam_does_not_name_is_never_shown() -> None:
    assert shown_parts(replace(SMALL, review={}), State.GRADED, released=True) == frozenset()


def test_each_rule_opens_its_own_part_and_no_other_one() -> None:
    """All 243 combinations of rules; what says what is right is never open without the right answers."""
    for rules in product(When, repeat=len(Part)):
        exam = replace(SMALL, review=dict(zip(Part, rules, strict=True)))
        first, later = (shown_parts(exam, State.GRADED, released=one) for one in (False, True))
        for released, shown in ((False, first), (True, later)):
            open_ones = {When.AT_THE_END, When.ONCE_RELEASED} if released else {When.AT_THE_END}
            free = {part for part in Part if exam.shown(part) in open_ones}
            assert shown == (free if Part.RIGHT in free else free - {Part.REASONS, Part.PROOF})
        assert first <= later
        assert waiting_parts(exam, released=False) == later - first
        assert waiting_parts(exam, released=True) == frozenset()
