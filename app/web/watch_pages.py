"""The instructor's pages of sittings: records that the templates render, and the words for states, lines and events."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlencode

from markupsafe import Markup

from app.exams.network import Network
from app.exams.sitting import State
from app.services.exams.watch_views import Done, EventLine, SittingLine, SittingView, SlotLine, Watched
from app.services.exams.watching import LIVE
from app.web.pages import Frame

STATES: Mapping[State, str] = {
    State.CREATED: "Not begun",
    State.RUNNING: "Running",
    State.PAUSED: "Paused",
    State.SUBMITTED: "Ended, being graded",
    State.EXPIRED: "Time was up, being graded",
    State.GRADED: "Graded",
}
SHOWN: Mapping[str, tuple[str, tuple[State, ...]]] = {
    "live": ("Open: not over yet", LIVE),
    "running": ("Running", (State.RUNNING,)),
    "paused": ("Paused", (State.PAUSED,)),
    "created": ("Not begun", (State.CREATED,)),
    "over": ("Over", (State.SUBMITTED, State.EXPIRED, State.GRADED)),
    "all": ("All", tuple(State)),
}
LINES: Mapping[Network, str] = {
    Network.SEEN: "In touch",
    Network.QUIET: "Quiet",
    Network.GONE: "Not in touch",
}
ACTS: Mapping[str, tuple[str, str]] = {
    "time": ("Add time", "to sittings that are open, also to those not begun"),
    "pause": ("Pause", "the clock stands still, and nothing can be answered"),
    "resume": ("Go on", "the clock goes on; the time that it stood still is added"),
    "end": ("End", "graded at once by what is saved; asked once more"),
    "reopen": ("Re-open", "a graded sitting runs again, with so many minutes from now"),
    "release": ("Release results", "where the exam waits for that"),
}
ENDED_BY: Mapping[str, str] = {
    "candidate": "by its candidate",
    "clock": "by the clock",
    "instructor": "by an instructor",
}
EVENTS: Mapping[str, str] = {
    "created": "Form put together",
    "imported": "Brought in from a file",
    "begun": "Begun",
    "change": "Answer",
    "taken_over": "Taken over by another tab or device",
    "finished": "Ended",
    "paused": "Paused",
    "resumed": "Went on",
    "time_given": "Time added",
    "reopened": "Re-opened",
    "graded": "Graded",
    "released": "Results released",
}
FATES: Mapping[str, str] = {
    "taken": "saved",
    "repeated": "saved before",
    "older": "older than what was there, so not counted",
    "ousted": "from a tab or device that had been replaced, so not counted",
    "late": "after the deadline, so not counted",
}


def clock_text(span: timedelta) -> str:
    """A length of time as a clock shows it: "1:04:09", "24:31"."""
    if span < timedelta(0):
        return f"−{clock_text(-span)}"
    seconds = int(span.total_seconds())
    hours, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def ago(moment: datetime | None, now: datetime) -> str:
    """How long ago something was, roughly: "12 s ago", "4 min ago", "3 h ago"; "" for what never was."""
    if moment is None:
        return ""
    seconds = max(int((now - moment).total_seconds()), 0)
    if seconds < 120:
        return f"{seconds} s ago"
    return f"{seconds // 60} min ago" if seconds < 7200 else f"{seconds // 3600} h ago"


def minute(moment: datetime) -> str:
    """A moment to the second, as it is written in a list; in UTC."""
    return moment.strftime("%Y-%m-%d %H:%M:%S")


@dataclass(frozen=True, slots=True)
class LinePart:
    """One sitting in the list, in words."""

    line: SittingLine
    at: datetime

    @property
    def short(self) -> str:
        """The first signs of its name, which are enough to tell sittings apart."""
        return self.line.sitting_id[:6]

    @property
    def state(self) -> str:
        """How it stands."""
        if self.line.is_closing:
            return "Time is up, being closed"
        if self.line.waits_for_release:
            return "Graded, results not released"
        return STATES[self.line.state]

    @property
    def left(self) -> str:
        """The time that is left; "" once it is over."""
        return clock_text(self.line.left) if self.line.state in LIVE and not self.line.is_closing else ""

    @property
    def saved(self) -> str:
        """How long ago something was saved last."""
        return ago(self.line.saved, self.at)

    @property
    def network(self) -> str:
        """How the line is, with when the browser was last heard of; "" where nobody is expected there."""
        if self.line.network is None:
            return ""
        heard = ago(self.line.seen, self.at)
        name = LINES[self.line.network]
        if self.line.network is Network.SEEN:
            return name
        return f"{name}, last heard of {heard}" if heard else f"{name} since the server was started"


@dataclass(frozen=True, slots=True)
class RowsPart:
    """The table of sittings: also what the script fetches again and again."""

    watched: Watched
    marked: frozenset[str] = frozenset()
    marks_all: bool = False

    @property
    def lines(self) -> tuple[LinePart, ...]:
        """The sittings in words."""
        return tuple(LinePart(one, self.watched.at) for one in self.watched.lines)

    @property
    def as_of(self) -> str:
        """When the table was true."""
        return self.watched.at.strftime("%H:%M:%S")

    def is_marked(self, line: LinePart) -> bool:
        """Whether an act will be for this one."""
        return self.marks_all or line.line.sitting_id in self.marked


@dataclass(frozen=True, slots=True)
class ActPart:
    """The fields of an act as they were sent, and why nothing was done ("" at first)."""

    act: str = ""
    minutes: str = ""
    reason: str = ""
    fault: str = ""
    of: str = ""  # the field that the fault is about: "act", "minutes", "reason" or "sitting"


@dataclass(frozen=True, slots=True)
class WatchPage:
    """The list of sittings, and what can be done with them."""

    frame: Frame
    instructor: str
    rows: RowsPart
    table: Markup
    exam_id: str
    show: str
    form: ActPart
    act_id: str
    shown: Mapping[str, tuple[str, tuple[State, ...]]]
    acts: Mapping[str, tuple[str, str]]

    @property
    def address(self) -> str:
        """The page with the same filter."""
        return f"/exams/watch?{self.filter}"

    @property
    def filter(self) -> str:
        """What is listed, as it stands in an address."""
        return urlencode({"exam": self.exam_id, "show": self.show})


@dataclass(frozen=True, slots=True)
class WatchOnePage:
    """One sitting: its time, what can be done, its form and its events."""

    frame: Frame
    instructor: str
    view: SittingView
    all_changes: bool
    form: ActPart
    act_id: str
    acts: Mapping[str, tuple[str, str]]

    @property
    def line(self) -> LinePart:
        """The sitting as it stands in the list."""
        return LinePart(self.view.line, self.view.at)

    @property
    def times(self) -> tuple[tuple[str, str], ...]:
        """What the deadline is made of, by name."""
        parts = self.view.parts
        factor = f" ({parts.factor} % of the exam's time)" if parts.factor != 100 else ""
        found = [
            ("Base time", clock_text(parts.limit) + factor),
            ("Added", clock_text(parts.extra)),
            ("Stood still", clock_text(parts.paused)),
        ]
        found += [("Begun", minute(parts.started))] if parts.started else []
        found += [("Deadline", minute(parts.deadline))] if parts.deadline else []
        if parts.finished:
            by = ENDED_BY.get(parts.ended_by, "")
            found.append(("Ended", f"{minute(parts.finished)} {by}".strip()))
        return tuple(found)

    @property
    def as_of(self) -> str:
        """When all of it was true."""
        return self.view.at.strftime("%H:%M:%S")

    @property
    def is_graded(self) -> bool:
        """Whether there are points to be shown."""
        return self.view.line.state is State.GRADED

    def earned(self, slot: SlotLine) -> str:
        """What a question came to; one that was dropped counts for nobody."""
        if slot.points is None:
            return "–"
        told = "dropped" if slot.ruling == "drop" else f"{slot.points:.3g}"
        return f"{told}, by a ruling" if slot.ruling in ("full", "accept") else told

    def told(self, event: EventLine) -> str:
        """An event in words."""
        name = EVENTS.get(event.what, event.what)
        if event.what != "change":
            return name
        return "Scratch notes" if event.n == 0 else f"{name} to question {event.n}"

    def fate(self, event: EventLine) -> str:
        """What became of a change."""
        return FATES.get(event.fate, event.fate)

    def when(self, moment: datetime) -> str:
        """When something was, to the second."""
        return minute(moment)


@dataclass(frozen=True, slots=True)
class SurePage:
    """Asks once more before sittings end."""

    frame: Frame
    instructor: str
    lines: tuple[LinePart, ...]
    form: ActPart
    act_id: str
    back: str


@dataclass(frozen=True, slots=True)
class DonePage:
    """What an act came to."""

    frame: Frame
    instructor: str
    name: str
    done: tuple[Done, ...]

    @property
    def carried_out(self) -> tuple[Done, ...]:
        """The sittings for which it was done."""
        return tuple(one for one in self.done if not one.refused)

    @property
    def refused(self) -> tuple[Done, ...]:
        """The sittings for which it was not."""
        return tuple(one for one in self.done if one.refused)
