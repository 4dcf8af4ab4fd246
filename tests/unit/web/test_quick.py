"""A request taken apart without the framework says what the framework says of it."""

from datetime import UTC, datetime

import orjson
import pytest
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.types import Message

from app.exams.saving import Fate
from app.kit import ids
from app.web import csrf, guard, quick
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


@pytest.mark.parametrize(
    "name", [csrf._token_for, csrf.comes_from_us, guard.host_name, ids._known_hash, quick._cookie_in]
)
def test_strangers_cannot_fill_the_memory_with_what_they_send(name) -> None:  # type: ignore[no-untyped-def]
    """What is remembered of headers is short: thousands of long ones would be as many times as long."""
    name.cache_clear()
    asked = guard.Guard(pytest.fail, hosts=("here",), https=False, refuse=pytest.fail)  # type: ignore[arg-type]
    for text in ("x" * 3_000, "x" * 3_001):
        headers = [(b"cookie", f"a={text}; b=1".encode()), (b"host", b"here"), (b"origin", text.encode())]
        assert cookie_of(headers, "a") == text
        assert len(ids.token_hash(text)) == 64
        assert len(csrf.token_for(b"secret", text)) == 43
        for host in (b"here", text.encode()):
            scope = {"type": "http", "method": "POST", "path": "/", "headers": [*headers, (b"host", host)]}
            assert asked.fault(scope) is not None
    assert name.cache_info().currsize <= 1


def test_the_kind_of_a_body_is_said_without_its_signs() -> None:
    assert kind_of([(b"content-type", b"Application/JSON;charset=UTF-8")]) == "application/json"
    assert kind_of([(b"content-type", b"application/json; charset=utf-8")]) == "application/json"
    assert kind_of([(b"accept", b"application/json")]) == ""


def test_what_is_acknowledged_is_written_as_the_page_reads_it() -> None:
    at = datetime(2026, 11, 30, 4, 31, 5, 999_999, tzinfo=UTC)
    response = JsonResponse({"saved_at": at, "fate": Fate.LATE, "left": None}, 409)
    assert orjson.loads(response.body) == {"saved_at": "2026-11-30T04:31:05Z", "fate": "late", "left": None}
    assert response.status_code == 409
    assert response.headers["content-type"] == "application/json"
    assert int(response.headers["content-length"]) == len(response.body)
