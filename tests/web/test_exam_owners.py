"""Who gets what at which address of exams: a row for every route, and nothing malformed breaks one."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

import pytest
from fastapi import FastAPI
from starlette.routing import Route
from starlette.testclient import TestClient

from app.web.csrf import token_for
from app.web.login import GUEST, INSTRUCTOR
from app.wiring import read_secret
from tests.conftest import GATE
from tests.web.candidate import candidate
from tests.web.instructing import instructor_of
from tests.web.product import Product
from tests.web.visitor import ORIGIN, SAME_ORIGIN

SITTING = "/exams/sittings/{sitting_id}"
FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
MISSING = "A" * 16
MALFORMED = ("a", "x" * 65, "%00", "a%2fb", "a b", "٣" * 16, "%ed%a0%80")
ITEM = "weights-row-choice"

# What a running sitting answers to its own candidate. Everybody else is told that there is nothing: 404.
OWN = {
    ("GET", SITTING): 303,
    ("GET", f"{SITTING}/items/{{n}}"): 200,
    ("GET", f"{SITTING}/notes"): 200,
    ("GET", f"{SITTING}/review"): 200,
    ("GET", f"{SITTING}/end"): 200,
    ("GET", f"{SITTING}/part"): 303,
    ("GET", f"{SITTING}/over"): 303,
    ("GET", f"{SITTING}/clock"): 200,
    ("GET", f"{SITTING}/report"): 303,
    ("GET", f"{SITTING}/report.json"): 303,
    ("GET", f"{SITTING}/report.csv"): 303,
    ("GET", f"{SITTING}/report/items/{{n}}"): 303,
    ("GET", f"{SITTING}/report/items/{{n}}/proof"): 303,
    ("POST", f"{SITTING}/begin"): 303,
    ("POST", f"{SITTING}/items/{{n}}"): 303,
    ("POST", f"{SITTING}/notes"): 303,
    ("POST", f"{SITTING}/review"): 303,
    ("POST", f"{SITTING}/part"): 409,
    ("POST", f"{SITTING}/take-over"): 303,
    ("POST", f"{SITTING}/changes"): 200,
    ("POST", f"{SITTING}/practise"): 409,
    ("POST", f"{SITTING}/end"): 303,
}
# What anybody may open, and what is there for instructors alone: others are told so (403), whatever they ask for.
ANYBODY = {
    ("GET", "/exams"),
    ("GET", "/exams/tutorial"),
    ("GET", "/exams/{exam_id}"),
    ("POST", "/exams/{exam_id}"),
}
INSTRUCTORS = {
    ("GET", "/exams/watch"),
    ("GET", "/exams/watch/rows"),
    ("GET", "/exams/watch/acts"),
    ("POST", "/exams/watch/acts"),
    ("GET", "/exams/watch/{sitting_id}"),
    ("GET", "/exams/rulings"),
    ("GET", "/exams/rulings/{item_id}"),
    ("POST", "/exams/rulings/{item_id}"),
    ("GET", "/exams/receipts"),
    ("POST", "/exams/receipts"),
}


@dataclass(frozen=True)
class Person:
    """Somebody's browser, with the token that their forms carry."""

    client: TestClient
    token: str

    def ask(self, method: str, path: str, **names: str) -> tuple[int, dict[str, str], str]:
        """The status, the headers without the number of the request, and the body with every name blotted out."""
        address = path.format(n=1, **names)
        body, media = b"", FORM
        if method == "POST":
            fields = {"csrf_token": self.token, "holder": "1", "seq": "1", "go": "stay", "agreed": "yes"}
            body = urlencode(fields).encode()
            if path.endswith("/changes"):
                body, media = f'{{"csrf_token":"{self.token}","holder":1,"changes":[]}}'.encode(), JSON
        headers = {**SAME_ORIGIN, "Content-Type": media}
        answer = self.client.request(method, address, content=body, headers=headers, follow_redirects=False)
        told = {name: value for name, value in answer.headers.items() if name != "x-request-id"}
        text = answer.text.replace(answer.headers["x-request-id"], "")
        for name in names.values():
            text = text.replace(name, "")
        return answer.status_code, told, text


