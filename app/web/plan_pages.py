"""The page of a plan: its form, what today is for, the days until the exam as a plot with its table, and what is left out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from app.scheduling.aim import LEAST_MINUTES, MOST_MINUTES, AimFaults, AimTexts
from app.scheduling.days import zone_names
from app.services.plan_views import Change, DayLine, PlanPlace, PlanView
from app.web.drawing import Drawing, drawn
from app.web.pages import Frame
from app.web.plots import Form, Plot, Series
from app.web.words import day, short_day, spelled

USUAL_MINUTES = "20"
NO_FAULTS = AimFaults()


@dataclass(frozen=True, slots=True)
class PlanPage:
    """A plan, or the form that makes one; `texts` are what the form holds, `changes` what is different from before."""

    frame: Frame
    place: PlanPlace
    texts: AimTexts
    faults: AimFaults = NO_FAULTS
    drawing: Drawing | None = None
    changes: tuple[str, ...] = ()
    least: int = LEAST_MINUTES
    most: int = MOST_MINUTES

    @property
    def zones(self) -> tuple[str, ...]:
        """The zones that can be chosen."""
        return zone_names()


def plan_page(
    place: PlanPlace, frame: Frame, texts: AimTexts | None = None, faults: AimFaults = NO_FAULTS
) -> PlanPage:
    """The page; a form that was sent with faults comes back as it was filled in."""
    plan = place.plan
    if texts is None:
        texts = AimTexts(
            plan.line.exam_day.isoformat() if plan else "",
            str(plan.minutes) if plan else USUAL_MINUTES,
            place.zone if place.is_own_zone else "",
        )
    drawing = drawn(_plot(plan.days)) if plan and plan.days else None
    return PlanPage(frame, place, texts, faults, drawing, changes_of(plan) if plan else ())


def _plot(days: Sequence[DayLine]) -> Plot:
    """Questions by day, new ones apart from those that come again."""
    blocks = days[0].last > days[0].first
    new, again = sum(one.new for one in days), sum(one.again for one in days)
    said = f"{_questions(new)} for the first time and {again} again, {_until(days)}."
    busiest = max(days, key=lambda one: (one.new + one.again, one.first))
    if len(days) > 1 and new + again:
        said += f" The most in one {'stretch' if blocks else 'day'}: {busiest.new + busiest.again}, {_at(busiest)}."
    return Plot(
        slug="plan",
        title="Questions until the exam",
        says=said,
        first="Days" if blocks else "Day",
        places=tuple(_span(one.first, one.last) for one in days),
        short=tuple(short_day(one.first) for one in days),
        series=(
            Series("Again", tuple(float(one.again) for one in days)),
            Series("For the first time", tuple(float(one.new) for one in days)),
        ),
        form=Form.BARS,
    )


def _until(days: Sequence[DayLine]) -> str:
    first, last = days[0].first, days[-1].last
    return f"on {day(first)}" if first == last else f"from {day(first)} to {day(last)}"


def _at(one: DayLine) -> str:
    return f"on {day(one.first)}" if one.first == one.last else f"from {day(one.first)} to {day(one.last)}"


def _span(first: date, last: date) -> str:
    return day(first) if first == last else f"{day(first)} to {day(last)}"


def _questions(count: int) -> str:
    return "1 question" if count == 1 else f"{count} questions"


def changes_of(plan: PlanView) -> tuple[str, ...]:
    """What is different from when the last practice began, a sentence each."""
    return () if plan.change is None else tuple(_sentences(plan.change))


def _sentences(change: Change) -> list[str]:
    said = [f"{_counted(change.answered)} answered since {change.since:%H:%M} on {day(change.since)}."]
    if change.more:
        said.append(
            f"{_counted(abs(change.more))} {'more' if change.more > 0 else 'fewer'} to come than then."
        )
    if change.taken_in:
        said.append(f"{_counted(change.taken_in)} moved from left out to planned.")
    if change.put_out:
        said.append(f"{_counted(change.put_out)} moved from planned to left out.")
    points = round(100 * change.share)
    if points:
        size = "1 point" if abs(points) == 1 else f"{abs(points)} points"
        said.append(f"The forecast {'rose' if points > 0 else 'fell'} by {size}.")
    else:
        said.append("The forecast is as it was.")
    return said


def _counted(count: int) -> str:
    """A count of questions that can begin a sentence: "Two questions"."""
    word = spelled(count)
    return f"{word[:1].upper()}{word[1:]} question{'' if count == 1 else 's'}"
