"""Banks and misconceptions, made and changed in the browser."""

from collections.abc import Mapping
from itertools import groupby
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from app.authoring.incoming_names import slug
from app.authoring.sent import clean
from app.bank.parse import Bank
from app.items.misconceptions import Misconception
from app.kit.errors import BadInput, Conflict, NotFound, Problem
from app.services.authoring.drafting import Stale
from app.services.authoring.registry import EntryFault, Moved, Registry, Sort
from app.web.acting_as import NoActor, actor_known, actor_of, remember_actor
from app.web.draft_pages import editing_of
from app.web.editing_posts import Sent, SentPost
from app.web.form_parts import input_id
from app.web.login import instructor_form_token, instructor_of, require_instructor_form
from app.web.pages import Frame
from app.web.posts import Slug
from app.web.registry_pages import INPUTS, THEME, EntryPage, RegistryPage
from app.web.site import site_of
from app.web.statuses import status_of

router = APIRouter(prefix="/authoring")
Instructor = Annotated[str, Depends(instructor_of)]
_LONGEST = 5_000  # signs of a field that are looked at; what is longer than the bank takes is told
_LONGEST_NAME = 80  # signs of a name that is made of words
_TITLES: Mapping[Sort, str] = {"bank": "A new bank", "misconception": "A new misconception"}
_NO_ACT = "Choose one of the buttons."


@router.get("/registry")
def registry(request: Request, instructor: Instructor) -> Response:
    """All misconceptions."""
    lines = _registry(request).lines()
    themes = [(theme, list(found)) for theme, found in groupby(lines, key=lambda one: one.theme)]
    waiting = sum(one.conflict for one in lines)
    page = RegistryPage(Frame("Misconceptions", "authoring"), instructor, themes, waiting)
    return site_of(request).page("authoring/registry.html", page)


@router.get("/registry/new")
def new_misconception(request: Request, instructor: Instructor, draft: str = "", field: str = "") -> Response:
    """What a new misconception is; `draft` is the one to go back to, `field` the field of it that it is made for."""
    return _new_page(request, instructor, "misconception", {"draft": draft[:20], "field": field[:80]})


@router.post("/registry/new")
def make_misconception(request: Request, instructor: Instructor, sent: Sent) -> Response:
    """A new misconception."""
    return _make(request, instructor, "misconception", sent)


@router.get("/registry/{slug}")
def misconception(request: Request, _instructor: Instructor, slug: Slug) -> Response:
    """One misconception with the questions that use it."""
    return _entry_page(request, "misconception", slug)


@router.post("/registry/{slug}")
def change_misconception(request: Request, _instructor: Instructor, slug: Slug, sent: Sent) -> Response:
    """Another wording of it, or a conflict's end."""
    return _change(request, "misconception", slug, sent)


@router.get("/banks/new")
def new_bank(request: Request, instructor: Instructor) -> Response:
    """What a new bank is."""
    return _new_page(request, instructor, "bank", {})


@router.post("/banks/new")
def make_bank(request: Request, instructor: Instructor, sent: Sent) -> Response:
    """A new bank."""
    return _make(request, instructor, "bank", sent)


@router.get("/banks/{bank}/about")
def bank(request: Request, _instructor: Instructor, bank: Slug) -> Response:
    """What a bank says of itself."""
    return _entry_page(request, "bank", bank)


@router.post("/banks/{bank}/about")
def change_bank(request: Request, _instructor: Instructor, bank: Slug, sent: Sent) -> Response:
    """Another wording of it, or a conflict's end."""
    return _change(request, "bank", bank, sent)


def _registry(request: Request) -> Registry:
    return site_of(request).services.authoring.registry


def _typed(sort: Sort, sent: SentPost) -> dict[str, str]:
    """The fields as typed, those of one line in one line."""
    found = {}
    for one in INPUTS[sort]:
        text = clean(sent.fields.get(one.name, "")[:_LONGEST])
        found[one.name] = text if one.long else " ".join(text.split())
    return found


def _entry(sort: Sort, typed: Mapping[str, str]) -> Bank | Misconception:
    if sort == "bank":
        return Bank(typed["id"], typed["title"], typed["description"], typed["licence"])
    return Misconception(typed["slug"], typed["name"], typed["belief"], typed["truth"], typed["theme"])


def _left_out(sort: Sort, typed: Mapping[str, str]) -> dict[str, str]:
    """What stands for fields that may stay empty when an entry is made."""
    if sort == "bank":
        return {"id": typed["id"] or slug(typed["title"], _LONGEST_NAME)}
    return {"slug": typed["slug"] or slug(typed["name"], _LONGEST_NAME), "theme": typed["theme"] or THEME}


