"""HTTP as uvicorn speaks it, with the head and the body of an answer in one write: each wakes whoever waits for it."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.web.guard import HEADERS
from app.web.statuses import SENTENCES

LARGEST_TOP = 512 * 1024  # above what comes in one piece (256 KiB), and far above what any browser sends
_PLAIN = (b"content-type", b"text/plain; charset=utf-8")


class WholeAnswers(HttpToolsProtocol):
    """One connection; what is written to it in one turn of the event loop goes out together.

    The parser holds a head without end for as long as it comes, so its pieces are counted here. What is no HTTP is told
    so with the headers of every answer.
    """

    _in_top = False
    _top = 0  # bytes of a head that has come in several pieces

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to speak, through a transport that gathers what is written."""
        super().connection_made(_Gathering(transport, self.loop))  # type: ignore[arg-type]

    def data_received(self, data: bytes) -> None:
        """Read on; a head that does not end is not read to its end."""
        was_in_top = self._in_top
        super().data_received(data)
        if was_in_top and self._in_top:
            self._top += len(data)
            if self._top > LARGEST_TOP:
                self._in_top = False
                self._refuse(431, "Request Header Fields Too Large")

    def on_message_begin(self) -> None:
        """A head begins."""
        self._in_top, self._top = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """A head ends."""
        self._in_top = False
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        """What came is no HTTP."""
        self._in_top = False
        self._refuse(400, "Bad Request")

    def _refuse(self, status: int, reason: str) -> None:
        body = f"{SENTENCES[status]}\n".encode()
        headers = [*HEADERS, _PLAIN, (b"content-length", b"%d" % len(body)), (b"connection", b"close")]
        lines = [f"HTTP/1.1 {status} {reason}".encode(), *(name + b": " + value for name, value in headers)]
        self.transport.write(b"\r\n".join(lines) + b"\r\n\r\n" + body)
        self.transport.close()


class _Gathering:
    """A transport that writes at the end of a turn of the event loop; whatever else it is asked, the real one answers."""

    __slots__ = ("_loop", "_transport", "_written")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._written: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write what is to be written, with all that follows in this turn."""
        if not self._written:
            self._loop.call_soon(self._send)
        self._written.append(data)

    def close(self) -> None:
        """Send what was written, then close."""
        self._send()
        self._transport.close()

    def _send(self) -> None:
        written, self._written = self._written, []
        if written and not self._transport.is_closing():  # else nobody is there any more
            self._transport.write(b"".join(written))
