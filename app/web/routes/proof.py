"""The proof of an answered question, made again on request: by a link, since it only reads."""

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from app.kit.errors import Conflict
from app.web.login import form_token, give_guest_cookie, guest_of
from app.web.pages import Frame
from app.web.posts import PracticeId, QuestionNumber
from app.web.proof_pages import ProofPage, proof_status, proof_title
from app.web.site import site_of

router = APIRouter(prefix="/practice")


@router.get("/{practice_id}/items/{n}/proof")
def proof(request: Request, practice_id: PracticeId, n: QuestionNumber) -> Response:
    """The proof again, now; an unanswered question is shown to be answered."""
    site, guest = site_of(request), guest_of(request)
    try:
        view = site.services.proving.again(guest.learner_id, practice_id, n)
    except Conflict:
        return RedirectResponse(f"/practice/{practice_id}/items/{n}", 303)
    at = f"/practice/{practice_id}/items/{n}"
    frame = Frame(proof_title(view), "practice", form_token(request))
    page = ProofPage(frame, view, back=f"{at}/feedback", address=f"{at}/proof")
    response = site.page("practice/proof.html", page, status=proof_status(view))
    give_guest_cookie(response, site, guest)
    return response
