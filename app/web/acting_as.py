"""Who acts on a question: a typed name, remembered for the next form. It is unverified until there are accounts."""

from urllib.parse import quote, unquote

from starlette.requests import Request
from starlette.responses import Response

from app.kit.errors import BadInput
from app.web.login import cookie_name, instructor_of
from app.web.posts import clean
from app.web.site import site_of

ACTOR = "keyed_actor"
LONGEST_ACTOR = 100
_MISSING = "Write your name in the field below: it stands in the history of the question."
_LONG = f"A name has {LONGEST_ACTOR} signs at most. Shorten it."


class NoActor(BadInput):
    """The name of who acts is missing or too long; the form comes back with what was typed."""


def actor_known(request: Request) -> str:
    """The name that the form shows filled in: the last one typed here, else the one that came with the link."""
    kept = request.cookies.get(cookie_name(ACTOR, site_of(request)), "")
    return _read(unquote(kept))[:LONGEST_ACTOR] or instructor_of(request)


def actor_of(typed: str) -> str:
    """The name of who acts, as typed. Raises NoActor."""
    name = _read(typed)
    if not name:
        raise NoActor(_MISSING)
    if len(name) > LONGEST_ACTOR:
        raise NoActor(_LONG)
    return name


def remember_actor(response: Response, request: Request, actor: str) -> None:
    """Keep the name for the next form, in this run of the browser."""
    site = site_of(request)
    response.set_cookie(
        cookie_name(ACTOR, site),
        quote(actor),
        path="/" if site.settings.https else "/authoring",  # what the prefix of the name asks for under TLS
        httponly=True,
        samesite="lax",
        secure=site.settings.https,
    )


def _read(typed: str) -> str:
    """One line without blanks at its ends."""
    return " ".join("".join(clean([typed])).split())
