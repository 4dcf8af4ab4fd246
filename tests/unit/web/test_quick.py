"""A request taken apart without the framework says what the framework says of it."""

from datetime import UTC, datetime

import orjson
import pytest
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.types import Message

from app.exams.saving import Fate
from app.web.quick import JsonResponse, body_of, cookie_of, kind_of
from tests.loops import run


def request(*headers: tuple[str, str], messages: tuple[Message, ...] = ()) -> Request:
    waiting = list(messages)

    async def receive() -> Message:
        return waiting.pop(0)

    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers]
    return Request({"type": "http", "headers": raw}, receive)


def piece(body: bytes, *, more: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_body_is_whole_however_it_comes() -> None:
    assert run(body_of(request(messages=(piece(b"all", more=False),)).receive, 3)) == b"all"
    pieces = (*(piece(b"x", more=True) for _ in range(5_000)), {"type": "http.request"})
    assert run(body_of(request(messages=pieces).receive, 5_000)) == b"x" * 5_000


def test_a_body_that_is_too_long_is_not_read_on() -> None:
    pieces = (piece(b"four", more=True), piece(b"four", more=True), piece(b"four", more=False))
    asked = request(messages=pieces)
    with pytest.raises(HTTPException) as refusal:
        run(body_of(asked.receive, 7))
    assert refusal.value.status_code == 413
    assert run(asked.receive()) == pieces[2]  # what was behind it was left


def test_a_body_that_breaks_off_is_none() -> None:
    with pytest.raises(ClientDisconnect):
        run(body_of(request(messages=(piece(b"ha", more=True), {"type": "http.disconnect"})).receive, 9))


@pytest.mark.parametrize(
    "headers",
    [
        (),
        (("cookie", ""),),
        (("cookie", "a=1; b=2"),),
        (("cookie", "a=; b"),),
        (("cookie", 'b=x; a="q\\073r"'),),
        (("cookie", "a=1"), ("cookie", "a=2")),
        (("cookie", "a=1"), ("cookie", "b=2")),
        (("cookie", "a=1; a=3"), ("cookie", "a=")),
        (("cookie", "a=\xe4"),),
    ],
)
def test_a_cookie_is_what_the_framework_reads(headers: tuple[tuple[str, str], ...]) -> None:
    assert cookie_of(request(*headers).scope["headers"], "a") == request(*headers).cookies.get("a")


def test_the_kind_of_a_body_is_said_without_its_signs() -> None:
    assert kind_of([(b"content-type", b"application/json; charset=utf-8")]) == "application/json"
    assert kind_of([(b"accept", b"application/json")]) == ""


def test_what_is_acknowledged_is_written_as_the_page_reads_it() -> None:
    at = datetime(2026, 11, 30, 4, 31, 5, 999_999, tzinfo=UTC)
    response = JsonResponse({"saved_at": at, "fate": Fate.LATE, "left": None}, 409)
    assert orjson.loads(response.body) == {"saved_at": "2026-11-30T04:31:05Z", "fate": "late", "left": None}
    assert response.status_code == 409
    assert response.headers["content-type"] == "application/json"
    assert int(response.headers["content-length"]) == len(response.body)
