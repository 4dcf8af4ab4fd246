"""The pages of remarks and of one's own data: records that the templates render and nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from app.practice.remarks import LONGEST, FaultKind
from app.services.own_limits import LARGEST_MB
from app.services.own_views import Imported, RemarkLine, RemarksView, ReportView
from app.services.views import Place
from app.web.pages import Frame

FAULT_KINDS: Mapping[FaultKind, str] = {
    FaultKind.ANSWER: "What is called right is not right",
    FaultKind.UNCLEAR: "It can be read in more than one way",
    FaultKind.WORDING: "A mistake in the words or numbers",
    FaultKind.DISPLAY: "It is not shown as it should be",
    FaultKind.OTHER: "Something else",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """A remark that was refused: which one ("flag", "note" or "report"), why, and what was chosen and typed."""

    of: str = ""
    sentence: str = ""
    kind: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class RemarksPart:
    """Below a question: its flag, the note to oneself and, once it is answered, reports of faults.

    While it can be answered, flag and note belong to the form of the answer (`beside` is its id), so that what is typed
    there comes along and back.
    """

    place: Place
    csrf_token: str
    remarks: RemarksView
    answered: bool
    refusal: Refusal = Refusal()
    beside: str = ""
    typed: str = ""  # a note that is not saved yet
    longest: int = LONGEST
    kinds: tuple[tuple[FaultKind, str], ...] = tuple(FAULT_KINDS.items())

    @property
    def note(self) -> str:
        """The note, or what was typed in its place and refused, or not saved yet."""
        return self.refusal.text if self.refusal.of == "note" else self.typed or self.remarks.note

    def kind_name(self, kind: FaultKind) -> str:
        """A kind of fault in words."""
        return FAULT_KINDS[kind]


@dataclass(frozen=True, slots=True)
class OwnPart:
    """On the progress page: what was flagged and noted, and the ways to take one's data along or away."""

    csrf_token: str
    lines: tuple[RemarkLine, ...]
    is_known: bool


@dataclass(frozen=True, slots=True)
class ImportPage:
    """Choose a file to bring in; what the last one did, or all that is wrong with this one."""

    frame: Frame
    done: Imported | None = None
    problems: tuple[str, ...] = ()
    more: int = 0
    largest: int = LARGEST_MB


@dataclass(frozen=True, slots=True)
class ForgetPage:
    """What goes and what stays, with one box to tick."""

    frame: Frame
    fault: str = ""


@dataclass(frozen=True, slots=True)
class ForgottenPage:
    """It is done."""

    frame: Frame


@dataclass(frozen=True, slots=True)
class ReportsPage:
    """All reports, for the instructor."""

    frame: Frame
    instructor: str
    reports: tuple[ReportView, ...]
    names: Mapping[FaultKind, str]


@dataclass(frozen=True, slots=True)
class ReportPage:
    """One report with the question as it was shown, for the instructor."""

    frame: Frame
    instructor: str
    report: ReportView
    kind: str
    preview: tuple[Markup, Markup]
    answer: str = ""  # what stands in the field
    fault: str = ""
    beside: str = ""
    typed: str = ""  # a note that is not saved yet
    longest: int = LONGEST
