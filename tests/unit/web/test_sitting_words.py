"""What a page of a sitting and its script both write: the counts of questions, and moments of a day."""

from datetime import UTC, datetime
from itertools import product

import pytest

from app.exams.places import Standing
from app.scheduling.days import days_in
from app.web.sitting_parts import counts_of, time_of_day, zone_called
from tests.scripts import run_module


def test_the_script_counts_as_the_pages_do() -> None:
    standings = [
        Standing(all=answered + begun + rest, answered=answered, begun=begun, flagged=flagged)
        for answered, begun, rest, flagged in product((0, 1, 7), (0, 2), (0, 3), (0, 1))
    ]
    given = [
        {
            "answered": one.answered,
            "begun": one.begun,
            "open": one.unanswered - one.begun,
            "flagged": one.flagged,
        }
        for one in standings
    ]
    in_script = run_module("exam/words.js", "given.map(names.countsLine)", given)
    assert in_script == [counts_of(one).line for one in standings]


@pytest.mark.parametrize(
    ("answered", "begun", "told"),
    [
        (7, 0, "All are answered."),
        (6, 0, "1 of 7 questions is unanswered."),
        (6, 1, "1 of 7 questions is unanswered, though begun."),
        (5, 1, "2 of 7 questions are unanswered, one of them begun."),
        (4, 3, "3 of 7 questions are unanswered, three of them begun."),
    ],
)
def test_one_open_question_and_several_are_counted_in_good_english(
    answered: int, begun: int, told: str
) -> None:
    assert counts_of(Standing(7, answered, begun, 0)).sentence == f"{told} None is flagged."


@pytest.mark.parametrize("name", ["UTC", "Asia/Tokyo", "Europe/Berlin", "America/Sao_Paulo"])
def test_b46_a_moment_is_written_in_the_learners_zone_with_its_name(name: str) -> None:
    """Whatever the zone of the browser's machine is."""
    days, moment = days_in(name), datetime(2026, 11, 30, 0, 4, 5, tzinfo=UTC)
    given = {"at": moment.isoformat(), "name": days.name, "called": zone_called(moment, days)}
    in_script = run_module("exam/words.js", "names.timeOfDay(new Date(given.at), given)", given)
    assert in_script == time_of_day(moment, days)
    assert in_script.rpartition(" ")[2] == {  # type: ignore[attr-defined]
        "UTC": "UTC", "Asia/Tokyo": "JST", "Europe/Berlin": "CET", "America/Sao_Paulo": "UTC-03",
    }[name]  # fmt: skip
