"""A real Chromium before the real product on loopback; a missing browser is a failure and never a skip."""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from app.port import take_port
from tests import chromium
from tests.web.product import Product

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
PATIENCE = 30  # seconds for the server to start or to end, and for a page to become as it should
expect.set_options(timeout=1000 * PATIENCE)


@dataclass
class Served:
    """The product behind an address of loopback."""

    product: Product
    port: int = 0
    _running: tuple[uvicorn.Server, threading.Thread] | None = field(default=None, init=False)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Serve as `app serve` does, in a thread; ready when this returns."""
        taken = take_port("127.0.0.1", self.port)
        self.port = taken.getsockname()[1]
        config = uvicorn.Config(
            self.product.application(), ws="none", log_level="warning", access_log=False, lifespan="on",
            timeout_graceful_shutdown=1,
        )  # fmt: skip
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([taken],), daemon=True)
        thread.start()
        until = time.monotonic() + PATIENCE
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            assert time.monotonic() < until, "the server took too long to start"
            time.sleep(0.005)
        self._running = (server, thread)

    def stop(self) -> None:
        """End the server, which closes the house."""
        if self._running is not None:
            server, thread = self._running
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive(), "the server did not end"
            self._running = None

    def restart(self) -> None:
        """End the server and start another one over the same data, on the same port."""
        self.stop()
        self.product.reopen()
        self.start()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    assert path, "The browser tests need Chromium; `python -m tests.chromium` says how to get it."
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def served(product: Product) -> Iterator[Served]:
    """The product over a copy of the prepared data, served."""
    serving = Served(product)
    serving.start()
    yield serving
    serving.stop()


@pytest.fixture
def context(browser: Browser, served: Served) -> Iterator[BrowserContext]:
    """A fresh browser profile in which any request to another machine fails the test."""
    opened = browser.new_context(viewport={"width": 1280, "height": 900})
    opened.set_default_timeout(1000 * PATIENCE)
    foreign: list[str] = []
    opened.on("request", lambda one: None if one.url.startswith(served.address) else foreign.append(one.url))
    yield opened
    opened.close()
    assert not foreign
