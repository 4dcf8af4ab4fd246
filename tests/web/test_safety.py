"""Safety: headers, hosts, cookies, who sent a form, and what a stranger may see."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.web.guard import POLICY
from app.wiring import web_application
from tests.web.product import Product
from tests.web.visitor import ORIGIN, SAME_ORIGIN, Visitor

TYPE = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture
def client(app: FastAPI) -> TestClient:
    return TestClient(app, base_url=ORIGIN, raise_server_exceptions=False, follow_redirects=False)


@pytest.mark.parametrize(
    "path", ["/", "/about", "/healthz", "/no-such-page", "/practice/x/items/1", "/authoring"]
)
def test_every_answer_carries_the_safety_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert headers["cache-control"] == "no-store"
    assert len(headers["x-request-id"]) == 16
    assert "server" not in headers
    assert "strict-transport-security" not in headers


def test_the_policy_allows_nothing_inline_and_no_frame() -> None:
    assert "unsafe" not in POLICY
    assert "default-src 'none'" in POLICY
    assert "frame-ancestors 'none'" in POLICY


@pytest.mark.parametrize(
    "path",
    ["/", "/about", "/practice", "/lesson", "/healthz", "/readyz", "/no-such-page", "/authoring", "/about/",
     "/practice/AAAAAAAAAAAAAAAA/items/1", "/practice/AAAAAAAAAAAAAAAA/next"],
)  # fmt: skip
def test_head_is_answered_as_get_is_without_a_body(client: TestClient, path: str) -> None:
    by_get, by_head = client.get(path), client.head(path)
    assert by_head.status_code == by_get.status_code
    assert by_head.content == b""

    def told(headers: Mapping[str, str]) -> dict[str, str]:
        return {name: value for name, value in headers.items() if name != "x-request-id"}

    assert told(by_head.headers) == told(by_get.headers)


def test_head_of_a_foreign_host_has_no_body_either(client: TestClient) -> None:
    answer = client.head("/", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.content) == (400, b"")


@pytest.mark.parametrize("path", ["/about/", "/practice/", "/static", "/lesson/"])
def test_no_redirect_names_the_host_that_was_asked(client: TestClient, path: str) -> None:
    answer = client.get(path, headers={"Host": "localhost:8000"})
    assert answer.status_code == 404
    assert "location" not in answer.headers


def test_only_hashed_names_are_kept_for_ever(client: TestClient, app: FastAPI) -> None:
    assert client.get("/static/manifest.json").status_code == 404
    licence = client.get("/static/licences/source-serif-4.txt")
    assert (licence.status_code, licence.headers["cache-control"]) == (200, "public, max-age=3600")
    for name in app.state.site.assets.names.values():
        assert "immutable" in client.get(f"/static/{name}").headers["cache-control"]


def test_built_files_are_kept_for_ever(client: TestClient, app: FastAPI) -> None:
    style = app.state.site.assets.url("look.css")
    answer = client.get(style)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"].startswith("text/css")
    plain = client.get(style, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == answer.text
    assert client.get("/static/../app/main.py").status_code == 404
    assert client.get("/static/%2e%2e/build.mjs").status_code == 404


@pytest.mark.parametrize("path", ["/docs", "/redoc", "/openapi.json"])
def test_the_frameworks_own_pages_are_shut(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "[::2]", "localhost@evil.example"]
)
def test_a_foreign_host_is_turned_away(client: TestClient, host: str) -> None:
    answer = client.get("/", headers={"Host": host})
    assert answer.status_code == 400
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:9000", "localhost:8000", "LOCALHOST", "[::1]:8000"])
def test_our_own_names_are_answered(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "none"}, 303),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": ORIGIN}, 403),
        ({"Origin": ORIGIN}, 303),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1:8001"}, 403),
        ({"Origin": "null"}, 403),
        ({}, 303),
    ],
)
def test_a_form_from_elsewhere_starts_nothing(
    client: TestClient, product: Product, headers: dict[str, str], status: int
) -> None:
    assert client.post("/practice", content=b"", headers={**TYPE, **headers}).status_code == status
    assert product.chance.practices == (status == 303)


@pytest.mark.parametrize("action", ["/next", "/items/1/response", "/items/1/again"])
@pytest.mark.parametrize("token", ["", "0" * 43, "another's"])
def test_a_form_without_this_visitors_token_changes_nothing(
    visitor: Visitor, product: Product, action: str, token: str
) -> None:
    visitor.get("/")
    visitor.send("/practice")
    practice = visitor.path.partition("/items/")[0]
    if token == "another's":
        other = Visitor(visitor.client.app)  # type: ignore[arg-type]
        other.get("/")
        other.send("/practice")
        token = dict(other.page.form("/response").fields)["csrf_token"]
    visitor.post(practice + action, [("csrf_token", token), ("submission_id", "x"), ("option", "1")])
    assert visitor.status == 403
    assert product.answers() == 0
    assert visitor.get(practice + "/items/2").one("h1").text == "There is no such page"


def test_a_page_from_before_the_first_visit_can_still_start_a_practice(
    visitor: Visitor, product: Product
) -> None:
    old_form = visitor.get("/").form("/practice")
    visitor.send("/practice")
    visitor.post(old_form.action, old_form.fields)
    assert visitor.status == 200
    assert product.chance.practices == 2


def test_the_guests_cookie_is_out_of_reach_of_scripts(client: TestClient) -> None:
    answer = client.post("/practice", content=b"", headers={**TYPE, **SAME_ORIGIN})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("keyed_guest=")
    for part in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age=31536000"):
        assert part in cookie
    assert "Secure" not in cookie


def test_under_tls_cookies_are_secure_and_bound_to_the_host(product: Product) -> None:
    settings = product.house.settings.model_copy(update={"https": True})
    client = TestClient(
        web_application(replace(product.house, settings=settings)), base_url=ORIGIN, follow_redirects=False
    )
    answer = client.post("/practice", content=b"", headers={**TYPE, **SAME_ORIGIN})
    assert answer.headers["set-cookie"].startswith("__Host-keyed_guest=")
    assert "Secure" in answer.headers["set-cookie"]
    assert answer.headers["strict-transport-security"] == "max-age=31536000"


def test_reading_gives_no_cookie(client: TestClient) -> None:
    for path in ("/", "/practice", "/progress", "/about"):
        assert "set-cookie" not in client.get(path).headers


def test_another_learners_practice_looks_like_one_that_does_not_exist(visitor: Visitor) -> None:
    visitor.get("/")
    visitor.send("/practice")
    practice = visitor.path.partition("/items/")[0]
    other = Visitor(visitor.client.app)  # type: ignore[arg-type]
    other.get("/")
    other.send("/practice")
    token = dict(other.page.form("/response").fields)["csrf_token"]

    def seen(address: str) -> tuple[int, str]:
        other.get(address)
        return other.status, other.page.one("main").text.replace(other.response.headers["x-request-id"], "")

    for tail in ("/items/1", "/items/1/feedback", "/summary"):
        assert seen(practice + tail) == seen("/practice/AAAAAAAAAAAAAAAA" + tail)
        assert other.status == 404
    for tail in ("/next", "/items/1/response", "/items/1/again"):
        other.post(practice + tail, [("csrf_token", token), ("submission_id", "x"), ("option", "1")])
        assert other.status == 404


@pytest.mark.parametrize(
    "path", ["/authoring", "/authoring/banks/attention", "/authoring/items/weights-row-choice"]
)
def test_authoring_is_for_instructors(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 403
    client.cookies.set("keyed_instructor", "guessed")
    assert client.get(path).status_code == 403
