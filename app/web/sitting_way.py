"""The way to a page of a sitting: whose it is, whether this browser holds it, and what stands before it."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.exams.sitting import State
from app.services.exams.showing import SittingView
from app.services.guests import Guest
from app.web.comfort import comfort_now
from app.web.holding import holder_of, sitting_path
from app.web.login import form_token, guest_who_answers
from app.web.site import site_of
from app.web.sitting_notices import NoticePage, held_elsewhere, paused


def see(address: str) -> RedirectResponse:
    """Go and look at another page (303), so that a reload sends no form again."""
    return RedirectResponse(address, 303)


def holds(request: Request, view: SittingView) -> bool:
    """Whether this browser is the one that may write."""
    return holder_of(request, view.id) == view.holder


async def visit(request: Request, sitting_id: str) -> tuple[Guest, SittingView]:
    """Who asks, and their sitting; one whose time is up is closed first. Raises NotFound for another's."""
    exams = site_of(request).services.exams
    guest = await guest_who_answers(request)
    view = await exams.showing.sitting(guest.learner_id, sitting_id)
    if view.is_open and not view.is_running:
        await exams.finishing.seen_soon(sitting_id, view.clock)
        view = await exams.showing.sitting(guest.learner_id, sitting_id)
    return guest, view


def in_the_way(request: Request, view: SittingView, *, back: str, typed: str = "") -> Response | None:
    """What stands before a page that answers: the begin, the end, another holder, a pause; None where nothing does.

    `back` is the page's address within the sitting, `typed` what its address carries in one line.
    """
    root = sitting_path(view.id)
    if view.clock.state is State.CREATED:
        return see(root)
    if not view.is_open or (view.clock.state is State.RUNNING and not view.is_running):
        return see(f"{root}/over")
    args = (view, comfort_now(), form_token(request))
    if not holds(request, view):
        return notice(request, held_elsewhere(*args, back=back, typed=typed))
    if view.clock.state is State.PAUSED:
        return notice(request, paused(*args, back=back, typed=typed))
    return None


def notice(request: Request, page: NoticePage, *, status: int = 200) -> Response:
    """A page that stands in the way."""
    return site_of(request).page("exams/sitting/notice.html", page, status=status)
