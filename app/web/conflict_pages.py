"""The pages of conflicts between files and database, and of any two states of a question side by side."""

from dataclasses import dataclass

from app.services.authoring.comparing import DRAFT, ComparisonView, StateLine
from app.services.authoring.conflicts import ConflictLine, ConflictView
from app.web.pages import Frame

_ORIGINS = {"file": "from its file", "editor": "written here", "import": "brought in", "lab": "from the lab"}


@dataclass(frozen=True, slots=True)
class ConflictsPage:
    """All that waits for a decision: questions, banks and misconceptions; `done` says what was just decided."""

    frame: Frame
    instructor: str
    lines: tuple[ConflictLine, ...]
    entries: tuple[tuple[str, str], ...] = ()
    done: str = ""


@dataclass(frozen=True, slots=True)
class ConflictPage:
    """Both texts of one question with the ways to settle it; `fault` is why nothing was done."""

    frame: Frame
    instructor: str
    view: ConflictView
    actor: str
    fault: str = ""
    stands_in_the_way: tuple[str, ...] = ()
    names: tuple[str, str] = ("The file", "Published here")

    @property
    def what(self) -> str:
        """What happened, in a sentence."""
        line = self.view.line
        if line.file_gone:
            return "The question was changed here, and its file was deleted."
        if line.retired:
            return "The question was retired here, and its file was changed."
        return "The question was changed here, and its file was changed too, in another way."


@dataclass(frozen=True, slots=True)
class DiffPage:
    """Two states of a question."""

    frame: Frame
    instructor: str
    view: ComparisonView

    @property
    def names(self) -> tuple[str, str]:
        """What the two columns are called."""
        return _short(self.view.left), _short(self.view.right)

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """All states with their names in words."""
        return tuple((one.name, state_name(one)) for one in self.view.states)


def state_name(state: StateLine) -> str:
    """A state in words."""
    by = f", {state.author}" if state.author and state.origin != "file" else ""
    when = f"{state.at:%Y-%m-%d %H:%M} UTC"
    if state.name == DRAFT:
        return f"The draft, saved {when}{by}"
    published = "published, " if state.published else ""
    return f"{when}, {published}{_ORIGINS.get(state.origin, state.origin)}{by} ({state.name[:8]})"


def _short(state: StateLine) -> str:
    return "The draft" if state.name == DRAFT else f"{state.at:%Y-%m-%d %H:%M} ({state.name[:8]})"
