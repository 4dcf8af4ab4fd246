"""Export, import and "forget me" in the browser: attachments, limits, what is refused, and what is gone afterwards."""

import csv
import io
import sqlite3
from contextlib import closing

import orjson
import pytest

from app.services.own_limits import LARGEST
from tests.web.html_page import HtmlPage
from tests.web.product import Product, change_database, right_answer, wrong_answer
from tests.web.test_secrecy import CANARY, change_every_answer
from tests.web.visitor import SAME_ORIGIN, Visitor


@pytest.fixture
def learner(visitor: Visitor, product: Product) -> Visitor:
    """A visitor with a wrong and a right answer, a note, and an open third question."""
    wrong, right, _ = product.will_ask(
        "why-three-different-vectors", "weights-row-typed", "two-facts-about-a-query"
    )
    visitor.begin()
    visitor.send("/note", ("text", "-look again"))
    visitor.answer(wrong_answer(wrong))
    visitor.send("/next")
    visitor.answer(right_answer(right))
    visitor.send("/next")
    visitor.get("/progress")
    return visitor


def other_device(visitor: Visitor) -> Visitor:
    return Visitor(visitor.client.app)  # type: ignore[arg-type]


def bring_in(visitor: Visitor, content: bytes, **headers: str) -> HtmlPage:
    """Send a file with the form of the import page."""
    form = visitor.get("/progress/import").form("/progress/import")
    fields = {name: value for name, value in form.fields if name != "file"}
    visitor.response = visitor.client.post(
        form.action,
        data=fields,
        files={"file": ("keyed.json", content, "application/json")},
        headers={**SAME_ORIGIN, **headers},
        follow_redirects=True,
    )
    visitor.status, visitor.path = visitor.response.status_code, visitor.response.url.path
    visitor.page = HtmlPage(visitor.response.text)
    return visitor.page


def exported(visitor: Visitor, kind: str = "json") -> bytes:
    """The file behind the button; the page stays where it is."""
    form = visitor.get("/progress").form(f"/export.{kind}")
    response = visitor.client.post(form.action, data=dict(form.fields), headers=SAME_ORIGIN)
    assert response.status_code == 200
    visitor.response = response
    return response.content


def test_files_are_saved_and_never_shown(learner: Visitor) -> None:
    file = orjson.loads(exported(learner))
    headers = learner.response.headers
    assert headers["content-disposition"] == 'attachment; filename="keyed-2026-12-01.json"'
    assert headers["content-type"] == "application/json"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert (len(file["responses"]), len(file["presentations"])) == (2, 3)
    lines = list(csv.reader(io.StringIO(exported(learner, "csv").decode(), newline="")))
    assert learner.response.headers["content-type"].startswith("text/csv")
    assert [line[8] for line in lines] == ["correct", "no", "yes"]


def test_the_sixth_file_in_an_hour_is_refused_with_when_to_come_back(learner: Visitor) -> None:
    for _ in range(5):
        exported(learner, "csv")
    learner.get("/progress")
    learner.send("/export.json")
    assert learner.status == 429
    assert learner.response.headers["retry-after"] == "3600"
    assert "Wait 60 minutes" in learner.page.one("main").text


