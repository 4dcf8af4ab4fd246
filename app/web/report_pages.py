"""The pages of a report and of the review of one question, put together from what may be seen of a sitting."""

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from app.exams.pacing import span_words
from app.exams.ruling import What
from app.grading.counts import letter
from app.grading.feedback import Feedback, Verdict
from app.items.exam import Part
from app.items.public import GridForm
from app.services.exams.report_views import ReportView, ReviewView, RulingLine
from app.web.drawing import Drawing, drawn
from app.web.exam_pages import PARTS
from app.web.forms import RowPart, given_line, rows_of
from app.web.pages import VERDICTS, FormPart, Frame
from app.web.report_plots import sittings_plot, time_plot
from app.web.words import lesson_section, percent

RULED = {
    What.DROP: "is not counted",
    What.FULL: "is counted as right for everyone",
    What.ACCEPT: "was regraded: other answers count as right too",
    What.AGAIN: "was graded again: what is right of it was corrected",
}


@dataclass(frozen=True, slots=True)
class ReportPage:
    """A report, with its plots drawn and its receipt printed."""

    frame: Frame
    view: ReportView
    receipt: str
    time: Drawing | None
    sittings: Drawing | None

    @property
    def hidden(self) -> tuple[str, ...]:
        """What an instructor has still to release, in words."""
        return tuple(PARTS[part] for part in Part if part in self.view.waiting)

    @property
    def never(self) -> tuple[str, ...]:
        """What this exam does not show, in words."""
        gone = frozenset(Part) - self.view.parts - self.view.waiting
        return tuple(PARTS[part] for part in Part if part in gone)

    @property
    def shows(self) -> frozenset[str]:
        """The names of the parts that may be seen."""
        return frozenset(part.value for part in self.view.parts)

    @property
    def evidence(self) -> str:
        """What the points say of the true score, in sentences; "" where they may not be seen."""
        score = self.view.score
        if score is None:
            return ""
        span = score.span
        if not span.count:
            return "No question of this sitting says anything of the true score."
        where = f"{percent(span.low)} to {percent(span.high)}"
        if not span.is_enough:
            wide = f"{100 * span.width:.0f}"
            return f"Not enough evidence: the 95 % interval of the true score, {where}, is {wide} percentage points wide."
        told = f"Over all questions that could be asked, the true score lies at {where} (95 % interval)."
        if score.mark_lies_within:
            return (
                f"{told} The mark lies within, so this sitting alone cannot tell on which side of it you are."
            )
        return f"{told} The mark lies {'below' if score.reached else 'above'} all of it."

    @property
    def compared(self) -> str:
        """This sitting against the one before, in a sentence or two; "" where there is none."""
        found, earlier = self.view.difference, self.view.earlier
        if found is None:
            return ""
        ends = " to ".join(
            f"{100 * one:+.0f}".replace("-", "\N{MINUS SIGN}") for one in (found.low, found.high)
        )
        value = f"{100 * found.value:+.0f}".replace("-", "\N{MINUS SIGN}")
        told = f"Against the sitting before: {value} percentage points (95 % interval {ends})."
        chance = (
            " Chance alone hardly explains that." if found.is_clear else " Chance alone could explain that."
        )
        again = earlier[0].again
        if not again:
            return told + chance
        verb = "question was" if again == 1 else "questions were"
        return f"{told}{chance} {again} {verb} asked in both."

    @property
    def changes(self) -> tuple[str, ...]:
        """What became of changed answers, line by line."""
        changed = self.view.changed
        if changed is None:
            return ()
        groups = (
            ("From wrong to right", changed.gained),
            ("From right to wrong", changed.lost),
            ("From wrong to wrong", changed.stayed_wrong),
            ("From right to right", changed.stayed_right),
        )
        return tuple(f"{name}: {len(found)} ({_numbers(found)})" for name, found in groups if found)

    @property
    def rulings(self) -> tuple[str, ...]:
        """What an instructor ruled of questions, in sentences."""
        return tuple(map(_ruled, self.view.rulings))

    @property
    def first_missed(self) -> int | None:
        """The first question to look at again."""
        return next(iter(self.view.missed), None)


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """One question looked back at; the parts of the feedback in practice read the same fields."""

    frame: Frame
    view: ReviewView
    question: Markup
    form: Markup
    verdict: str
    look: str
    given: str
    ruled: str
    lesson: tuple[str, str]
    rows: tuple[RowPart, ...] = ()
    columns: tuple[str, ...] = ()
    line_by_line: bool = False

    @property
    def proof_at(self) -> str:
        """Where its proof is made again."""
        return f"{item_address(self.view.sitting_id, self.view.line.n)}/proof"

    @property
    def feedback(self) -> Feedback | None:
        """The explanation, as much as may be seen."""
        return self.view.feedback

    @property
    def own(self) -> bool:
        """Whether it explains what was given."""
        return self.view.own

    @property
    def reasons(self) -> bool:
        """Whether it says why."""
        return Part.REASONS in self.view.parts

    @property
    def lab(self) -> str:
        """The address of its numbers in the lab."""
        return self.view.lab

    @property
    def parts(self) -> bool:
        """Whether the worked page has a second column."""
        return self.feedback is not None and any(step.yours for step in self.feedback.steps)

    @property
    def took(self) -> str:
        """The time against its share, in words."""
        spent, share = self.view.line.spent, self.view.share
        if not spent:
            return ""
        return f"{span_words(spent)} of a share of {span_words(share)}"

    @property
    def unread(self) -> str:
        """That there is no answer, or none that can be read; "" where there is one, or that may not be seen."""
        if self.view.line.correct is None or self.view.line.answered:
            return ""
        typed = ", ".join(text for text in (self.view.given or ((), ()))[1] if text.strip())
        return f"You typed {typed}, which cannot be read as an answer." if typed else "You gave no answer."

    def at(self, n: int) -> str:
        """The address of another question."""
        tail = "?show=wrong" if self.view.wrong_only else ""
        return f"{item_address(self.view.sitting_id, n)}{tail}"


