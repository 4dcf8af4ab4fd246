"""What an instructor is shown of sittings: the list of them, one with its events and its form, and what acts came to."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.exams.network import Network
from app.exams.sitting import State


@dataclass(frozen=True, slots=True)
class ExamName:
    """An exam to choose from."""

    exam_id: str
    title: str


@dataclass(frozen=True, slots=True)
class SittingLine:
    """One sitting as it stands now.

    `left` is the time that remains. `is_closing` is a sitting whose time is over and that is not closed yet: looking at
    it changes nothing. `network` is None where nobody is expected at the other end.
    """

    sitting_id: str
    learner_id: int
    exam_id: str
    exam_title: str
    state: State
    left: timedelta
    is_closing: bool
    answered: int
    count: int
    saved: datetime | None
    network: Network | None
    seen: datetime | None
    waits_for_release: bool


@dataclass(frozen=True, slots=True)
class Watched:
    """The list, at a moment; `more` says that there are older ones that it leaves out."""

    at: datetime
    lines: tuple[SittingLine, ...]
    exams: tuple[ExamName, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class TimeParts:
    """What the deadline is made of: the base, which never changes, the time added, and the time that it stood still."""

    limit: timedelta
    factor: int
    extra: timedelta
    paused: timedelta
    started: datetime | None
    deadline: datetime | None
    finished: datetime | None
    ended_by: str


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event. `given` is what a change said, as one would read it aloud; `detail` what an act says of itself."""

    at: datetime
    what: str
    n: int | None
    fate: str
    holder: int | None
    given: str
    detail: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SlotLine:
    """One question of the form, why it was taken, what stands of it, and what it came to where the sitting is graded.

    `ruling` is what an instructor ruled of it ("drop"), or "".
    """

    n: int
    item_id: str
    section: str
    place: int | None
    reason: str
    given: str
    flagged: bool
    points: float | None
    ruling: str


@dataclass(frozen=True, slots=True)
class ActLine:
    """What an instructor did with a sitting, as the record of acts has it; `minutes` is "" where it has none."""

    at: datetime
    actor: str
    act: str
    reason: str
    minutes: str


@dataclass(frozen=True, slots=True)
class SittingView:
    """One sitting with all that is kept of it."""

    at: datetime
    line: SittingLine
    parts: TimeParts
    slots: tuple[SlotLine, ...]
    acts: tuple[ActLine, ...]
    events: tuple[EventLine, ...]
    more_events: bool


@dataclass(frozen=True, slots=True)
class Done:
    """What an act came to for one sitting; `refused` says why it was not carried out, "" where it was."""

    sitting_id: str
    refused: str = ""
