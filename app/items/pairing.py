"""The parts of matching and ordering items as their author wrote them, with what may be seen only after answering."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MatchPrompt:
    """One thing to be matched. `id` is stable over revisions and never shown.

    `choice` is the id of the choice that belongs with it, and `rationale` says why.
    """

    id: str
    text: str  # Markdown with $…$
    choice: str
    rationale: str


@dataclass(frozen=True, slots=True)
class MatchChoice:
    """What can be matched to a prompt; `id` as in a prompt.

    `misconception` and `rationale` stand behind every wrong pair with this choice for which no cell says otherwise.
    """

    id: str
    text: str  # Markdown with $…$
    misconception: str | None = None
    rationale: str | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One wrong pair with a misconception and a rationale of its own."""

    prompt: str
    choice: str
    misconception: str
    rationale: str


@dataclass(frozen=True, slots=True)
class OrderEntry:
    """One entry of an ordering. `id` is stable over revisions and never shown; `rationale` says why it stands there."""

    id: str
    text: str  # Markdown with $…$
    rationale: str


@dataclass(frozen=True, slots=True)
class Reversal:
    """What one believes who puts the entry `later` before the entry `earlier`, and why that is not so."""

    earlier: str
    later: str
    misconception: str
    rationale: str
