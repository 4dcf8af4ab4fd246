"""The editor: a draft as a form and as text, saved by hand or by its script, undone, given up, checked as one types."""

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from app.authoring.posted import list_of, place_of
from app.kit.errors import BadInput, Conflict, Problem
from app.services.authoring.drafting import Stale
from app.services.authoring.editing import Look
from app.services.authoring.reviewing import On
from app.store.drafts import DraftRow
from app.web.acting_as import actor_known, actor_of, remember_actor
from app.web.draft_pages import (
    checked_json,
    draft_page,
    editing_of,
    refused_page,
    shown_draft,
    stale_page,
    unsent_page,
)
from app.web.editing_pages import BeliefPart, VersionsPage
from app.web.editing_posts import DraftId, Sent, SentPost
from app.web.login import instructor_form_token, instructor_of, require_instructor_form
from app.web.pages import Frame
from app.web.posts import Slug
from app.web.site import site_of
from app.web.statuses import status_of
from app.web.words import iso_seconds

router = APIRouter(prefix="/authoring")
Instructor = Annotated[str, Depends(instructor_of)]
_MOST_ORDERS = 1_000
_ELSEWHERE = {"belief": "/authoring/registry/new", "image": "/authoring/images"}  # from where one comes back
_NOT_THIS = "Version {version} of this draft was saved meanwhile, so it was not given up. Open it again and look at it first."


@router.get("/drafts/{draft_id}")
def draft(request: Request, instructor: Instructor, draft_id: DraftId) -> Response:
    """A draft as a form, or with `as=yaml` as text; `order` draws another order of the preview."""
    asked = SentPost(dict(request.query_params))
    order, at = asked.number("order") % _MOST_ORDERS, asked.number("at") or None
    view = editing_of(request).view(draft_id, Look(order, at))
    return shown_draft(request, draft_page(request, instructor, view, as_yaml=asked.is_yaml, order=order))


@router.post("/drafts/{draft_id}")
def save(request: Request, instructor: Instructor, draft_id: DraftId, sent: Sent) -> Response:
    """Save what was sent; a list's button changes the list as well, others lead on."""
    require_instructor_form(request, sent.csrf_token)
    try:
        actor = actor_of(sent.actor)
        saved = _saved(request, draft_id, sent, actor)
    except Stale as stale:
        return stale_page(request, instructor, stale, actor=actor)
    except Problem as problem:
        if status_of(problem) == 404:
            raise
        return refused_page(request, instructor, draft_id, sent, problem)
    if sent.text("act") == "submit":
        try:
            site_of(request).services.authoring.reviewing().submit(On(draft_id, saved.version, actor), "")
        except (BadInput, Conflict) as fault:
            return unsent_page(request, instructor, draft_id, sent, fault)
    return _remembered(RedirectResponse(_after(draft_id, sent), 303), request, actor)


def _after(draft_id: str, sent: SentPost) -> str:
    """Where a save leads to: elsewhere where its button says so, else back to the view, where something was done to a list."""
    act = sent.text("act")
    if act == "submit":
        return f"/authoring/drafts/{draft_id}/review?done=submitted"
    what, _, field = act.partition(" ")
    if what in _ELSEWHERE:
        return f"{_ELSEWHERE[what]}?{urlencode({'draft': draft_id, **({'field': field} if field else {})})}"
    place = place_of(act, sent.number(f"{list_of(act)}.count"))
    view = "?as=yaml" if sent.is_yaml else ""
    return f"/authoring/drafts/{draft_id}{view}{f'#list-{place}' if place else '#save-state'}"


