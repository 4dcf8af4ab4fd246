"""The clock of a sitting's page: no clock is compared, a slow answer spoils nothing, and warnings are said once."""

from datetime import timedelta

import pytest

from app.exams.warnings import time_left
from tests.scripts import SOURCE, run_module

# Steps on a steady counter: wait, or an answer of the server that took so long; what is left after each.
COUNTDOWN = """(() => {
  let now = 5_000;
  const countdown = new names.Countdown(() => now);
  return given.map((step) => {
    if (step.wait) now += step.wait;
    if (step.left !== undefined) {
      const from = now;
      now += step.took ?? 0;
      countdown.set(step.left, {from, to: now, runs: step.runs ?? true});
    }
    return countdown.known ? countdown.left() : null;
  });
})()"""
DUE = """(() => {
  const said = new Set();
  return given.map((left) => names.due(left, [1_800_000, 900_000, 300_000], said));
})()"""


def left(*steps: dict[str, int | bool]) -> object:
    return run_module("exam/clock.js", COUNTDOWN, steps)


def test_b28_no_clock_of_the_browser_is_part_of_the_time_that_is_left() -> None:
    """Its wall clock is read in one place, to notice that the steady counter stood still, and nothing is reckoned by it."""
    read = {
        path.name: [line.strip() for line in path.read_text().splitlines() if "Date.now" in line]
        for path in sorted((SOURCE / "exam").glob("*.js"))
    }
    (only,) = [line for lines in read.values() for line in lines]
    assert "wall = () => Date.now()" in only
    source = (SOURCE / "exam" / "clock.js").read_text()
    assert source.count("this.wall()") == 1
    used = [line.strip() for line in source.splitlines() if "walled" in line]
    assert len(used) == 3
    assert sum("const slept" in line for line in used) == 1
    assert [line for line in source.splitlines() if "left" in line and "wall" in line] == []


def test_it_counts_differences_from_the_middle_of_a_round_trip() -> None:
    assert left({"left": 60_000, "took": 100}, {"wait": 1_000}, {"wait": 70_000}) == [59_950, 58_950, 0]


def test_nothing_is_known_before_the_first_answer() -> None:
    assert left({"wait": 1}) == [None]


def test_a_slow_answer_moves_it_no_more_than_it_must() -> None:
    """After 10 s under way the true time lies in an interval of 10 s; what was known well stays if it lies in there."""
    good = {"left": 60_000, "took": 20}
    assert left(good, {"left": 55_000, "took": 10_000}) == [59_990, 49_990]
    assert left(good, {"left": 65_000, "took": 10_000}) == [
        59_990,
        55_000,
    ]  # time was added: at least so much
    assert left(good, {"left": 40_000, "took": 10_000}) == [59_990, 40_000]  # at most so much is left
    assert left(good, {"left": 55_000, "took": 100}) == [59_990, 54_950]  # a quick one is believed


def test_a_pause_stands_still() -> None:
    assert left({"left": 60_000, "runs": False}, {"wait": 99_000}, {"left": 60_000}, {"wait": 1_000}) == [
        60_000, 60_000, 60_000, 59_000,
    ]  # fmt: skip


def test_each_warning_is_said_once_and_again_only_where_time_was_added() -> None:
    minutes = [31, 30, 29.5, 16, 14.9, 14.8, 20, 14.9, 4.9, 4.8]
    said = [[], [30], [], [], [15], [], [], [15], [5], []]
    found = run_module("exam/clock.js", DUE, [one * 60_000 for one in minutes])
    assert found == [[one * 60_000 for one in each] for each in said]


def test_a_page_that_opens_long_after_a_warning_does_not_say_it() -> None:
    assert run_module("exam/clock.js", DUE, [600_000]) == [[]]


def test_the_time_left_is_said_as_the_pages_say_it() -> None:
    spans = [
        -5,
        0,
        1,
        59_999,
        60_000,
        119_999,
        300_000,
        3_599_999,
        3_600_000,
        3_660_000,
        7_260_000,
        36_000_000,
    ]
    in_script = run_module("exam/words.js", "given.map(names.timeLeft)", spans)
    assert in_script == [time_left(timedelta(milliseconds=span)) for span in spans]


@pytest.mark.parametrize(
    ("span", "shown"),
    [(0, "0:00"), (1, "0:01"), (1_000, "0:01"), (61_000, "1:01"), (600_000, "10:00"), (3_600_000, "1:00:00"),
     (3_849_001, "1:04:10")],
)  # fmt: skip
def test_the_face_shows_zero_only_when_the_time_is_up(span: int, shown: str) -> None:
    assert run_module("exam/words.js", "names.face(given)", span) == shown
