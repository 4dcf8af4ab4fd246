"""Error pages: the right status, a kind sentence, a request id, a way back, and nothing of what was sent."""

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services.practise import Practise
from tests.web.html_page import HtmlPage
from tests.web.product import Product, change_database
from tests.web.visitor import ORIGIN, SAME_ORIGIN, Visitor

FORM = {**SAME_ORIGIN, "Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture
def client(app: FastAPI) -> TestClient:
    return TestClient(app, base_url=ORIGIN, raise_server_exceptions=False, follow_redirects=False)


def check_page(answer: object, status: int) -> HtmlPage:
    assert answer.status_code == status  # type: ignore[attr-defined]
    page = HtmlPage(answer.text)  # type: ignore[attr-defined]
    assert page.one("h1").text
    assert answer.headers["x-request-id"] in page.one("main").text  # type: ignore[attr-defined]
    assert "/" in [link.attrs["href"] for link in page.all("a") if link.inside("main")]
    assert "content-security-policy" in answer.headers  # type: ignore[attr-defined]
    return page


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/practice/x",
        "/practice/AAAAAAAAAAAAAAAA/items/0",
        "/practice/AAAAAAAAAAAAAAAA/items/-1",
        "/practice/AAAAAAAAAAAAAAAA/items/one",
        "/practice/AAAAAAAAAAAAAAAA/items/²",
        f"/practice/AAAAAAAAAAAAAAAA/items/{2**63}",
        f"/practice/AAAAAAAAAAAAAAAA/items/{'9' * 5000}",
        "/practice/AAAAAAAAAAAAAAAA/items/1e3",
        "/practice/%00/items/1",
        "/practice/%ED%A0%80/items/1",
        "/practice/%FF/summary",
        "/instructor/%00",
        "/instructor/" + "a" * 5000,
    ],
)
def test_an_address_that_leads_nowhere(client: TestClient, path: str) -> None:
    check_page(client.get(path), 404)


def test_an_address_says_which_part_of_it_cannot_be_read(client: TestClient) -> None:
    page = check_page(client.get(f"/practice?kind=mixed&level={'<x>' * 100}&objective={'1' * 300}"), 400)
    text = page.one("main").text
    assert "This part of the address cannot be read: level, objective." in text
    assert "form" not in text
    assert "<x>" not in text


@pytest.mark.parametrize(
    ("method", "path"),
    [("DELETE", "/"), ("PUT", "/about"), ("GET", "/practice/a/next"), ("PATCH", "/practice")],
)
def test_a_method_that_is_not_known(client: TestClient, method: str, path: str) -> None:
    answer = client.request(method, path, headers=SAME_ORIGIN)
    check_page(answer, 405)
    assert answer.headers["allow"]


def test_trace_is_off(client: TestClient) -> None:
    assert client.request("TRACE", "/").status_code == 405


def test_more_than_an_answer_can_hold(client: TestClient) -> None:
    check_page(client.post("/practice", content=b"kind=" + b"x" * 70_000, headers=FORM), 413)


def test_more_than_an_answer_can_hold_in_pieces_without_a_length(client: TestClient) -> None:
    pieces = (b"x" * 1000 for _ in range(70))
    check_page(client.post("/practice", content=pieces, headers=FORM), 413)


@pytest.mark.parametrize("length", ["-1", "1e9", "x", "9" * 400])
def test_a_length_that_is_no_number_or_too_large(client: TestClient, length: str) -> None:
    check_page(client.post("/practice", content=b"", headers={**FORM, "Content-Length": length}), 413)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"option=1", 422),  # no submission id
        (b"submission_id=a+b&option=1", 422),
        (b"submission_id=%00&option=1", 422),
        (b"submission_id=" + b"a" * 65, 422),
        (b"\xff\xfe\x00", 422),
        (b"", 422),
    ],
)
def test_a_form_that_cannot_be_read_changes_nothing(
    visitor: Visitor, product: Product, client: TestClient, body: bytes, status: int
) -> None:
    visitor.get("/")
    visitor.send("/practice")
    token = dict(visitor.page.form("/response").fields)["csrf_token"]
    client.cookies.update(visitor.client.cookies)
    secret = b"&csrf_token=" + token.encode()
    check_page(client.post(visitor.path + "/response", content=body + secret, headers=FORM), status)
    assert product.answers() == 0


