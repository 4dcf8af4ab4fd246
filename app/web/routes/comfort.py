"""Reading comfort: the page of settings, keeping what was chosen there, and the list of shortcuts."""

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from app.web.comfort import comfort_now, keep
from app.web.comfort_pages import SettingsPage
from app.web.login import form_token, require_form_token
from app.web.pages import Frame
from app.web.posts import SettingsPost
from app.web.shortcuts import ShortcutsPage
from app.web.site import site_of

router = APIRouter()
SETTINGS = "/settings"


@router.get(SETTINGS)
def settings(request: Request) -> Response:
    """What can be chosen, as it stands."""
    saved = request.query_params.get("saved") == "yes"
    frame = Frame("Saved. Reading comfort" if saved else "Reading comfort", "settings", form_token(request))
    return site_of(request).page("comfort/settings.html", SettingsPage(frame, comfort_now(), saved))


@router.post(SETTINGS)
def save(request: Request, sent: Annotated[SettingsPost, Form()]) -> Response:
    """Keep what was chosen."""
    require_form_token(request, sent.csrf_token, may_be_stale=True)
    response = RedirectResponse(f"{SETTINGS}?saved=yes", 303)
    keep(response, sent.comfort(), https=site_of(request).settings.https)
    return response


@router.get("/shortcuts")
def shortcuts(request: Request) -> Response:
    """All shortcuts, and how to switch them off."""
    return site_of(request).page("comfort/shortcuts.html", ShortcutsPage(Frame("Shortcuts", "settings")))
