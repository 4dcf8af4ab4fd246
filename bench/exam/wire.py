"""HTTP/1.1 over one connection to this machine, as a browser keeps it: cookies, time limits, and a new one when it broke."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

LOOPBACK = frozenset({"127.0.0.1", "::1"})
Address = tuple[str, int]


class NoReply(Exception):
    """The server was not there, went away before it answered, or did not answer in time."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str:
        """The first header of that name (in small letters), or ""."""
        return next((value for known, value in self.headers if known == name), "")


async def read_reply(reader: asyncio.StreamReader) -> Reply:
    """A whole reply. Raises asyncio's own errors where the connection ends within it."""
    top = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = [line.partition(":") for line in top[1:] if line]
    headers = tuple((name.lower(), value.strip()) for name, _, value in pairs)
    reply = Reply(int(top[0][9:12]), headers, b"")
    length = reply.header("content-length")
    if length:
        return Reply(reply.status, headers, await reader.readexactly(int(length)))
    if reply.header("transfer-encoding") == "chunked":
        return Reply(reply.status, headers, await _chunks(reader))
    return reply


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    pieces = []
    while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
        pieces.append(await reader.readexactly(size))
        await reader.readexactly(2)
    await reader.readuntil(b"\r\n")
    return b"".join(pieces)


@dataclass
class Line:
    """One visitor's connection to a server of this machine; `cookies` are those that it was given."""

    address: Address
    patience: float = 20.0
    cookies: dict[str, str] = field(default_factory=dict)
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def __post_init__(self) -> None:
        if self.address[0] not in LOOPBACK:
            raise ValueError("load goes to this machine only")

    @property
    def host(self) -> str:
        return f"{self.address[0]}:{self.address[1]}"

    async def get(self, path: str) -> Reply:
        """Look at a page."""
        return await self.ask(self.request("GET", path))

    async def post(self, path: str, fields: Sequence[tuple[str, str]]) -> Reply:
        """Send a form."""
        body = urlencode(fields).encode()
        return await self.ask(self.request("POST", path, body, "application/x-www-form-urlencoded"))

    def request(self, method: str, path: str, body: bytes = b"", kind: str = "") -> bytes:
        """The bytes of a request, as a browser sends it from one of our own pages."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", "Sec-Fetch-Site: same-origin"]
        if self.cookies:
            lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        if method == "POST":
            lines += [f"Origin: http://{self.host}", f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
        return "\r\n".join([*lines, "", ""]).encode() + body

    async def ask(self, request: bytes) -> Reply:
        """The reply to a request. Raises NoReply; the next request then opens a new connection."""
        try:
            async with asyncio.timeout(self.patience):
                if self._streams is None:
                    self._streams = await asyncio.open_connection(*self.address)
                reader, writer = self._streams
                writer.write(request)
                reply = await read_reply(reader)
        except (OSError, EOFError, TimeoutError) as fault:
            self.close()
            raise NoReply(type(fault).__name__) from fault
        except asyncio.CancelledError:
            self.close()
            raise
        self._keep_cookies(reply)
        if reply.header("connection").lower() == "close":
            self.close()
        return reply

    def close(self) -> None:
        """Hang up at once, as when a lid is closed."""
        if self._streams is not None:
            self._streams[1].transport.abort()
            self._streams = None

    def _keep_cookies(self, reply: Reply) -> None:
        for name, value in reply.headers:
            if name == "set-cookie":
                cookie, _, content = value.partition(";")[0].partition("=")
                self.cookies[cookie] = content
