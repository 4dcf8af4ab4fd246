"""What the services of remarks and of one's own data hand to the pages; nothing here is part of an answer key."""

from dataclasses import dataclass
from datetime import datetime

from app.items.public import PublicVariant
from app.practice.remarks import FaultKind


@dataclass(frozen=True, slots=True)
class ReportView:
    """A report of a fault with what was answered. `answer` is "" while there is none."""

    report_id: int
    item_id: str
    kind: FaultKind
    text: str
    reported: datetime
    answer: str
    answered_by: str
    answered: datetime | None
    closed: bool


@dataclass(frozen=True, slots=True)
class ShownReport:
    """A report with the question as it was shown."""

    report: ReportView
    variant: PublicVariant


@dataclass(frozen=True, slots=True)
class RemarksView:
    """What one learner remarked on one question."""

    flagged: bool
    note: str
    reports: tuple[ReportView, ...]


@dataclass(frozen=True, slots=True)
class RemarkLine:
    """An item that a learner flagged or wrote a note on; where they met it last, if they did."""

    title: str
    flagged: datetime | None
    note: str
    written: datetime | None
    practice_id: str | None
    n: int | None
    answered: bool


@dataclass(frozen=True, slots=True)
class Export:
    """A file to be saved: its name, what kind of file it is, and what is in it."""

    name: str
    media: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: answers that are new here, that were here already, and that have no question here.

    `other` counts new flags, notes and memories; `reports` those reports that stay where they were made. Of sittings of
    exams, `sittings` are new here, `sittings_open` are still open where the file was made, and `sittings_left_out` have
    an exam or questions that are not here, or answers that their exam does not show.
    """

    new: int = 0
    known: int = 0
    left_out: int = 0
    other: int = 0
    reports: int = 0
    sittings: int = 0
    sittings_known: int = 0
    sittings_open: int = 0
    sittings_left_out: int = 0


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file that was not imported, with all that is wrong with it, each named by its path; `more` were not listed."""

    problems: tuple[str, ...]
    more: int = 0
