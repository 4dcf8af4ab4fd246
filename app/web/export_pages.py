"""The page of exports: what is chosen, in which format, and what becomes of each part of the questions."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from app.authoring.found import Fate
from app.authoring.outgoing.formats import FORMATS, ExportFormat, FormatKind
from app.authoring.outgoing.report import OutLine
from app.authoring.outgoing.wish import MOST_VARIANTS, ExportWish
from app.services.authoring.export_views import ExportView, Outcome, Preview
from app.web.pages import Frame
from app.web.words import ITEM_KINDS

_FATES = {Fate.CHANGED: "changed", Fate.DROPPED: "dropped"}
_SHOWN = 60  # names of questions in a list; the report as a sheet has all of them
Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OutcomePart:
    """One line of the report: a part, what becomes of it, why, and of how many questions."""

    outcome: Outcome

    @property
    def fate(self) -> str:
        """What becomes of it, in a word."""
        return _FATES[self.outcome.fate]

    @property
    def names(self) -> tuple[str, ...]:
        """The first of the questions."""
        return self.outcome.questions[:_SHOWN]

    @property
    def more(self) -> int:
        """How many questions are not named here."""
        return max(0, len(self.outcome.questions) - _SHOWN)


@dataclass(frozen=True, slots=True)
class ExportPage:
    """The choices, and the report of what they lead to."""

    frame: Frame
    instructor: str
    view: ExportView
    actor: str
    fault: str = ""

    most: int = MOST_VARIANTS

    @property
    def wish(self) -> ExportWish:
        """What is asked for."""
        return self.view.wish

    @property
    def selects(self) -> tuple[tuple[str, str, str, Choices], ...]:
        """What is chosen from: name, label, what is chosen, and the choices."""
        listed, view = self.wish.listed, self.view
        return (
            ("bank", "Bank", listed.bank, tuple((name, name) for name in view.banks)),
            (
                "objective",
                "Objective",
                listed.objective,
                tuple((n, f"{n} {text}"[:80]) for n, text in view.objectives.items()),
            ),
            ("kind", "Kind", listed.kind, tuple((kind.value, name) for kind, name in ITEM_KINDS.items())),
        )

    @property
    def formats(self) -> tuple[tuple[str, FormatKind], ...]:
        """Every format, with what it is good for."""
        return tuple((one.value, kind) for one, kind in FORMATS.items())

    @property
    def chosen_format(self) -> FormatKind | None:
        """The format that is chosen."""
        return FORMATS[self.wish.format] if self.wish.format else None

    @property
    def keeps_recipes(self) -> bool:
        """Whether recipes leave as recipes."""
        return self.wish.format is ExportFormat.FILES

    @property
    def outcomes(self) -> tuple[OutcomePart, ...]:
        """The lines of the report."""
        preview = self.view.preview
        return tuple(map(OutcomePart, preview.outcomes)) if preview else ()

    @property
    def whole(self) -> tuple[str, ...]:
        """The parts that every question in the file keeps as they are."""
        preview = self.view.preview
        return _kept_by_all(preview) if preview else ()

    @property
    def size(self) -> str:
        """The size of the file, in words."""
        size = self.view.preview.size if self.view.preview else 0
        return f"{size / 1024:.0f} KB" if size < 1024**2 else f"{size / 1024**2:.1f} MB"

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The choices as hidden fields of the button that saves the file."""
        return self.wish.fields()


def _kept_by_all(preview: Preview) -> tuple[str, ...]:
    lines = [line for line in preview.lines if not line.left_out]
    touched = {str(outcome.part) for outcome in preview.outcomes}
    parts = dict.fromkeys(str(part) for line in lines for part in line.kept)
    return tuple(part for part in parts if part not in touched)


def report_sheet(lines: Sequence[OutLine]) -> bytes:
    """The report question by question, as a sheet."""
    sheet = io.StringIO(newline="")
    writer = csv.writer(sheet)
    writer.writerow(("question", "what", "part", "why"))
    for line in lines:
        if line.left_out:
            writer.writerow((line.question, "left out", "", line.left_out))
            continue
        writer.writerow((line.question, "kept", "; ".join(map(str, line.kept)), ""))
        writer.writerows((line.question, _FATES[one.fate], str(one.part), one.why) for one in line.losses)
    return sheet.getvalue().encode()