def item_address(sitting_id: str, n: int) -> str:
    """Where a question of a report is looked back at."""
    return f"/exams/sittings/{sitting_id}/report/items/{n}"


def report_page(view: ReportView, csrf_token: str, receipt: str) -> ReportPage:
    """The report with its plots."""
    time, sittings = time_plot(view), sittings_plot(view)
    return ReportPage(
        frame=Frame(f"Report: {view.exam.title}", "exams", csrf_token),
        view=view,
        receipt=receipt,
        time=drawn(time) if time else None,
        sittings=drawn(sittings) if sittings else None,
    )


def review_page(view: ReviewView, csrf_token: str, *, question: Markup, form: Markup) -> ReviewPage:
    """The page of one question."""
    verdict, look = _verdict(view)
    shown = view.shown.form
    rows = rows_of(shown) if view.own else ()
    return ReviewPage(
        frame=Frame(f"Question {view.line.n}: {view.exam_title}", "exams", csrf_token),
        view=view,
        question=question,
        form=form,
        verdict=verdict,
        look=look,
        given=given_line(shown, view.given) if view.own and view.given and not rows else "",
        ruled=_said_of_ruling(view),
        lesson=lesson_section(view.shown.shape, view.shown.level, view.recipe),
        rows=rows,
        columns=shown.column_names if isinstance(shown, GridForm) else (),
        line_by_line=any(matrix.role == "working" for matrix in view.shown.matrices),
    )


def closed_form(view: ReviewView) -> FormPart:
    """The form with what was given, where that may be seen; closed."""
    positions, typed = view.given or ((), ())
    return FormPart(view.shown, typed, frozenset(map(int, positions)), closed=True)


def _verdict(view: ReviewView) -> tuple[str, str]:
    """How the answer stands, and the class that it looks by; nothing where it may not be seen."""
    if view.line.correct is None:
        return "Your answer is not shown", "veiled"
    if not view.line.answered:
        return "No answer", "wrong"
    if view.line.correct:
        return "Right", "right"
    told = view.feedback.verdict if view.feedback is not None and view.own else view.line.verdict
    stands = told or Verdict.WRONG
    return VERDICTS[stands], stands.value


def _said_of_ruling(view: ReviewView) -> str:
    ruling = view.line.ruling
    if ruling is None:
        return ""
    told = _ruled(RulingLine(view.line.n, ruling, view.reason))
    if view.accepted:
        told += f" Counted as right: {', '.join(map(letter, view.accepted))}."
    return told


def _ruled(line: RulingLine) -> str:
    told = f"Question {line.n} {RULED[line.what]}."
    return f"{told} {line.reason}" if line.reason else told


def _numbers(found: Iterable[int]) -> str:
    return ", ".join(map(str, found))