def _make(request: Request, instructor: str, sort: Sort, sent: SentPost) -> Response:
    require_instructor_form(request, sent.csrf_token)
    way = {"draft": sent.text("draft", 20), "field": sent.text("field", 80)}
    typed = {**_typed(sort, sent), **way, "actor": sent.actor}
    try:
        actor = actor_of(sent.actor)
        name = _registry(request).make(_entry(sort, {**typed, **_left_out(sort, typed)}), actor=actor)
    except (EntryFault, NoActor) as fault:
        return _new_page(request, instructor, sort, typed, fault=fault)
    address = f"/authoring/banks/{name}" if sort == "bank" else f"/authoring/registry/{name}?saved=1"
    if _is_draft(request, typed["draft"]):
        address = _back_to(request, typed["draft"], typed["field"], name, actor)
    return _remembered(request, address, actor)


def _back_to(request: Request, draft_id: str, field: str, name: str, actor: str) -> str:
    """The draft's address, at the field that the misconception was made for and now stands in."""
    try:
        put = editing_of(request).put(draft_id, field, name, actor=actor)
    except Stale:  # somebody saved at this very moment: it is chosen by hand
        put = False
    return f"/authoring/drafts/{draft_id}{f'#{input_id(field)}' if put else ''}"


def _is_draft(request: Request, draft_id: str) -> bool:
    try:
        site_of(request).services.authoring.drafting.draft(draft_id)
    except NotFound:
        return False
    return True


def _change(request: Request, sort: Sort, name: str, sent: SentPost) -> Response:
    require_instructor_form(request, sent.csrf_token)
    act, seen = sent.text("act"), sent.text("seen")
    home = f"/authoring/banks/{name}/about" if sort == "bank" else f"/authoring/registry/{name}"
    typed = {**_typed(sort, sent), "id": name, "slug": name, "actor": sent.actor}
    found = _registry(request)
    try:
        actor = actor_of(sent.actor)
        if act == "save":
            theme = found.view(sort, name).fields.get("theme", "")
            found.change(_entry(sort, {**typed, "theme": theme}), seen=seen, actor=actor)
        elif act in {"file", "database"}:
            found.settle(sort, name, files=act == "file", seen=seen, actor=actor)
        elif act == "remove":
            found.remove(sort, name, seen=seen, actor=actor)
        else:
            raise BadInput(_NO_ACT)
    except (BadInput, Conflict) as fault:
        return _entry_page(request, sort, name, typed=typed, fault=fault)
    there = {"bank": "/authoring", "misconception": "/authoring/registry"}[sort]
    gone = act == "remove" or (act == "file" and not found.has(sort, name))
    return _remembered(request, there if gone else f"{home}?saved=1", actor)


def _remembered(request: Request, address: str, actor: str) -> Response:
    response = RedirectResponse(address, 303)
    remember_actor(response, request, actor)
    return response


def _new_page(
    request: Request, instructor: str, sort: Sort, typed: Mapping[str, str], *, fault: Problem | None = None
) -> Response:
    page = EntryPage(
        frame=Frame(_TITLES[sort], "authoring", instructor_form_token(request)),
        instructor=instructor,
        sort=sort,
        inputs=INPUTS[sort],
        typed=typed,
        actor=typed.get("actor", actor_known(request)),
        faults=_faults(fault),
        draft=typed.get("draft", ""),
        place=typed.get("field", ""),
        themes=_themes(request),
    )
    return site_of(request).page("authoring/entry.html", page, status=status_of(fault) if fault else 200)


def _entry_page(
    request: Request,
    sort: Sort,
    name: str,
    *,
    typed: Mapping[str, str] | None = None,
    fault: Problem | None = None,
) -> Response:
    view = _registry(request).view(sort, name)
    title = view.fields["title" if sort == "bank" else "name"]
    page = EntryPage(
        frame=Frame(title, "authoring", instructor_form_token(request)),
        instructor=instructor_of(request),
        sort=sort,
        inputs=INPUTS[sort],
        typed=typed if typed is not None and not _is_settling(fault) else view.fields,
        actor=(typed or {}).get("actor", actor_known(request)),
        view=view,
        faults=_faults(fault),
        fault=fault.sentence if isinstance(fault, Conflict) else "",
        saved=fault is None and "saved" in request.query_params,
    )
    return site_of(request).page("authoring/entry.html", page, status=status_of(fault) if fault else 200)


def _is_settling(fault: Problem | None) -> bool:
    """Whether what failed had no fields of its own to keep."""
    return isinstance(fault, Conflict) and not isinstance(fault, Moved)


def _themes(request: Request) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.theme for one in _registry(request).lines() if one.theme))


def _faults(fault: Problem | None) -> dict[str, str]:
    """What is wrong, by the field that it is about."""
    match fault:
        case EntryFault(faults=faults):
            return faults
        case BadInput(sentence=sentence):
            return {"actor": sentence}
        case _:
            return {}
