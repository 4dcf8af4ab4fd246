"""The plots of a report: the time of each question against its share, and the points of one sitting after another."""

from app.services.exams.report_views import ReportView
from app.web.plots import Form, Plot, Series, Unit
from app.web.words import day, percent, short_day


def time_plot(view: ReportView) -> Plot | None:
    """How long each question was in view, and what of that lay beyond its share; None where no time is known."""
    if not any(one.spent for one in view.items):
        return None
    share = view.pacing.share.total_seconds()
    spent = [one.spent.total_seconds() for one in view.items]
    longest = max(range(len(spent)), key=lambda place: spent[place])
    over = sum(seconds > share for seconds in spent)
    says = f"Each question's share was {share:.0f} seconds. "
    says += f"{over} of {len(spent)} took longer; question {longest + 1} took the longest, {spent[longest]:.0f} seconds."
    names = tuple(f"Question {one.n}" for one in view.items)
    return Plot(
        slug="time",
        title="Seconds for each question",
        says=says,
        first="Question",
        places=names,
        short=tuple(str(one.n) for one in view.items),
        series=(
            Series("Within its share", tuple(min(seconds, share) for seconds in spent)),
            Series("Beyond it", tuple(max(seconds - share, 0.0) for seconds in spent)),
        ),
        form=Form.BARS,
    )


def sittings_plot(view: ReportView) -> Plot | None:
    """The share of points of each sitting of the exam up to this one; None where it is the first."""
    if view.score is None or not view.earlier:
        return None
    before = tuple(reversed(view.earlier))
    spans = (*(one.span for one in before), view.score.span)
    ended = (*(one.finished for one in before), view.finished)
    first, last = spans[0], spans[-1]
    says = f"From {percent(first.share)} on {day(ended[0])} to {percent(last.share)} on {day(ended[-1])}."
    return Plot(
        slug="sittings",
        title="Share of points, sitting by sitting",
        says=says,
        first="Sitting",
        places=tuple(f"{turn}: {day(at)}" for turn, at in enumerate(ended, 1)),
        short=tuple(map(short_day, ended)),
        series=(
            Series(
                "Share of points",
                tuple(span.share for span in spans),
                low=tuple(span.low for span in spans),
                high=tuple(span.high for span in spans),
            ),
        ),
        unit=Unit.SHARE,
    )
