"""A small closed-loop load generator for loopback: a fixed number of connections, bounded in time and count."""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass

import uvloop


@dataclass(frozen=True, slots=True)
class Load:
    """What came of a load: answers per second, the shares of time in milliseconds, and how many were not as expected."""

    per_second: float
    p50: float
    p99: float
    unexpected: int


def plain(method: str, path: str, *, host: str, body: bytes = b"", extra: str = "") -> bytes:
    """One HTTP/1.1 request in bytes."""
    length = f"Content-Length: {len(body)}\r\n" if body else ""
    form = "Content-Type: application/x-www-form-urlencoded\r\n" if body else ""
    return f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n{form}{length}{extra}\r\n".encode() + body


class _Connection(asyncio.Protocol):
    """One connection that asks again as soon as it is answered; a negative time marks an unexpected status.

    A protocol and no streams: what asks shares the processor with what answers, so it has to cost far less.
    """

    def __init__(self, requests: Iterator[bytes], *, until: float, expected: int) -> None:
        self.times: list[float] = []
        self.over: asyncio.Future[list[float]] = asyncio.get_running_loop().create_future()
        self._requests = requests
        self._until = until
        self._expected = expected
        self._held = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport
        self._ask()

    def data_received(self, data: bytes) -> None:
        self._held += data
        if not _is_whole(self._held):
            return
        taken = time.perf_counter() - self._asked
        self.times.append(taken if int(self._held[9:12]) == self._expected else -taken)
        self._held = b""
        self._ask()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.over.done():
            self.over.set_exception(exc or ConnectionResetError("the server hung up"))

    def _ask(self) -> None:
        self._asked = time.perf_counter()
        request = next(self._requests, None) if self._asked < self._until else None
        if request is None:
            self.over.set_result(self.times)
            self._transport.close()
        else:
            self._transport.write(request)


def _is_whole(reply: bytes) -> bool:
    """Whether a reply has come to its end."""
    top = reply.find(b"\r\n\r\n")
    if top < 0:
        return False
    lowered = reply[:top].lower() + b"\r\n"
    start = lowered.find(b"content-length:")
    if start >= 0:
        length = int(lowered[start + 15 : lowered.index(b"\r\n", start)])
        return len(reply) >= top + 4 + length
    return b"transfer-encoding: chunked" not in lowered or reply.endswith(b"0\r\n\r\n")


async def _connection(
    address: tuple[str, int], requests: Iterator[bytes], *, until: float, expected: int
) -> list[float]:
    """The times of one connection; an answer that does not come within half a minute is an error."""
    loop = asyncio.get_running_loop()
    _, protocol = await loop.create_connection(
        lambda: _Connection(requests, until=until, expected=expected), *address
    )
    return await asyncio.wait_for(protocol.over, until - time.perf_counter() + 30)


async def _run(
    address: tuple[str, int], streams: list[Iterator[bytes]], *, limit: float, expected: int
) -> Load:
    start = time.perf_counter()
    found = await asyncio.gather(
        *(_connection(address, requests, until=start + limit, expected=expected) for requests in streams)
    )
    whole = time.perf_counter() - start
    times = sorted(abs(taken) for connection in found for taken in connection)
    unexpected = sum(taken < 0 for connection in found for taken in connection)
    return Load(
        per_second=len(times) / whole,
        p50=1000 * times[len(times) // 2],
        p99=1000 * times[min(len(times) - 1, len(times) * 99 // 100)],
        unexpected=unexpected,
    )


def run(
    address: tuple[str, int], streams: list[Iterator[bytes]], *, limit: float, expected: int = 200
) -> Load:
    """One load: a connection per stream of requests, until `limit` seconds are over or the streams end."""
    if address[0] not in {"127.0.0.1", "::1"}:
        raise ValueError("load goes to this machine only")
    return uvloop.run(_run(address, streams, limit=limit, expected=expected))
