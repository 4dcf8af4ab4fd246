"""The rules of a practice: what it draws from, what comes next, when it is over."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.items.item import Level
from app.practice.choice import PracticeChoice, PracticeKind
from app.practice.practice import (
    Ask,
    Finished,
    Open,
    Run,
    again,
    is_finished,
    pool,
    shown_length,
    what_next,
)
from app.scheduling.choose import Candidate

CANDIDATES = [
    Candidate(f"{level}-{computed}", "family", computed=computed, level=level)
    for level in Level
    for computed in (False, True)
]


@pytest.mark.parametrize(
    ("answered", "expected"),
    [
        ((), Ask(1)),
        ((False,), Open(1)),
        ((True,), Ask(2)),
        ((True, False), Open(2)),
        ((False, True), Open(1)),
        ((True, True, True), Finished()),
        ((True, True, False), Open(3)),
        ((True, True, True, False), Open(4)),
        ((True, True, True, True), Finished()),
    ],
)
def test_what_comes_next_in_a_practice_of_three(answered, expected):
    run = Run(3, answered)
    assert what_next(run) == expected
    assert is_finished(run) == (expected == Finished())


@pytest.mark.parametrize(
    ("answered", "expected"),
    [((True,), Ask(2)), ((True, False), Open(2)), ((True, True, True), Ask(4)), ((True,) * 5, Ask(6))],
)
def test_again_asks_one_more_at_the_end_too(answered, expected):
    assert again(Run(3, answered)) == expected


def test_the_printed_length_grows_with_questions_asked_again():
    assert shown_length(Run(3, (True,))) == 3
    assert shown_length(Run(3, (True,) * 4)) == 4


@given(st.integers(1, 12), st.lists(st.sampled_from(["next", "answer", "again"]), max_size=60))
def test_a_practice_has_at_most_one_open_question_and_ends_at_its_length(length, acts):
    answered: tuple[bool, ...] = ()
    extra = 0
    for act in acts:
        run = Run(length, answered)
        step: Callable[[Run], object] = again if act == "again" else what_next
        match step(run):
            case Ask(n):
                assert n == len(answered) + 1
                extra += len(answered) >= length
                if act != "answer":
                    answered = (*answered, False)
            case Open(n):
                assert n == len(answered)
                if act == "answer":
                    answered = (*answered[:-1], True)
            case Finished():
                assert len(answered) >= length
        assert answered.count(False) <= 1
        assert len(answered) <= length + extra


def test_the_pool_by_kind_and_level():
    def names(**changes):
        return [one.item_id for one in pool(CANDIDATES, PracticeChoice(**changes))]

    assert names() == [one.item_id for one in CANDIDATES]
    assert names(kind=PracticeKind.CONCEPTS) == [f"{level}-False" for level in Level]
    assert names(kind=PracticeKind.COMPUTATIONS) == [f"{level}-True" for level in Level]
    assert names(level=Level.INTUITION) == ["intuition-False", "intuition-True"]
    assert names(kind=PracticeKind.CONCEPTS, level=Level.DERIVATION) == ["derivation-False"]
