"""The lab: the page, its steps alone for scripts, and the question that is made of it."""

from typing import Annotated
from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.kit.errors import BadInput, NotReady
from app.lab.address import PATH
from app.lab.asking import NotAsked
from app.services.lab import LabView
from app.web.lab_pages import LabPage, steps_part
from app.web.login import form_token, give_guest_cookie, guest_or_none, require_form_token
from app.web.markup import fragment
from app.web.pages import Frame
from app.web.posts import AskPost, clean
from app.web.site import Site, site_of

router = APIRouter(prefix="/lab")
LONGEST = 12_000  # signs of an address; the shortest one of the largest state has some 4,000
_TOO_LONG = (
    "This address is longer than the lab can read. Open the lab and paste the matrices into its fields."
)
_STEPS = "lab/steps.html"
_MOST = 1_000  # fields of a form; the largest page has some 170
_TOO_MANY = (
    "This has more fields than the form of the lab, so nothing was computed. Open the lab and use its form."
)
Pairs = list[tuple[str, str]]


def _pairs(text: str) -> Pairs:
    """Names and texts of an address. Raises BadInput where there is too much of them."""
    if len(text) > LONGEST:
        raise BadInput(_TOO_LONG)
    return _read(text)


def _read(text: str) -> Pairs:
    found = parse_qsl(text, keep_blank_values=True, errors="replace")
    return list(zip(clean(name for name, _ in found), clean(text for _, text in found), strict=True))


async def _sent(request: Request) -> Pairs:
    """Names and texts of the form, as long as a body may be. Raises BadInput where there are too many of them."""
    body = (await request.body()).decode("utf-8", "replace")
    if body.count("&") >= _MOST:
        raise BadInput(_TOO_MANY)
    return _read(body)


Sent = Annotated[Pairs, Depends(_sent)]


def _page(request: Request, view: LabView, *, refusal: str = "", question: str = "") -> LabPage:
    site = site_of(request)
    part = steps_part(view)
    steps = fragment(site.templates.get_template(_STEPS), part)
    title = "Not read yet. Lab" if view.faults else "Lab: attention step by step"
    title = "Not asked. Lab" if refusal else title
    frame = Frame(title, "lab", form_token(request))
    return LabPage(frame, view, steps, part.news, refusal, question or "weights-choice")


def _status(view: LabView) -> int:
    return 422 if view.faults else 503 if view.failure else 200


@router.get("")
def lab(request: Request) -> Response:
    """The lab with what its address says; an address that could be shorter leads to the short one."""
    site = site_of(request)
    view = site.services.lab.read(_pairs(request.url.query))
    if view.moved and view.link:
        return RedirectResponse(view.link, 303)
    view = site.services.lab.page(view)
    return site.page("lab/lab.html", _page(request, view), status=_status(view))


@router.post("")
def send(request: Request, pairs: Sent) -> Response:
    """What the form holds leads to its address; what is too long for one comes back as the page, with all of it."""
    site = site_of(request)
    view = site.services.lab.read(pairs)
    if view.link:
        return RedirectResponse(view.link, 303)
    tail = urlencode(pairs)
    if len(tail) <= LONGEST:
        return RedirectResponse(f"{PATH}?{tail}", 303)
    return site.page("lab/lab.html", _page(request, view), status=_status(view))


@router.post("/ask")
def ask(request: Request, sent: Annotated[AskPost, Form()]) -> Response:
    """Make a question of a state; one that is refused gives the lab back with the reason."""
    require_form_token(request, sent.csrf_token, may_be_stale=True)
    site = site_of(request)
    lab_room = site.services.lab
    view = lab_room.read(_pairs(sent.state))
    if view.state is None:
        return site.page("lab/lab.html", _page(request, view), status=422)
    try:
        prepared = lab_room.questions.prepare(view.state, sent.question)
    except NotReady as problem:
        refused = _page(request, lab_room.kept(view), refusal=problem.sentence, question=sent.question)
        return site.page("lab/lab.html", refused, status=503)
    if isinstance(prepared, NotAsked):
        refused = _page(request, lab_room.page(view), refusal=prepared.sentence, question=sent.question)
        return site.page("lab/lab.html", refused, status=422)
    guest = guest_or_none(request) or site.services.guests.welcome()
    practice_id = lab_room.questions.begin(guest.learner_id, prepared)
    response = RedirectResponse(f"/practice/{practice_id}/items/1", 303)
    give_guest_cookie(response, site, guest)
    return response


@router.get("/ask")
def back_to_lab() -> Response:
    """The address of a page that gave a refusal, opened again by hand, is the lab's."""
    return RedirectResponse(PATH, 303)


@router.get("/steps")
def steps(request: Request) -> Response:
    """The steps alone, with the faults of the fields, of what an address says."""
    return _steps(request, _pairs(request.url.query))


@router.post("/steps")
def steps_of_form(request: Request, pairs: Sent) -> Response:
    """The same of what the form holds, for the script that keeps them up to date."""
    return _steps(request, pairs)


def _steps(request: Request, pairs: Pairs) -> Response:
    site: Site = site_of(request)
    view = site.services.lab.page(site.services.lab.read(pairs))
    page = _page(request, view)
    return HTMLResponse(site.templates.get_template("lab/update.html").render(page=page), _status(view))
