"""What the pages of a sitting have in common: the bar with its clock, the counts, the questions, and the script's hooks."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

import orjson
from markupsafe import Markup

from app.exams.places import Fill, Reach, Standing
from app.exams.warnings import warnings
from app.items.exam import Aid
from app.scheduling.days import Days
from app.services.exams.showing import PlaceView, SittingView
from app.web.comfort import Comfort
from app.web.comfort_pages import Group, groups
from app.web.holding import sitting_path
from app.web.words import iso_seconds, spelled

ALWAYS_SHOWN = timedelta(minutes=5)  # the time that is left comes back, however it was chosen
LOOKS = ("text", "spacing", "scheme", "contrast")
_SECOND = timedelta(seconds=1)
_MILLISECOND = timedelta(milliseconds=1)
_FILLS = {Fill.ANSWERED: "answered", Fill.BEGUN: "begun", Fill.OPEN: "unanswered"}
_REACHES = {Reach.HERE: "", Reach.CLOSED: "closed", Reach.AHEAD: "in a later part"}


@dataclass(frozen=True, slots=True)
class CountsPart:
    """How many questions stand how, in figures and in words."""

    all: int
    answered: int
    line: str
    sentence: str


@dataclass(frozen=True, slots=True)
class PlacePart:
    """One question in the lists of all questions."""

    n: int
    state: str
    state_word: str
    flagged: bool
    reachable: bool
    closed_word: str
    saved_text: str = ""

    @property
    def said(self) -> str:
        """How it stands, in words."""
        words = [self.state_word, "flagged" if self.flagged else "", self.closed_word]
        return ", ".join(word for word in words if word)


@dataclass(frozen=True, slots=True)
class BarPart:
    """The bar of a page, and what its form carries. `n` is the question that the page shows, or 0."""

    root: str
    tail: str
    title: str
    at: str
    n: int
    holder: int
    counts: CountsPart
    time_left: str
    time_hidden: bool
    may_hide: bool
    served: str
    ends: str
    looks: tuple[Group, ...]
    hooks: Markup
    told: str = ""

    @property
    def address(self) -> str:
        """Where the page stands."""
        return f"{self.root}/{self.tail}"


def clock_text(left: timedelta) -> str:
    """Time that is left, as a clock shows it, cut to whole seconds: "14:05", "1:14:05"."""
    minutes, seconds = divmod(max(left, timedelta(0)) // _SECOND, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def time_of_day(moment: datetime, days: Days) -> str:
    """A moment of a day with the name of its zone, in the zone that the learner chose: "14:31:05 CET"."""
    return f"{days.local(moment):%H:%M:%S} {zone_called(moment, days)}"


def zone_called(moment: datetime, days: Days) -> str:
    """What the learner's zone is called at a moment: "CET", or where it has no name "UTC+03"."""
    zone = days.local(moment).strftime("%Z")
    return zone if zone.isalpha() else f"UTC{zone}"


def some(count: int) -> str:
    """A number of questions, in words."""
    return "one question" if count == 1 else f"{spelled(count)} questions"


def counts_of(standing: Standing) -> CountsPart:
    """The counts as a line and as a sentence."""
    flagged = {0: "None is flagged.", 1: "One is flagged."}.get(
        standing.flagged, f"{standing.flagged} are flagged."
    )
    open_ones = standing.unanswered
    begun = f", {spelled(standing.begun)} of them begun" if standing.begun else ""
    if open_ones == 1 and standing.begun:
        begun = ", though begun"
    are = "is" if open_ones == 1 else "are"
    told = (
        f"{open_ones} of {standing.all} questions {are} unanswered{begun}."
        if open_ones
        else "All are answered."
    )
    words = [f"{standing.answered} answered", f"{standing.begun} begun" if standing.begun else ""]
    words += [f"{standing.all - standing.answered - standing.begun} unanswered"]
    words += [f"{standing.flagged} flagged" if standing.flagged else ""]
    return CountsPart(
        standing.all, standing.answered, ", ".join(word for word in words if word), f"{told} {flagged}"
    )


def place_part(place: PlaceView, days: Days) -> PlacePart:
    """A question as the lists show it."""
    return PlacePart(
        n=place.n,
        state=place.fill.value,
        state_word=_FILLS[place.fill],
        flagged=place.flagged,
        reachable=place.reach is Reach.HERE,
        closed_word=_REACHES[place.reach],
        saved_text=time_of_day(place.saved_at, days) if place.saved_at else "",
    )


def bar_part(
    view: SittingView, comfort: Comfort, *, tail: str, at: str, place: PlaceView | None = None
) -> BarPart:
    """The bar of a page of a running or paused sitting; `tail` is its address within the sitting."""
    soon = view.remaining <= ALWAYS_SHOWN
    deadline = view.clock.deadline(view.now)
    return BarPart(
        root=sitting_path(view.id),
        tail=tail,
        title=view.exam.title,
        at=at,
        n=place.n if place else 0,
        holder=view.holder,
        counts=counts_of(view.standing),
        time_left=clock_text(view.remaining),
        time_hidden=comfort.timer == "off" and not soon,
        may_hide=not soon,
        served=time_of_day(view.now, view.days),
        ends=time_of_day(deadline, view.days) if deadline else "",
        looks=_looks(comfort),
        hooks=_hooks(view, place),
        told=view.told,
    )


@lru_cache(maxsize=64)
def _looks(comfort: Comfort) -> tuple[Group, ...]:
    return tuple(group for group in groups(comfort) if group.name in LOOKS)


def _hooks(view: SittingView, place: PlaceView | None) -> Markup:
    """What a script needs, as attributes of the form; templates/exams/sitting/frame.html says what each means."""
    values = {
        "sitting": view.id,
        "n": place.n if place else 0,
        "holder": view.holder,
        "seq": place.seq + 1 if place else 0,
        "state": view.clock.state.value,
        "zone": view.days.name,
        "zone-called": zone_called(view.now, view.days),
        "remaining-ms": view.remaining // _MILLISECOND,
        "limit-ms": view.limit // _MILLISECOND,
        "warnings": _milliseconds(warnings(view.limit)),
        "saved": iso_seconds(place.saved_at) if place and place.saved_at else "",
        "saves": "yes" if place else "no",
        "over": f"{sitting_path(view.id)}/over",
    }
    return Markup("").join(Markup(' data-{}="{}"').format(*pair) for pair in values.items())


def _milliseconds(spans: Iterable[timedelta]) -> str:
    return orjson.dumps([span // _MILLISECOND for span in spans]).decode()


def aids_line(view: SittingView) -> str:
    """That the aids beside a question are for practice, or "" where there are none."""
    names = {Aid.STRIKE_THROUGH: "Strike-through", Aid.CALCULATOR: "calculator", Aid.NOTES: "notes"}
    there = [name for aid, name in names.items() if aid in view.exam.aids]
    if not there:
        return ""
    listed = " and ".join([", ".join(there[:-1]), there[-1]] if len(there) > 1 else there)
    return f"{listed[:1].upper()}{listed[1:]} {'are' if len(there) > 1 else 'is'} for practice: whether the exam itself has such aids is not known."
