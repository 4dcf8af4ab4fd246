"""What the report of a sitting is made of: plain records, of which what may not be seen was never filled in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from app.exams.changes import Changed, Shift
from app.exams.interval import Difference, Span
from app.exams.pacing import Pacing, Spending
from app.exams.receipt import Receipt
from app.exams.report import Group, Score
from app.exams.review import Parts
from app.exams.ruling import Tally, What
from app.grading.feedback import Feedback
from app.grading.result import Verdict
from app.items.exam import Exam
from app.items.public import PublicVariant
from app.services.views import Given


@dataclass(frozen=True, slots=True)
class SlipLine:
    """A slip that was certainly made, with the questions that show it."""

    slug: str
    name: str
    truth: str
    questions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ItemLine:
    """One question. What may not be seen is None or empty: `correct`, `verdict`, `points`, `shift`, and where it belongs."""

    n: int
    title: str
    answered: bool
    flagged: bool
    spent: timedelta
    ruling: What | None = None
    section: str = ""
    objective: str = ""
    correct: bool | None = None
    verdict: Verdict | None = None
    points: float | None = None
    shift: Shift | None = None


@dataclass(frozen=True, slots=True)
class EarlierLine:
    """An earlier sitting of the same exam whose points may be seen; `again` counts questions that both asked."""

    sitting_id: str
    finished: datetime
    count: int
    tally: Tally
    span: Span
    reached: bool
    again: int


@dataclass(frozen=True, slots=True)
class NoticeLine:
    """What the candidate is told about the sitting."""

    at: datetime
    sentence: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class RulingLine:
    """What an instructor ruled of a question; the reason only where it may say what is right."""

    n: int
    what: What
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReportView:
    """The report. `waiting` are the parts that an instructor has still to release; moments are the learner's own.

    `score`, `sections` and `objectives` belong to the points, `changed` to what was given, `slips` to that and reasons.
    `difference` is that to the last of the `earlier` sittings. `practisable` counts the missed questions that can be
    practised now.
    """

    sitting_id: str
    exam: Exam
    parts: Parts
    waiting: Parts
    started: datetime
    finished: datetime
    zone: str
    spending: Spending
    pacing: Pacing
    reopened: bool
    items: tuple[ItemLine, ...]
    receipt: Receipt
    ended_by: str = ""
    brought_in: bool = False  # from a file: nobody here saw its clock, and there is no receipt of it
    rulings: tuple[RulingLine, ...] = ()
    notices: tuple[NoticeLine, ...] = ()
    score: Score | None = None
    sections: tuple[Group, ...] = ()
    objectives: tuple[Group, ...] = ()
    wordings: Mapping[str, str] = field(default_factory=dict)  # of objectives, by number
    slips: tuple[SlipLine, ...] | None = None
    changed: Changed | None = None
    earlier: tuple[EarlierLine, ...] = ()
    difference: Difference | None = None
    practisable: int = 0

    @property
    def count(self) -> int:
        """How many questions were asked."""
        return len(self.items)

    @property
    def answered(self) -> int:
        """How many of them were answered."""
        return sum(one.answered for one in self.items)

    @property
    def missed(self) -> tuple[int, ...]:
        """The questions that are known not to be wholly right."""
        return tuple(one.n for one in self.items if one.correct is False)


@dataclass(frozen=True, slots=True)
class ReviewView:
    """One question looked back at.

    `given` is None where it may not be seen, and so are `correct` and `points`. `feedback` is None unless the right
    answer may be seen; `own` says that it explains what the candidate gave, and not the right answer. `accepted` are
    the positions of the options that count as right by a ruling.
    """

    sitting_id: str
    exam_title: str
    parts: Parts
    line: ItemLine
    share: timedelta
    variant_id: str
    shown: PublicVariant
    numbers: tuple[int, ...]  # of the questions that one goes through, in order
    wrong_only: bool
    given: Given | None = None
    feedback: Feedback | None = None
    own: bool = False
    reason: str = ""
    accepted: tuple[int, ...] = ()
    lab: str = ""
    experiment: tuple[str, str] | None = None
    recipe: str = ""

    @property
    def before(self) -> int | None:
        """The question before this one."""
        return max((n for n in self.numbers if n < self.line.n), default=None)

    @property
    def after(self) -> int | None:
        """The question behind this one."""
        return min((n for n in self.numbers if n > self.line.n), default=None)
