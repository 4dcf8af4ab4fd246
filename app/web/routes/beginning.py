"""How drafts begin: of a published question, of a new one by a template, or as a copy of another."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from app.authoring.starters import STARTERS
from app.kit.errors import BadInput
from app.services.authoring.beginning import BeginFault, NewWish
from app.web.acting_as import NoActor, actor_known, actor_of, remember_actor
from app.web.editing_pages import NewPage
from app.web.editing_posts import Sent
from app.web.login import instructor_form_token, instructor_of, require_instructor_form
from app.web.pages import Frame
from app.web.posts import Slug
from app.web.site import site_of
from app.web.statuses import status_of

router = APIRouter(prefix="/authoring")
Instructor = Annotated[str, Depends(instructor_of)]


@router.get("/new")
def new(request: Request, instructor: Instructor, bank: str = "") -> Response:
    """What a new question is to be: what it asks first."""
    return _new_page(request, instructor, {"bank": bank[:200]})


@router.post("/new")
def begin_new(request: Request, instructor: Instructor, sent: Sent) -> Response:
    """A draft of a new question."""
    require_instructor_form(request, sent.csrf_token)
    bank = sent.text("bank-other") or sent.text("bank")
    stem = sent.fields.get("stem", "")
    wish = NewWish(sent.text("name"), bank, sent.text("kind"), sent.text("objective"), stem)
    try:
        actor = actor_of(sent.actor)
        draft = site_of(request).services.authoring.beginning.new(wish, actor=actor)
    except (BeginFault, NoActor) as fault:
        return _new_page(request, instructor, sent.fields, fault)
    return _to_draft(request, draft.id, actor)


@router.get("/items/{item_id}/duplicate")
def copy(request: Request, instructor: Instructor, item_id: Slug) -> Response:
    """What a copy is to be called."""
    return _new_page(request, instructor, {}, of=item_id)


@router.post("/items/{item_id}/duplicate")
def begin_copy(request: Request, instructor: Instructor, item_id: Slug, sent: Sent) -> Response:
    """A draft of a new question with the text of this one."""
    require_instructor_form(request, sent.csrf_token)
    try:
        actor = actor_of(sent.actor)
        draft = site_of(request).services.authoring.beginning.duplicate(
            item_id, sent.text("name"), actor=actor
        )
    except (BeginFault, NoActor) as fault:
        return _new_page(request, instructor, sent.fields, fault, of=item_id)
    return _to_draft(request, draft.id, actor)


@router.post("/items/{item_id}/edit")
def edit(request: Request, _instructor: Instructor, item_id: Slug, sent: Sent) -> Response:
    """The draft of a question, begun where there is none."""
    require_instructor_form(request, sent.csrf_token)
    actor = actor_of(sent.actor)
    draft = site_of(request).services.authoring.drafting.begin(item_id, actor)
    return _to_draft(request, draft.id, actor)


def _to_draft(request: Request, draft_id: str, actor: str) -> Response:
    response = RedirectResponse(f"/authoring/drafts/{draft_id}", 303)
    remember_actor(response, request, actor)
    return response


def _new_page(
    request: Request,
    instructor: str,
    typed: Mapping[str, str],
    fault: BadInput | None = None,
    *,
    of: str = "",
) -> Response:
    site = site_of(request)
    shelf = site.services.authoring.beginning.shelf()
    page = NewPage(
        frame=Frame(
            f"A copy of {of}" if of else "A new question", "authoring", instructor_form_token(request)
        ),
        instructor=instructor,
        shelf=shelf,
        starters=tuple((one.name, one.title, one.purpose) for one in STARTERS),
        actor=typed["actor"] if "actor" in typed else actor_known(request),
        of=of,
        typed=typed,
        faults=_faults(fault, is_new_bank=bool(typed.get("bank-other", "").strip()) or not shelf.banks),
    )
    return site.page("authoring/new.html", page, status=status_of(fault) if fault else 200)


def _faults(fault: BadInput | None, *, is_new_bank: bool) -> dict[str, str]:
    """What is wrong, by the field that it is about: of a bank the one that was typed into, where there are two."""
    match fault:
        case None:
            return {}
        case BeginFault(of=of, sentence=sentence):
            return {"bank-other" if of == "bank" and is_new_bank else of: sentence}
        case _:
            return {"actor": fault.sentence}
