"""What an export keeps of each question, what it changes or drops, and why."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from app.authoring.found import Fate, Loss


@dataclass(frozen=True, slots=True)
class OutLine:
    """One question in a file: the parts that are in it as they were, and what became of the others.

    `left_out` is the sentence that says why the whole question is not in the file; empty where it is.
    """

    question: str
    kept: tuple[str, ...] = ()
    losses: tuple[Loss, ...] = ()
    left_out: str = ""


@dataclass(frozen=True, slots=True)
class OutFile:
    """A finished file with its report; `questions` counts what is in it under names of its own."""

    content: bytes
    lines: tuple[OutLine, ...]
    questions: int


@dataclass(slots=True)
class Ledger:
    """What is noted of one question while it is written."""

    losses: list[Loss] = field(default_factory=list)

    def changed(self, part: str, why: str) -> None:
        """Note that a part is in the file, but not as it was."""
        self._note(Loss(Fate.CHANGED, part, why))

    def dropped(self, part: str, why: str) -> None:
        """Note that a part is not in the file."""
        self._note(Loss(Fate.DROPPED, part, why))

    def _note(self, loss: Loss) -> None:
        if loss not in self.losses:
            self.losses.append(loss)

    def line(self, question: str, parts: Iterable[str]) -> OutLine:
        """The report of a question that has these parts."""
        touched = {loss.part for loss in self.losses}
        return OutLine(question, tuple(part for part in parts if part not in touched), tuple(self.losses))
