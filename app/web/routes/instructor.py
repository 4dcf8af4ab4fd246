"""The instructor link: a page with one button that trades the link's token for a cookie and voids it."""

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from app.web import posts
from app.web.login import give_instructor_cookie
from app.web.pages import Frame, InstructorPage
from app.web.posts import LinkToken, ShortText
from app.web.site import site_of

router = APIRouter(prefix="/instructor")
_NAMELESS = "Type your name: it is written down beside whatever is changed."


@router.get("/{link_token}")
def link(request: Request, link_token: LinkToken) -> Response:
    """Opening the link spends nothing, so that a preview of it does no harm; a void one says so at once.

    Its address is a secret and goes to no other site. Ours gets it, as every page of ours does: without a referrer
    browsers keep back the form's origin too, and the form could not be told from a foreign one.
    """
    site = site_of(request)
    site.services.instructor.check(link_token)
    return site.page("instructor/link.html", InstructorPage(Frame("Instructor link"), link_token))


@router.post("/{link_token}")
def trade(request: Request, link_token: LinkToken, name: ShortText = "") -> Response:
    """Trade the token for a cookie; whoever holds the token may, so it serves as the form's token too."""
    site = site_of(request)
    (typed,) = posts.clean([name.strip()])
    if not typed:
        site.services.instructor.check(link_token)
        page = InstructorPage(Frame("Instructor link"), link_token, typed, _NAMELESS)
        return site.page("instructor/link.html", page, status=422)
    response = RedirectResponse("/authoring", 303)
    give_instructor_cookie(response, site, site.services.instructor.trade(link_token, typed))
    return response
