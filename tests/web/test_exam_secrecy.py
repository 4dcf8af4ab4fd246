"""Secrecy and ownership of exams: no byte before the end depends on what is right, and nobody reaches another's sitting."""

import re
from collections.abc import Callable

import pytest
from fastapi import FastAPI
from starlette.routing import Route

from app.kit.ids import new_id
from app.web.csrf import token_for
from app.wiring import read_secret
from tests.conftest import GATE
from tests.web.candidate import EVERY_KIND, Candidate, candidate
from tests.web.instructing import instructor_of
from tests.web.product import Product
from tests.web.test_secrecy import CANARY, Seen, change_every_answer, first_answer, seen_by
from tests.web.visitor import SAME_ORIGIN, Visitor

STRANGE: tuple[dict[str, object], ...] = (
    {"n": 999, "seq": 1},
    {"n": 1, "seq": -1},
    {"n": 1, "seq": 1, "positions": ["99"]},
    {"n": 1, "seq": 1, "typed": ["1..2"]},
)


def token_of(product: Product, found: Candidate) -> str:
    """The form token of this browser."""
    return token_for(read_secret(product.house.settings), found.visitor.client.cookies.get("keyed_guest"))


def before_the_end(product: Product, items: tuple[str, ...]) -> list[Seen]:
    """Everything that a candidate can ask for, and be answered, before a sitting ends."""
    found = candidate(product.application(), product, items)
    visitor, token = found.visitor, token_of(product, found)
    seen = []

    def look(address: str) -> None:
        visitor.get(address)
        one = seen_by(visitor, address)
        seen.append(Seen(masked(one.address), one.status, plain(one.headers), masked(one.body)))

    def masked(text: str) -> str:
        return re.sub(
            r"[?&]v=[0-9a-f]+", "", text.replace(found.sitting_id, "SITTING").replace(token, "TOKEN")
        )

    def plain(headers: dict[str, str]) -> dict[str, str]:
        return {name: masked(text) for name, text in headers.items()}

    def send(change: dict[str, object]) -> None:
        body = {"csrf_token": token, "holder": 1, "changes": [change]}
        reply = visitor.client.post(f"{found.root}/changes", json=body, headers=SAME_ORIGIN)
        headers = {name: text for name, text in reply.headers.items() if name != "x-request-id"}
        seen.append(Seen("changes", reply.status_code, plain(headers), masked(reply.text)))
        product.house.services.exams.saving.turnstile.__init__(product.clock)  # type: ignore[misc]

    look(found.root)
    found.begin()
    for n, variant in enumerate(found.variants, 1):
        look(f"{found.root}/items/{n}")
        given = first_answer(variant.shown.form)
        typed = not hasattr(variant.shown.form, "choose")
        send({"n": n, "seq": 1, "typed" if typed else "positions": list(given)})
        look(f"{found.root}/items/{n}")
    for change in STRANGE:
        send(change)
    tails = ("review", "review?show=incomplete", "end", "end?asked=once", "notes", "clock", "over", "report")
    for tail in (*tails, "report.json", "report.csv", "report/items/1", "items/1?kept=older&option=2"):
        look(f"{found.root}/{tail}")
    for address in ("/exams", "/exams/made-for-tests", "/progress", "/"):
        look(address)
    return seen


def test_no_byte_of_an_exam_before_its_end_depends_on_what_is_right(
    open_product: Callable[..., Product],
) -> None:
    """One question of each kind, every question of the bank with KEYED_GATE=1."""
    whole = open_product()
    items = tuple(whole.items()) if GATE else EVERY_KIND
    before = before_the_end(whole, items)
    changed = open_product()
    change_every_answer(changed)
    after = before_the_end(changed, items)
    assert [one.address for one in after] == [one.address for one in before]
    for one, other in zip(after, before, strict=True):
        assert one == other, one.address
        assert CANARY not in one.body
    assert sum(one.status == 200 for one in before) > 2 * len(items)


def exam_routes(app: FastAPI) -> list[tuple[str, str]]:
    """Each method and path of the application that has to do with exams."""
    routes = [one for one in app.routes if isinstance(one, Route) and one.path.startswith("/exams")]
    return sorted({(way, one.path) for one in routes for way in (one.methods or ()) if way != "HEAD"})


def filled(path: str, sitting_id: str) -> str:
    return re.sub(r"\{sitting_id(:[^}]*)?\}", sitting_id, re.sub(r"\{n(:[^}]*)?\}", "1", path))


