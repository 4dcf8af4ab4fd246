"""The budget of a sitting and the lesson that is drawn from its times."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.exams.pacing import Asked, Spending, pacing, span_words
from app.exams.sitting import NOTHING

MINUTE = timedelta(minutes=1)
TIMES = st.integers(0, 900).map(lambda seconds: timedelta(seconds=seconds))


@st.composite
def sat(draw: st.DrawFn) -> tuple[list[Asked], Spending]:
    asked = [Asked(n, draw(TIMES), draw(st.booleans())) for n in range(1, draw(st.integers(1, 40)) + 1)]
    used = sum((one.spent for one in asked), NOTHING)
    limit = used + draw(TIMES) + MINUTE
    return asked, Spending(limit, used, ran_out=draw(st.booleans()))


@given(sat())
def test_the_questions_are_named_by_the_rule(case: tuple[list[Asked], Spending]) -> None:
    asked, spending = case
    found = pacing(asked, spending)
    assert found.share * len(asked) == pytest.approx(spending.limit, abs=timedelta(milliseconds=1))
    by_n = {one.n: one for one in asked}
    assert all(by_n[n].spent > 2 * found.share for n in found.long)
    assert 2 * len(found.long) < len(asked) or not found.long
    assert set(found.unseen) <= set(found.unanswered)
    assert not set(found.rushed) & {*found.unanswered, *found.long}
    assert set(found.unanswered) == {one.n for one in asked if not one.answered}
    assert all(sentence.endswith(".") and sentence[0].isupper() for sentence in found.sentences)


def test_a_long_question_is_set_against_what_was_left_open() -> None:
    asked = [Asked(1, 7 * MINUTE, True), *(Asked(n, MINUTE, True) for n in range(2, 9))]
    asked += [Asked(9, MINUTE, False), Asked(10, NOTHING, False)]
    found = pacing(asked, Spending(15 * MINUTE, 15 * MINUTE, ran_out=True))
    assert (found.long, found.unanswered, found.unseen) == ((1,), (9, 10), (10,))
    assert found.sentences == (
        "There were 15 minutes for 10 questions, 1 minute 30 seconds for each; you took 15 minutes.",
        "Question 1 took 7 minutes, more than twice its share.",
        "Questions 9 and 10 had no answer at the end. Of these, 10 was never opened.",
        "The time beyond the share of it is enough for 3 more questions. "
        "When a question takes twice its share, flag it, go on, and come back to it.",
        "The time ran out.",
    )


def test_an_early_end_with_open_questions_is_a_lesson() -> None:
    asked = [Asked(1, MINUTE, True), Asked(2, MINUTE, False)]
    found = pacing(asked, Spending(10 * MINUTE, 2 * MINUTE))
    assert found.sentences[1:] == (
        "No question took more than twice its share.",
        "Question 2 had no answer at the end.",
        "You ended with 8 minutes left. An answer that is wrong costs no points, so a guess can only win.",
    )


def test_haste_with_time_left_is_told() -> None:
    asked = [Asked(1, MINUTE, True), Asked(2, timedelta(seconds=20), True)]
    found = pacing(asked, Spending(4 * MINUTE, timedelta(seconds=80)))
    assert found.rushed == (2,)
    assert (
        "Question 2 was answered within a fifth of the share; there was time to read it again."
        in " ".join(found.sentences)
    )


def test_without_times_only_the_end_is_told() -> None:
    asked = [Asked(1, NOTHING, True), Asked(2, NOTHING, False)]
    found = pacing(asked, Spending(10 * MINUTE, 10 * MINUTE))
    assert (found.long, found.rushed, found.unseen) == ((), (), ())
    assert found.sentences[1:] == (
        "How long each question was in view is not known.",
        "Question 2 had no answer at the end.",
    )


def test_no_question_has_no_pace() -> None:
    with pytest.raises(ValueError, match="no pace"):
        pacing([], Spending(MINUTE, MINUTE))


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "no time"),
        (1, "1 second"),
        (61, "1 minute 1 second"),
        (110, "1 minute 50 seconds"),
        (3600, "1 hour"),
        (7265, "2 hours 1 minute"),
    ],
)
def test_spans_in_words(seconds: int, words: str) -> None:
    assert span_words(timedelta(seconds=seconds)) == words
