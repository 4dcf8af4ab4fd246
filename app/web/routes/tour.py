"""The tour of one minute: its steps, and the button that ends it for good."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import RedirectResponse, Response

from app.web.login import form_token, require_form_token
from app.web.pages import Frame
from app.web.posts import CsrfToken
from app.web.site import site_of
from app.web.tour import STEPS, TourPage, never_again

router = APIRouter(prefix="/tour")


@router.get("")
def begin() -> Response:
    """The first step."""
    return RedirectResponse("/tour/1", 303)


@router.get("/{n}")
def step(request: Request, n: Annotated[int, Path(ge=1, le=len(STEPS))]) -> Response:
    """One step. Whoever comes to the last one is not offered the tour again."""
    site = site_of(request)
    frame = Frame(f"Tour, {n} of {len(STEPS)}: {STEPS[n - 1]}", "", form_token(request))
    page = TourPage(frame, n, request.query_params.get("option", ""))
    response = site.page("tour/tour.html", page)
    if n == len(STEPS):
        never_again(response, https=site.settings.https)
    return response


@router.post("/end")
def end(request: Request, csrf_token: CsrfToken = "") -> Response:
    """Skipped, left or finished: it does not come back by itself."""
    require_form_token(request, csrf_token, may_be_stale=True)
    response = RedirectResponse("/", 303)
    never_again(response, https=site_of(request).settings.https)
    return response
