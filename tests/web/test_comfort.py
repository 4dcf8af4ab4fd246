"""Reading comfort: chosen without a script, kept in a plain cookie, and on the root of every page."""

from collections.abc import Mapping

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.web.comfort import CHOICES, COOKIE, DEFAULT, Comfort, chosen_from, read_comfort
from app.wiring import web_application
from tests.web.product import Product
from tests.web.visitor import ORIGIN, SAME_ORIGIN, Visitor

ALL = {name: values[-1] for name, values in CHOICES.items()}
PAGES = ["/", "/practice", "/progress", "/lesson", "/misconceptions", "/about", "/settings", "/no-such-page"]


def on_the_root(visitor: Visitor) -> dict[str, str]:
    attrs = visitor.page.one("html").attrs
    return {name.removeprefix("data-"): value for name, value in attrs.items() if name.startswith("data-")}


def checked(visitor: Visitor) -> dict[str, str]:
    """What the form of the settings shows as chosen."""
    return {one.attrs["name"]: one.attrs["value"] for one in visitor.page.all("input", type="radio") if "checked" in one.attrs}  # fmt: skip


def test_what_is_chosen_stands_on_every_page(visitor: Visitor) -> None:
    visitor.get("/settings")
    assert checked(visitor) == {name: values[0] for name, values in CHOICES.items()}
    visitor.send("/settings", *ALL.items())
    assert (visitor.status, visitor.path) == (200, "/settings")
    assert visitor.page.one("p", role="status").text.startswith("Saved")
    assert checked(visitor) == ALL
    for path in PAGES:
        visitor.get(path)
        assert on_the_root(visitor) == ALL, path
    visitor.begin()
    assert on_the_root(visitor) == ALL


def test_every_value_can_be_chosen_and_comes_back(visitor: Visitor) -> None:
    for name, values in CHOICES.items():
        for value in values:
            visitor.get("/settings")
            visitor.send("/settings", (name, value))
            assert on_the_root(visitor).get(name, values[0]) == value
            assert checked(visitor)[name] == value


def test_one_button_takes_all_of_it_back_and_the_cookie_too(visitor: Visitor) -> None:
    visitor.post("/settings", list(ALL.items()))
    assert COOKIE in visitor.client.cookies
    visitor.post("/settings", [*ALL.items(), ("reset", "yes")])
    assert on_the_root(visitor) == {}
    assert COOKIE not in visitor.client.cookies


def test_a_visitor_who_changes_nothing_gets_no_cookie_and_no_further_file(visitor: Visitor) -> None:
    visitor.get("/")
    assert not visitor.client.cookies
    assert not [one for one in visitor.page.all("link") if "comfort" in one.attrs["href"]]
    visitor.post("/settings", [("text", "150")])
    assert [one for one in visitor.page.all("link") if "comfort" in one.attrs["href"]]


@pytest.mark.parametrize(
    "value",
    ["", "text", "text:", "text:151", "text:<script>", "colour:red", "text:150;x", "|||", "text:150|" * 40,
     "%22%3E", "\x80", "scheme:dark:light", "chosen:x", "__class__:x"],
)  # fmt: skip
def test_odd_cookies_fall_to_the_default_without_a_fault(app: FastAPI, value: str) -> None:
    client = TestClient(app, base_url=ORIGIN)
    response = client.get("/about", headers={"Cookie": f"{COOKIE}={value}".encode("latin-1")})
    assert response.status_code == 200
    assert '<html lang="en">' in response.text or value == "text:150;x"


@pytest.mark.parametrize(
    ("cookies", "found"),
    [
        ("keyed_comfort=text:150|scheme:dark", Comfort(text="150", scheme="dark")),
        ("a=b; keyed_comfort=text:150; c=d", Comfort(text="150")),
        ('keyed_comfort="motion:none"', Comfort(motion="none")),
        ("keyed_comfort=text:149|scheme:dark|x:y", Comfort(scheme="dark")),
        ("keyed_comfort=text:150|text:200", Comfort(text="200")),
        ("not_keyed_comfort=text:150", DEFAULT),
        ("keyed_comfort=TEXT:150", DEFAULT),
        ("", DEFAULT),
    ],
)
def test_each_field_of_the_cookie_is_read_by_itself(cookies: str, found: Comfort) -> None:
    assert read_comfort(cookies) == found


def test_the_cookie_says_what_was_chosen() -> None:
    comfort = chosen_from(ALL)
    assert read_comfort(f"{COOKIE}={comfort.cookie}") == comfort
    assert DEFAULT.cookie == ""


@pytest.mark.parametrize(
    "sent",
    [
        {"text": "1e9"},
        {"text": "x" * 9000},
        {"scheme": "\x00"},
        {"motion": "none\ud800"},
        {"csrf_token": "x"},
    ],
)
def test_a_form_that_nobody_of_us_made_is_kept_as_far_as_it_is_known(
    visitor: Visitor, sent: Mapping[str, str]
) -> None:
    body = {"contrast": "more", **sent}
    response = visitor.client.post(
        "/settings",
        content="&".join(f"{name}={value}" for name, value in body.items()).encode("utf-8", "surrogatepass"),
        headers={**SAME_ORIGIN, "Content-Type": "application/x-www-form-urlencoded"},
    )
    assert response.status_code == 200
    assert ' data-contrast="more"' in response.text


def test_another_site_cannot_change_it(visitor: Visitor) -> None:
    response = visitor.client.post(
        "/settings",
        data={"text": "200"},
        headers={"Sec-Fetch-Site": "cross-site", "Origin": "https://elsewhere.test"},
    )
    assert response.status_code == 403
    assert COOKIE not in visitor.client.cookies


def test_two_visitors_do_not_share_a_choice(app: FastAPI) -> None:
    one, other = Visitor(app), Visitor(app)
    one.post("/settings", [("text", "200")])
    for _ in range(3):
        other.get("/")
        one.get("/")
        assert on_the_root(other) == {}
        assert on_the_root(one) == {"text": "200"}


def test_the_page_of_a_fault_of_ours_has_it_too(product: Product, monkeypatch: pytest.MonkeyPatch) -> None:
    app = web_application(product.house)
    monkeypatch.setattr(type(product.house.services.practise), "home", lambda *_: 1 / 0)
    client = TestClient(app, base_url=ORIGIN, raise_server_exceptions=False)
    client.cookies.set(COOKIE, "text:200")
    response = client.get("/")
    assert response.status_code == 500
    assert ' data-text="200"' in response.text
