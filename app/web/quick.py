"""What the framework does for a request, in a few steps: for the requests that are answered in less time than it takes."""

from collections.abc import Sequence
from functools import lru_cache

import orjson
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, cookie_parser
from starlette.responses import Response
from starlette.types import Receive

Headers = Sequence[tuple[bytes, bytes]]  # names in small letters
JSON = "application/json"
FORM, UPLOAD = "application/x-www-form-urlencoded", "multipart/form-data"
_JSON_HEADER = (b"content-type", JSON.encode())
_SHORT = 2_048  # bytes of a Cookie header of ours; longer ones are not remembered, or strangers could fill the memory
_MOMENTS = orjson.OPT_UTC_Z | orjson.OPT_OMIT_MICROSECONDS  # as 2026-11-30T04:31:05Z


class JsonResponse(Response):
    """JSON; moments in UTC are written to the second."""

    def __init__(self, content: object, status: int = 200) -> None:
        self.status_code = status
        self.background = None
        self.body = orjson.dumps(content, option=_MOMENTS)
        self.raw_headers = [(b"content-length", str(len(self.body)).encode()), _JSON_HEADER]


def kind_of(headers: Headers) -> str:
    """The kind of body that a request says it has, without what is said of it."""
    for name, value in headers:
        if name == b"content-type":
            return _kind_in(value[:_SHORT])
    return ""


async def body_of(receive: Receive, most: int) -> bytes:
    """The whole body; nearly all come in one piece.

    Raises ClientDisconnect where it ends before its end, and an HTTPException of status 413 where it is longer.
    """
    pieces: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            raise ClientDisconnect
        pieces.append(message.get("body", b""))
        size += len(pieces[-1])
        if size > most:
            raise HTTPException(413)
        more = message.get("more_body", False)
    return b"".join(pieces)


def cookie_of(headers: Headers, name: str) -> str | None:
    """A cookie as it came, or None."""
    found = None
    for header, value in headers:
        if header == b"cookie":
            read = _cookie_in if len(value) <= _SHORT else _read_cookie
            here = read(value, name)
            found = found if here is None else here
    return found


@lru_cache(maxsize=64)
def _kind_in(header: bytes) -> str:
    """Browsers know few kinds, and send them with every request. Capital letters make no other kind (RFC 9110, 8.3.1)."""
    return header.decode("latin-1").partition(";")[0].strip().lower()


@lru_cache(maxsize=4_096)
def _cookie_in(header: bytes, name: str) -> str | None:
    """A browser sends the same header with every request, so it is taken apart once."""
    return _read_cookie(header, name)


def _read_cookie(header: bytes, name: str) -> str | None:
    return cookie_parser(header.decode("latin-1")).get(name)
