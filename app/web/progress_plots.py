"""The plots of the progress page, each with sentences that say what it shows."""

from collections.abc import Sequence
from dataclasses import replace

from app.scheduling.bins import Bin
from app.scheduling.forecast import Expected
from app.scheduling.mastery import Mastery
from app.services.progress_views import Ahead, OverTime, SlipTrack
from app.web.plots import Form, Plot, Series, Unit
from app.web.words import capital, day, percent, plain, short_day, spelled, times

_APART = "The two intervals lie apart, so chance alone hardly explains the difference."
_OVERLAP = "The intervals overlap, so chance alone could explain the difference."


def plots_over_time(over_time: OverTime) -> tuple[Plot, ...]:
    """Answers, the share right and the slips, by days or weeks; none without an answer."""
    if not over_time.bins:
        return ()
    axis = _Axis(over_time.bins)
    found = [_answers(axis, over_time.answers, over_time.partly), _shares(axis, over_time.answers)]
    if over_time.slips:
        found.append(_slips(axis, over_time.slips))
    return tuple(found)


def forecast_plot(ahead: Ahead) -> Plot | None:
    """The expected share known from today on; None where nothing is remembered."""
    if not ahead.expected:
        return None
    places = tuple(_in_days(one.days) for one in ahead.expected)
    return Plot(
        slug="forecast",
        title="Expected to be known if nothing is practised",
        says=_said_of_forecast(ahead.expected, ahead.remembered),
        first="When",
        places=places,
        short=tuple("today" if not one.days else f"+{one.days}" for one in ahead.expected),
        series=(Series("Expected share known", tuple(one.share for one in ahead.expected)),),
        unit=Unit.SHARE,
    )


class _Axis:
    """The bins as the bottom of a plot names them."""

    def __init__(self, bins: Sequence[Bin]) -> None:
        self.weekly = bins[0].days > 1
        self.unit = "week" if self.weekly else "day"
        self.names = tuple(f"week of {day(one.start)}" if self.weekly else day(one.start) for one in bins)
        self.short = tuple(short_day(one.start) for one in bins)

    def plot(self, slug: str, title: str, says: str, series: tuple[Series, ...]) -> Plot:
        places = tuple(map(capital, self.names))
        return Plot(slug, title, says, self.unit.capitalize(), places, self.short, series)

    def at(self, place: int) -> str:
        """A bin in a sentence."""
        return f"in the {self.names[place]}" if self.weekly else f"on {self.names[place]}"


def _answers(axis: _Axis, found: Sequence[Mastery], partly: Sequence[int]) -> Plot:
    """Right ones, those that are partly right where there are such, and those that are not right."""
    some = partly or (0,) * len(found)
    counts = [one.answered for one in found]
    right = Series("Right", tuple(float(one.right) for one in found))
    begun = (Series("Partly right", tuple(map(float, some))),) if any(some) else ()
    rest = (one.answered - one.right - part for one, part in zip(found, some, strict=True))
    wrong = Series("Not right", tuple(map(float, rest)))
    total, active = sum(counts), sum(map(bool, counts))
    answers = f"{total} answer{'' if total == 1 else 's'}"
    says = f"{answers} on {active} of {len(found)} {axis.unit}{'' if len(found) == 1 else 's'}."
    if active > 1:
        most = max(range(len(counts)), key=lambda place: (counts[place], place))
        says += f" The most came {axis.at(most)}: {counts[most]}, of which {found[most].right} right."
    if axis.weekly:
        says = says.replace(" on ", " in ", 1)
    return replace(
        axis.plot("answers", f"Answers by {axis.unit}", says, (right, *begun, wrong)), form=Form.BARS
    )


def _shares(axis: _Axis, found: Sequence[Mastery]) -> Plot:
    there = [place for place, one in enumerate(found) if one.answered]
    series = Series(
        "Share right",
        tuple(one.right / one.answered if one.answered else None for one in found),
        low=tuple(one.low if one.answered else None for one in found),
        high=tuple(one.high if one.answered else None for one in found),
    )
    first, last = there[0], there[-1]
    says = f"{capital(axis.at(first))} {_share(found[first])}."
    if last != first:
        apart = found[first].high < found[last].low or found[last].high < found[first].low
        says = f"{says[:-1]}, {axis.at(last)} {_share(found[last])}. {_APART if apart else _OVERLAP}"
    return replace(axis.plot("share", f"Share right by {axis.unit}", says, (series,)), unit=Unit.SHARE)


def _share(found: Mastery) -> str:
    low, high = percent(found.low), percent(found.high)
    return (
        f"{found.right} of {found.answered} {'was' if found.right == 1 else 'were'} right ({low} to {high})"
    )


def _slips(axis: _Axis, tracks: Sequence[SlipTrack]) -> Plot:
    series = tuple(Series(capital(plain(one.name)), tuple(map(float, one.counts))) for one in tracks)
    says = " ".join(_said_of(axis, one) for one in tracks)
    return axis.plot("slips", f"Slips by {axis.unit}", says, series)


def _said_of(axis: _Axis, track: SlipTrack) -> str:
    made = [place for place, count in enumerate(track.counts) if count]
    name = capital(plain(track.name))
    if not made:
        return f"{name}: none in the time shown."
    total = sum(track.counts)
    last = f"last {axis.at(made[-1])}" if total > 1 else axis.at(made[-1])
    return f"{name}: {times(total)}, {last}."


def _said_of_forecast(expected: Sequence[Expected], remembered: int) -> str:
    shares = {one.days: percent(one.share) for one in expected}
    questions = f"the {spelled(remembered)} questions" if remembered > 1 else "the one question"
    parts = [f"{shares[days]} {_in_days(days)}" for days in (0, 7, 30) if days in shares]
    return f"Of {questions} that you have answered, {', '.join(parts[:-1])} and {parts[-1]}."


def _in_days(days: int) -> str:
    return "today" if not days else f"in {days} day{'' if days == 1 else 's'}"
