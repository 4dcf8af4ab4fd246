"""The answer sheet of a paper."""

from dataclasses import dataclass

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from app.services.authoring.paper_answering import AnswerLine
from app.services.authoring.papering import Paper
from app.web.login import instructor_of
from app.web.pages import Frame
from app.web.paper_posts import PaperId
from app.web.site import site_of

router = APIRouter(prefix="/authoring/paper")


@dataclass(frozen=True, slots=True)
class AnswersPage:
    """The answer sheet, to be printed."""

    frame: Frame
    paper: Paper
    lines: tuple[AnswerLine, ...]


@router.get("/{paper_id}/answers", dependencies=[Depends(instructor_of)])
def answers(request: Request, paper_id: PaperId) -> Response:
    """What is right, and the variant and seed of each question."""
    site = site_of(request)
    room = site.services.authoring
    paper = room.papering.paper(paper_id)
    page = AnswersPage(
        Frame(f"Answers to {paper.title}", "authoring"), paper, room.paper_answering.lines(paper)
    )
    return site.page("authoring/paper/answers.html", page)
