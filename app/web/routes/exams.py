"""Exams: which there are, the way to the start of a sitting, and the tutorial before the first clock."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.web.pages import Frame
from app.web.site import site_of
from app.web.tutorial import tutorial_page

router = APIRouter(prefix="/exams")


@router.get("/tutorial")
def tutorial(request: Request) -> Response:
    """Small questions to try choosing, striking out, flagging, typing and moving on; nothing is kept."""
    page = tutorial_page(request.query_params.multi_items(), Frame("Exam tutorial", "exams"))
    return site_of(request).page("exams/tutorial.html", page)
