"""What an instructor is shown before a changed answer is published: everybody whom it would move, and by how much."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from app.services.exams.ruling_views import DryRun


class Fate(StrEnum):
    """What is to become of answers that were given before their answer key was changed."""

    AGAIN = "again"  # graded again, by what is right now
    FULL = "full"  # full points for everybody: sittings alone
    DROP = "drop"  # the question counts for nobody: sittings alone
    LEAVE = "leave"  # as they are: the old text was right about itself


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to become of answers in practices and in sittings, and why."""

    practice: Fate = Fate.AGAIN
    sittings: Fate = Fate.AGAIN
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """One answer of a practice that would move. The learner is named as the pages of sittings name them."""

    learner_id: int
    at: datetime
    before: float
    after: float
    right_before: bool
    right_after: bool


@dataclass(frozen=True, slots=True)
class AnswersMoved:
    """The answers of practices that would move: how many, of how many learners, and each of them."""

    count: int
    learners: int
    lines: tuple[AnswerLine, ...]
    same: int
    unjudged: int


@dataclass(frozen=True, slots=True)
class Place:
    """The version of a draft that is to be published; none where answers are graded by what is published already."""

    draft_id: str = ""
    version: int = 0


@dataclass(frozen=True, slots=True)
class ReleaseDry:
    """What publishing a draft whose answer is another one would do, or grading by one that is published.

    `sittings` is None where no sitting asks what it was asked before, or where they are left as they are. `can` are the
    fates that sittings may have: they can be graded again where the new text says something about what was asked.
    `standing` says that a ruling is in force, which from now on speaks of the text before alone.
    """

    place: Place
    item_id: str
    wish: Wish
    answers: AnswersMoved
    sittings: DryRun | None
    asked: int
    can: tuple[Fate, ...]
    standing: bool
    digest: str

    @property
    def moves(self) -> bool:
        """Whether anybody would have other points; sittings that a ruling is in force for are settled."""
        sittings = self.sittings is not None and bool(self.sittings.moves) and not self.standing
        return bool(self.answers.count) or sittings


@dataclass(frozen=True, slots=True)
class Released:
    """What was published: the name of the revision, and how many answers and sittings have other points now."""

    item_id: str
    revision_id: str
    second: bool
    answers: int = 0
    sittings: int = 0