@pytest.mark.parametrize("address", ["/progress/export.json", "/progress/export.csv", "/progress/forget"])
def test_a_strange_form_does_nothing_and_a_stranger_has_nothing(
    learner: Visitor, product: Product, address: str
) -> None:
    for token in ("", "0" * 43):
        learner.post(address, [("csrf_token", token), ("sure", "yes")])
        assert learner.status == 403
    foreign = learner.client.post(address, data={"sure": "yes"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert foreign.status_code == 403
    stranger = other_device(learner)
    stranger.post(address, [("sure", "yes")])
    assert stranger.status == 404
    assert product.answers() == 2


def test_a_file_is_brought_in_on_another_device_once(learner: Visitor, product: Product) -> None:
    content = exported(learner)
    other = other_device(learner)
    bring_in(other, content)
    assert (other.status, other.path) == (200, "/progress/import")
    assert "2 answers brought in, 0 were here already, 0 left out" in other.page.one("main").text
    assert "1 of 2" in other.get("/progress").one("main").text
    assert "-look again" in other.page.one("main").text
    bring_in(other, content)
    assert "0 answers brought in, 2 were here already" in other.page.one("main").text
    assert product.answers() == 4
    assert "1 of 2" in learner.get("/progress").one("main").text


def test_a_file_that_cannot_be_read_is_told_by_path_and_changes_nothing(
    learner: Visitor, product: Product
) -> None:
    file = orjson.loads(exported(learner))
    file["responses"][1]["given"] = "<b>"
    file["practices"][0]["kind"] = 7
    other = other_device(learner)
    bring_in(other, orjson.dumps(file))
    assert other.status == 422
    told = [one.text for one in other.page.all("li")]
    assert told == [
        "practices[0].kind: is not a text.",
        "responses[1].given: is not a record of positions and typed.",
    ]
    assert product.answers() == 2
    assert "Nothing is answered yet" in other.get("/progress").one("main").text


def test_no_file_and_too_large_a_file_are_refused(learner: Visitor) -> None:
    learner.get("/progress/import")
    learner.send("/progress/import")
    assert learner.status == 422
    bring_in(learner, b" " * (LARGEST + 100))
    assert learner.status == 422
    assert "larger than 12 MB" in learner.page.one("main").text
    bring_in(learner, b" " * (LARGEST + 1024 * 1024))
    assert learner.status == 413
    assert "larger than 12 MB" in learner.page.one("main").text
    large = learner.client.post("/practice", content=b"a" * 70_000, headers=SAME_ORIGIN)
    assert large.status_code == 413


def test_a_file_is_taken_only_from_our_own_form(learner: Visitor, product: Product) -> None:
    content = exported(learner)
    bring_in(learner, content, **{"Sec-Fetch-Site": "cross-site"})
    assert learner.status == 403
    other = other_device(learner)
    bring_in(other, content, **{"Sec-Fetch-Site": "cross-site"})
    assert other.status == 403
    assert product.answers() == 2


def test_the_file_says_nothing_of_what_is_right_about_an_open_question(product: Product) -> None:
    """Every answer key in the store is another one, with a mark; the files are the same, byte for byte."""
    product.will_ask("weights-row-typed", "two-facts-about-a-query")
    visitor = Visitor(product.application())
    visitor.begin()
    practice = visitor.path.partition("/items/")[0]
    before = [exported(visitor), exported(visitor, "csv")]
    change_every_answer(product)
    change_database(product.folder, "DELETE FROM turns")
    product.reopen()
    again = Visitor(product.application())
    again.client.cookies.update(visitor.client.cookies)
    after = [exported(again), exported(again, "csv")]
    assert orjson.loads(before[0])["presentations"][0]["practice"] == practice.removeprefix("/practice/")
    acts = [orjson.loads(each)["acts"] for each in (before[0], after[0])]
    assert [len(each) for each in acts] == [1, 1]
    assert after == before
    assert CANARY.encode() not in after[0] + after[1]


def test_forgetting_asks_first_and_then_forgets(learner: Visitor, product: Product) -> None:
    token = learner.client.cookies["keyed_guest"]
    other = other_device(learner)
    other.begin()
    learner.get("/progress/forget")
    learner.send("/progress/forget")
    assert learner.status == 422
    assert "Tick the box first" in learner.page.one("main").text
    form = learner.page.form("/progress/forget")
    answer = learner.client.post(
        form.action, data={**dict(form.fields), "sure": "yes"}, headers=SAME_ORIGIN, follow_redirects=False
    )
    assert (answer.status_code, answer.headers["location"]) == (303, "/forgotten")
    assert answer.headers["clear-site-data"] == '"cookies", "storage"'
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith('keyed_guest=""')
    for part in ("Max-Age=0", "Path=/", "HttpOnly", "SameSite=lax"):
        assert part in cookie
    assert "keyed_guest" not in learner.client.cookies
    assert learner.get("/forgotten").one("h1").text == "Forgotten"
    learner.client.cookies.set("keyed_guest", token)
    assert "Nothing is answered yet" in learner.get("/progress").one("main").text
    learner.get("/progress/forget")
    assert learner.status == 404
    assert product.answers() == 0
    other.get(other.path)
    assert other.status == 200
    with closing(sqlite3.connect(product.folder / "keyed.sqlite3")) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("SELECT count(*) FROM learners").fetchone() == (1,)
