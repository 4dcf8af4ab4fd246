"""The instructor link: a page with one button that trades the link's token for a cookie and voids it."""

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from app.web import posts
from app.web.login import give_instructor_cookie
from app.web.pages import Frame, InstructorPage
from app.web.posts import LinkToken, ShortText
from app.web.site import Site, site_of

router = APIRouter(prefix="/instructor")
_NAMELESS = "Type your name: it is written down beside whatever is changed."


def _link_page(site: Site, page: InstructorPage, *, status: int = 200) -> Response:
    """The page of the link; its address is a secret and goes nowhere else."""
    response = site.page("instructor/link.html", page, status=status)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


@router.get("/{link_token}")
def link(request: Request, link_token: LinkToken) -> Response:
    """Opening the link spends nothing, so that a preview of it does no harm."""
    return _link_page(site_of(request), InstructorPage(Frame("Instructor link"), link_token))


@router.post("/{link_token}")
def trade(request: Request, link_token: LinkToken, name: ShortText = "") -> Response:
    """Trade the token for a cookie; whoever holds the token may, so it serves as the form's token too."""
    site = site_of(request)
    (typed,) = posts.clean([name.strip()])
    if not typed:
        page = InstructorPage(Frame("Instructor link"), link_token, typed, _NAMELESS)
        return _link_page(site, page, status=422)
    response = RedirectResponse("/authoring", 303)
    give_instructor_cookie(response, site, site.services.instructor.trade(link_token, typed))
    return response
