"""What the progress page is made of: plain records without any part of an answer key."""

from dataclasses import dataclass, field
from datetime import datetime

from app.scheduling.bins import Bin
from app.scheduling.confidence import ConfidenceLine
from app.scheduling.evidence import Trend
from app.scheduling.forecast import DueDay, Expected
from app.scheduling.mastery import Mastery
from app.scheduling.memory import DueCounts
from app.services.views import PracticeLine


@dataclass(frozen=True, slots=True)
class Share:
    """The share right of one objective or level."""

    name: str
    mastery: Mastery
    partly: int = 0  # answers that are none of its right ones


@dataclass(frozen=True, slots=True)
class SlipLine:
    """A slip of the misconception map.

    `count` answers are laid to it, `certain` of them beyond doubt; `chances` are the answers since in which it could
    have been made and was not. `practisable` says that questions use it, `in_lab` that the engine can make it.
    """

    slug: str
    name: str
    truth: str
    count: int
    certain: int
    last: datetime
    chances: int
    trend: Trend
    practisable: bool
    in_lab: bool


@dataclass(frozen=True, slots=True)
class SlipTrack:
    """How often one slip was made in each of the bins."""

    name: str
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OverTime:
    """Answers by days or weeks, and the most frequent slips in the same ones; empty without an answer."""

    bins: tuple[Bin, ...] = ()
    answers: tuple[Mastery, ...] = ()
    slips: tuple[SlipTrack, ...] = ()
    partly: tuple[int, ...] = ()  # answers that are partly right, in the same bins


@dataclass(frozen=True, slots=True)
class Ahead:
    """What is due, and what is expected to be known of the remembered questions if nothing is practised."""

    due: DueCounts = field(default_factory=DueCounts)
    days: tuple[DueDay, ...] = ()
    remembered: int = 0
    expected: tuple[Expected, ...] = ()


@dataclass(frozen=True, slots=True)
class ProgressView:
    """The progress page."""

    answered: int
    right: int
    partly: int
    points: float
    by_objective: tuple[Share, ...]
    by_level: tuple[Share, ...]
    slips: tuple[SlipLine, ...]
    practices: tuple[PracticeLine, ...]
    confidence: tuple[ConfidenceLine, ...]
    ahead: Ahead
    over_time: OverTime
    zone: str = "UTC"  # by which days are counted

    @property
    def due(self) -> DueCounts:
        """What is due."""
        return self.ahead.due
