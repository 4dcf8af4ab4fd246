"""Banks and items with the results of their checks, read only, for whoever came by the instructor link."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.kit.errors import NotFound
from app.web.acting_as import actor_known
from app.web.history_pages import AuthoringItemPage, report_cards
from app.web.login import instructor_form_token, instructor_of
from app.web.pages import AuthoringPage, BankPage, Frame
from app.web.posts import Slug
from app.web.site import site_of

router = APIRouter(prefix="/authoring")


@router.get("")
def banks(request: Request) -> Response:
    """All banks."""
    instructor = instructor_of(request)
    site = site_of(request)
    services = site.services
    page = AuthoringPage(
        frame=Frame("Authoring", "authoring"),
        instructor=instructor,
        banks=services.overview.authoring_banks(),
        conflicts=len(services.authoring.conflicts.open()) + len(services.authoring.registry.conflicts()),
    )
    return site.page("authoring/banks.html", page)


@router.get("/banks/{bank}")
def bank(request: Request, bank: Slug) -> Response:
    """One bank with its items."""
    instructor = instructor_of(request)
    site = site_of(request)
    found = next((line for line in site.services.overview.authoring_banks() if line.bank == bank), None)
    if found is None:
        raise NotFound("There is no bank of that name.")
    cover = site.services.authoring.coverages.of(bank)
    page = BankPage(Frame(found.title, "authoring"), instructor, found, cover)
    return site.page("authoring/bank.html", page)


@router.get("/items/{item_id}")
def item(request: Request, item_id: Slug) -> Response:
    """One item: its text, its findings, and one variant as a learner sees it."""
    instructor = instructor_of(request)
    site = site_of(request)
    view = site.services.overview.authoring_item(item_id)
    history = site.services.authoring.histories.of(item_id)
    page = AuthoringItemPage(
        frame=Frame(view.line.item_id, "authoring", instructor_form_token(request)),
        instructor=instructor,
        item=view,
        preview=site.bodies.preview(view.variant) if view.variant else None,
        actor=actor_known(request),
        reports=report_cards(site.services.remarks.open_about(item_id)),
        alone=history.alone,
        chosen=history.chosen,
    )
    return site.page("authoring/item.html", page)
