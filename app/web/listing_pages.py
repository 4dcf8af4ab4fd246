"""The pages of the list of all questions: its lines in words, what it can be narrowed by, and what is done to many."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.authoring.listing import Hardness, Noted, Sort, Standing, Wish
from app.items.item import Kind
from app.services.authoring.listing import Line, ListView
from app.web.pages import Frame
from app.web.words import ITEM_KINDS

ADDRESS = "/authoring/items"
STANDINGS: Mapping[Standing, str] = {
    Standing.PUBLISHED: "Published",
    Standing.DRAFT: "Draft",
    Standing.IN_REVIEW: "In review",
    Standing.RETIRED: "Retired",
}
HARDNESSES: Mapping[Hardness, str] = {
    Hardness.EASY: "Easy: 0.75 and more right",
    Hardness.MIDDLE: "Middle",
    Hardness.HARD: "Hard: less than 0.5 right",
}
NOTES: Mapping[Noted, str] = {
    Noted.REPORTED: "A fault is reported",
    Noted.FLAGGED: "Flagged by learners",
    Noted.SUSPICIOUS: "Suspicious answers",
    Noted.WEAK: "Tells little apart (below 0.2)",
    Noted.EASY: "Right more often than 90 %",
    Noted.HARD: "Right less often than 30 %",
    Noted.UNANSWERED: "Not answered yet",
}
SORTS: Mapping[Sort, str] = {
    Sort.NAME: "Name",
    Sort.CHANGED: "Last change",
    Sort.DIFFICULTY: "Difficulty, hardest first",
    Sort.FACILITY: "Share right, lowest first",
    Sort.DISCRIMINATION: "Discrimination, weakest first",
    Sort.REPORTS: "Open reports",
}
Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class LinePart:
    """One line of the list."""

    line: Line

    @property
    def address(self) -> str:
        """Where the question is looked at: its own page, or of a new one its draft."""
        line = self.line
        return f"{ADDRESS}/{line.item_id}" if line.published else f"/authoring/drafts/{line.draft_id}"

    @property
    def standing(self) -> str:
        """Where it stands, in words."""
        line = self.line
        draft = {"draft": "draft", "in_review": "in review"}.get(line.draft_state or "", "")
        if not line.published:
            return draft.capitalize()
        stands = "Retired" if line.retired else "Published"
        return f"{stands}, {draft}" if draft else stands

    @property
    def kind(self) -> str:
        """How it is answered, in words."""
        known = next((one for one in Kind if one == self.line.kind), None)
        return ITEM_KINDS[known] if known else self.line.kind or "–"

    @property
    def title(self) -> str:
        """What it asks, or by which recipe."""
        return self.line.title or (f"Recipe {self.line.recipe}" if self.line.recipe else "No text yet")

    @property
    def answers(self) -> str:
        """What the answers say of it, in short."""
        line = self.line
        parts = []
        if line.responses and line.facility is not None:
            parts.append(f"{line.facility:.2f} right of {line.responses}")
        if line.discrimination is not None:
            parts.append(f"discrimination {line.discrimination:.2f}".replace("-", "−"))
        return ", ".join(parts)

    @property
    def notes(self) -> tuple[str, ...]:
        """What wants a look."""
        line = self.line
        found = []
        if line.reports:
            found.append(f"{line.reports} open report{'' if line.reports == 1 else 's'}")
        if line.flags:
            found.append(f"flagged by {line.flags}")
        if line.suspicion:
            found.append(line.suspicion.replace("_", " "))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class ItemsPage:
    """One page of the list with its filters."""

    frame: Frame
    instructor: str
    view: ListView
    lines: tuple[LinePart, ...]
    fault: str = ""
    marked: frozenset[str] = frozenset()
    actor: str = ""

    @property
    def wish(self) -> Wish:
        """What the list is narrowed by."""
        return self.view.wish

    @property
    def selects(self) -> tuple[tuple[str, str, str, Choices], ...]:
        """The filters that are chosen from: name, label, what is chosen, and the choices."""
        wish, view = self.wish, self.view
        return (
            ("status", "Status", wish.standing or "", tuple(STANDINGS.items())),
            ("bank", "Bank", wish.bank, tuple((name, name) for name in view.banks)),
            ("kind", "Kind", wish.kind, tuple((kind.value, name) for kind, name in ITEM_KINDS.items())),
            (
                "objective",
                "Objective",
                wish.objective,
                tuple((n, f"{n} {text}"[:80]) for n, text in view.objectives.items()),
            ),
            ("misconception", "Misconception", wish.misconception, _by_name(view.misconceptions)),
            ("difficulty", "Difficulty", wish.hardness or "", tuple(HARDNESSES.items())),
            ("noted", "Learners and answers", wish.noted or "", tuple(NOTES.items())),
        )

    @property
    def filtered(self) -> bool:
        """Whether anything but words was chosen."""
        return replace(self.wish, words="", page=1) != Wish()

    @property
    def sorts(self) -> Choices:
        """The orders that there are."""
        return tuple(SORTS.items())

    @property
    def counted(self) -> str:
        """How many there are, and which are shown."""
        total = self.view.total
        if total == 0:
            return "No question is in this list."
        what = f"{total:,} question{'' if total == 1 else 's'}"
        last = self.view.first + len(self.lines) - 1
        return what if len(self.lines) == total else f"{self.view.first:,} to {last:,} of {what}"

    def at(self, page: int) -> str:
        """The address of a page of this list."""
        asked = self.wish.at(page).address
        return f"{ADDRESS}?{asked}" if asked else ADDRESS


def _by_name(names: Mapping[str, str]) -> Choices:
    return tuple(
        sorted(
            ((slug, name.replace("$", "")) for slug, name in names.items()), key=lambda one: one[1].lower()
        )
    )
