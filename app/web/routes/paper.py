"""Papers: drawn from an exam or from chosen questions, and printed; the answer sheet is a page of its own."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import RedirectResponse, Response

from app.authoring.paper import PaperWish
from app.kit.errors import BadInput, Problem
from app.web.acting_as import actor_known, actor_of, remember_actor
from app.web.login import instructor_form_token, instructor_of, require_instructor_form
from app.web.pages import Frame
from app.web.paper_pages import DrawnPage, PaperPage, PrintedPart, QuestionsPage
from app.web.paper_posts import PaperId, PaperPost
from app.web.site import site_of
from app.web.statuses import status_of

router = APIRouter(prefix="/authoring/paper")
Instructor = Annotated[str, Depends(instructor_of)]


@router.get("")
def choose(request: Request, instructor: Instructor) -> Response:
    """What a paper can be drawn from."""
    return _page(request, instructor, PaperWish(), actor_known(request))


@router.post("")
def draw(request: Request, instructor: Instructor, post: Annotated[PaperPost, Form()]) -> Response:
    """Draw a paper, and go to it."""
    require_instructor_form(request, post.csrf_token)
    wish = post.wish()
    try:
        actor = actor_of(post.actor)
        name = site_of(request).services.authoring.papering.draw(wish, actor)
    except BadInput as fault:
        return _page(request, instructor, wish, post.actor, fault)
    response = RedirectResponse(f"/authoring/paper/{name}", 303)
    remember_actor(response, request, actor)
    return response


@router.get("/{paper_id}")
def drawn(request: Request, instructor: Instructor, paper_id: PaperId) -> Response:
    """A paper, and where its questions and its answers are."""
    site = site_of(request)
    paper = site.services.authoring.papering.paper(paper_id)
    page = DrawnPage(Frame(paper.title, "authoring"), instructor, paper)
    return site.page("authoring/paper/drawn.html", page)


@router.get("/{paper_id}/questions", dependencies=[Depends(instructor_of)])
def questions(request: Request, paper_id: PaperId) -> Response:
    """The questions, to be printed."""
    site = site_of(request)
    papering = site.services.authoring.papering
    paper = papering.paper(paper_id)
    parts = tuple(PrintedPart(n, shown) for n, shown in enumerate(papering.shown(paper), 1))
    return site.page(
        "authoring/paper/questions.html", QuestionsPage(Frame(paper.title, "authoring"), paper, parts)
    )


def _page(
    request: Request, instructor: str, wish: PaperWish, actor: str, fault: Problem | None = None
) -> Response:
    page = PaperPage(
        frame=Frame("Paper", "authoring", instructor_form_token(request)),
        instructor=instructor,
        choices=site_of(request).services.authoring.papering.choices(),
        actor=actor,
        wish=wish,
        fault=fault.sentence if fault else "",
    )
    status = status_of(fault) if fault else 200
    return site_of(request).page("authoring/paper/choose.html", page, status=status)
