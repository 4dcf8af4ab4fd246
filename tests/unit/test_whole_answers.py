"""What is written to a connection in one turn of the event loop goes out in one piece, and nothing is lost at its end."""

import asyncio
from dataclasses import dataclass, field

from uvicorn.config import Config
from uvicorn.server import ServerState

from app.web.guard import HEADERS
from app.whole_answers import LARGEST_TOP, WholeAnswers
from tests.loops import run

ASK = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"


@dataclass
class Wire:
    """A transport that keeps what is written, piece by piece."""

    pieces: list[bytes] = field(default_factory=list)
    closing: bool = False

    def write(self, data: bytes) -> None:
        self.pieces.append(data)

    def close(self) -> None:
        self.closing = True

    def is_closing(self) -> bool:
        return self.closing

    def get_extra_info(self, _name: str, default: object = None) -> object:
        return default

    def pause_reading(self) -> None:
        """Nothing comes by itself here."""

    resume_reading = pause_reading


async def answer(_scope, _receive, send) -> None:  # type: ignore[no-untyped-def]
    head = [(b"content-length", b"6")]
    await send({"type": "http.response.start", "status": 200, "headers": head})
    await send({"type": "http.response.body", "body": b"one", "more_body": True})
    await send({"type": "http.response.body", "body": b"two"})


async def answer_slowly(_scope, _receive, send) -> None:  # type: ignore[no-untyped-def]
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"3")]})
    await asyncio.sleep(0.01)
    await send({"type": "http.response.body", "body": b"one"})


def speak(app, *asked: bytes, leave: bool = False) -> Wire:  # type: ignore[no-untyped-def]
    """What comes of it when somebody asks; whoever leaves is gone before the answer."""
    wire = Wire()

    async def act() -> None:
        config = Config(app, ws="none", lifespan="off", log_config=None)
        config.load()
        protocol = WholeAnswers(config, ServerState(), {}, asyncio.get_running_loop())
        protocol.connection_made(wire)  # type: ignore[arg-type]
        for piece in asked:
            if not wire.closing:
                protocol.data_received(piece)
            if piece is not asked[-1]:
                await asyncio.sleep(0.001)
        if leave:
            await asyncio.sleep(0)
            wire.closing = True
        await asyncio.sleep(0.05)
        if protocol.timeout_keep_alive_task is not None:
            protocol.timeout_keep_alive_task.cancel()

    run(act())
    return wire


def test_head_and_body_are_one_write() -> None:
    (whole,) = speak(answer, ASK).pieces
    assert whole.startswith(b"HTTP/1.1 200 OK\r\n")
    assert whole.endswith(b"\r\n\r\nonetwo")


def test_what_comes_later_goes_out_later() -> None:
    first, second = speak(answer_slowly, ASK).pieces
    assert (first.endswith(b"\r\n\r\n"), second) == (True, b"one")


def test_a_connection_that_is_closed_after_an_answer_has_sent_it() -> None:
    wire = speak(answer, ASK.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    assert b"".join(wire.pieces).endswith(b"onetwo")
    assert wire.closing


def test_whoever_left_is_sent_nothing() -> None:
    assert speak(answer, ASK, leave=True).pieces == []


PIECE = b"a" * (LARGEST_TOP // 4)
REST = b"\r\n\r\n"


def test_a_head_without_end_is_not_read_to_its_end() -> None:
    wire = speak(answer, ASK.removesuffix(REST) + b"\r\nCookie: ", *[PIECE] * 6)
    whole = b"".join(wire.pieces)
    assert whole.startswith(b"HTTP/1.1 431 Request Header Fields Too Large\r\n")
    assert b"more cookies than we read" in whole
    assert all(name + b": " + value + b"\r\n" in whole for name, value in HEADERS)
    assert wire.closing


def test_heads_are_counted_each_for_itself() -> None:
    """Neither a body nor the heads of earlier requests on the same connection make a head longer."""
    long = ASK.removesuffix(REST) + b"\r\nCookie: "
    body = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: %d\r\n\r\n" % (6 * len(PIECE))
    wire = speak(answer, *[long, PIECE, PIECE, REST] * 3, body, *[PIECE] * 6, ASK)
    assert b"".join(wire.pieces).count(b"HTTP/1.1 200 OK\r\n") == 5
    assert not wire.closing


def test_what_is_no_http_is_told_so_like_anything_else() -> None:
    wire = speak(answer, b"Hello?\r\n\r\n")
    head, _, body = b"".join(wire.pieces).partition(REST)
    assert head.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert all(name + b": " + value in head.split(b"\r\n") for name, value in HEADERS)
    assert body == b"The request could not be read, so nothing was changed.\n"
    assert b"content-length: %d" % len(body) in head
    assert wire.closing
