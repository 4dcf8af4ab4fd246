"""Flags, notes and reports of faults below a question; reports as instructors read, answer and close them."""

from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Path, Request
from starlette.responses import RedirectResponse, Response

from app.kit.errors import BadInput, Problem, TooOften
from app.services.views import Guest
from app.web import posts
from app.web.login import (
    guest_of,
    instructor_form_token,
    instructor_of,
    require_form_token,
    require_instructor_form,
)
from app.web.own_pages import FAULT_KINDS, Refusal, ReportPage, ReportsPage
from app.web.pages import Frame
from app.web.posts import CsrfToken, PracticeId, QuestionNumber, ShortText
from app.web.problems import status_of
from app.web.question_pages import question_page, told_page
from app.web.site import site_of

router = APIRouter()
# Longer than what is kept: a text that is too long gets its own sentence, and a browser sends line ends as two characters.
LongText = Annotated[str, Form(max_length=20_000)]
ReportNumber = Annotated[int, Path(ge=1, le=2**53)]
_BACK = {"item": "", "history": "/history"}  # the pages of a question on which its reports are answered
ITEM = "/practice/{practice_id}/items/{n}"


@dataclass(frozen=True, slots=True)
class Spot:
    """Who remarks, and on which question. The form is this visitor's own."""

    request: Request
    guest: Guest
    practice_id: str
    n: int

    def back(self, *, answered: bool) -> Response:
        """To the remarks below the question, or below its feedback where it is answered."""
        tail = "/feedback" if answered else ""
        return RedirectResponse(f"/practice/{self.practice_id}/items/{self.n}{tail}#remarks", 303)

    def refused(self, problem: Problem, refusal: Refusal) -> Response:
        """The page that the form stood on, with what was chosen and typed in it and why it was not taken."""
        site, place = site_of(self.request), (self.guest.learner_id, self.practice_id, self.n)
        refusal = replace(refusal, sentence=problem.sentence)
        view = site.services.practise.item(*place)
        page: object
        if view.answered:
            told, remarks = site.services.practise.feedback(*place), site.services.remarks.on_question(*place)
            name, page = "practice/feedback.html", told_page(self.request, told, remarks, refusal)
        else:
            name, page = "practice/item.html", question_page(self.request, view, refusal)
        response = site.page(name, page, status=status_of(problem))
        if isinstance(problem, TooOften):
            response.headers["Retry-After"] = str(problem.wait)
        return response


def spot_of(request: Request, practice_id: PracticeId, n: QuestionNumber, csrf_token: CsrfToken = "") -> Spot:
    """The question of a form that is this visitor's own."""
    guest = guest_of(request)
    require_form_token(request, csrf_token)
    return Spot(request, guest, practice_id, n)


At = Annotated[Spot, Depends(spot_of)]


@router.post(f"{ITEM}/flag")
def flag(at: At, on: ShortText = "") -> Response:
    """Flag the question, or take the flag away."""
    remarks = site_of(at.request).services.remarks
    return at.back(answered=remarks.flag(at.guest.learner_id, at.practice_id, at.n, on=on == "yes"))


@router.post(f"{ITEM}/note")
def note(at: At, text: LongText = "") -> Response:
    """Keep a note to oneself; an empty one takes it away."""
    (kept,) = posts.clean([text])
    remarks = site_of(at.request).services.remarks
    try:
        return at.back(answered=remarks.note(at.guest.learner_id, at.practice_id, at.n, kept))
    except BadInput as problem:
        return at.refused(problem, Refusal("note", text=kept))


@router.post(f"{ITEM}/report")
def report(at: At, kind: ShortText = "", text: LongText = "") -> Response:
    """Report a fault in the question."""
    told, words = posts.clean([kind, text])
    remarks = site_of(at.request).services.remarks
    try:
        remarks.report(at.guest.learner_id, (at.practice_id, at.n), kind=told, text=words)
    except (BadInput, TooOften) as problem:
        return at.refused(problem, Refusal("report", kind=told, text=words))
    return at.back(answered=True)


@router.get(f"{ITEM}/note")
@router.get(f"{ITEM}/report")
def back_to_question(practice_id: PracticeId, n: QuestionNumber) -> Response:
    """The address of a page that gave a remark back, opened again by hand, is the question's."""
    return RedirectResponse(f"/practice/{practice_id}/items/{n}#remarks", 303)


@router.get("/authoring/reports")
def reports(request: Request) -> Response:
    """All reports, open ones first."""
    instructor = instructor_of(request)
    site = site_of(request)
    frame = Frame("Reports of faults", "authoring")
    page = ReportsPage(frame, instructor, site.services.remarks.reports(), FAULT_KINDS)
    return site.page("authoring/reports.html", page)


@router.get("/authoring/reports/{report_id}")
def one_report(request: Request, report_id: ReportNumber) -> Response:
    """One report with the question as it was shown."""
    return _report_page(request, instructor_of(request), report_id)


def _report_page(
    request: Request, instructor: str, report_id: int, refused: tuple[BadInput, str] | None = None
) -> Response:
    """The page of a report; with an answer that was refused, and why."""
    site = site_of(request)
    found = site.services.remarks.shown_report(report_id)
    problem, answer = refused or (None, found.report.answer)
    page = ReportPage(
        frame=Frame(f"Report {report_id}", "authoring", instructor_form_token(request)),
        instructor=instructor,
        report=found.report,
        kind=FAULT_KINDS[found.report.kind],
        preview=site.bodies.preview(found.variant),
        answer=answer,
        fault=problem.sentence if problem else "",
    )
    return site.page("authoring/report.html", page, status=status_of(problem) if problem else 200)


@router.post("/authoring/reports/{report_id}")
def settle(
    request: Request,
    report_id: ReportNumber,
    answer: LongText = "",
    act: ShortText = "",
    csrf_token: CsrfToken = "",
    back: ShortText = "",
) -> Response:
    """Answer a report, and close it where that was chosen; the typed name is written down beside it."""
    instructor = instructor_of(request)
    require_instructor_form(request, csrf_token)
    (kept,) = posts.clean([answer])
    try:
        site_of(request).services.remarks.settle(report_id, instructor, kept, close=act == "close")
    except BadInput as problem:
        return _report_page(request, instructor, report_id, (problem, kept))
    if back not in _BACK:
        return RedirectResponse(f"/authoring/reports/{report_id}", 303)
    item_id = site_of(request).services.remarks.shown_report(report_id).report.item_id
    return RedirectResponse(f"/authoring/items/{item_id}{_BACK[back]}", 303)
