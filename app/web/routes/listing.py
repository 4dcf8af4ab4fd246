"""The list of all questions, narrowed by what stands in the address."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from app.authoring.listing import read_wish
from app.web.listing_pages import ItemsPage, LinePart
from app.web.login import instructor_form_token, instructor_of
from app.web.pages import Frame
from app.web.site import site_of

router = APIRouter(prefix="/authoring")
Instructor = Annotated[str, Depends(instructor_of)]


@router.get("/items")
def items(request: Request, instructor: Instructor) -> Response:
    """The list; what its address says that there is not asks for nothing."""
    site = site_of(request)
    view = site.services.authoring.listing.page(read_wish(dict(request.query_params)))
    page = ItemsPage(
        frame=Frame("Questions", "authoring", instructor_form_token(request)),
        instructor=instructor,
        view=view,
        lines=tuple(LinePart(line) for line in view.lines),
    )
    return site.page("authoring/items.html", page)