@router.post("/drafts/{draft_id}/saves")
def autosave(request: Request, _instructor: Instructor, draft_id: DraftId, sent: Sent) -> Response:
    """The same for the script, which goes on typing meanwhile: what is saved now, or why not."""
    require_instructor_form(request, sent.csrf_token)
    try:
        saved = _saved(request, draft_id, sent, actor_of(sent.actor))
        editing_of(request).thin(saved)
    except Stale as stale:
        told = {"sentence": stale.sentence, "version": stale.draft.version, "stale": True}
        return JSONResponse(told, status_of(stale))
    except Problem as problem:
        return JSONResponse({"sentence": problem.sentence, "stale": False}, status_of(problem))
    return JSONResponse({"version": saved.version, "saved_at": iso_seconds(saved.saved_at)})


@router.post("/drafts/{draft_id}/preview")
def preview(request: Request, _instructor: Instructor, draft_id: DraftId, sent: Sent) -> Response:
    """What is found in a text that is being typed, with its preview. Nothing is stored."""
    require_instructor_form(request, sent.csrf_token)
    editing = editing_of(request)
    draft = editing.drafting.draft(draft_id)
    text = sent.typed if sent.is_yaml else editing.text_of_form(draft_id, sent.version, sent.form)
    checked = editing.checked(draft, text, order=sent.number("order") % _MOST_ORDERS)
    return JSONResponse(checked_json(site_of(request), checked, as_form=not sent.is_yaml))


@router.get("/drafts/{draft_id}/versions")
def versions(request: Request, instructor: Instructor, draft_id: DraftId) -> Response:
    """All versions that were saved, the last one first."""
    found, lines = editing_of(request).versions(draft_id)
    page = VersionsPage(
        frame=Frame(f"Versions of {found.item_id}", "authoring", instructor_form_token(request)),
        instructor=instructor,
        draft_id=draft_id,
        item_id=found.item_id,
        version=found.version,
        lines=lines,
        actor=actor_known(request),
    )
    return site_of(request).page("authoring/versions.html", page)


@router.post("/drafts/{draft_id}/undo")
def undo(request: Request, instructor: Instructor, draft_id: DraftId, sent: Sent) -> Response:
    """Let the draft be again what it was in an earlier version; the versions between stay."""
    require_instructor_form(request, sent.csrf_token)
    try:
        actor = actor_of(sent.actor)
        editing_of(request).go_back(draft_id, sent.version, sent.number("to"), actor=actor)
    except Stale as stale:
        return stale_page(request, instructor, stale, actor=actor)
    yaml = "as=yaml&" if sent.is_yaml else ""
    address = f"/authoring/drafts/{draft_id}?{yaml}at={sent.number('to')}"
    return _remembered(RedirectResponse(address, 303), request, actor)


@router.post("/drafts/{draft_id}/discard")
def discard(request: Request, _instructor: Instructor, draft_id: DraftId, sent: Sent) -> Response:
    """Give the draft up; its text stays in the history of the question."""
    require_instructor_form(request, sent.csrf_token)
    try:
        actor = actor_of(sent.actor)
        gone = editing_of(request).drafting.discard(draft_id, sent.version, actor=actor)
    except Stale as stale:
        raise Conflict(_NOT_THIS.format(version=stale.draft.version)) from stale
    address = "/authoring/items" if gone.base_revision_id is None else f"/authoring/items/{gone.item_id}"
    return _remembered(RedirectResponse(address, 303), request, actor)


@router.get("/misconceptions/{slug}")
def belief(request: Request, _instructor: Instructor, slug: Slug, beside: str = "") -> Response:
    """What there is to say of a misconception beside a question, for the script."""
    notes = editing_of(request).beliefs([slug], beside[:200])
    return site_of(request).page("authoring/belief.html", BeliefPart(notes.get(slug)))


def _saved(request: Request, draft_id: str, sent: SentPost, actor: str) -> DraftRow:
    editing = editing_of(request)
    if sent.is_yaml:
        return editing.drafting.save(draft_id, sent.version, sent.typed, actor=actor)
    return editing.save_form(draft_id, sent.version, sent.form, actor=actor)


def _remembered(response: Response, request: Request, actor: str) -> Response:
    remember_actor(response, request, actor)
    return response
