"""What an answer is worth to memory, as a table."""

from datetime import timedelta

import pytest
from fsrs import Rating

from app.items.item import Kind
from app.scheduling.rating import Confidence, Event, Pace, pace, rating, read_confidence

SURE, UNSURE, GUESS = Confidence.SURE, Confidence.UNSURE, Confidence.GUESS
QUICK, USUAL, SLOW = Pace.QUICK, Pace.USUAL, Pace.SLOW
AGAIN, HARD, GOOD, EASY = Rating.Again, Rating.Hard, Rating.Good, Rating.Easy


@pytest.mark.parametrize(
    ("confidence", "at_pace", "expected"),
    [
        (None, QUICK, GOOD),
        (None, USUAL, GOOD),
        (None, SLOW, HARD),
        (SURE, QUICK, EASY),
        (SURE, USUAL, GOOD),
        (SURE, SLOW, HARD),
        (UNSURE, QUICK, HARD),
        (UNSURE, USUAL, HARD),
        (UNSURE, SLOW, HARD),
        (GUESS, QUICK, AGAIN),
        (GUESS, USUAL, AGAIN),
        (GUESS, SLOW, AGAIN),
    ],
)
def test_right_answers(confidence: Confidence | None, at_pace: Pace, expected: Rating) -> None:
    assert rating(Event(True, confidence, at_pace)) is expected
    assert rating(Event(False, confidence, at_pace)) is AGAIN


@pytest.mark.parametrize(
    ("seconds", "kind", "computed", "expected"),
    [
        (0, Kind.SINGLE_CHOICE, False, QUICK),
        (20, Kind.SINGLE_CHOICE, False, QUICK),
        (21, Kind.SINGLE_CHOICE, False, USUAL),
        (60, Kind.SINGLE_CHOICE, False, USUAL),
        (61, Kind.SINGLE_CHOICE, False, SLOW),
        (300, Kind.SINGLE_CHOICE, False, SLOW),
        (301, Kind.SINGLE_CHOICE, False, USUAL),  # somebody was away
        (-1, Kind.SINGLE_CHOICE, False, USUAL),  # the clock was set back
        (30, Kind.MULTIPLE_SELECT, False, QUICK),
        (91, Kind.MULTIPLE_SELECT, False, SLOW),
        (60, Kind.SINGLE_CHOICE, True, QUICK),
        (181, Kind.SINGLE_CHOICE, True, SLOW),
        (80, Kind.NUMBERS, True, QUICK),
        (240, Kind.NUMBERS, True, USUAL),
        (241, Kind.NUMBERS, True, SLOW),
    ],
)
def test_pace(seconds: int, kind: Kind, computed: bool, expected: Pace) -> None:
    assert pace(timedelta(seconds=seconds), kind, computed=computed) is expected


def test_what_a_form_says() -> None:
    assert [read_confidence(text) for text in ("sure", "unsure", "guess")] == [SURE, UNSURE, GUESS]
    assert [read_confidence(text) for text in ("", "Sure", "certain", "x" * 500)] == [None] * 4


def test_only_a_right_answer_that_was_no_guess_is_known() -> None:
    assert [Event(True, one).is_known for one in (None, SURE, UNSURE, GUESS)] == [True, True, True, False]
    assert not any(Event(False, one).is_known for one in (None, SURE, UNSURE, GUESS))
