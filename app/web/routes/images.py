"""Images of items, taken in from instructors."""

import re
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, File, Form, Request, UploadFile
from starlette.responses import RedirectResponse, Response

from app.kit.errors import BadInput
from app.web.image_pages import ImagesPage
from app.web.login import instructor_form_token, instructor_of, require_instructor_form
from app.web.pages import Frame
from app.web.posts import clean
from app.web.site import site_of
from app.web.statuses import status_of

router = APIRouter(prefix="/authoring/images")
Instructor = Annotated[str, Depends(instructor_of)]
_DRAFT = re.compile(r"[A-Za-z0-9_-]{16}")
_LONGEST = 300  # signs of what an image shows
MOST = 5 * 1024 * 1024  # bytes that are read; one more is too large


@router.get("")
def images(
    request: Request, instructor: Instructor, new: str = "", shows: str = "", draft: str = ""
) -> Response:
    """The images that came last, each with the line that puts it into a question.

    `new` is the one that has just come and `shows` what it shows, `draft` is the one to go back to.
    """
    return _page(request, instructor, new=(new, clean([shows])[0][:_LONGEST]), draft=draft)


@router.post("")
def take(
    request: Request,
    instructor: Instructor,
    file: Annotated[UploadFile, File()],
    csrf_token: Annotated[str, Form(max_length=100)] = "",
    draft: Annotated[str, Form(max_length=100)] = "",
    shows: Annotated[str, Form(max_length=1_000)] = "",
) -> Response:
    """Take an image in, or say what is wrong with it."""
    require_instructor_form(request, csrf_token)
    imaging = site_of(request).services.images
    try:
        kept = imaging.take(file.file.read(MOST + 1), actor=instructor)
    except BadInput as fault:
        return _page(request, instructor, new=("", shows), draft=draft, fault=fault)
    back = {"draft": draft} if _DRAFT.fullmatch(draft) else {}
    told = urlencode({"new": kept.id, "shows": shows[:_LONGEST], **back})
    return RedirectResponse(f"/authoring/images?{told}#line-{kept.id}", 303)


def _page(
    request: Request, instructor: str, *, new: tuple[str, str], draft: str = "", fault: BadInput | None = None
) -> Response:
    site = site_of(request)
    frame = Frame("Images", "authoring", instructor_form_token(request))
    page = ImagesPage(
        frame,
        instructor,
        tuple(site.services.images.latest()),
        new[0],
        fault.sentence if fault else "",
        draft if _DRAFT.fullmatch(draft) else "",
        new[1],
    )
    return site.page("authoring/images.html", page, status=status_of(fault) if fault else 200)