@pytest.mark.parametrize(
    "body",
    [
        b"number=%00", b"number=%FF", b"number=%ED%A0%80", b"number=\xff\x00", b"option=%00", b"x=1" + b"&x=1" * 500,
        b"option=" + b"1" * 500, b"option=1" + b"&option=1" * 100, b"number=" + b"5" * 300, b"number=1" + b"&number=1" * 70,
    ],
)  # fmt: skip
@pytest.mark.parametrize("item", ["weights-row-choice", "weights-row-typed"])
def test_an_answer_that_is_none_brings_the_question_back(
    visitor: Visitor, product: Product, item: str, body: bytes
) -> None:
    product.will_ask(item)
    visitor.begin()
    form = visitor.page.form("/response")
    rest = "".join(
        f"&{name}={value}" for name, value in form.fields if name in {"submission_id", "csrf_token"}
    )
    answer = visitor.client.post(form.action, content=body + rest.encode(), headers=FORM)
    assert answer.status_code == 422
    page = HtmlPage(answer.text)
    assert page.one("div", id="faults").text
    assert page.one("fieldset", id="answer")
    assert product.answers() == 0


@pytest.mark.parametrize(
    "kind", ["application/json", "text/plain", "multipart/form-data; boundary=x", "nonsense"]
)
def test_a_body_of_another_kind_never_breaks_the_server(client: TestClient, kind: str) -> None:
    for body in (b"", b"{", b'{"csrf_token": NaN}', b"--x\r\n\r\n", b"\x00" * 50):
        answer = client.post(
            "/practice/AAAAAAAAAAAAAAAA/items/1/response",
            content=body,
            headers={**SAME_ORIGIN, "Content-Type": kind},
        )
        assert 400 <= answer.status_code < 500


def test_half_a_surrogate_pair_in_an_answer_is_no_500(visitor: Visitor) -> None:
    visitor.get("/")
    visitor.send("/practice")
    form = visitor.page.form("/response")
    fields = dict(form.fields)
    body = "&".join(f"{name}={value}" for name, value in fields.items()) + "&option=%ED%A0%80"
    answer = visitor.client.post(form.action, content=body.encode(), headers=FORM)
    assert answer.status_code in {400, 422}


def test_what_was_sent_is_not_repeated(client: TestClient) -> None:
    body = b"submission_id=a+b&number=a-very-private-word"
    answer = client.post("/practice/AAAAAAAAAAAAAAAA/items/1/response", content=body, headers=FORM)
    assert answer.status_code in {404, 422}
    assert "a-very-private-word" not in answer.text


def test_a_bug_is_answered_with_its_number_and_no_detail(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The one fault that is put in by hand: no data that we know of breaks the product."""

    def broken(_practise: Practise, _learner_id: int | None) -> None:
        raise ZeroDivisionError("a detail of the inside")

    monkeypatch.setattr(Practise, "home", broken)
    answer = client.get("/")
    check_page(answer, 500)
    assert answer.headers["cache-control"] == "no-store"
    assert "a detail of the inside" not in answer.text
    assert answer.headers["x-request-id"] in caplog.text


def test_a_kind_of_question_that_is_not_ready(client: TestClient, product: Product) -> None:
    change_database(
        product.folder,
        "DELETE FROM variants WHERE item_id IN (SELECT id FROM items WHERE recipe IS NOT NULL)",
    )
    start = client.post("/practice", content=b"kind=computations", headers=FORM)
    page = check_page(start, 503)
    assert "still being prepared" in page.one("main").text
    assert client.post("/practice", content=b"kind=concepts", headers=FORM).status_code == 303


def test_health_and_readiness(client: TestClient, product: Product) -> None:
    assert client.get("/healthz").text == "ok\n"
    assert client.get("/readyz").text == "ready\n"
    change_database(product.folder, "DROP TABLE meta")
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 503
