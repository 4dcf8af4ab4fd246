"""What stored answers say of items and banks, for instructors."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import RedirectResponse, Response

from app.web.login import instructor_form_token, instructor_of, require_instructor_form
from app.web.pages import Frame
from app.web.posts import Slug
from app.web.site import site_of
from app.web.statistics_pages import BankStatisticsPage, ItemStatisticsPage

router = APIRouter(prefix="/authoring")
Instructor = Annotated[str, Depends(instructor_of)]
Token = Annotated[str, Form(max_length=100)]


@router.get("/items/{item_id}/statistics")
def item(request: Request, instructor: Instructor, item_id: Slug) -> Response:
    """One item."""
    site = site_of(request)
    view = site.services.authoring.measures.item(item_id)
    frame = Frame(f"Statistics of {item_id}", "authoring", instructor_form_token(request))
    return site.page("authoring/statistics/item.html", ItemStatisticsPage(frame, instructor, view))


@router.post("/items/{item_id}/statistics")
def item_anew(request: Request, instructor: Instructor, item_id: Slug, csrf_token: Token = "") -> Response:
    """Count everything anew, and show the item."""
    return _anew(request, csrf_token, f"/authoring/items/{item_id}/statistics")


@router.get("/banks/{bank}/statistics")
def bank(request: Request, instructor: Instructor, bank: Slug) -> Response:
    """One bank."""
    site = site_of(request)
    view = site.services.authoring.measures.bank(bank)
    frame = Frame(f"Statistics of {bank}", "authoring", instructor_form_token(request))
    return site.page("authoring/statistics/bank.html", BankStatisticsPage(frame, instructor, view))


@router.post("/banks/{bank}/statistics")
def bank_anew(request: Request, instructor: Instructor, bank: Slug, csrf_token: Token = "") -> Response:
    """Count everything anew, and show the bank."""
    return _anew(request, csrf_token, f"/authoring/banks/{bank}/statistics")


def _anew(request: Request, csrf_token: str, back: str) -> Response:
    require_instructor_form(request, csrf_token)
    site_of(request).services.authoring.measures.refresh()
    return RedirectResponse(back, 303)
