"""HTTP as uvicorn speaks it, with the head and the body of an answer in one write: each wakes whoever waits for it."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class WholeAnswers(HttpToolsProtocol):
    """One connection; what is written to it in one turn of the event loop goes out together."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to speak, through a transport that gathers what is written."""
        super().connection_made(_Gathering(transport, self.loop))  # type: ignore[arg-type]


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
