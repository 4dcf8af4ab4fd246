"""One frozen record per page, built from the services' views; templates render these and nothing else.

This module sees what a learner may see (`items.public` and the views) and never an answer key.
"""

from dataclasses import dataclass
from datetime import datetime

from markupsafe import Markup

from app.grading.counts import letter
from app.grading.feedback import Feedback, Verdict
from app.grading.response import FieldFault
from app.items.public import ChoiceForm, GridForm, MatchingForm, OrderingForm, PublicVariant, StepsForm
from app.practice.calculator.lines import is_computed
from app.scheduling.rating import Confidence
from app.services.authoring.covering import CoverView
from app.services.exams.catalogue import SatLine
from app.services.views import (
    BankLine,
    FeedbackView,
    HomeView,
    ItemView,
    Place,
    SummaryView,
)
from app.web.carried import Carried
from app.web.forms import RowPart, StepPart, form_kind, given_line, rows_of, steps_of, where
from app.web.words import LEVELS, choice_fields, day, lesson_section, said_of, time_left, times

NOTHING = Markup()


@dataclass(frozen=True, slots=True)
class Frame:
    """What surrounds every page: its title, the room of the site that it lies in, and the token of its forms."""

    title: str
    section: str = ""
    csrf_token: str = ""


@dataclass(frozen=True, slots=True)
class FormPart:
    """The fields to answer, with what was given so far and why a field could not be read."""

    shown: PublicVariant
    typed: tuple[str, ...] = ()
    positions: frozenset[int] = frozenset()
    faults: tuple[FieldFault, ...] = ()
    closed: bool = False
    tried: frozenset[int] = frozenset()  # options that were tried and are not right
    strikes: bool = False  # whether options can be struck through
    struck: frozenset[int] = frozenset()

    @property
    def kind(self) -> str:
        """What is to be filled in: "options", "numbers", "pairs", "order", "grid" or "steps"."""
        return form_kind(self.shown.form)

    @property
    def rows(self) -> tuple[RowPart, ...]:
        """The rows of a matrix to be typed."""
        return rows_of(self.shown.form)

    @property
    def steps(self) -> tuple[StepPart, ...]:
        """The steps to be typed."""
        return steps_of(self.shown.form)

    @property
    def faulty(self) -> frozenset[int]:
        """The fields that could not be read."""
        return frozenset(fault.field for fault in self.faults)

    def fault(self, place: int) -> str:
        """Why a field (0: the whole answer) could not be read, or ""."""
        return next((fault.sentence for fault in self.faults if fault.field == place), "")

    def value(self, place: int) -> str:
        """What was typed into a field (1 is the first)."""
        return self.typed[place - 1] if place <= len(self.typed) else ""


@dataclass(frozen=True, slots=True)
class HomePage:
    """The first page."""

    frame: Frame
    home: HomeView
    tour: bool = False  # whether the tour is offered
    sitting: SatLine | None = None  # of an exam, to go on with


@dataclass(frozen=True, slots=True)
class HowSurePart:
    """How sure one may say to be, and what was said already."""

    said: Confidence | None
    every: tuple[Confidence, ...] = tuple(Confidence)


@dataclass(frozen=True, slots=True)
class ItemPage:
    """One question with its form."""

    frame: Frame
    place: Place
    question: Markup
    form: Markup
    about: str
    submission_id: str
    view: ItemView
    field: str = "number"  # what the addresses of fields begin with, on this page
    faults: tuple[FieldFault, ...] = ()
    said: Confidence | None = None
    remarks: Markup = NOTHING

    @property
    def computed(self) -> bool:
        """Whether a calculator may stand beside it."""
        return is_computed(self.view.shown)

    def where(self, place: int) -> str:
        """Which field a fault speaks of, where the page has fields of like names."""
        return where(self.view.shown.form, place)

    @property
    def plain(self) -> bool:
        """Whether options or numbers are asked for, for the first time, with feedback at once: the lightest page."""
        asks = form_kind(self.view.shown.form)
        return asks in ("options", "numbers") and not self.view.tried and not self.place.choice.late

    @property
    def asks_how_sure(self) -> bool:
        """Whether one may say so: before the first answer, which is the one that counts."""
        return self.view.tried is None

    @property
    def tried(self) -> str:
        """What was tried, in one line."""
        tried = self.view.tried
        return "; ".join(given_line(self.view.shown.form, one) for one in tried.given) if tried else ""


