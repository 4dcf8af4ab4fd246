"""One's own data: taken along as JSON or CSV, brought in from such a file, and forgotten."""

from typing import Annotated

from fastapi import APIRouter, File, Request, UploadFile
from starlette.responses import RedirectResponse, Response

from app.kit.errors import NotFound
from app.services.guests import Guest
from app.services.own_limits import LARGEST
from app.services.own_views import Export, Unreadable
from app.web.login import (
    form_token,
    give_guest_cookie,
    guest_or_none,
    require_form_token,
    take_guest_cookie,
)
from app.web.own_pages import ForgetPage, ForgottenPage, ImportPage
from app.web.pages import Frame
from app.web.posts import CsrfToken, ShortText
from app.web.site import site_of

router = APIRouter()
_NOTHING = "Nothing of yours is kept here: this browser has no practice yet, or it was forgotten."
_UNSURE = "Tick the box first: what is forgotten cannot be brought back."
FORGET, IMPORT = "/progress/forget", "/progress/import"


def _guest(request: Request) -> Guest:
    found = guest_or_none(request)
    if found is None:
        raise NotFound(_NOTHING)
    return found


def _file(export: Export) -> Response:
    """A file to be saved and never shown."""
    disposition = f'attachment; filename="{export.name}"'
    return Response(export.content, media_type=export.media, headers={"Content-Disposition": disposition})


@router.post("/progress/export.json")
def as_json(request: Request, csrf_token: CsrfToken = "") -> Response:
    """Everything that refers to this learner."""
    guest = _guest(request)
    require_form_token(request, csrf_token)
    return _file(site_of(request).services.own_data.export.as_json(guest.learner_id))


@router.post("/progress/export.csv")
def as_csv(request: Request, csrf_token: CsrfToken = "") -> Response:
    """This learner's answers."""
    guest = _guest(request)
    require_form_token(request, csrf_token)
    return _file(site_of(request).services.own_data.export.as_csv(guest.learner_id))


@router.get(IMPORT)
def choose_file(request: Request) -> Response:
    """Choose a file; what the last one did."""
    site = site_of(request)
    guest = guest_or_none(request)
    done = site.services.own_data.imports.last(guest.learner_id) if guest else None
    frame = Frame("Bring in an export", "progress", form_token(request))
    return site.page("progress/import.html", ImportPage(frame, done))


@router.post(IMPORT)
def take_in(request: Request, file: Annotated[UploadFile, File()], csrf_token: CsrfToken = "") -> Response:
    """Bring a file in, or say all that is wrong with it; a visitor without a cookie becomes a guest here."""
    require_form_token(request, csrf_token, may_be_stale=True)
    site = site_of(request)
    guest = guest_or_none(request) or site.services.guests.welcome()
    outcome = site.services.own_data.imports.take_in(guest.learner_id, file.file.read(LARGEST + 1))
    if isinstance(outcome, Unreadable):
        frame = Frame("Nothing was brought in", "progress", form_token(request))
        page = ImportPage(frame, problems=outcome.problems, more=outcome.more)
        response: Response = site.page("progress/import.html", page, status=422)
    else:
        response = RedirectResponse(IMPORT, 303)
    give_guest_cookie(response, site, guest)
    return response


@router.get(FORGET)
def ask(request: Request) -> Response:
    """What goes and what stays."""
    _guest(request)
    frame = Frame("Forget me", "progress", form_token(request))
    return site_of(request).page("progress/forget.html", ForgetPage(frame))


@router.post(FORGET)
def forget(request: Request, sure: ShortText = "", csrf_token: CsrfToken = "") -> Response:
    """Forget this learner, here and in the browser."""
    guest = _guest(request)
    require_form_token(request, csrf_token)
    site = site_of(request)
    if sure != "yes":
        frame = Frame("Not forgotten yet", "progress", form_token(request))
        return site.page("progress/forget.html", ForgetPage(frame, _UNSURE), status=422)
    site.services.own_data.forget(guest.learner_id)
    response = RedirectResponse("/forgotten", 303)
    take_guest_cookie(response, site)
    return response


@router.get("/forgotten")
def forgotten(request: Request) -> Response:
    """It is done."""
    return site_of(request).page("progress/forgotten.html", ForgottenPage(Frame("Forgotten")))
