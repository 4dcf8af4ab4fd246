"""The pages of a sitting: one frozen record for each, built from what its candidate may see and from nothing else."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from markupsafe import Markup

from app.exams.places import Fill, Reach
from app.exams.warnings import time_left
from app.items.exam import Aid
from app.items.public import ChoiceForm
from app.practice.calculator.lines import is_computed
from app.services.exams.saving import LARGEST
from app.services.exams.showing import PlaceView, QuestionView, SittingView
from app.web.comfort import Comfort
from app.web.forms import given_line
from app.web.holding import sitting_path
from app.web.pages import FormPart, Frame
from app.web.sheets import NOTES_LONGEST, Draft
from app.web.sitting_notices import NOT_SAVED
from app.web.sitting_parts import (
    BarPart,
    PlacePart,
    aids_line,
    bar_part,
    place_part,
    time_of_day,
)

_PAST_WAITING = 1_000  # more changes of one question than any page has waiting
SHOWS = (("all", "All"), ("incomplete", "Incomplete"), ("flagged", "Flagged"))


@dataclass(frozen=True, slots=True)
class BeginPage:
    """The last page before the clock starts."""

    frame: Frame
    title: str
    root: str
    count: int
    limit: str
    one_way: bool
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotesPart:
    """The scratch notes as they stand in a page, and the number that the next change of them takes, by script or by form."""

    text: str
    seq: int
    saved: str
    longest: int = NOTES_LONGEST

    @property
    def form_seq(self) -> int:
        """The number that they take when the form is sent without a script."""
        return by_form(self.seq)


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One question of a running sitting."""

    frame: Frame
    bar: BarPart
    question: Markup
    form: Markup
    seq: int
    spent_ms: int
    choose: int  # how many options may be chosen; 0 where none are
    flagged: bool
    saved: datetime | None
    saved_text: str
    incomplete: str
    previous: bool
    next: bool
    places: tuple[PlacePart, ...]
    one_way: bool
    part: str
    calculator: bool
    notes: NotesPart | None
    aids: str
    draft: str = ""
    stands: str = ""


@dataclass(frozen=True, slots=True)
class NotesPage:
    """The scratch notes on a page of their own."""

    frame: Frame
    bar: BarPart
    notes: NotesPart
    back: int
    draft: str = ""


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """All questions with how they stand, or those of one kind."""

    frame: Frame
    bar: BarPart
    show: str
    filters: tuple[tuple[str, str, int], ...]
    shown: tuple[PlacePart, ...]
    back: int
    notes_allowed: bool

    @property
    def caption(self) -> str:
        """What the table lists."""
        return {"all": "All questions", "incomplete": "Incomplete questions"}.get(
            self.show, "Flagged questions"
        )

    @property
    def none(self) -> str:
        """What is said where there is nothing to list."""
        return "No question is flagged." if self.show == "flagged" else "Every question is answered."


@dataclass(frozen=True, slots=True)
class EndPage:
    """Whether the exam is to be ended; `asked` at the second time."""

    frame: Frame
    bar: BarPart
    asked: bool
    open_places: tuple[PlacePart, ...]
    flagged_places: tuple[PlacePart, ...]

    @property
    def end_label(self) -> str:
        """What the last button says: that the exam ends, and how much of it is unanswered."""
        count = len(self.open_places)
        return f"End the exam with {count} unanswered" if count else "End the exam"


def begin_page(view: SittingView, csrf_token: str) -> BeginPage:
    """The page of a sitting whose clock has not started."""
    one_way = view.parts.one_way
    rules = [
        "Every answer is saved when you go on, and can be changed until the end."
        if not one_way
        else "The exam goes part by part: a part that you leave is closed, and there is no way back to it.",
        "Nothing is said of right or wrong before the end.",
        "What is unanswered earns nothing, and a wrong answer costs nothing.",
        "When the time is up the exam ends by itself with what is saved by then.",
    ]
    aids = aids_line(view)
    return BeginPage(
        frame=Frame(f"Begin: {view.exam.title}", "exams", csrf_token),
        title=view.exam.title,
        root=sitting_path(view.id),
        count=len(view.places),
        limit=time_left(view.limit),
        one_way=one_way,
        rules=(*rules, aids) if aids else tuple(rules),
    )


def form_part(found: QuestionView, draft: Draft | None) -> FormPart:
    """The fields of a question with what stands there, or with what could not be saved."""
    positions, typed = draft.given if draft else found.place.given
    return FormPart(
        shown=found.shown,
        typed=typed,
        positions=frozenset(int(one) for one in positions if one.isascii() and one.isdigit()),
        strikes=Aid.STRIKE_THROUGH in found.sitting.exam.aids,
        struck=found.place.struck,
    )


