"""What the editor's pages show of a draft."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from app.authoring.checks.tried import Tried
from app.authoring.plan import Plan
from app.authoring.posted import Fields
from app.bank.faults import Fault
from app.bank.findings import Finding
from app.services.authoring.previewing import Preview

Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """What is found in a text: the fields where it can be read, all faults, and what the writing rules say of it.

    `plan` is the form of the text; None where it cannot be read, or is of a kind that has no form. `tried` is what its
    own checks came to, in their order; empty while it has faults.
    """

    text: str
    fields: Fields | None
    plan: Plan | None
    faults: tuple[Fault, ...]
    warnings: tuple[Finding, ...]
    preview: Preview | None
    tried: tuple[Tried, ...] = ()

    @property
    def drawn(self) -> bool:
        """Whether a recipe draws its numbers."""
        return self.fields is not None and "recipe" in self.fields


@dataclass(frozen=True, slots=True)
class BeliefNote:
    """A misconception that a draft names: what is believed, which other questions use it, and how often it led astray.

    `chosen` of `shown` first answers took one of its distractors; None where nothing was counted yet. `taken` says the
    same question by question.
    """

    slug: str
    name: str
    belief: str
    truth: str
    uses: tuple[str, ...]
    more: int = 0
    chosen: int | None = None
    shown: int = 0
    taken: Mapping[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DraftView:
    """A draft as it stands, with what is found in it.

    `choices` are those of fields that choose from what the house has, by the name of the source. `beliefs` are of the
    misconceptions that the text names; `registry` has all of them by theme.
    """

    draft_id: str
    item_id: str
    bank: str
    version: int
    state: str
    author: str
    saved_by: str
    saved_at: datetime
    is_new: bool
    is_retired: bool
    checked: Checked
    choices: Mapping[str, Choices]
    beliefs: Mapping[str, BeliefNote]
    registry: Sequence[tuple[str, Choices]]
    before: int | None  # the version that undoing goes back to
    after: int | None  # the version that an undone text can go forward to


@dataclass(frozen=True, slots=True)
class VersionLine:
    """One version of a draft that was saved."""

    version: int
    actor: str
    saved_at: datetime
    lines: int
    added: int
    removed: int
