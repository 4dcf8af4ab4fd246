"""Progress: what was practised, the shares right, and the slips made."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.web.login import form_token, give_guest_cookie, guest_or_none
from app.web.own_parts import own_part
from app.web.pages import Frame
from app.web.progress_pages import progress_page
from app.web.site import site_of

router = APIRouter()


@router.get("/progress")
def progress(request: Request) -> Response:
    """The first progress page; a visitor without a practice is shown where to start."""
    site = site_of(request)
    guest = guest_or_none(request)
    view = site.services.overview.progress(guest.learner_id) if guest else None
    frame = Frame("Progress", "progress", form_token(request))
    response = site.page("progress/progress.html", progress_page(view, frame, own_part(request, guest)))
    give_guest_cookie(response, site, guest)
    return response
