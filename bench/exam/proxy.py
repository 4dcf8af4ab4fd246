"""A bad network on this machine: requests are lost, come twice, come late, and overtake each other."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from bench.exam.wire import Address


@dataclass(frozen=True, slots=True)
class Weather:
    """How bad the network is: shares of requests that are lost and doubled, and the longest delay in seconds."""

    lost: float = 0.05
    doubled: float = 0.05
    delay: float = 5.0


@dataclass
class Tally:
    """What the network did."""

    requests: int = 0
    lost_on_the_way: int = 0  # the server never saw it
    lost_on_the_way_back: int = 0  # the server saw it, the candidate never heard
    doubled: int = 0
    overtaken: int = 0  # reached the server after a younger request of the same sitting
    _youngest: dict[str, int] = field(default_factory=dict, repr=False)

    def arrives(self, path: str, number: int) -> None:
        """A copy of a request reaches the server."""
        self.overtaken += number < self._youngest.get(path, 0)
        self._youngest[path] = max(number, self._youngest.get(path, 0))


class BadNetwork:
    """Stands between candidates and the server. Each copy of a request travels alone, on a connection of its own."""

    def __init__(self, server: Address, weather: Weather, chance: random.Random) -> None:
        self.tally = Tally()
        self._server = server
        self._weather = weather
        self._chance = chance
        self._copies: set[asyncio.Task[bytes | None]] = set()
        self._handlers: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Address]:
        """The address at which candidates reach the server; at the end every copy that travels still arrives."""
        listening = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        try:
            yield listening.sockets[0].getsockname()[:2]
            while self._copies:
                await asyncio.gather(*self._copies, return_exceptions=True)
        finally:
            listening.close()
            for handler in self._handlers:
                handler.cancel()
            await asyncio.gather(*self._handlers, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        handler = asyncio.current_task()
        assert handler is not None
        self._handlers.add(handler)
        try:
            with suppress(OSError, EOFError):
                while True:
                    reply = await self._carry(await _read_request(reader))
                    if reply is None:
                        await reader.read()  # nothing is ever said; the candidate gives up
                        break
                    writer.write(reply)
        finally:
            writer.transport.abort()
            self._handlers.discard(handler)

    async def _carry(self, request: bytes) -> bytes | None:
        """The reply to a request, or None where it is lost."""
        self.tally.requests += 1
        number, fortune = self.tally.requests, self._chance.random()
        lost, doubled = self._weather.lost, self._weather.doubled
        if fortune < lost / 2:
            self.tally.lost_on_the_way += 1
            return None
        first = self._send(request, number)
        if fortune < lost:
            self.tally.lost_on_the_way_back += 1
            return None
        if fortune < lost + doubled:
            self.tally.doubled += 1
            copies = {first, self._send(request, number)}
            done, _ = await asyncio.wait(copies, return_when=asyncio.FIRST_COMPLETED)
            return done.pop().result()
        return await asyncio.shield(first)

    def _send(self, request: bytes, number: int) -> "asyncio.Task[bytes | None]":
        """Let a copy travel, whatever becomes of whoever sent it."""
        copy = asyncio.create_task(
            self._travel(request, number, self._chance.uniform(0, self._weather.delay))
        )
        self._copies.add(copy)
        copy.add_done_callback(self._copies.discard)
        return copy

    async def _travel(self, request: bytes, number: int, delay: float) -> bytes | None:
        await asyncio.sleep(delay)
        self.tally.arrives(request.split(b" ", 2)[1].decode(), number)
        try:
            reader, writer = await asyncio.open_connection(*self._server)
            writer.write(request.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
            reply = await reader.read()
            writer.transport.abort()
        except OSError:
            return None
        return reply or None


async def _read_request(reader: asyncio.StreamReader) -> bytes:
    top = await reader.readuntil(b"\r\n\r\n")
    lowered = top.lower()
    start = lowered.find(b"content-length:")
    length = int(lowered[start + 15 : lowered.index(b"\r\n", start)]) if start >= 0 else 0
    return top + await reader.readexactly(length)
