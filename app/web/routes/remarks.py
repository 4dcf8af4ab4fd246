"""Flags, notes and reports of faults below a question; reports as instructors read, answer and close them."""

from typing import Annotated

from fastapi import APIRouter, Form, Path, Request
from starlette.responses import RedirectResponse, Response

from app.web import posts
from app.web.login import (
    guest_of,
    instructor_form_token,
    instructor_of,
    require_form_token,
    require_instructor_form,
)
from app.web.own_pages import FAULT_KINDS, ReportPage, ReportsPage
from app.web.pages import Frame
from app.web.posts import CsrfToken, PracticeId, QuestionNumber, ShortText
from app.web.site import site_of

router = APIRouter()
# Longer than what is kept: a text that is too long gets its own sentence, and a browser sends line ends as two characters.
LongText = Annotated[str, Form(max_length=20_000)]
ReportNumber = Annotated[int, Path(ge=1, le=2**53)]
ITEM = "/practice/{practice_id}/items/{n}"


def _back(practice_id: str, n: int, *, answered: bool) -> RedirectResponse:
    """To the remarks below the question, or below its feedback where it is answered."""
    tail = "/feedback" if answered else ""
    return RedirectResponse(f"/practice/{practice_id}/items/{n}{tail}#remarks", 303)


@router.post(f"{ITEM}/flag")
def flag(
    request: Request,
    practice_id: PracticeId,
    n: QuestionNumber,
    on: ShortText = "",
    csrf_token: CsrfToken = "",
) -> Response:
    """Flag the question, or take the flag away."""
    guest = guest_of(request)
    require_form_token(request, csrf_token)
    remarks = site_of(request).services.remarks
    answered = remarks.flag(guest.learner_id, practice_id, n, on=on == "yes")
    return _back(practice_id, n, answered=answered)


@router.post(f"{ITEM}/note")
def note(
    request: Request,
    practice_id: PracticeId,
    n: QuestionNumber,
    text: LongText = "",
    csrf_token: CsrfToken = "",
) -> Response:
    """Keep a note to oneself; an empty one takes it away."""
    guest = guest_of(request)
    require_form_token(request, csrf_token)
    (kept,) = posts.clean([text])
    answered = site_of(request).services.remarks.note(guest.learner_id, practice_id, n, kept)
    return _back(practice_id, n, answered=answered)


@router.post(f"{ITEM}/report")
def report(
    request: Request,
    practice_id: PracticeId,
    n: QuestionNumber,
    kind: ShortText = "",
    text: LongText = "",
    csrf_token: CsrfToken = "",
) -> Response:
    """Report a fault in the question."""
    guest = guest_of(request)
    require_form_token(request, csrf_token)
    told, words = posts.clean([kind, text])
    site_of(request).services.remarks.report(guest.learner_id, (practice_id, n), kind=told, text=words)
    return _back(practice_id, n, answered=True)


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
    instructor = instructor_of(request)
    site = site_of(request)
    found = site.services.remarks.shown_report(report_id)
    page = ReportPage(
        frame=Frame(f"Report {report_id}", "authoring", instructor_form_token(request)),
        instructor=instructor,
        report=found.report,
        kind=FAULT_KINDS[found.report.kind],
        preview=site.bodies.preview(found.variant),
    )
    return site.page("authoring/report.html", page)


@router.post("/authoring/reports/{report_id}")
def settle(
    request: Request,
    report_id: ReportNumber,
    answer: LongText = "",
    act: ShortText = "",
    csrf_token: CsrfToken = "",
) -> Response:
    """Answer a report, and close it where that was chosen; the typed name is written down beside it."""
    instructor = instructor_of(request)
    require_instructor_form(request, csrf_token)
    (kept,) = posts.clean([answer])
    site_of(request).services.remarks.settle(report_id, instructor, kept, close=act == "close")
    return RedirectResponse(f"/authoring/reports/{report_id}", 303)