@dataclass(frozen=True, slots=True)
class FeedbackPage:
    """What an answer means, what is right, the worked page and the proof."""

    frame: Frame
    place: Place
    question: Markup
    feedback: Feedback
    verdict: str
    given: str
    note: str
    last_made: datetime | None
    has_siblings: bool
    finished: bool
    lesson: tuple[str, str]
    said: str = ""
    lab: str = ""
    experiment: tuple[str, str] | None = None
    remarks: Markup = NOTHING
    tries: str = ""
    rows: tuple[RowPart, ...] = ()  # of a matrix that was typed
    columns: tuple[str, ...] = ()
    line_by_line: bool = (
        False  # the worked page goes on with the numbers as they are written, as the question does
    )

    regraded: str = ""  # that the answer was changed after this one was given

    own: bool = True  # it explains what was given, with reasons
    reasons: bool = True

    @property
    def parts(self) -> bool:
        """Whether the worked page has a second column, the learner's own way."""
        return any(step.yours for step in self.feedback.steps)

    @property
    def proof_at(self) -> str:
        """Where the proof can be made again."""
        return f"/practice/{self.place.practice_id}/items/{self.place.n}/proof"


@dataclass(frozen=True, slots=True)
class SummaryPage:
    """A practice at its end, or so far."""

    frame: Frame
    summary: SummaryView
    slips: tuple[tuple[str, int], ...]
    again: tuple[tuple[str, str], ...]  # the fields of a practice like this


@dataclass(frozen=True, slots=True)
class AboutPage:
    """What the product is, how answers are proven, and the corrections to the source lesson."""

    frame: Frame


@dataclass(frozen=True, slots=True)
class AuthoringPage:
    """All banks, for the instructor, and how many questions were changed both in their files and here."""

    frame: Frame
    instructor: str
    banks: tuple[BankLine, ...]
    conflicts: int = 0


@dataclass(frozen=True, slots=True)
class BankPage:
    """One bank with its items and the results of their checks."""

    frame: Frame
    instructor: str
    bank: BankLine
    cover: CoverView
    most: int = 500  # items that are listed here; the list of all questions has pages


@dataclass(frozen=True, slots=True)
class InstructorPage:
    """One button that trades the link's token for a cookie."""

    frame: Frame
    link_token: str
    name: str = ""
    fault: str = ""


@dataclass(frozen=True, slots=True)
class ProblemPage:
    """An error, with what to do and the way back."""

    frame: Frame
    status: int
    sentence: str
    request_id: str


def place_name(place: Place) -> str:
    """Where a question stands: "Question 3 of 10", "Question 3, about 6 minutes left"."""
    if place.minutes_left is not None:
        return f"Question {place.n}, {time_left(place.minutes_left)}"
    return f"Question {place.n} of {place.length}"


def item_page(
    view: ItemView, frame: Frame, *, question: Markup, form: Markup, submission_id: str
) -> ItemPage:
    """The page of an unanswered or answered question."""
    return ItemPage(
        frame=frame,
        place=view.place,
        question=question,
        form=form,
        about=f"Objective {', '.join(view.shown.objectives)}, {LEVELS[view.shown.level][0].lower()}",
        submission_id=submission_id,
        view=view,
        field="place" if isinstance(view.shown.form, MatchingForm | OrderingForm) else "number",
    )


def kept_form(view: ItemView) -> FormPart:
    """The form of a question that cannot be answered any more, with the answer that waits in it, if one does."""
    positions, typed = view.kept
    return FormPart(view.shown, typed, frozenset(int(one) for one in positions), closed=True)


