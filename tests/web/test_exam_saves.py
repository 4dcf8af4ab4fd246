"""What a running sitting sends behind its pages: acknowledged in JSON, and refused with a sentence where it must be."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import insert

from app.exams.sitting import given_time
from app.store.sittings import put_clock, sitting_notices, sitting_row
from app.store.unit import reading, writing
from tests.web.product import Product
from tests.web.sitting import Candidate, candidate
from tests.web.visitor import SAME_ORIGIN


@pytest.fixture
def mine(product: Product) -> Candidate:
    """A running sitting of the lesson quiz."""
    return candidate(product)


def row(mine: Candidate) -> Any:
    with reading(mine.product.house.database) as unit:
        return sitting_row(unit, mine.learner, mine.name)


def wait(mine: Candidate, span: timedelta) -> None:
    mine.product.clock.move_to(mine.product.clock.now() + span)


def test_a_change_is_acknowledged_with_moment_and_hash(mine: Candidate) -> None:
    wait(mine, timedelta(seconds=100.25))
    answer = mine.send(mine.right(1, 1))
    assert answer.status_code == 200
    sent = answer.json()
    assert (sent["state"], sent["holder"]) == ("running", 1)
    assert sent["remaining_ms"] == 15 * 60_000 - 100_250
    (ack,) = sent["acks"]
    assert ack["saved_at"] == "2026-12-01T09:31:40Z"
    assert (ack["n"], ack["seq"], ack["fate"], ack["readable"], ack["message"]) == (1, 1, "taken", True, "")
    assert len(ack["digest"]) == 32
    assert mine.send(mine.right(1, 1)).json()["acks"][0] == ack | {"fate": "repeated"}
    assert answer.headers["cache-control"] == "no-store"


def test_an_empty_list_asks_how_it_stands(mine: Candidate) -> None:
    answer = mine.send()
    assert (answer.status_code, answer.json()["acks"]) == (200, [])


def test_b43_where_nothing_stands_as_sent_the_status_says_so(mine: Candidate) -> None:
    """After the end: 409 with the same body, and a repetition of what stands is still acknowledged."""
    first = mine.right(1, 1)
    mine.send(first)
    wait(mine, timedelta(minutes=15, seconds=6))
    late = mine.send(mine.right(2, 1))
    assert late.status_code == 409
    assert (late.json()["state"], late.json()["remaining_ms"]) == ("graded", 0)
    assert [ack["fate"] for ack in late.json()["acks"]] == ["late"]
    assert late.json()["acks"][0]["saved_at"] is None
    assert mine.send(first).status_code == 200
    assert row(mine).clock.finished_at == row(mine).clock.base_deadline


def test_the_clock_tells_what_is_left_and_what_the_candidate_is_told(mine: Candidate) -> None:
    """B35: added time is there at the next look; B37: looking after the end closes the sitting."""
    wait(mine, timedelta(minutes=10))
    at = mine.product.clock.now()
    with writing(mine.product.house.database) as unit:
        put_clock(unit, mine.name, given_time(row(mine).clock, timedelta(minutes=5)))
        unit.connection.execute(
            insert(sitting_notices),
            [
                {"sitting_id": mine.name, "learner_id": mine.learner, "at": at, "sentence": text}
                for text in ("Five minutes were added.", "It is noisy outside.")
            ],
        )
        unit.commit()
    answer = mine.client.get(f"{mine.path}/clock")
    assert answer.json() == {
        "state": "running",
        "remaining_ms": 10 * 60_000,
        "holder": 1,
        "notices": ["Five minutes were added.", "It is noisy outside."],
    }
    assert mine.product.house.services.exams.presence.last_seen(mine.name) == at
    wait(mine, timedelta(minutes=10, seconds=5))
    assert mine.client.get(f"{mine.path}/clock").json()["state"] == "running"
    wait(mine, timedelta(milliseconds=1))
    over = mine.client.get(f"{mine.path}/clock").json()
    assert (over["state"], over["remaining_ms"]) == ("graded", 0)
    assert row(mine).ended_by == "clock"


def test_a_second_device_takes_over_and_the_first_is_told(mine: Candidate) -> None:
    taken = mine.post("take-over", {"csrf_token": mine.token})
    assert (taken.status_code, taken.json()["holder"]) == (200, 2)
    cookie = taken.headers["set-cookie"]
    assert cookie.startswith(f"keyed_sitting_{mine.name}=2;")
    assert f"Path={mine.path}" in cookie
    assert "HttpOnly" in cookie
    ousted = mine.send(mine.right(1, 7), holder=1)
    assert (ousted.status_code, ousted.json()["holder"]) == (409, 2)
    assert [ack["fate"] for ack in ousted.json()["acks"]] == ["ousted"]
    assert mine.send(mine.right(1, 1), holder=2).status_code == 200


def test_taking_over_works_by_a_form_without_script(mine: Candidate) -> None:
    answer = mine.client.post(
        f"{mine.path}/take-over",
        data={"csrf_token": mine.token},
        headers=SAME_ORIGIN,
        follow_redirects=False,
    )
    assert (answer.status_code, answer.headers["location"]) == (303, mine.path)
    assert answer.headers["set-cookie"].startswith(f"keyed_sitting_{mine.name}=2;")
    assert row(mine).holder == 2


def test_what_is_sent_too_often_is_told_when_to_come_again(mine: Candidate) -> None:
    for seq in range(1, 21):
        assert mine.send(mine.right(1, seq)).status_code == 200
    answer = mine.send(mine.right(1, 21))
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
    assert "sent again" in answer.json()["sentence"]
    wait(mine, timedelta(seconds=1))
    assert mine.send(mine.right(1, 21)).json()["acks"][0]["fate"] == "taken"


def test_nobody_else_reaches_a_sitting(mine: Candidate) -> None:
    """Another guest, no guest, a sitting that is missing, and a name that none can have: all the same."""
    other = candidate(mine.product)
    told = set()
    for name, client in ((mine.name, other.client), ("A" * 16, mine.client), ("..%2f", mine.client)):
        body = {"csrf_token": other.token if client is other.client else mine.token, "holder": 1}
        path = f"/exams/sittings/{name}"
        for answer in (
            client.post(f"{path}/changes", json={**body, "changes": []}, headers=SAME_ORIGIN),
            client.post(f"{path}/take-over", json={"csrf_token": body["csrf_token"]}, headers=SAME_ORIGIN),
            client.get(f"{path}/clock"),
        ):
            assert answer.status_code == 404
            told.add(
                answer.json().get("sentence") if answer.headers["content-type"] == "application/json" else ""
            )
    assert len(told - {""}) == 1
    other.client.cookies.clear()
    gone = other.client.get(f"{mine.path}/clock")
    assert gone.status_code == 404
    assert "practice" not in gone.json()["sentence"]
    assert row(mine).holder == 1


def test_a_forged_or_foreign_request_changes_nothing(mine: Candidate) -> None:
    change = mine.right(1, 1)
    for answer in (
        mine.send(change, token=""),
        mine.send(change, token="x" * 43),
        mine.post("take-over", {"csrf_token": "x" * 43}),
        mine.post("changes", {"csrf_token": mine.token}, **{"Sec-Fetch-Site": "cross-site"}),
        mine.client.post(f"{mine.path}/take-over", data={"csrf_token": ""}, headers=SAME_ORIGIN),
    ):
        assert answer.status_code == 403
    plain = mine.client.post(
        f"{mine.path}/changes", content=b"{}", headers={**SAME_ORIGIN, "Content-Type": "text/plain"}
    )
    assert plain.status_code == 415
    assert row(mine).holder == 1
    assert mine.send(change).json()["acks"][0]["fate"] == "taken"


CHANGE = '{"n":1,"seq":1,"positions":["1"]}'


@pytest.mark.parametrize(
    "changes",
    [
        "[NaN]",
        '[{"n":1,"seq":Infinity}]',
        '[{"n":1,"seq":1e999}]',
        '[{"n":1,"seq":2147483648}]',
        '[{"n":1,"seq":99999999999999999999}]',
        '[{"n":1,"seq":1.0}]',
        '[{"n":1,"seq":true}]',
        '[{"n":1,"seq":-1}]',
        '[{"n":1}]',
        '[{"n":1,"seq":1,"points":1}]',
        '[{"n":1,"seq":1,"flagged":1}]',
        '[{"n":1,"seq":1,"positions":[1]}]',
        '[{"n":1,"seq":1,"positions":"1"}]',
        '[{"n":1,"seq":1,"typed":["\\ud800"]}]',
        '[{"n":1,"seq":1,"struck":[0]}]',
        '[{"n":1,"seq":1,"spent_ms":-1}]',
        f'[{{"n":1,"seq":1,"typed":["{"1" * 1001}"]}}]',
        f"[{','.join([CHANGE] * 101)}]",
        "{}",
        "[[]]",
        "[" * 20_000,
        "null",
        "",
    ],
)
def test_what_no_page_sends_is_refused_with_a_sentence(mine: Candidate, changes: str) -> None:
    body = f'{{"csrf_token":"{mine.token}","holder":1,"changes":{changes}}}'
    headers = {**SAME_ORIGIN, "Content-Type": "application/json"}
    answer = mine.client.post(f"{mine.path}/changes", content=body.encode(), headers=headers)
    assert answer.status_code == 422
    assert "nothing was changed" in answer.json()["sentence"]


@pytest.mark.parametrize("name", ["q" * 60_000, "hunter2", "hunter2` - at `$.changes", "hunter2 - at `$"])
def test_names_that_are_none_of_ours_are_not_repeated(mine: Candidate, name: str) -> None:
    change = {"n": 1, "seq": 1}
    fine = {"csrf_token": mine.token, "holder": 1, "changes": [change]}
    for body, where in (
        ({**fine, name: 1}, "The body"),
        ({**fine, "changes": [{**change, name: 1}]}, "changes[0]"),
    ):
        answer = mine.post("changes", body)
        assert answer.status_code == 422
        told = answer.json()["sentence"]
        assert "hunter2" not in told
        assert "qq" not in told
        assert len(told) < 300
        assert "it has a field that is unknown here." in told
        assert where in told or " - at " in name


@pytest.mark.parametrize("ending", ["changes", "take-over"])
def test_capital_letters_make_no_other_kind_of_body(mine: Candidate, ending: str) -> None:
    body = f'{{"csrf_token":"{mine.token}"' + (',"holder":1,"changes":[]}' if ending == "changes" else "}")
    headers = {**SAME_ORIGIN, "Content-Type": "Application/JSON; Charset=UTF-8"}
    answer = mine.client.post(f"{mine.path}/{ending}", content=body.encode(), headers=headers)
    assert (answer.status_code, answer.json()["state"]) == (200, "running")


def test_what_does_not_fit_its_question_is_refused(mine: Candidate) -> None:
    answer = mine.send({"n": 11, "seq": 1, "positions": ["1"]})
    assert answer.status_code == 400
    assert "Change 1 does not fit question 11" in answer.json()["sentence"]


def test_a_body_that_is_larger_than_any_of_ours_is_refused(mine: Candidate) -> None:
    note = {"n": 0, "seq": 1, "typed": ["x" * 19_000]}
    assert mine.send(note, {**note, "seq": 2}, {**note, "seq": 3}, {**note, "seq": 4}).status_code == 413
