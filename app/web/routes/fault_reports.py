"""Reports of faults as instructors read, answer and close them."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import RedirectResponse, Response

from app.kit.errors import BadInput
from app.web import posts
from app.web.login import instructor_form_token, instructor_of, require_instructor_form
from app.web.own_pages import FAULT_KINDS, ReportPage, ReportsPage
from app.web.pages import Frame
from app.web.posts import CsrfToken, ShortText
from app.web.routes.remarks import LongText
from app.web.site import site_of
from app.web.statuses import status_of

router = APIRouter()
ReportNumber = Annotated[int, Path(ge=1, le=2**53)]
_BACK = {"item": "", "history": "/history"}  # the pages of a question on which its reports are answered


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
