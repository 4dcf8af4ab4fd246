"""What happened to a question, and grading answers to its earlier texts by what is right now."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import RedirectResponse, Response

from app.kit.errors import BadInput, Conflict, Problem
from app.services.authoring.consequences import Unseen
from app.services.authoring.releasing_views import Wish
from app.web.acting_as import actor_known, actor_of, remember_actor
from app.web.history_pages import HistoryPage, report_cards, told_released
from app.web.login import instructor_form_token, instructor_of, require_instructor_form
from app.web.pages import Frame
from app.web.posts import Slug
from app.web.review_pages import ReviewForm
from app.web.review_posts import ReviewPost
from app.web.routes.reviewing import dry_page
from app.web.site import site_of
from app.web.statuses import status_of

router = APIRouter(prefix="/authoring")
Instructor = Annotated[str, Depends(instructor_of)]


@router.get("/items/{item_id}/history")
def history(request: Request, instructor: Instructor, item_id: Slug, done: str = "") -> Response:
    """All events and revisions of one question, and the open reports of faults in it."""
    return _page(request, instructor, item_id, done=told_released(done))


@router.get("/items/{item_id}/regrade")
def look_back(request: Request, instructor: Instructor, item_id: Slug) -> Response:
    """What grading answers to earlier texts by what is published would do."""
    dry = site_of(request).services.authoring.releasing().earlier(item_id, Wish())
    if dry is None:
        return RedirectResponse(f"/authoring/items/{item_id}/history", 303)
    return dry_page(request, instructor, dry, ReviewForm(actor_known(request)))


@router.post("/items/{item_id}/regrade")
def regrade(
    request: Request, instructor: Instructor, item_id: Slug, post: Annotated[ReviewPost, Form()]
) -> Response:
    """Grade answers to earlier texts by what is published, as it was seen."""
    require_instructor_form(request, post.csrf_token)
    sent = post.cleaned()
    releasing = site_of(request).services.authoring.releasing()
    try:
        actor = actor_of(sent.actor)
        done = releasing.regrade(item_id, sent.wish, sent.digest, actor=actor)
    except Unseen as unseen:
        form = ReviewForm(sent.actor, fault=unseen.sentence, reason=sent.reason, part=sent.part)
        status = status_of(unseen) if unseen.sentence else 200
        return dry_page(request, instructor, unseen.dry, form, status=status)
    except (BadInput, Conflict) as fault:
        return _page(request, instructor, item_id, fault=fault)
    response = RedirectResponse(
        f"/authoring/items/{item_id}/history?done={done.answers}-{done.sittings}", 303
    )
    remember_actor(response, request, actor)
    return response


def _page(
    request: Request, instructor: str, item_id: str, *, done: str = "", fault: Problem | None = None
) -> Response:
    site = site_of(request)
    found = site.services.authoring.histories.of(item_id)
    dry = site.services.authoring.releasing().earlier(item_id, Wish()) if len(found.revisions) > 1 else None
    page = HistoryPage(
        frame=Frame(f"History of {item_id}", "authoring", instructor_form_token(request)),
        instructor=instructor,
        actor=actor_known(request),
        history=found,
        reports=report_cards(site.services.remarks.open_about(item_id)),
        earlier=dry if dry and dry.moves else None,
        done=done,
        fault=fault.sentence if fault else "",
    )
    return site.page("authoring/history.html", page, status=status_of(fault) if fault else 200)
