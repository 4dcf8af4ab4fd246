"""The first page, the about page, and the two addresses that machines ask."""

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from app.web.login import form_token, give_guest_cookie, guest_or_none
from app.web.pages import AboutPage, Frame, HomePage
from app.web.site import site_of
from app.web.tour import never_again, was_offered

router = APIRouter()


@router.get("/")
def home(request: Request) -> Response:
    """Start with one click, or continue where one left off."""
    site = site_of(request)
    guest = guest_or_none(request)
    view = site.services.practise.home(guest.learner_id if guest else None)
    sitting = site.services.exams.catalogue.open_one(guest.learner_id if guest else None)
    frame = Frame("Practise scaled dot-product attention", "home", form_token(request))
    seen = was_offered(request)
    page = HomePage(frame, view, tour=guest is None and not seen, sitting=sitting)
    response = site.page("home/home.html", page)
    if seen and guest is None:
        never_again(response, https=site.settings.https)  # for as long again
    give_guest_cookie(response, site, guest)
    return response


@router.get("/about")
def about(request: Request) -> Response:
    """What this is, and the corrections to the source lesson."""
    return site_of(request).page("about/about.html", AboutPage(Frame("About", "about")))


@router.get("/healthz")
def healthz() -> Response:
    """The process answers."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
def readyz(request: Request) -> Response:
    """The database answers and can be written; else NotReady becomes 503."""
    site_of(request).services.overview.check_ready()
    return PlainTextResponse("ready\n")
