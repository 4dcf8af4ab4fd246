"""What happened to a question, and grading again what came late to its old text."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import RedirectResponse, Response

from app.kit.errors import BadInput, Conflict, Problem
from app.web.acting_as import actor_known, actor_of, remember_actor
from app.web.history_pages import HistoryPage, report_cards, told_released
from app.web.login import instructor_form_token, instructor_of, require_instructor_form
from app.web.pages import Frame
from app.web.posts import Slug
from app.web.problems import status_of
from app.web.review_posts import ReviewPost
from app.web.site import site_of

router = APIRouter(prefix="/authoring")
Instructor = Annotated[str, Depends(instructor_of)]


@router.get("/items/{item_id}/history")
def history(request: Request, instructor: Instructor, item_id: Slug, done: str = "") -> Response:
    """All events and revisions of one question, and the open reports of faults in it."""
    return _page(request, instructor, item_id, done=told_released(done))


@router.post("/items/{item_id}/regrade")
def regrade(
    request: Request, instructor: Instructor, item_id: Slug, post: Annotated[ReviewPost, Form()]
) -> Response:
    """Grade again what came to the old text after its answer was changed, as it was seen."""
    require_instructor_form(request, post.csrf_token)
    sent = post.cleaned()
    try:
        actor = actor_of(sent.actor)
        moved = site_of(request).services.authoring.releasing().regrade_late(item_id, actor, sent.digest)
    except (BadInput, Conflict) as fault:
        return _page(request, instructor, item_id, fault=fault)
    response = RedirectResponse(f"/authoring/items/{item_id}/history?done={moved}-0", 303)
    remember_actor(response, request, actor)
    return response


@router.get("/items/{item_id}/regrade")
def back_to_history(_instructor: Instructor, item_id: Slug) -> Response:
    """The address of a page that gave a form back, opened again by hand, is the history's."""
    return RedirectResponse(f"/authoring/items/{item_id}/history", 303)


def _page(
    request: Request, instructor: str, item_id: str, *, done: str = "", fault: Problem | None = None
) -> Response:
    site = site_of(request)
    found = site.services.authoring.histories.of(item_id)
    late, digest = site.services.authoring.releasing().late(item_id) if found.changed else (None, "")
    page = HistoryPage(
        frame=Frame(f"History of {item_id}", "authoring", instructor_form_token(request)),
        instructor=instructor,
        actor=actor_known(request),
        history=found,
        reports=report_cards(site.bodies, site.services.remarks.open_about(item_id)),
        late=late if late and late.count else None,
        digest=digest,
        done=done,
        fault=fault.sentence if fault else "",
    )
    return site.page("authoring/history.html", page, status=status_of(fault) if fault else 200)
