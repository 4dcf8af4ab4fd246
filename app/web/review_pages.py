"""The instructor's pages of reviews: records that the templates render, and the words for states."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from markupsafe import Markup

from app.authoring.checks.run import RULE
from app.authoring.lines import lines_of
from app.authoring.review import Stage
from app.bank.findings import Finding
from app.services.authoring.bulk import MOST, ManyAct, ManyDone
from app.services.authoring.releasing_views import AnswerLine, Fate, ReleaseDry
from app.services.authoring.reviewing import LONGEST_COMMENT
from app.services.authoring.reviewing_views import CommentLine, ReviewedDraft, WaitingLine
from app.web.pages import Frame
from app.web.ruling_pages import DryRunPage
from app.web.watch_pages import minute

STAGES: Mapping[Stage, str] = {
    Stage.DRAFT: "Draft",
    Stage.IN_REVIEW: "In review",
    Stage.APPROVED: "Approved",
    Stage.PUBLISHED: "Published",
    Stage.RETIRED: "Retired",
}

PART = 200  # answers that are listed at once

NEXT: Mapping[ManyAct, tuple[str, str]] = {
    ManyAct.SUBMIT: ("waiting", "Next, a second person approves them"),
    ManyAct.APPROVE: ("approved", "Next, publish them"),
}


@dataclass(frozen=True, slots=True)
class WaitingPart:
    """A draft that waits, in words."""

    line: WaitingLine

    @property
    def mark(self) -> str:
        """What its box sends: the draft and its version."""
        return f"{self.line.draft.id}:{self.line.draft.version}"

    @property
    def state(self) -> str:
        """What it waits for."""
        approval = self.line.approval
        if approval is None:
            return "for a second person" if self.line.draft.state == "in_review" else "to be submitted"
        alone = "" if approval.second else ", without a second person"
        return f"to be published: approved by {approval.by}{alone}"

    @property
    def since(self) -> str:
        """When it was submitted."""
        return minute(self.line.since)

    @property
    def by(self) -> str:
        """Who wrote it."""
        return ", ".join(self.line.writers)


@dataclass(frozen=True, slots=True)
class ManyTable:
    """Drafts that can all be taken one step further."""

    name: str
    title: str
    act: str
    button: str
    lines: tuple[WaitingPart, ...]


@dataclass(frozen=True, slots=True)
class WaitingPage:
    """What waits for a second person, what waits to be published, and what nobody submitted yet.

    Boxes are ticked where they were, else in the table that `mark` names.
    """

    frame: Frame
    instructor: str
    lone: bool
    actor: str
    lines: tuple[WaitingPart, ...]
    drafts: tuple[WaitingPart, ...]
    mark: str = ""
    of_import: str = ""
    marked: frozenset[str] = frozenset()
    fault: str = ""
    most: int = MOST

    @property
    def narrowed(self) -> str:
        """What the address of a page with the same drafts ends with."""
        return f"&import={self.of_import}" if self.of_import else ""

    @property
    def tables(self) -> tuple[ManyTable, ...]:
        """The tables of drafts, each with the act that takes them further."""
        open_ones = tuple(one for one in self.lines if one.line.approval is None)
        approved = tuple(one for one in self.lines if one.line.approval is not None)
        return (
            ManyTable("waiting", "For a second person", "approve", "Approve the marked ones", open_ones),
            ManyTable("approved", "To be published", "publish", "Publish the marked ones", approved),
            ManyTable("drafts", "Not submitted", "submit", "Submit the marked ones", self.drafts),
        )

    def is_marked(self, table: str, one: WaitingPart, place: int) -> bool:
        """Whether a box is ticked; of a table that is marked as a whole, as many as can be dealt with at once."""
        return one.mark in self.marked or (self.mark == table and place < MOST)


@dataclass(frozen=True, slots=True)
class ManyDonePage:
    """What became of each of many drafts."""

    frame: Frame
    instructor: str
    title: str
    act: ManyAct
    done: tuple[ManyDone, ...]

    @property
    def refused(self) -> tuple[ManyDone, ...]:
        """Those that were left as they are."""
        return tuple(one for one in self.done if one.refused)

    @property
    def carried_out(self) -> tuple[ManyDone, ...]:
        """Those with which it was done."""
        return tuple(one for one in self.done if not one.refused)

    @property
    def in_order(self) -> tuple[ManyDone, ...]:
        """All of them, those first that somebody has to look at."""
        return (*self.refused, *self.carried_out)

    @property
    def next_step(self) -> tuple[str, str]:
        """The table that they wait in now, and what comes next, in words."""
        return NEXT.get(self.act, ("", "")) if self.carried_out else ("", "")


@dataclass(frozen=True, slots=True)
class SaidPart:
    """A comment in words."""

    said: CommentLine

    @property
    def at(self) -> str:
        """When it was written."""
        return minute(self.said.written_at)

    @property
    def settled(self) -> str:
        """When it was settled; "" while it is open."""
        return minute(self.said.settled_at) if self.said.settled_at else ""


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of the draft with what was said at it."""

    number: int
    text: str
    said: tuple[SaidPart, ...]


