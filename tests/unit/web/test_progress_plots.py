"""The sentences below the plots say what the numbers are, and nothing that they do not show."""

from datetime import date, timedelta

from app.scheduling.bins import Bin
from app.scheduling.forecast import Expected
from app.scheduling.mastery import mastery
from app.services.progress_views import Ahead, OverTime, SlipTrack
from app.web.plots import Form, Unit
from app.web.progress_plots import forecast_plot, plots_over_time

DAYS = tuple(Bin(date(2026, 3, 1) + timedelta(days=turn), 1) for turn in range(3))
WEEKS = tuple(Bin(date(2026, 3, 2) + timedelta(days=7 * turn), 7) for turn in range(7))
P = "\N{NARROW NO-BREAK SPACE}%"


def counted(*pairs: tuple[int, int]) -> tuple[object, ...]:
    return tuple(mastery(*pair) for pair in pairs)


def test_nothing_is_drawn_of_nothing() -> None:
    assert plots_over_time(OverTime()) == ()
    assert forecast_plot(Ahead()) is None


def test_one_day() -> None:
    answers, share = plots_over_time(OverTime(DAYS[:1], counted((1, 4))))  # type: ignore[arg-type]
    assert answers.says == "4 answers on 1 of 1 day."
    assert (answers.form, share.unit) == (Form.BARS, Unit.SHARE)
    assert share.says == f"On 1 March 2026 1 of 4 was right (5{P} to 70{P})."


def test_what_is_partly_right_is_neither_right_nor_not() -> None:
    over_time = OverTime(DAYS, counted((1, 4), (0, 0), (6, 6)), partly=(2, 0, 0))  # type: ignore[arg-type]
    answers, _ = plots_over_time(over_time)
    assert {one.name: one.values for one in answers.series} == {
        "Right": (1.0, 0.0, 6.0),
        "Partly right": (2.0, 0.0, 0.0),
        "Not right": (1.0, 0.0, 0.0),
    }


def test_days_with_a_gap() -> None:
    track = SlipTrack(r"the missing $\sqrt{d_k}$", (2, 0, 1))
    over_time = OverTime(DAYS, counted((1, 4), (0, 0), (6, 6)), (track,))  # type: ignore[arg-type]
    answers, share, slips = plots_over_time(over_time)
    assert answers.says == "10 answers on 2 of 3 days. The most came on 3 March 2026: 6, of which 6 right."
    assert share.says == (
        f"On 1 March 2026 1 of 4 was right (5{P} to 70{P}), on 3 March 2026 6 of 6 were right (61{P} to 100{P}). "
        "The intervals overlap, so chance alone could explain the difference."
    )
    assert share.series[0].values == (0.25, None, 1.0)
    assert slips.says == "The missing √d_k: three times, last on 3 March 2026."
    assert slips.series[0].values == (2.0, 0.0, 1.0)


def test_weeks_whose_intervals_lie_apart() -> None:
    none = [(0, 0)] * 5
    over_time = OverTime(WEEKS, counted((2, 20), *none, (19, 20)), (SlipTrack("a slip", (0,) * 7),))  # type: ignore[arg-type]
    answers, share, slips = plots_over_time(over_time)
    assert answers.says.startswith(
        "40 answers in 2 of 7 weeks. The most came in the week of 13 April 2026: 20"
    )
    assert share.says.endswith("The two intervals lie apart, so chance alone hardly explains the difference.")
    assert (answers.places[0], answers.short[0]) == ("Week of 2 March 2026", "2 Mar")
    assert slips.says == "A slip: none in the time shown."


def test_a_forecast_in_a_sentence() -> None:
    expected = (Expected(0, 1.0), Expected(7, 0.904), Expected(30, 0.5))
    plot = forecast_plot(Ahead(remembered=12, expected=expected))
    assert plot is not None
    assert (
        plot.says
        == f"Of the 12 questions that you have answered, 100{P} today, 90{P} in 7 days and 50{P} in 30 days."
    )
    assert plot.places == ("today", "in 7 days", "in 30 days")
    lone = forecast_plot(Ahead(remembered=1, expected=expected))
    assert lone is not None
    assert "the one question that you have answered" in lone.says