def sheet_page(
    found: QuestionView,
    comfort: Comfort,
    csrf_token: str,
    *,
    question: Markup,
    form: Markup,
    draft: Draft | None,
) -> SheetPage:
    """The page of one question."""
    view, place = found.sitting, found.place
    at = f"Question {place.n} of {len(view.places)}"
    nth, parts = view.parts.part(place.n)
    asked = found.shown.form
    return SheetPage(
        frame=Frame(f"{at}: {view.exam.title}", "exams", csrf_token),
        bar=bar_part(view, comfort, tail=f"items/{place.n}", at=at, place=place),
        question=question,
        form=form,
        seq=by_form(place.seq + 1),
        spent_ms=place.spent_ms,
        choose=asked.choose if isinstance(asked, ChoiceForm) else 0,
        flagged=place.flagged,
        saved=place.saved_at,
        saved_text=time_of_day(place.saved_at, view.days) if place.saved_at else "",
        incomplete="" if draft else place.message,
        previous=place.n > 1 and view.place(place.n - 1).reach is Reach.HERE,
        next=place.n < len(view.places),
        places=tuple(place_part(one, view.days) for one in view.places),
        one_way=view.parts.one_way,
        part=f"Part {nth} of {parts}" if view.parts.one_way else "",
        calculator=Aid.CALCULATOR in view.exam.aids and is_computed(found.shown),
        notes=notes_part(view, draft.notes if draft else None),
        aids=aids_line(view),
        draft=NOT_SAVED.get(draft.fate, "") if draft else "",
        stands=given_line(asked, place.given) if draft and place.fill is not Fill.OPEN else "",
    )


def by_form(seq: int) -> int:
    """The number of a change by a form without a script: past all that an earlier page's script may have waiting.

    What waits in the browser may come later, and is then older.
    """
    return min(seq + _PAST_WAITING, LARGEST)


def notes_part(view: SittingView, typed: str | None = None) -> NotesPart | None:
    """The scratch notes, or with `typed` what could not be saved of them; None where the exam has none."""
    if Aid.NOTES not in view.exam.aids:
        return None
    saved = time_of_day(view.notes.saved_at, view.days) if view.notes.saved_at else ""
    return NotesPart(view.notes.text if typed is None else typed, view.notes.seq + 1, saved)


def review_page(view: SittingView, comfort: Comfort, csrf_token: str, *, show: str) -> ReviewPage:
    """All questions, or those of one kind: incomplete ones, or flagged ones."""
    lists = {
        "all": view.places,
        "incomplete": tuple(place for place in view.places if place.fill is not Fill.ANSWERED),
        "flagged": tuple(place for place in view.places if place.flagged),
    }
    show = show if show in lists else "all"
    return ReviewPage(
        frame=Frame(f"Review: {view.exam.title}", "exams", csrf_token),
        bar=bar_part(view, comfort, tail=f"review?show={show}", at="Review"),
        show=show,
        filters=tuple((value, name, len(lists[value])) for value, name in SHOWS),
        shown=_parts(view, lists[show]),
        back=view.first.n,
        notes_allowed=Aid.NOTES in view.exam.aids,
    )


def end_page(view: SittingView, comfort: Comfort, csrf_token: str, *, asked: bool) -> EndPage:
    """The page that asks whether to end, for the first or for the second time."""
    tail = "end?asked=once" if asked else "end"
    title = "End the exam now?" if asked else "End the exam?"
    return EndPage(
        frame=Frame(f"{title} {view.exam.title}", "exams", csrf_token),
        bar=bar_part(view, comfort, tail=tail, at="The end"),
        asked=asked,
        open_places=_parts(view, (place for place in view.places if place.fill is not Fill.ANSWERED)),
        flagged_places=_parts(view, (place for place in view.places if place.flagged)),
    )


def notes_page(
    view: SittingView, comfort: Comfort, csrf_token: str, *, draft: Draft | None
) -> NotesPage | None:
    """The page of the scratch notes; None where the exam has none."""
    notes = notes_part(view, draft.notes if draft else None)
    if notes is None:
        return None
    return NotesPage(
        frame=Frame(f"Scratch notes: {view.exam.title}", "exams", csrf_token),
        bar=bar_part(view, comfort, tail="notes", at="Scratch notes"),
        notes=notes,
        back=view.first.n,
        draft=NOT_SAVED.get(draft.fate, "") if draft else "",
    )


def _parts(view: SittingView, places: Iterable[PlaceView]) -> tuple[PlacePart, ...]:
    return tuple(place_part(place, view.days) for place in places)
