"""The report of a graded sitting: as a page, as files, question by question, and into practice."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import RedirectResponse, Response

from app.exams.receipt import receipt_code
from app.kit.errors import Conflict, NotFound
from app.services.exams.report_files import report_csv, report_json
from app.services.exams.report_views import ReportView
from app.services.guests import Guest
from app.web.login import form_token, give_guest_cookie, guest_of, require_form_token
from app.web.pages import Frame
from app.web.posts import CsrfToken
from app.web.proof_pages import ProofPage, proof_status, proof_title
from app.web.report_pages import closed_form, item_address, report_page, review_page
from app.web.site import Site, site_of

router = APIRouter(prefix="/exams/sittings")
SittingId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{16}$")]
_NO_PROOF = "There is no proof of this question to check, or its exam does not show it."
QuestionNumber = Annotated[int, Path(ge=1, le=999)]


def _view(request: Request, guest: Guest, sitting_id: str) -> ReportView | None:
    """The report, its sitting closed and graded first where its time is up; None while it goes on."""
    exams = site_of(request).services.exams
    exams.reporting.see(guest.learner_id, sitting_id)
    try:
        return exams.reporting.report(guest.learner_id, sitting_id)
    except Conflict:
        return None


def _to_the_exam(sitting_id: str) -> Response:
    return RedirectResponse(f"/exams/sittings/{sitting_id}", 303)


def _receipt(site: Site, view: ReportView) -> str:
    """The code of the receipt; "" where there is none."""
    return "" if view.brought_in else str(receipt_code(site.settings.secret, view.receipt))


@router.get("/{sitting_id}/report")
def report(request: Request, sitting_id: SittingId) -> Response:
    """The report; a sitting that is not over leads back to the exam."""
    site, guest = site_of(request), guest_of(request)
    view = _view(request, guest, sitting_id)
    if view is None:
        return _to_the_exam(sitting_id)
    page = report_page(view, form_token(request), _receipt(site, view))
    response = site.page("exams/report/report.html", page)
    if any(one.is_new for one in view.notices):
        site.services.exams.reporting.saw_notices(sitting_id)
    give_guest_cookie(response, site, guest)
    return response


@router.get("/{sitting_id}/report.json")
def as_json(request: Request, sitting_id: SittingId) -> Response:
    """The report as JSON."""
    view = _view(request, guest_of(request), sitting_id)
    if view is None:
        return _to_the_exam(sitting_id)
    content = report_json(view, _receipt(site_of(request), view))
    return _file(content, f"keyed-report-{sitting_id}.json", "application/json")


@router.get("/{sitting_id}/report.csv")
def as_csv(request: Request, sitting_id: SittingId) -> Response:
    """The questions of the report as CSV."""
    view = _view(request, guest_of(request), sitting_id)
    if view is None:
        return _to_the_exam(sitting_id)
    kind = "text/csv; charset=utf-8; header=present"
    return _file(report_csv(view), f"keyed-report-{sitting_id}.csv", kind)


def _file(content: bytes, name: str, kind: str) -> Response:
    return Response(
        content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@router.get("/{sitting_id}/report/items/{n}")
def item(request: Request, sitting_id: SittingId, n: QuestionNumber, show: str = "") -> Response:
    """One question looked back at; `show=wrong` goes through those that were not wholly right."""
    site, guest = site_of(request), guest_of(request)
    site.services.exams.reporting.see(guest.learner_id, sitting_id)
    try:
        view = site.services.exams.reviewing.item(guest.learner_id, sitting_id, n, wrong_only=show == "wrong")
    except Conflict:
        return _to_the_exam(sitting_id)
    question, _ = site.bodies.of(view.variant_id, view.shown)
    page = review_page(view, form_token(request), question=question, form=site.bodies.form(closed_form(view)))
    response = site.page("exams/report/item.html", page)
    give_guest_cookie(response, site, guest)
    return response


@router.get("/{sitting_id}/report/items/{n}/proof")
def proof(request: Request, sitting_id: SittingId, n: QuestionNumber) -> Response:
    """The proof of a question made again, now; only where its exam shows the proof."""
    site, guest = site_of(request), guest_of(request)
    site.services.exams.reporting.see(guest.learner_id, sitting_id)
    try:
        view = site.services.exams.reviewing.item(guest.learner_id, sitting_id, n)
    except Conflict:
        return _to_the_exam(sitting_id)
    if view.feedback is None or view.feedback.proof is None:
        raise NotFound(_NO_PROOF)
    found = site.services.proving.shown(view.variant_id, n)
    frame, at = Frame(proof_title(found), "exams", form_token(request)), item_address(sitting_id, n)
    page = ProofPage(frame, found, back=at, address=f"{at}/proof", reports=False)
    response = site.page("practice/proof.html", page, status=proof_status(found))
    give_guest_cookie(response, site, guest)
    return response


@router.post("/{sitting_id}/practise")
def practise(request: Request, sitting_id: SittingId, csrf_token: CsrfToken = "") -> Response:
    """Start a practice of what was missed."""
    guest = guest_of(request)
    require_form_token(request, csrf_token)
    services = site_of(request).services
    choice = services.exams.reporting.missed(guest.learner_id, sitting_id)
    practice_id = services.practise.start(guest.learner_id, choice)
    return RedirectResponse(f"/practice/{practice_id}/items/1", 303)
