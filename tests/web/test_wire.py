"""What goes over a real connection and into the server's log: HEAD without a byte of body, and probes without a line."""

import logging
import socket
from collections.abc import Iterator

import pytest

from tests.browser.conftest import Served
from tests.web.product import Product

UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


class Kept(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


@pytest.fixture
def served(product: Product) -> Iterator[Served]:
    serving = Served(product)
    serving.start()
    yield serving
    serving.stop()


@pytest.fixture
def log() -> Iterator[Kept]:
    """The server's log; the handler is put on its own logger, which tells no other."""
    kept, logger = Kept(), logging.getLogger("uvicorn.error")
    logger.addHandler(kept)
    yield kept
    logger.removeHandler(kept)


def exchange(served: Served, method: str, path: str) -> tuple[str, bytes]:
    """Head and body of an answer, as they come over the connection until it is closed."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as line:
        line.sendall(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        head, _, body = b"".join(iter(lambda: line.recv(65536), b"")).partition(b"\r\n\r\n")
    return head.decode("latin-1"), body


@pytest.mark.parametrize("path", ["/", "/lesson", "/no-such-page", "LOOK"])
def test_head_sends_no_body(served: Served, path: str, log: Kept) -> None:
    if path == "LOOK":
        path = served.product.application().state.site.assets.url("look.css")
    head, body = exchange(served, "HEAD", path)
    full, page = exchange(served, "GET", path)
    assert body == b""
    assert head.splitlines()[0] == full.splitlines()[0]
    assert f"content-length: {len(page)}" in head.lower()
    assert log.said == []


def test_a_probe_for_websockets_gets_the_page_and_no_line_in_the_log(served: Served, log: Kept) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as line:
        line.sendall(f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n{UPGRADE}\r\n".encode())
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
    assert log.said == []
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    assert log.said == ["Invalid HTTP request received."]
