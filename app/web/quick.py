"""What the framework does for a request, in a few steps: for the requests that are answered in less time than it takes."""

from functools import lru_cache

import orjson
from starlette.requests import ClientDisconnect, Request, cookie_parser
from starlette.responses import Response

JSON = "application/json"
_JSON_HEADER = (b"content-type", JSON.encode())
_MOMENTS = orjson.OPT_UTC_Z | orjson.OPT_OMIT_MICROSECONDS  # as 2026-11-30T04:31:05Z


class JsonResponse(Response):
    """JSON; moments in UTC are written to the second."""

    def __init__(self, content: object, status: int = 200) -> None:
        self.status_code = status
        self.background = None
        self.body = orjson.dumps(content, option=_MOMENTS)
        self.raw_headers = [(b"content-length", str(len(self.body)).encode()), _JSON_HEADER]


def kind_of(request: Request) -> str:
    """The kind of body that a request says it has, without what is said of it."""
    for name, value in request.scope["headers"]:
        if name == b"content-type":
            kind: str = value.decode("latin-1")
            return kind.partition(";")[0].strip()
    return ""


async def body_of(request: Request) -> bytes:
    """The whole body; nearly all come in one piece. Raises ClientDisconnect where it ends before its end."""
    pieces: list[bytes] = []
    more = True
    while more:
        message = await request.receive()
        if message["type"] != "http.request":
            raise ClientDisconnect
        pieces.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(pieces)


def cookie_of(request: Request, name: str) -> str | None:
    """A cookie as it came, or None."""
    found = None
    for header, value in request.scope["headers"]:
        if header == b"cookie" and (here := _cookie_in(value, name)) is not None:
            found = here
    return found


@lru_cache(maxsize=4_096)
def _cookie_in(header: bytes, name: str) -> str | None:
    """A browser sends the same header with every request, so it is taken apart once."""
    return cookie_parser(header.decode("latin-1")).get(name)