@dataclass(frozen=True, slots=True)
class ReviewForm:
    """What was typed on the page, and why nothing was done ("" at first), in which form; else what was done last."""

    actor: str
    note: str = ""
    comment: str = ""
    line: str = ""
    fault: str = ""
    of: str = ""
    done: str = ""
    reason: str = ""
    part: int = 1  # of the answers that would move
    approved: bool = False  # just now, by the press that was to publish as well


@dataclass(frozen=True, slots=True)
class DraftReviewPage:
    """One draft under review."""

    frame: Frame
    instructor: str
    view: ReviewedDraft
    form: ReviewForm
    preview: tuple[Markup, Markup] | None
    longest: int = LONGEST_COMMENT

    @property
    def stage(self) -> str:
        """How it stands."""
        return STAGES[self.view.stage]

    @property
    def lines(self) -> tuple[TextLine, ...]:
        """The text line by line."""
        said = [SaidPart(one) for one in self.view.comments]
        return tuple(
            TextLine(number, text, tuple(one for one in said if one.said.line == number))
            for number, text in enumerate(lines_of(self.view.draft.text), 1)
        )

    @property
    def loose(self) -> tuple[SaidPart, ...]:
        """Comments on the whole text, and those whose lines have changed."""
        return tuple(SaidPart(one) for one in self.view.comments if not one.line)

    @property
    def by_rules(self) -> tuple[Finding, ...]:
        """What the writing rules find."""
        return tuple(one for one in self.view.findings if one.rule != RULE)

    @property
    def by_checks(self) -> tuple[Finding, ...]:
        """What the question's own checks find."""
        return tuple(one for one in self.view.findings if one.rule == RULE)

    @property
    def writers(self) -> str:
        """Who wrote it."""
        return ", ".join(self.view.case.writers)

    @property
    def may_approve(self) -> bool:
        """Whether the name in the field could approve it."""
        return self.view.lone or not self.view.case.wrote(self.form.actor)

    @property
    def saved(self) -> str:
        """When its last version was saved."""
        return minute(self.view.draft.saved_at)


FATES: Mapping[Fate, tuple[str, str]] = {
    Fate.AGAIN: ("Grade them again", "by what is right now; each keeps a mark with what it earned before"),
    Fate.FULL: ("Full points", "everybody has its full points, whatever was answered"),
    Fate.DROP: ("Drop the question", "it leaves the total for everybody who was asked the old text"),
    Fate.LEAVE: ("Leave them", "the old text was right about itself"),
}


@dataclass(frozen=True, slots=True)
class MovedPart:
    """One answer of a practice that would move, in words."""

    line: AnswerLine

    @property
    def at(self) -> str:
        """When it was given."""
        return minute(self.line.at)

    @property
    def points(self) -> str:
        """Its points before and after."""
        return f"{self.line.before:.3g} → {self.line.after:.3g}"

    @property
    def right(self) -> str:
        """What becomes of its being right."""
        if self.line.right_before == self.line.right_after:
            return "right, as before" if self.line.right_after else "not right, as before"
        return "right, and was not" if self.line.right_after else "not right any more"


@dataclass(frozen=True, slots=True)
class DryPage:
    """What publishing a changed answer would do, before it is confirmed."""

    frame: Frame
    instructor: str
    dry: ReleaseDry
    form: ReviewForm
    fates: Mapping[Fate, tuple[str, str]] = field(default_factory=lambda: FATES)

    @property
    def address(self) -> str:
        """Where it is confirmed."""
        draft = self.dry.place.draft_id
        return (
            f"/authoring/drafts/{draft}/publish" if draft else f"/authoring/items/{self.dry.item_id}/regrade"
        )

    @property
    def back(self) -> str:
        """Where one came from."""
        draft = self.dry.place.draft_id
        return (
            f"/authoring/drafts/{draft}/review" if draft else f"/authoring/items/{self.dry.item_id}/history"
        )

    @property
    def part(self) -> int:
        """Which part of the answers is listed, from 1."""
        return min(self.form.part, max(1, -(-self.dry.answers.count // PART)))

    @property
    def lines(self) -> tuple[MovedPart, ...]:
        """The answers that would move, part by part."""
        first, last = self._ends(self.part)
        return tuple(MovedPart(one) for one in self.dry.answers.lines[first - 1 : last])

    @property
    def here(self) -> str:
        """Which of them are listed: "201 to 400"."""
        return self._which(self.part)

    @property
    def others(self) -> tuple[tuple[int, str], ...]:
        """The parts before and after, each with the answers that it lists."""
        last = -(-self.dry.answers.count // PART)
        near = (one for one in (self.part - 1, self.part + 1) if 1 <= one <= last)
        return tuple((one, self._which(one)) for one in near)

    def _which(self, part: int) -> str:
        first, last = self._ends(part)
        return f"{first} to {last}" if last > first else str(last)

    def _ends(self, part: int) -> tuple[int, int]:
        return (part - 1) * PART + 1, min(part * PART, self.dry.answers.count)

    @property
    def sittings(self) -> DryRunPage | None:
        """The sittings that would move, as rulings show them."""
        return DryRunPage(self.frame, self.instructor, self.dry.sittings, "") if self.dry.sittings else None
