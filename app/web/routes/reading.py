"""Pages to read: the lesson, and the misconceptions with what each of them does."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.web.login import form_token
from app.web.pages import Frame
from app.web.posts import Slug
from app.web.reading_pages import LessonPage, MisconceptionPage, MisconceptionsPage
from app.web.site import site_of
from app.web.squeeze import squeezed
from app.web.words import capital, plain

router = APIRouter()


@router.get("/lesson")
def lesson(request: Request) -> Response:
    """The lesson at its three levels."""
    site = site_of(request)
    frame = Frame("Lesson: scaled dot-product attention", "lesson", form_token(request))
    return squeezed(
        request, site.page("lesson/lesson.html", LessonPage(frame, site.services.reading_room.lesson()))
    )


@router.get("/misconceptions")
def misconceptions(request: Request) -> Response:
    """All misconceptions by theme."""
    site = site_of(request)
    page = MisconceptionsPage.of(Frame("Misconceptions", "lesson"), site.services.reading_room.index())
    return squeezed(request, site.page("misconceptions/index.html", page))


@router.get("/misconceptions/{slug}")
def misconception(request: Request, slug: Slug) -> Response:
    """One misconception."""
    site = site_of(request)
    view = site.services.reading_room.page(slug)
    frame = Frame(capital(plain(view.name)), "lesson", form_token(request))
    return squeezed(request, site.page("misconceptions/page.html", MisconceptionPage(frame, view)))
