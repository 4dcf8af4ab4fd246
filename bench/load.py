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


async def _exchange(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> int:
    """Sends one request and reads its whole response; gives the status."""
    writer.write(request)
    top = await reader.readuntil(b"\r\n\r\n")
    status = int(top[9:12])
    lowered = top.lower()
    start = lowered.find(b"content-length:")
    if start >= 0:
        await reader.readexactly(int(lowered[start + 15 : lowered.index(b"\r\n", start)]))
    elif b"transfer-encoding: chunked" in lowered:
        await reader.readuntil(b"0\r\n\r\n")
    return status


async def _connection(
    address: tuple[str, int], requests: Iterator[bytes], *, until: float, expected: int
) -> list[float]:
    """One connection that asks again as soon as it is answered; a negative time marks an unexpected status."""
    reader, writer = await asyncio.open_connection(*address)
    times: list[float] = []
    for request in requests:
        start = time.perf_counter()
        if start >= until:
            break
        status = await asyncio.wait_for(_exchange(reader, writer, request), 30)
        taken = time.perf_counter() - start
        times.append(taken if status == expected else -taken)
    writer.close()
    return times


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