@dataclass(frozen=True)
class People:
    """The owner of a running sitting, and those whose sitting it is not."""

    sitting: str
    waiting: str  # one whose clock has not started
    owner: Person
    others: dict[str, Person]
    instructor: Person


@pytest.fixture
def people(app: FastAPI, product: Product) -> People:
    secret = read_secret(product.house.settings)
    mine, theirs, waiting = (candidate(app, product) for _ in range(3))
    mine.begin()
    theirs.begin()

    def known(client: TestClient, cookie: str = GUEST) -> Person:
        value = client.cookies.get(cookie) or ""
        return Person(client, token_for(secret, f"{cookie}|{value}" if cookie == INSTRUCTOR else value))

    teacher = instructor_of(app, product).client
    strangers = {
        "anonymous": known(TestClient(app, base_url=ORIGIN)),
        "another learner": known(theirs.visitor.client),
        "an instructor": known(teacher),
    }
    return People(
        mine.sitting_id, waiting.sitting_id, known(mine.visitor.client), strangers, known(teacher, INSTRUCTOR)
    )


def routes(app: FastAPI) -> Iterator[tuple[str, str]]:
    """The routes of exams, by method and path."""
    for route in app.routes:
        if isinstance(route, Route) and route.path.startswith("/exams"):
            for method in (route.methods or set()) - {"HEAD"}:
                yield method, route.path


def test_every_route_of_exams_has_a_row(app: FastAPI) -> None:
    assert set(routes(app)) == OWN.keys() | ANYBODY | INSTRUCTORS


def test_a_sitting_is_its_candidates_alone(people: People) -> None:
    """Another's sitting and one that does not exist cannot be told apart, whoever asks and in whatever way."""
    for (method, path), status in OWN.items():
        for name, person in people.others.items():
            missing = person.ask(method, path, sitting_id=MISSING)
            assert missing[0] == 404, (name, method, path)
            for sitting in (people.sitting, people.waiting):
                assert person.ask(method, path, sitting_id=sitting) == missing, (name, method, path)
        assert people.owner.ask(method, path, sitting_id=MISSING)[0] == 404, (method, path)
        assert people.owner.ask(method, path, sitting_id=people.sitting)[0] == status, (method, path)


def test_a_malformed_name_is_no_name(people: People) -> None:
    for method, path in OWN:
        for name in MALFORMED:
            assert people.owner.ask(method, path, sitting_id=name)[0] in {404, 405}, (method, path, name)


def test_instructors_pages_are_instructors_alone(people: People) -> None:
    """Nobody else learns whether a sitting or a question exists."""
    for method, path in INSTRUCTORS:
        for person in (people.owner, people.others["anonymous"], people.others["another learner"]):
            names = (
                {"sitting_id": people.sitting, "item_id": ITEM},
                {"sitting_id": MISSING, "item_id": "none"},
            )
            there, missing = (person.ask(method, path, **one) for one in names)
            assert there[0] == missing[0] == 403, (method, path)
            assert there == missing, (method, path)
        status = people.instructor.ask(method, path, sitting_id=people.sitting, item_id=ITEM)[0]
        assert status in {200, 303, 400, 422}, (method, path, status)
        if "{" in path:
            assert people.instructor.ask(method, path, sitting_id=MISSING, item_id="none")[0] == 404


