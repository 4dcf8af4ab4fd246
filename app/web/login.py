"""Who is asking: the guest's cookie and the instructor's cookie, read and given."""

from starlette.requests import Request
from starlette.responses import Response

from app.kit.errors import NotFound, Refused
from app.services.guests import Guest
from app.web.csrf import FOREIGN, STALE, is_token_of, token_for
from app.web.door import Settled, door_of
from app.web.quick import Headers, cookie_of

YEAR = 365 * 24 * 3600
GUEST = "keyed_guest"
INSTRUCTOR = "keyed_instructor"
NOT_YOURS = "What is asked for does not exist, or it belongs to another visitor."
_INSTRUCTORS_ONLY = (
    "These pages are for instructors. Open the instructor link that the server printed when it was started."
)


def cookie_name(name: str, site: Settled) -> str:
    """The cookie's name; under TLS the prefix makes browsers hold it to this host alone."""
    return f"__Host-{name}" if site.settings.https else name


def guest_token(request: Request) -> str | None:
    """The guest cookie as it came, or None."""
    return guest_cookie(door_of(request), request.scope["headers"])


def guest_cookie(site: Settled, headers: Headers) -> str | None:
    """The guest cookie in the headers of a request, or None."""
    return cookie_of(headers, cookie_name(GUEST, site))


def form_token(request: Request) -> str:
    """The token for the forms of a page."""
    return token_for(door_of(request).settings.secret, guest_token(request))


def require_form_token(request: Request, sent: str, *, may_be_stale: bool = False) -> None:
    """Refuse a form that does not carry this visitor's token.

    `may_be_stale` is for the form that starts a practice: it stands on pages that were opened before the visitor had
    a cookie, so there the browser's word that the form is ours is enough.
    """
    ours: bool | None = request.scope.get("state", {}).get("from_us")
    require_token(door_of(request), guest_token(request), sent, ours=ours, may_be_stale=may_be_stale)


def require_token(
    site: Settled, cookie: str | None, sent: str, *, ours: bool | None, may_be_stale: bool = False
) -> None:
    """As `require_form_token`, of a visitor's cookie. `ours` is what the browser says of where the form comes from."""
    if ours is False:
        raise Refused(FOREIGN)
    if is_token_of(site.settings.secret, cookie, sent):
        return
    if not (may_be_stale and ours):
        raise Refused(STALE)


def guest_or_none(request: Request) -> Guest | None:
    """The guest whose cookie this is, or None."""
    door = door_of(request)
    return door.services.guests.find(guest_token(request), door.settings.clock.now())


def guest_of(request: Request) -> Guest:
    """The guest whose cookie this is; without one nothing personal exists."""
    guest = guest_or_none(request)
    if guest is None:
        raise NotFound(NOT_YOURS)
    return guest


async def guest_if_known(request: Request) -> Guest | None:
    """As `guest_or_none`, for the event loop; it renews nothing."""
    door = door_of(request)
    return await door.services.guests.known(guest_token(request), door.settings.clock.now())


async def guest_who_answers(request: Request) -> Guest:
    """As `guest_of`, for the event loop."""
    known = await guest_if_known(request)
    if known is None:
        raise NotFound(NOT_YOURS)
    return known


def give_guest_cookie(response: Response, site: Settled, guest: Guest | None) -> None:
    """Set the cookie where the service made or renewed a token: HttpOnly, SameSite=Lax, one year."""
    if guest is None or guest.fresh_token is None:
        return
    response.set_cookie(
        cookie_name(GUEST, site),
        guest.fresh_token,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=site.settings.https,
    )


def give_instructor_cookie(response: Response, site: Settled, cookie: str) -> None:
    """Set the instructor's cookie for this run of the browser."""
    response.set_cookie(
        cookie_name(INSTRUCTOR, site), cookie, httponly=True, samesite="lax", secure=site.settings.https
    )


def take_guest_cookie(response: Response, site: Settled) -> None:
    """Take the cookie away, and with it whatever else the browser keeps of these pages."""
    response.delete_cookie(
        cookie_name(GUEST, site), httponly=True, samesite="lax", secure=site.settings.https
    )
    response.headers["Clear-Site-Data"] = '"cookies", "storage"'


def instructor_form_token(request: Request) -> str:
    """The token for the forms of an instructor's page, bound to the instructor's login."""
    door = door_of(request)
    cookie = request.cookies.get(cookie_name(INSTRUCTOR, door), "")
    return token_for(door.settings.secret, f"{INSTRUCTOR}|{cookie}")


def require_instructor_form(request: Request, sent: str) -> None:
    """Refuse an instructor's form that does not carry the token of this login."""
    door = door_of(request)
    cookie = request.cookies.get(cookie_name(INSTRUCTOR, door), "")
    if not is_token_of(door.settings.secret, f"{INSTRUCTOR}|{cookie}", sent):
        raise Refused(STALE)


def instructor_of(request: Request) -> str:
    """The typed name of the instructor who asks. Raises Refused for everybody else."""
    door = door_of(request)
    cookie = request.cookies.get(cookie_name(INSTRUCTOR, door))
    name = door.services.instructor.is_instructor(cookie) if cookie else None
    if name is None:
        raise Refused(_INSTRUCTORS_ONLY)
    return name
