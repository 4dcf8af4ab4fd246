"""What the pages of exports show: what there is to choose from, what a file would hold, and what becomes of the rest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.authoring.found import Fate
from app.authoring.outgoing.report import OutLine
from app.authoring.outgoing.wish import ExportWish


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing that becomes of a part of some questions: which part, what and why, and of which questions."""

    fate: Fate
    part: str
    why: str
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Questions that are not in the file, for one reason."""

    why: str
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a file would hold: so many questions of the bank as so many in the file, its size, and its report."""

    chosen: int
    questions: int
    size: int
    outcomes: tuple[Outcome, ...]
    left_out: tuple[LeftOut, ...]
    lines: tuple[OutLine, ...]


@dataclass(frozen=True, slots=True)
class ExportView:
    """The page of exports. `unknown` are names that no published question has; `preview` is there once a format is."""

    wish: ExportWish
    banks: tuple[str, ...]
    objectives: Mapping[str, str]
    chosen: int
    unknown: tuple[str, ...] = ()
    preview: Preview | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Download:
    """A file to be saved."""

    name: str
    media: str
    content: bytes


def preview_of(lines: Sequence[OutLine], *, chosen: int, questions: int, size: int) -> Preview:
    """The report with like things told once, what touches most questions first."""
    outcomes: dict[tuple[Fate, str, str], list[str]] = {}
    left_out: dict[str, list[str]] = {}
    for line in lines:
        if line.left_out:
            left_out.setdefault(line.left_out, []).append(line.question)
        for loss in line.losses:
            outcomes.setdefault((loss.fate, str(loss.part), loss.why), []).append(line.question)
    told = [Outcome(*what, tuple(names)) for what, names in outcomes.items()]
    return Preview(
        chosen=chosen,
        questions=questions,
        size=size,
        outcomes=tuple(sorted(told, key=lambda one: (one.fate.value, -len(one.questions), one.part))),
        left_out=tuple(LeftOut(why, tuple(names)) for why, names in left_out.items()),
        lines=tuple(lines),
    )
