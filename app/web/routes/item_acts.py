"""What is done to questions of the list, one or many: asked once more, then done in one transaction."""

from dataclasses import dataclass
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from app.kit.errors import BadInput, Problem
from app.services.authoring.retiring import Fate
from app.services.authoring.reviewing import On
from app.web.act_pages import FATES, WORDS, Act, ActDonePage, SurePage
from app.web.acting_as import NoActor, actor_known, actor_of, remember_actor
from app.web.editing_posts import MOST_FIELDS, Sent, SentPost
from app.web.listing_pages import LinePart
from app.web.login import instructor_form_token, instructor_of, require_instructor_form
from app.web.pages import Frame
from app.web.site import site_of
from app.web.statuses import status_of

router = APIRouter(prefix="/authoring/items")
Instructor = Annotated[str, Depends(instructor_of)]
_NONE = "Mark at least one question of the list first."
_NO_ACT = "Choose what is to be done with the questions that you marked."
_LONGEST_NOTE = 1_000


@dataclass(frozen=True, slots=True)
class Said:
    """Who acts, and why."""

    actor: str
    note: str


async def read_items(request: Request) -> tuple[str, ...]:
    """The questions that a form names, each once."""
    body = (await request.body()).decode("utf-8", "replace")
    pairs = parse_qsl(body, errors="replace", max_num_fields=MOST_FIELDS)
    return tuple(dict.fromkeys(text[:200] for name, text in pairs if name == "item"))


@router.get("/acts")
def back(_instructor: Instructor) -> Response:
    """The address of what an act came to, opened again by hand, is the list's."""
    return RedirectResponse("/authoring/items", 303)


@router.post("/acts")
def act(
    request: Request,
    instructor: Instructor,
    sent: Sent,
    items: Annotated[tuple[str, ...], Depends(read_items)],
) -> Response:
    """Ask once more, with the questions named; carry it out where that was confirmed."""
    require_instructor_form(request, sent.csrf_token)
    wished = next((one for one in Act if one == sent.text("act")), None)
    if not items:
        raise BadInput(_NONE)
    if wished is None:
        raise BadInput(_NO_ACT)
    if sent.text("sure") != "yes":
        return _sure_page(request, instructor, wished, items, sent)
    try:
        actor = actor_of(sent.actor)
    except NoActor as fault:
        return _sure_page(request, instructor, wished, items, sent, fault)
    told = _carried_out(request, wished, items, Said(actor, sent.text("note", _LONGEST_NOTE)))
    page = ActDonePage(Frame(WORDS[wished].done, "authoring"), instructor, WORDS[wished].done, told)
    response = site_of(request).page("authoring/acts_done.html", page)
    remember_actor(response, request, actor)
    return response


def _carried_out(request: Request, wished: Act, items: tuple[str, ...], said: Said) -> list[tuple[str, str]]:
    """What became of each question, in words."""
    retiring = site_of(request).services.authoring.retiring
    match wished:
        case Act.RETIRE:
            fates = retiring.retire(items, actor=said.actor, note=said.note)
        case Act.REVIVE:
            fates = retiring.revive(items, actor=said.actor, note=said.note)
        case Act.SUBMIT:
            return [(name, _submitted(request, name, said)) for name in items]
    return [(name, FATES[fate]) for name, fate in zip(items, fates, strict=True)]


def _submitted(request: Request, item_id: str, said: Said) -> str:
    """Submit the draft of one question, or say why not."""
    room = site_of(request).services.authoring
    line = next(iter(room.listing.named((item_id,))), None)
    if line is None or line.draft_id is None:
        return "it has no draft"
    try:
        version = room.drafting.draft(line.draft_id).version
        room.reviewing().submit(On(line.draft_id, version, said.actor), said.note)
    except Problem as problem:
        return problem.sentence
    return FATES[Fate.DONE]


def _sure_page(
    request: Request,
    instructor: str,
    wished: Act,
    items: tuple[str, ...],
    sent: SentPost,
    fault: NoActor | None = None,
) -> Response:
    site = site_of(request)
    lines = tuple(LinePart(line) for line in site.services.authoring.listing.named(items))
    if not lines:
        raise BadInput(_NONE)
    page = SurePage(
        frame=Frame(WORDS[wished].button, "authoring", instructor_form_token(request)),
        instructor=instructor,
        act=wished,
        lines=lines,
        actor=sent.actor if fault else actor_known(request),
        note=sent.text("note", _LONGEST_NOTE),
        fault=fault.sentence if fault else "",
    )
    return site.page("authoring/acts_sure.html", page, status=status_of(fault) if fault else 200)
