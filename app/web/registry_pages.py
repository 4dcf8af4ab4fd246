"""The pages on which instructors make and change banks and misconceptions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.services.authoring.registry import EntryView, RegistryLine, Sort
from app.web.pages import Frame


@dataclass(frozen=True, slots=True)
class EntryInput:
    """A field of an entry's form: its label, whether it has more lines, and what is said below it."""

    name: str
    label: str
    hint: str
    long: bool = False
    fixed: bool = False  # once the entry is there
    values: tuple[str, ...] = ()  # that are offered


THEME = "further"  # of misconceptions that nobody put elsewhere
_BANK = (
    EntryInput("title", "Title", "What the bank is called on pages."),
    EntryInput(
        "id",
        "Name",
        "Small letters, digits and hyphens, such as linear-algebra; left empty it is made of the title. It names the bank for good.",
        fixed=True,
    ),
    EntryInput(
        "description", "Description", "What its questions are about, in a sentence or two.", long=True
    ),
    EntryInput("licence", "Licence", "Under which its questions may be used, such as CC BY 4.0."),
)
_MISCONCEPTION = (
    EntryInput(
        "belief", "What they believe", "One sentence that says what somebody believes or does who errs so.", long=True
    ),
    EntryInput("truth", "What is so", "One or two sentences. Learners read them beside the belief.", long=True),
    EntryInput("name", "What it is called", "A few words, such as Missing scale."),
    EntryInput(
        "slug", "Name", "Small letters, digits and hyphens, such as missing-scale; left empty it is made of what it is called. It names the misconception for good.",
        fixed=True,
    ),
    EntryInput("theme", "Theme", f"What it belongs to. Choose one that there is, or write another one; left empty it is {THEME}.", fixed=True),
)  # fmt: skip
INPUTS: Mapping[Sort, tuple[EntryInput, ...]] = {"bank": _BANK, "misconception": _MISCONCEPTION}


@dataclass(frozen=True, slots=True)
class RegistryPage:
    """All misconceptions by theme."""

    frame: Frame
    instructor: str
    themes: Sequence[tuple[str, Sequence[RegistryLine]]]
    conflicts: int


@dataclass(frozen=True, slots=True)
class EntryPage:
    """A bank or a misconception, new or as it stands (`view`), with what was typed and what is wrong with it."""

    frame: Frame
    instructor: str
    sort: Sort
    inputs: Sequence[EntryInput]
    typed: Mapping[str, str]
    actor: str
    view: EntryView | None = None
    faults: Mapping[str, str] = field(default_factory=dict)
    fault: str = ""
    draft: str = ""  # to go back to
    place: str = ""  # the field of it that this is made for
    themes: Sequence[str] = ()
    saved: bool = False

    @property
    def address(self) -> str:
        """Where the form goes to."""
        if self.sort == "bank":
            return f"/authoring/banks/{self.view.name}/about" if self.view else "/authoring/banks/new"
        return f"/authoring/registry/{self.view.name}" if self.view else "/authoring/registry/new"

    @property
    def first_fault(self) -> str:
        """The field that is looked at first: one with a fault, and the first one of what is new."""
        first = "" if self.view or self.fault else self.inputs[0].name
        return next((one.name for one in self.inputs if one.name in self.faults), first)

    @property
    def beside(self) -> Mapping[str, str]:
        """What stands at the fields that were typed otherwise, where somebody else wrote meanwhile."""
        if self.view is None or not self.fault:
            return {}
        return {name: text for name, text in self.view.fields.items() if self.typed.get(name, text) != text}
