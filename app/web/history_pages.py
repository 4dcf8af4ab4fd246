"""The page of what happened to a question, and the reports of faults in it as they are answered there."""

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from app.authoring.review import item_stage
from app.practice.remarks import LONGEST
from app.services.authoring.history import ItemHistory
from app.services.authoring.releasing_views import ReleaseDry
from app.services.own_views import ReportView, ShownReport
from app.services.views import AuthoringItemView
from app.store.item_history import ItemEventRow
from app.store.item_revisions import RevisionRow
from app.web.own_pages import FAULT_KINDS
from app.web.pages import Frame
from app.web.review_pages import STAGES
from app.web.watch_pages import minute

WHATS: Mapping[str, str] = {
    "synced": "Taken from its file",
    "begun": "Draft begun",
    "saved": "Saved",
    "submitted": "Submitted for review",
    "commented": "Comment",
    "approved": "Approved",
    "sent_back": "Sent back",
    "published": "Published",
    "retired": "Retired",
    "revived": "Revived",
    "imported": "Brought in from a file",
    "undone": "Given up",
    "exported": "Written to a file",
    "conflict": "Changed in its file and here",
    "settled": "Settled",
    "regraded": "Answer changed",
    "answered": "Report of a fault answered",
}
ORIGINS: Mapping[str, str] = {
    "file": "from its file",
    "editor": "from a draft",
    "import": "from a file that was brought in",
    "lab": "from the lab",
}


@dataclass(frozen=True, slots=True)
class EventPart:
    """One event in words."""

    event: ItemEventRow

    @property
    def name(self) -> str:
        """What happened."""
        if self.event.what == "settled" and "comment" in self.event.detail:
            return "Comment settled"
        return WHATS.get(self.event.what, self.event.what)

    @property
    def at(self) -> str:
        """When."""
        return minute(self.event.at)

    @property
    def who(self) -> str:
        """By whom, and whether anything stands behind the name."""
        return self.event.actor if self.event.verified else f"{self.event.actor} (unverified)"

    @property
    def more(self) -> str:
        """What belongs to it besides the note; "" for nothing."""
        detail = self.event.detail
        match self.event.what:
            case "commented" if detail.get("line"):
                return f"At line {detail['line']}: {str(detail.get('quote', '')).strip()}"
            case "approved" | "published" if detail.get("second") is False:
                return "Without a second person"
            case "published" if detail.get("approved_by"):
                return f"Approved by {detail['approved_by']}"
            case "regraded":
                moved = detail.get("moved", 0)
                answers = "answer of a practice has" if moved == 1 else "answers of practices have"
                return f"{moved} {answers} other points"
            case "answered":
                return f"Report {detail.get('report')}"
            case _:
                return ""


@dataclass(frozen=True, slots=True)
class RevisionPart:
    """One revision in words."""

    row: RevisionRow
    is_published: bool

    @property
    def at(self) -> str:
        """When it came."""
        return minute(self.row.created_at)

    @property
    def origin(self) -> str:
        """Where it came from."""
        return ORIGINS.get(self.row.origin, self.row.origin)


@dataclass(frozen=True, slots=True)
class ReportCard:
    """An open report of a fault; its own page has the question exactly as it was shown."""

    report: ReportView

    @property
    def kind(self) -> str:
        """What is said to be wrong."""
        return FAULT_KINDS[self.report.kind]


@dataclass(frozen=True, slots=True)
class AuthoringItemPage:
    """One item: its text, its findings, one variant as a learner sees it, and what learners report of it.

    `alone` says that it was published without a second person, `chosen` what of it was chosen for many when it came in.
    """

    frame: Frame
    instructor: str
    item: AuthoringItemView
    preview: tuple[Markup, Markup] | None
    actor: str
    reports: tuple[ReportCard, ...]
    alone: bool
    chosen: str = ""
    longest: int = LONGEST


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """What happened to a question; `earlier` are answers to earlier texts that what is published judges otherwise."""

    frame: Frame
    instructor: str
    actor: str
    history: ItemHistory
    reports: tuple[ReportCard, ...]
    earlier: ReleaseDry | None = None
    done: str = ""
    fault: str = ""
    longest: int = LONGEST

    @property
    def state(self) -> str:
        """How it stands."""
        history = self.history
        return STAGES[item_stage(published=history.published_id is not None, retired=history.retired)]

    @property
    def events(self) -> tuple[EventPart, ...]:
        """What happened, the last thing first."""
        return tuple(EventPart(one) for one in self.history.events)

    @property
    def revisions(self) -> tuple[RevisionPart, ...]:
        """Its revisions, the last one first."""
        return tuple(RevisionPart(one, one.id == self.history.published_id) for one in self.history.revisions)


def report_cards(found: tuple[ShownReport, ...]) -> tuple[ReportCard, ...]:
    """Open reports."""
    return tuple(ReportCard(one.report) for one in found)


def told_released(done: str) -> str:
    """What publishing came to, from the two numbers in the address; "" for anything else."""
    answers, _, sittings = done.partition("-")
    if not all(one.isascii() and one.isdecimal() and len(one) < 10 for one in (answers, sittings)):
        return ""
    moved = [
        f"{count} {name if count == 1 else name + 's'}"
        for count, name in ((int(answers), "answer"), (int(sittings), "sitting"))
        if count
    ]
    return f"Published. {' and '.join(moved)} got other points." if moved else "Published."