def tried_form(view: ItemView) -> FormPart:
    """The form for another try. Where much was given, it stands there as it was, to be changed in part."""
    kept = isinstance(view.shown.form, MatchingForm | OrderingForm | GridForm | StepsForm)
    typed = view.tried.given[-1][1] if view.tried and kept else ()
    return FormPart(view.shown, typed, tried=tried_positions(view))


def carried_form(view: ItemView, carried: Carried, faults: tuple[FieldFault, ...]) -> FormPart:
    """The form with what was chosen and typed in it before, and a sentence beside each field that cannot be read."""
    return FormPart(view.shown, carried.typed, carried.positions, faults, tried=tried_positions(view))


def tried_positions(view: ItemView) -> frozenset[int]:
    """The options that are out of the running: those tried, where one is to be chosen."""
    form = view.shown.form
    if view.tried is None or not isinstance(form, ChoiceForm) or form.choose != 1:
        return frozenset()
    return frozenset(int(one) for positions, _ in view.tried.given for one in positions)


def feedback_page(view: FeedbackView, csrf_token: str, *, question: Markup) -> FeedbackPage:
    """The page of an answered question."""
    feedback = view.feedback
    verdict = VERDICTS[feedback.verdict]
    form = view.shown.form
    return FeedbackPage(
        frame=Frame(f"{verdict}. {place_name(view.place)}", "practice", csrf_token),
        place=view.place,
        question=question,
        feedback=feedback,
        verdict=verdict,
        given="" if isinstance(form, GridForm | StepsForm) else _given(feedback),
        note=_note(view.made_before) if feedback.verdict is not Verdict.RIGHT else "",
        last_made=view.last_made,
        has_siblings=view.has_siblings,
        finished=view.finished,
        lesson=lesson_section(view.shown.shape, view.shown.level, view.recipe),
        said=said_of(feedback.verdict, view.confidence, scheduled=view.place.choice.scheduled),
        lab=view.lab,
        experiment=view.experiment,
        tries=_tries(view),
        regraded=_regraded(view),
        line_by_line=any(matrix.role == "working" for matrix in view.shown.matrices),
        rows=rows_of(form),
        columns=form.column_names if isinstance(form, GridForm) else (),
    )


def _regraded(view: FeedbackView) -> str:
    """That the question's answer was changed, and what this answer had earned before; "" where it was not."""
    mark = view.regraded
    if view.corrected:
        return "What is right here was corrected after you were shown the question, and your answer is judged by what is right now."
    if mark is None:
        return ""
    return f"What is right here was changed on {day(mark.at)}, and your answer was graded again. Before that it had earned {mark.points:.3g} of 1."


def _tries(view: FeedbackView) -> str:
    """What was tried before, and that the first try is what counts; "" after one try."""
    if not view.earlier:
        return ""
    before = "; ".join(given_line(view.shown.form, one) for one in view.earlier)
    return f"Tried before: {before}. Your first try counts, and it was not right."


def summary_page(view: SummaryView, csrf_token: str) -> SummaryPage:
    """The page of a practice with how often each slip was made in it, the most frequent first."""
    counts: dict[str, int] = {}
    for line in view.lines:
        for name in line.slip_names:
            counts[name] = counts.get(name, 0) + 1
    frame = Frame("How it went" if view.finished else "So far", "practice", csrf_token)
    slips = tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
    return SummaryPage(frame, view, slips, choice_fields(view.place.choice))


VERDICTS = {
    Verdict.RIGHT: "Right",
    Verdict.COARSE: "Right value, too few digits",
    Verdict.PARTLY: "Partly right",
    Verdict.WRONG: "Not right",
}


def _given(feedback: Feedback) -> str:
    """The learner's own answer in one line: letters of options, pairs, or the numbers as typed; "" for an order."""
    if feedback.pairs:
        return ", ".join(f"{line} {letter(pair.chosen)}" for line, pair in enumerate(feedback.pairs, 1))
    if feedback.options:
        return ", ".join(letter(place) for place, option in enumerate(feedback.options, 1) if option.chosen)
    return ", ".join(field.typed for field in feedback.fields)


def _note(made_before: int) -> str:
    """How often this slip was made before, or ""."""
    return f"You have made this slip {times(made_before)} before" if made_before else ""