DEEP = b"[" * 5_000
BODIES: tuple[tuple[str, bytes], ...] = (
    (JSON, b""), (JSON, b"null"), (JSON, b"[]"), (JSON, b"NaN"), (JSON, DEEP), (JSON, b"\xff\xfe{"),
    (JSON, b'{"csrf_token": "%b", "holder": NaN, "changes": []}'),
    (JSON, b'{"csrf_token": "%b", "holder": 1e999, "changes": []}'),
    (JSON, b'{"csrf_token": "%b", "holder": 9223372036854775808, "changes": []}'),
    (JSON, b'{"csrf_token": "%b", "holder": true, "changes": [{}]}'),
    (JSON, b'{"csrf_token": "%b", "holder": 1, "holder": 2, "changes": [[]]}'),
    (JSON, b'{"csrf_token": "%b", "holder": 1, "changes": [{"n": 1, "seq": 1e999}]}'),
    (JSON, b'{"csrf_token": "%b", "holder": 1, "changes": [{"n": 18446744073709551616, "seq": 1}]}'),
    (JSON, b'{"csrf_token": "%b", "holder": 1, "changes": [{"n": 1, "seq": 1, "typed": ["\\ud800"]}]}'),
    (JSON, b'{"csrf_token": "%b", "holder": 1, "changes": [{"n": 0, "seq": 1, "typed": ["\\u0000"]}]}'),
    (JSON, b'{"csrf_token": "%b", "holder": 1, "changes": [{"n": 1, "seq": 9, "spent_ms": 9223372036854775807}]}'),
    (JSON, b'{"csrf_token": "%b", "holder": 9007199254740993, "changes": [{"n": 1, "seq": 9}]}'),
    (JSON, b'{"csrf_token": "%b", "holder": 1, "changes": [{"n": 1, "seq": 1, "struck": [' + DEEP + b"]}]}"),
    (JSON, b'{"csrf_token": {"a": 1}, "holder": 1, "changes": {}}'),
    (FORM, b""), (FORM, b"&&=&=%"), (FORM, b"csrf_token=%b&holder=NaN&seq=1e999&go=next&spent_ms=Infinity"),
    (FORM, b"csrf_token=%b&holder=9223372036854775808&seq=99999999999999999999&go=99999999999999999999"),
    (FORM, b"csrf_token=%b&holder=1&seq=1&option=%%ed%%a0%%80&number=%%00&place-1=%%00&text=%%00&go=%%ff"),
    (FORM, b"csrf_token=%b&csrf_token=x&holder=1&holder=2&seq=1&seq=2&option=1&option=1&go=next&go=end"),
    (FORM, b"csrf_token=%b&holder=%%c2%%b2&seq=%%d9%%a3&strike=1e9&strike=-1&spent_ms=-5&flagged=maybe"),
    (FORM, b"csrf_token=%b&act=give&minutes=1e999&sitting=%%00&reason=%%ed%%a0%%80&sure=yes"),
    (FORM, b"csrf_token=%b&act=give&minutes=9223372036854775808&sitting=%%00&reason=x&sure=yes"),
    (FORM, b"csrf_token=%b&what=accept&accepted=%%00&reason=%%00&dry=1&step=confirm&digest=%%ff"),
    (FORM, b"csrf_token=%b&code=%%00%%ed%%a0%%80" + b"Z" * 5_000),
    (FORM, b"csrf_token=%b&count=1e999&factor=NaN&more=9223372036854775808&agreed=yes&time=%%c2%%b2"),
    (FORM, b"csrf_token=%b" + b"&option=1" * 5_000),
    ("text/plain", b'{"csrf_token": "%b", "holder": 1, "changes": []}'),
    ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data; name=csrf_token\r\n\r\n%b\r\n--x--"),
    ("multipart/form-data", b"--x"), ("", b"\x00"),
)  # fmt: skip
NUMBERS = ("0", "-1", "9223372036854775808", "1e3", "²", "٣", "1.5", "%00", "NaN", "99999")


def test_no_malformed_request_is_our_fault(people: People) -> None:
    """A fault of ours would be raised here: the client hands it on. The sitting is as it was afterwards."""
    posts = [path for method, path in (*OWN, *ANYBODY, *INSTRUCTORS) if method == "POST"]
    for path in posts:
        person = people.instructor if ("POST", path) in INSTRUCTORS else people.owner
        address = path.format(sitting_id=people.sitting, n=1, item_id=ITEM, exam_id="attention-exam")
        for media, template in BODIES:
            body = template.replace(b"%b", person.token.encode()).replace(b"%%", b"%")
            for origin in (SAME_ORIGIN, {}) if GATE else (SAME_ORIGIN,):
                answer = person.client.post(
                    address,
                    content=body,
                    headers={**origin, "Content-Type": media},
                    follow_redirects=False,
                )
                assert answer.status_code < 500, (path, media, body[:90])
    for method, path in OWN:
        for number in NUMBERS if "{n}" in path else ():
            address = path.replace("{n}", number).format(sitting_id=people.sitting)
            answer = people.owner.client.request(method, address, headers=SAME_ORIGIN, follow_redirects=False)
            assert answer.status_code in {303, 403, 404, 415, 422}, (method, address)
