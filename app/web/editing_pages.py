"""The editor's pages: the form of a draft with each fault at its field, its text, its versions, and two texts side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from app.authoring.differences import Row
from app.bank.faults import Fault
from app.grading.feedback import Feedback
from app.items.public import GridForm, PublicVariant
from app.services.authoring.beginning import Shelf
from app.services.authoring.editing_views import BeliefNote, DraftView, VersionLine
from app.services.authoring.previewing import Mistake
from app.services.authoring.sampling import Sample, Sheet
from app.web.form_parts import DraftFormPart
from app.web.forms import RowPart, rows_of
from app.web.pages import Frame


@dataclass(frozen=True, slots=True)
class ToldPart:
    """What a learner reads after the right answer, as the page of feedback has it."""

    question: Markup
    feedback: Feedback
    shown: PublicVariant
    own: bool = True
    reasons: bool = True
    lab: str = ""
    proof_at: str = ""

    @property
    def parts(self) -> bool:
        """Whether the worked page has a second column; the right way has none."""
        return False

    @property
    def line_by_line(self) -> bool:
        """Whether the worked page goes on with the numbers as they are written."""
        return any(matrix.role == "working" for matrix in self.shown.matrices)

    @property
    def rows(self) -> tuple[RowPart, ...]:
        """The rows of a matrix that is typed."""
        return rows_of(self.shown.form)

    @property
    def columns(self) -> tuple[str, ...]:
        """Their columns."""
        form = self.shown.form
        return form.column_names if isinstance(form, GridForm) else ()


@dataclass(frozen=True, slots=True)
class PreviewPart:
    """A question as a learner sees it, and what they are told afterwards; `whole` says whether all of it is written."""

    question: Markup
    form: Markup
    told: Markup
    mistakes: tuple[Mistake, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class DraftPage:
    """A draft: `form` is its form in that view, else its text is the view."""

    frame: Frame
    instructor: str
    view: DraftView
    form: DraftFormPart | None
    preview: PreviewPart | None
    actor: str
    order: int = 0
    fault: str = ""
    actor_fault: str = ""
    unsent: str = ""
    unsaved: bool = False
    style_nonce: str = ""

    @property
    def address(self) -> str:
        """The draft's address."""
        return f"/authoring/drafts/{self.view.draft_id}"

    @property
    def as_yaml(self) -> bool:
        """Whether the text is the view."""
        return self.form is None

    @property
    def here(self) -> str:
        """The address of this view of it."""
        return f"{self.address}?as=yaml" if self.as_yaml else self.address

    @property
    def elsewhere(self) -> Sequence[Fault]:
        """The faults that are at no field of this view."""
        return self.view.checked.faults if self.form is None else self.form.elsewhere

    @property
    def standing(self) -> str:
        """What it is a draft of."""
        if self.view.is_new:
            return "A new question"
        return (
            "A draft of a retired question"
            if self.view.is_retired
            else "A draft beside the published question"
        )


@dataclass(frozen=True, slots=True)
class SamplePart:
    """One variant of the sheet, drawn as a learner sees it; `pin` is what keeps its numbers."""

    sample: Sample
    preview: PreviewPart | None
    pin: str


@dataclass(frozen=True, slots=True)
class SheetPage:
    """Variants of a draft side by side, with the report of refusals."""

    frame: Frame
    instructor: str
    draft_id: str
    item_id: str
    seeds: str
    sheet: Sheet
    samples: tuple[SamplePart, ...]


@dataclass(frozen=True, slots=True)
class BeliefPart:
    """What there is to say of a misconception beside the question that names it."""

    note: BeliefNote | None


@dataclass(frozen=True, slots=True)
class VersionsPage:
    """All saved versions of a draft."""

    frame: Frame
    instructor: str
    draft_id: str
    item_id: str
    version: int
    lines: tuple[VersionLine, ...]
    actor: str


@dataclass(frozen=True, slots=True)
class StalePage:
    """A save that came too late: what was saved meanwhile and what was not, side by side."""

    frame: Frame
    instructor: str
    draft_id: str
    item_id: str
    version: int
    sentence: str
    theirs: str
    mine: str
    rows: tuple[Row, ...]
    actor: str

    @property
    def names(self) -> tuple[str, str]:
        """What the two columns are called."""
        return f"Saved, version {self.version}", "Yours, not saved"


@dataclass(frozen=True, slots=True)
class NewPage:
    """What a new question is to be, or a copy of another one (`of`)."""

    frame: Frame
    instructor: str
    shelf: Shelf
    starters: Sequence[tuple[str, str, str]]
    actor: str
    of: str = ""
    typed: Mapping[str, str] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)

    @property
    def first_fault(self) -> str:
        """The field that is looked at first."""
        return next(iter(self.faults), "")

    @property
    def bank(self) -> str:
        """The bank that is chosen: as typed, else the first one."""
        typed = self.typed.get("bank", "")
        return typed if typed in self.shelf.banks else next(iter(self.shelf.banks), "")
