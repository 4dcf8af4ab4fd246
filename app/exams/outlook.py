"""Which lengths of an exam the banks can fill, said in a sentence for each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.exams.assembly import Refusal, assemble
from app.exams.candidates import Candidate
from app.items.exam import Exam

_SEED = "outlook"  # whether there is a form does not hang on the seed


@dataclass(frozen=True, slots=True)
class Outlook:
    """One length of an exam, and why it cannot be filled; None where it can."""

    exam: Exam
    count: int
    refusal: Refusal | None

    def __str__(self) -> str:
        """The outlook in a sentence, with all that is missing and the need that is nearest to being met."""
        start = f"{self.exam.id}: {self.count} questions in {self.exam.minutes} minutes"
        if self.refusal is None:
            return f"{start} can be filled."
        return f"{start} cannot be filled. {lacking(self.refusal)}"


def lacking(refusal: Refusal) -> str:
    """What a form lacks: the parts without any question, and the part that lacks the fewest."""
    parts = [none_for(refusal.missing)] if refusal.missing else []
    near = refusal.smallest
    have = "none can be asked" if near.found == 0 else f"{near.found} can be asked"
    parts.append(f"The smallest need is that of {near.section.name}: {near.needed} are needed, and {have}.")
    return " ".join(parts)


def none_for(missing: Sequence[str]) -> str:
    """The parts without any question, in a sentence."""
    return f"There is no question for: {'; '.join(missing)}."


def outlooks(
    exams: Sequence[Exam], candidates: Sequence[Candidate], camps: Mapping[str, str]
) -> tuple[Outlook, ...]:
    """Every length of every exam."""
    found = []
    for exam in exams:
        for count in exam.counts:
            form = assemble(exam, count, candidates, camps=camps, seed=_SEED)
            found.append(Outlook(exam, count, form if isinstance(form, Refusal) else None))
    return tuple(found)
