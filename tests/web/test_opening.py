"""A server that has just begun: what running exams send is answered before any page is loaded."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Message

from app.kit.once import Once
from app.services.exams.saving import Saving
from app.web.door import Door
from app.web.opening import Opening
from app.web.quick import FORM
from app.wiring import authoring_routes, opening, web_application, web_settings
from tests.loops import run
from tests.web.product import Product
from tests.web.sitting import Candidate, candidate
from tests.web.visitor import ORIGIN, SAME_ORIGIN


@dataclass
class Loading:
    """Loads the pages when a test lets it, and counts how often."""

    product: Product
    may: threading.Event = field(default_factory=threading.Event)
    loaded: int = 0
    fault: Exception | None = None

    def __call__(self) -> ASGIApp:
        assert self.may.wait(20)
        self.loaded += 1
        if self.fault is not None:
            raise self.fault
        return web_application(self.product.house)


@pytest.fixture
def loading(product: Product) -> Loading:
    return Loading(product)


@pytest.fixture
def mine(product: Product, loading: Loading) -> Iterator[Candidate]:
    """A candidate whose sitting runs, and whose server has just been started again."""
    one = candidate(product)
    door = Door(product.house.first, web_settings(product.house))
    served = Opening(door, Once(loading), lambda _app: pytest.fail("nothing is started here"))
    client = TestClient(served, base_url=ORIGIN, raise_server_exceptions=False, cookies=one.client.cookies)
    yield replace(one, client=client)
    loading.may.set()


def test_changes_and_the_clock_need_no_page(mine: Candidate, loading: Loading) -> None:
    saved = mine.send(mine.right(1, 1))
    assert (saved.status_code, saved.json()["acks"][0]["fate"]) == (200, "taken")
    assert mine.client.get(f"{mine.path}/clock").json()["state"] == "running"
    assert (mine.client.get("/healthz").text, mine.client.head("/healthz").status_code) == ("ok\n", 200)
    assert saved.headers["content-security-policy"]
    assert loading.loaded == 0


def test_what_is_answered_first_is_answered_as_later(mine: Candidate, loading: Loading) -> None:
    """The same status and body for what is right, old, foreign, unreadable, of another visitor, and not from here."""

    def all_of_them() -> list[tuple[int, bytes, str | None]]:
        stranger = TestClient(mine.client.app, base_url=ORIGIN)
        changes = f"{mine.path}/changes"
        answers = [
            mine.send(mine.right(1, 1)),
            mine.send({"n": 99, "seq": 1}),
            mine.send({"n": 1}),
            mine.send(mine.right(1, 1), token="x" * 43),
            mine.client.post(
                changes, content=b"{", headers={**SAME_ORIGIN, "Content-Type": "application/json"}
            ),
            mine.client.post(changes, content=b"x", headers={**SAME_ORIGIN, "Content-Type": "text/plain"}),
            stranger.get(f"{mine.path}/clock"),
            replace(mine, client=stranger).send(mine.right(1, 1)),
            mine.client.get("/healthz"),
        ]
        return [(one.status_code, one.content, one.headers.get("content-type")) for one in answers]

    mine.send(mine.right(1, 1))
    first = all_of_them()
    assert loading.loaded == 0
    loading.may.set()
    assert mine.client.get("/readyz").status_code == 200
    assert all_of_them() == first
    assert [status for status, *_ in first] == [200, 400, 422, 403, 422, 415, 404, 404, 200]


def test_a_bug_in_saving_is_told_without_details(
    mine: Candidate, loading: Loading, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Before the pages are there and afterwards: with the headers of every answer, and written down by its number."""

    async def broken(*_args: object, **_more: object) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr(Saving, "save", broken)
    for _ in range(2):
        told = mine.send(mine.right(1, 1))
        assert (told.status_code, "secret" in told.text) == (500, False)
        assert told.json()["sentence"].startswith("The fault is ours and is written down.")
        assert told.headers["content-security-policy"]
        assert told.headers["x-request-id"] in caplog.text
        loading.may.set()
        assert mine.client.get("/readyz").status_code == 200


def test_the_guard_stands_before_the_door_too(mine: Candidate, loading: Loading) -> None:
    foreign = mine.post("changes", {}, **{"Sec-Fetch-Site": "cross-site"})
    named = mine.client.get("/healthz", headers={"Host": "elsewhere.example"})
    assert (foreign.status_code, named.status_code) == (403, 400)
    assert named.json()["sentence"].startswith("This server does not answer to that name.")
    assert loading.loaded == 0


def test_who_comes_for_a_page_waits_and_the_pages_are_loaded_once(mine: Candidate, loading: Loading) -> None:
    """Eight at once, while a candidate saves."""
    with ThreadPoolExecutor(8) as pool:
        pages = [pool.submit(mine.client.get, path) for path in ("/", "/about", "/readyz", "/exams") * 2]
        assert mine.send(mine.right(2, 1)).status_code == 200
        assert not any(page.done() for page in pages)
        loading.may.set()
        assert {page.result().status_code for page in pages} == {200}
    assert loading.loaded == 1


def test_pages_that_cannot_be_loaded_leave_saving_as_it_is(mine: Candidate, loading: Loading) -> None:
    """Whoever comes next for a page tries again; that they are not there, /readyz says."""
    loading.may.set()
    loading.fault = RuntimeError("a template is missing")
    with pytest.raises(RuntimeError):
        TestClient(mine.client.app, base_url=ORIGIN).get("/readyz")
    assert mine.send(mine.right(1, 1)).status_code == 200
    loading.fault = None
    assert mine.client.get("/readyz").status_code == 200
    assert loading.loaded == 2


def test_a_server_loads_all_by_itself_and_closes_what_it_opened(product: Product) -> None:
    """Nobody has to ask for a page, and every room that is loaded later can be."""
    begun = threading.Event()
    served = opening(product.house, lambda _jobs: begun.set())
    with TestClient(served, base_url=ORIGIN) as client:
        assert begun.wait(20)
        assert client.get("/readyz").status_code == 200
    assert product.house.first.writer.running is False
    assert authoring_routes()


@pytest.mark.parametrize(
    ("ending", "kind"),
    [
        ("/changes", "application/json"),
        ("/take-over", "application/json"),
        ("/take-over", FORM),
        ("/items/1", FORM),
        ("/end", FORM),
    ],
)
def test_a_line_that_breaks_in_the_middle_of_a_request_is_no_fault_of_ours(
    mine: Candidate, loading: Loading, caplog: pytest.LogCaptureFixture, ending: str, kind: str
) -> None:
    """Networks break in every exam: nothing is raised or written down as a bug, and nothing is saved."""
    loading.may.set()
    headers = {**SAME_ORIGIN, "content-type": kind, "host": "127.0.0.1:8000", "cookie": cookies(mine)}
    scope = {
        "type": "http", "method": "POST", "path": mine.path + ending, "query_string": b"", "root_path": "",
        "headers": [(name.lower().encode(), text.encode()) for name, text in headers.items()],
    }  # fmt: skip
    came = iter([{"type": "http.request", "body": b'{"csrf', "more_body": True}, {"type": "http.disconnect"}])

    async def receive() -> Message:
        return next(came)

    async def send(message: Message) -> None:
        """Nobody hears it."""

    served: Any = mine.client.app
    with caplog.at_level("ERROR"):
        run(served(scope, receive, send))
    assert not caplog.records
    assert mine.send(mine.right(1, 1)).json()["acks"][0]["fate"] == "taken"


def cookies(mine: Candidate) -> str:
    return "; ".join(f"{one.name}={one.value}" for one in mine.client.cookies.jar)
