"""A real Chromium before a real server on loopback; a missing browser is a failure and never a skip."""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from app.web.application import create_app
from tests import chromium
from tests.web.conftest import SETTINGS, with_services
from tests.web.samples import VARIANTS, WORDS
from tests.web.stand_in import StandIn

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@dataclass
class Served:
    """A server of this test's own data, at an address; `services` may be changed while it runs."""

    address: str
    services: StandIn


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    assert path, "The browser tests need Chromium; `python -m tests.chromium` says how to get it."
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def server() -> Iterator[uvicorn.Server]:
    app = create_app(StandIn([], WORDS), SETTINGS)  # type: ignore[arg-type]
    running = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    while not running.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.01)
    yield running
    running.should_exit = True
    thread.join()


@pytest.fixture
def served(server: uvicorn.Server) -> Served:
    port = server.servers[0].sockets[0].getsockname()[1]
    services = StandIn(list(VARIANTS), WORDS)
    with_services(server.config.app, services)  # type: ignore[arg-type]
    return Served(f"http://127.0.0.1:{port}", services)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A fresh browser profile in which any request to another machine fails the test."""
    opened = browser.new_context(viewport={"width": 1280, "height": 900})
    opened.set_default_timeout(10_000)
    foreign: list[str] = []
    opened.on("request", lambda one: foreign.append(one.url) if "//127.0.0.1:" not in one.url else None)
    yield opened
    opened.close()
    assert not foreign
