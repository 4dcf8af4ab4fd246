"""What instructors are shown of reviews: what waits, one draft with all that is to be said of it, and its comments."""

from dataclasses import dataclass
from datetime import datetime

from app.authoring.lines import ComparedLine
from app.authoring.review import Approval, Case, Stage
from app.bank.faults import Fault
from app.bank.findings import Finding
from app.items.public import PublicVariant
from app.store.drafts import DraftRow


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """A draft in review: whose it is, since when it waits, and who approved it as it stands, if anybody did."""

    draft: DraftRow
    writers: tuple[str, ...]
    since: datetime
    submitted_by: str
    approval: Approval | None
    open_comments: int
    is_new: bool  # nothing of the item is published yet


@dataclass(frozen=True, slots=True)
class CommentLine:
    """A comment where it stands in the text as it is now.

    `line` is 0 for the whole text, and None where the line that it was written at has changed; `quote` is what stood
    there then. `version` is the one that it was written for.
    """

    comment_id: int
    line: int | None
    quote: str
    version: int
    text: str
    actor: str
    written_at: datetime
    settled_at: datetime | None
    settled_by: str


@dataclass(frozen=True, slots=True)
class RightLine:
    """One part of what is right: an option, a pair or an entry, whether it is right, why, and the slip behind it."""

    text: str
    right: bool
    why: str
    slip: str


@dataclass(frozen=True, slots=True)
class ReviewedDraft:
    """One draft under review, with the text that is published beside it.

    `shown` is a variant as a learner would see it, and `right` what they would be told after answering; both are empty
    while the text has faults, and `shown` where a computation has still to draw its numbers. `changes_answer` says
    that an answer given to the published text could earn something else by this one. `base_moved` says that something
    else was published since the draft was begun.
    """

    draft: DraftRow
    case: Case
    lone: bool
    published: str | None
    published_id: str | None
    compared: tuple[ComparedLine, ...]
    faults: tuple[Fault, ...]
    findings: tuple[Finding, ...]
    comments: tuple[CommentLine, ...]
    shown: PublicVariant | None
    right: tuple[RightLine, ...]
    is_computed: bool
    checks: int  # that its author wrote; those that follow from it by itself come besides
    changes_answer: bool
    base_moved: bool

    @property
    def stage(self) -> Stage:
        """How the draft stands."""
        return self.case.stage

    @property
    def open_comments(self) -> int:
        """How many comments nobody has settled."""
        return sum(one.settled_at is None for one in self.comments)