def asked(visitor: Visitor, way: str, address: str, token: str) -> tuple[int, str]:
    """The status and the body of a request by a browser of ours that sends its own form token."""
    if way == "GET":
        reply = visitor.client.get(address, headers=SAME_ORIGIN, follow_redirects=False)
    elif address.endswith("/changes"):
        body = {"csrf_token": token, "holder": 1, "changes": []}
        reply = visitor.client.post(address, json=body, headers=SAME_ORIGIN)
    else:
        body = {"csrf_token": token, "holder": "1", "seq": "1", "go": "next", "agree": "yes"}
        reply = visitor.client.post(address, data=body, headers=SAME_ORIGIN, follow_redirects=False)
    return reply.status_code, reply.text.replace(reply.headers["x-request-id"], "")


@pytest.mark.parametrize("begun", [False, True], ids=["not begun", "running"])
def test_nobody_reaches_anothers_sitting_and_it_looks_like_none(
    app: FastAPI, product: Product, begun: bool
) -> None:
    mine, other = candidate(app, product), candidate(app, product)
    if begun:
        mine.begin()
        other.begin()
    token = token_of(product, other)
    routes = [(way, path) for way, path in exam_routes(app) if path.startswith("/exams/sittings/")]
    assert len(routes) > 15
    for way, path in routes:
        foreign = asked(other.visitor, way, filled(path, mine.sitting_id), token)
        name = new_id()
        missing = asked(other.visitor, way, filled(path, name), token)
        assert foreign[0] == missing[0] == 404, (way, path, foreign[0], missing[0])
        bodies = [
            re.sub(
                r'csrf_token" value="[^"]*"|Request [0-9a-f]+|request [0-9a-f]+', "", text.replace(one, "")
            )
            for (_, text), one in ((foreign, mine.sitting_id), (missing, name))
        ]
        assert bodies[0] == bodies[1], (way, path)
        stranger = asked(Visitor(app), way, filled(path, mine.sitting_id), token)
        assert stranger[0] in (403, 404), (way, path, stranger[0])


def test_learners_reach_no_page_of_instructors_and_every_route_is_one_or_the_other(
    app: FastAPI, product: Product
) -> None:
    mine = candidate(app, product)
    token = token_of(product, mine)
    instructor = instructor_of(app, product)
    for way, path in exam_routes(app):
        if path.startswith("/exams/sittings/") or path in ("/exams", "/exams/tutorial", "/exams/{exam_id}"):
            continue
        assert path.split("/")[2] in ("watch", "rulings", "receipts"), path
        address = re.sub(r"\{[^}]*\}", "1", filled(path, mine.sitting_id))
        assert asked(mine.visitor, way, address, token)[0] in (403, 404, 422), (way, path)
        if way == "GET":
            instructor.client.get(
                address, headers=SAME_ORIGIN
            )  # it is there for instructors, or says that it is not


MALFORMED = (
    b"", b"{", b"null", b"[]", b'{"holder": NaN}', b'{"holder": 1e999}', b'{"csrf_token": "\\ud800"}',
    b'{"csrf_token": "", "holder": 99999999999999999999, "changes": []}', b"[" * 50_000,
    b'{"holder": 1, "holder": 2}', b"\xff\xfe\x00", b'{"csrf_token": "\\u0000", "changes": [{"n": 1}]}',
)  # fmt: skip


def test_malformed_requests_are_answered_and_never_crash(app: FastAPI, product: Product) -> None:
    mine = candidate(app, product)
    mine.begin()
    kinds = ("application/json", "application/x-www-form-urlencoded", "text/plain", "multipart/form-data")
    for way, path in exam_routes(app):
        if way == "GET":
            continue
        address = re.sub(r"\{[^}]*\}", "1", filled(path, mine.sitting_id))
        for body in MALFORMED:
            for kind in kinds if GATE else kinds[:2]:
                reply = mine.visitor.client.post(
                    address,
                    content=body,
                    headers={**SAME_ORIGIN, "content-type": kind},
                    follow_redirects=False,
                )
                assert 400 <= reply.status_code < 500, (path, body[:40], kind, reply.status_code)
    reply = mine.visitor.client.get(f"{mine.root}/items/{10**30}", headers=SAME_ORIGIN)
    assert reply.status_code in (404, 422)
