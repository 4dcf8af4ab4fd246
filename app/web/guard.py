"""The gate in front of every request: host, size, origin of forms, HEAD, a request id, and the headers of answers."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import lru_cache

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.kit.errors import BadInput, Problem, Refused
from app.kit.ids import new_number
from app.services.authoring.import_limits import LARGEST as LARGEST_IMPORT
from app.services.authoring.import_limits import LARGEST_MB as LARGEST_IMPORT_MB
from app.services.own_limits import LARGEST, LARGEST_MB
from app.web.comfort import remember
from app.web.csrf import FOREIGN, comes_from_us

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
)
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    ),
    (b"cache-control", b"no-store"),
    (b"referrer-policy", b"same-origin"),
)
_NAMES = frozenset(name for name, _ in HEADERS)
_TLS = (b"strict-transport-security", b"max-age=31536000")
_UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_UNKNOWN_HOST = (
    "This server does not answer to that name. Its own name, or KEYED_ALLOWED_HOSTS, must list it."
)

_LONGEST_NAME = (
    260  # signs of a host's name with its port; longer ones name nothing, and none of them is remembered
)
LARGEST_BODY = 64 * 1024
LARGEST_TEXT = 1024 * 1024  # a question's whole text, or all fields of its form
_TEXTS = "/authoring/"
_OWN = (
    f"The file is larger than {LARGEST_MB} MB, so nothing was changed. Choose the file that the export made."
)
_QUESTIONS = f"The file is larger than {LARGEST_IMPORT_MB} MB, so nothing was read. Split it into several."
_LAB = "The texts are longer than the lab can take in, so nothing was computed. Go back and shorten them."
_IMAGE = "The image is larger than 5 MiB, so it was not taken in. Save it smaller, or as WebP."
LARGEST_IMAGE = 5 * 1024 * 1024
LARGER: Mapping[
    str, tuple[int, str]
] = {  # a file with the form around it, or texts that come back beside their fields
    "/progress/import": (LARGEST + LARGEST_BODY, _OWN),
    "/authoring/imports": (LARGEST_IMPORT + LARGEST_BODY, _QUESTIONS),
    "/authoring/images": (LARGEST_IMAGE + LARGEST_BODY, _IMAGE),
    "/lab": (LARGEST_TEXT, _LAB),
    "/lab/steps": (LARGEST_TEXT, _LAB),
}
_TOO_MUCH = "More was sent than an answer can hold, so nothing was changed. Shorten it and send it again."


class TooMuch(BadInput):
    """A body that is larger than any of our forms."""


Refuse = Callable[[Scope, Receive, Send, Problem], Awaitable[None]]


def safety_headers(
    request_id: str, *, https: bool, present: Iterable[bytes] = ()
) -> list[tuple[bytes, bytes]]:
    """The headers that every answer carries, unless it has one of its own. Pages are never stored unless it says otherwise."""
    there = _NAMES.intersection(present)
    headers = [one for one in HEADERS if one[0] not in there] if there else [*HEADERS]
    headers.append((b"x-request-id", request_id.encode()))
    if https:
        headers.append(_TLS)
    return headers


@lru_cache(maxsize=1_024)
def host_name(host: str) -> str:
    """The name in a Host header, without its port: "[::1]:8000" gives "[::1]"."""
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0].lower()


class Guard:
    """Plain ASGI, because a middleware that wraps requests and responses in objects costs more than a page."""

    def __init__(self, app: ASGIApp, *, hosts: tuple[str, ...], https: bool, refuse: Refuse) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)
        self._https = https
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        problem = self.fault(scope)

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = message["headers"]
                present = [name.lower() for name, _ in own]
                message["headers"] = [*own, *self.headers(scope, present)]
            await send(message)

        answer: Send = send_safely
        if scope["method"] == "HEAD":  # what GET would answer, without its body
            scope, answer = {**scope, "method": "GET"}, _headers_only(send_safely)
        if problem is None:
            await self._app(scope, _limited(receive, _largest(scope)), answer)
        else:
            await self._refuse(scope, receive, answer, problem)

    def headers(self, scope: Scope, present: Iterable[bytes] = ()) -> list[tuple[bytes, bytes]]:
        """What the answer to a request carries besides its own headers."""
        return safety_headers(scope["state"]["request_id"], https=self._https, present=present)

    def fault(self, scope: Scope) -> Problem | None:
        """Why a request goes no further, or None.

        Gives the request its id, and notes what the browser said of its origin and of comfort.
        """
        scope.setdefault("state", {})["request_id"] = new_number()
        found: dict[bytes, bytes] = dict(scope["headers"])
        remember(found.get(b"cookie", b"").decode("latin-1"))
        host = found.get(b"host", b"").decode("latin-1")
        if len(host) > _LONGEST_NAME or host_name(host) not in self._hosts:
            return BadInput(_UNKNOWN_HOST)
        if scope["method"] not in _UNSAFE:
            return None
        length = found.get(b"content-length", b"0")
        if not length.isdigit() or int(length[:9]) > _largest(scope):
            return TooMuch(LARGER.get(scope["path"], (0, _TOO_MUCH))[1])
        site, origin = found.get(b"sec-fetch-site"), found.get(b"origin")
        ours = comes_from_us(
            fetch_site=None if site is None else site[:_LONGEST_NAME].decode("latin-1"),
            origin=None if origin is None else origin[: 2 * _LONGEST_NAME].decode("latin-1"),
            host=host,
        )
        scope["state"]["from_us"] = ours
        return Refused(FOREIGN) if ours is False else None


def _headers_only(send: Send) -> Send:
    """Passes headers on, and empty bodies in place of full ones."""

    async def send_empty(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return send_empty


def _largest(scope: Scope) -> int:
    """The largest body that an address takes."""
    path: str = scope["path"]
    usual = LARGEST_TEXT if path.startswith(_TEXTS) else LARGEST_BODY
    return LARGER.get(path, (usual, ""))[0]


def _limited(receive: Receive, largest: int) -> Receive:
    """A body that comes in pieces and does not say its length is counted as it comes."""
    total = 0

    async def receive_counted() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > largest:
            raise HTTPException(413)
        return message

    return receive_counted
