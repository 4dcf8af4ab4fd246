"""Conflicts between files and database, one side by side, and any two states of a question."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import RedirectResponse, Response

from app.authoring.agreement import Choice
from app.kit.errors import BadInput, Conflict, Problem
from app.services.authoring.publication import NotPublishable
from app.web.acting_as import actor_known, actor_of, remember_actor
from app.web.conflict_pages import ConflictPage, ConflictsPage, DiffPage
from app.web.conflict_posts import ConflictPost
from app.web.login import instructor_form_token, instructor_of, require_instructor_form
from app.web.pages import Frame
from app.web.posts import Slug
from app.web.site import site_of
from app.web.statuses import status_of

router = APIRouter(prefix="/authoring")
Instructor = Annotated[str, Depends(instructor_of)]
_DONE = {
    "file": "The file's text was taken. What was published here before stands in the question's history.",
    "database": "What is published here stays. The file's text stands in the question's history.",
}
_NO_ACT = "Choose one of the three ways."


@router.get("/conflicts")
def conflicts(request: Request, instructor: Instructor, done: str = "") -> Response:
    """All that waits for a decision."""
    site = site_of(request)
    authoring = site.services.authoring
    page = ConflictsPage(
        frame=Frame("Conflicts", "authoring"),
        instructor=instructor,
        lines=authoring.conflicts.open(),
        entries=authoring.registry.conflicts(),
        done=_DONE.get(done, ""),
    )
    return site.page("authoring/conflicts.html", page)


@router.get("/conflicts/{item_id}")
def conflict(request: Request, instructor: Instructor, item_id: Slug) -> Response:
    """One of them."""
    return _page(request, instructor, item_id, actor_known(request))


@router.post("/conflicts/{item_id}")
def settle(
    request: Request, instructor: Instructor, item_id: Slug, post: Annotated[ConflictPost, Form()]
) -> Response:
    """Take the file's text, keep what is published, or begin a draft with both."""
    require_instructor_form(request, post.csrf_token)
    post = post.cleaned()
    try:
        actor = actor_of(post.actor)
        response = RedirectResponse(_settled(request, item_id, post, actor), 303)
    except (BadInput, Conflict) as fault:
        return _page(request, instructor, item_id, post.actor, fault)
    remember_actor(response, request, actor)
    return response


@router.get("/items/{item_id}/diff")
def diff(request: Request, instructor: Instructor, item_id: Slug, to: str = "") -> Response:
    """Two states of a question; `from` and `to` are names of revisions, or "draft"."""
    site = site_of(request)
    view = site.services.authoring.comparing.of(item_id, request.query_params.get("from", "")[:32], to[:32])
    return site.page(
        "authoring/diff.html", DiffPage(Frame(f"Changes of {item_id}", "authoring"), instructor, view)
    )


def _settled(request: Request, item_id: str, post: ConflictPost, actor: str) -> str:
    """Do it; where to go then."""
    conflicts = site_of(request).services.authoring.conflicts
    if post.act == "merge":
        draft = conflicts.merge(item_id, seen=post.seen, actor=actor)
        return f"/authoring/drafts/{draft.id}?as=yaml"
    choice = next((one for one in Choice if one == post.act), None)
    if choice is None:
        raise BadInput(_NO_ACT)
    conflicts.settle(item_id, choice, seen=post.seen, actor=actor)
    return f"/authoring/conflicts?done={choice.value}"


def _page(
    request: Request, instructor: str, item_id: str, actor: str, fault: Problem | None = None
) -> Response:
    site = site_of(request)
    view = site.services.authoring.conflicts.view(item_id)
    page = ConflictPage(
        frame=Frame(f"Conflict: {item_id}", "authoring", instructor_form_token(request)),
        instructor=instructor,
        view=view,
        actor=actor,
        fault=fault.sentence if fault else "",
        stands_in_the_way=fault.lines if isinstance(fault, NotPublishable) else (),
    )
    return site.page("authoring/conflict.html", page, status=status_of(fault) if fault else 200)
