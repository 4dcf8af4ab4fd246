"""Secrecy of exams: nothing that a candidate gets before its rules show it depends on what is right, byte for byte."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest

from app.items.exam import Exam, Part, When
from app.kit.clock import FixedClock
from app.store.answer_keys import VariantRow
from tests.conftest import GATE
from tests.web import candidate as candidates
from tests.web.candidate import EVERY_KIND, EXAM, Candidate, candidate
from tests.web.product import Product, change_database
from tests.web.test_secrecy import CANARY, Seen, change_every_answer, first_answer, seen_by
from tests.web.visitor import SAME_ORIGIN, Visitor

SILENT = replace(EXAM, id="tells-nothing", review={})
WAITING = replace(EXAM, id="tells-later", review=dict.fromkeys(Part, When.ONCE_RELEASED))
AT_ONCE = 20  # questions of a sitting
SECRET = "secret-of-both-" * 4
RUNNING = (
    "", "/review", "/review?show=incomplete", "/review?show=flagged", "/notes", "/end", "/over", "/part", "/clock",
    "/report", "/report.json", "/report.csv", "/report/items/1", "/report/items/1/proof", "/items/999", "/items/x", "/end?asked=once",
    "/items/1?kept=older&option=2",
)  # fmt: skip
ENDED = (*RUNNING, "/items/1")
AROUND = ("/", "/exams", "/exams/{exam}", "/progress", "/exams/none", "/plan")


def same_secret(folder: Path) -> None:
    """Receipts and tokens of both products are signed alike."""
    (folder / "secret").write_text(SECRET)


def sittings(product: Product, exam: Exam) -> Iterator[Candidate]:
    """Candidates before one question of each kind; at the gate before every question of the whole bank."""
    every: list[str | VariantRow] = list(EVERY_KIND)
    if GATE and exam is WAITING:
        every = list(product.items())
    for start in range(0, len(every), AT_ONCE):
        yield candidate(product.application(), product, every[start : start + AT_ONCE], exam)


def asked(one: Candidate, address: str) -> Seen:
    one.visitor.get(address)
    return seen(one, address)


def seen(one: Candidate, address: str) -> Seen:
    """Where the candidate stands, without the number of the request, which pages of errors print."""
    found = seen_by(one.visitor, address)
    return replace(found, body=found.body.replace(one.visitor.response.headers["x-request-id"], ""))


def sent(one: Candidate, ending: str, body: object) -> Seen:
    """What the script is told."""
    answer = one.visitor.client.post(f"{one.root}/{ending}", json=body, headers=SAME_ORIGIN)
    told = {name: value for name, value in answer.headers.items() if name != "x-request-id"}
    return Seen(ending, answer.status_code, told, answer.text)


def files(one: Candidate) -> Iterator[Seen]:
    """One's own data, in both forms."""
    one.visitor.get("/progress")
    for ending in ("/export.json", "/export.csv"):
        form = one.page.form(ending)
        answer = one.visitor.client.post(form.action, data=dict(form.fields), headers=SAME_ORIGIN)
        told = {name: value for name, value in answer.headers.items() if name != "x-request-id"}
        yield Seen(ending, answer.status_code, told, answer.text)


def through_the_exam(one: Candidate, exam: Exam, clock: FixedClock) -> Iterator[Seen]:
    """Everything that a candidate can ask for, before the clock starts, while it runs, and once it is over."""
    yield asked(one, one.root)
    one.begin()
    token = dict(one.page.form("/items/1").fields)["csrf_token"]
    for n, variant in enumerate(one.variants, 1):
        yield asked(one, f"{one.root}/items/{n}")
        for given in (first_answer(variant.shown.form), ("1..2", "99")):
            one.give(given)
            yield seen(one, f"question {n}")
            one.go(f"/items/{n}")
        change = {
            "n": n,
            "seq": 900,
            "positions": [],
            "typed": [],
            "flagged": True,
            "struck": [],
            "spent_ms": 9,
        }
        yield sent(one, "changes", {"csrf_token": token, "holder": 1, "changes": [change]})
        again = {"csrf_token": token, "holder": 1, "changes": [{**change, "n": 999}]}
        yield sent(one, "changes", again)
        one.go(f"/items/{n}")
        one.give(first_answer(variant.shown.form))
        clock.move_to(clock.now() + timedelta(seconds=5))  # as often as anybody may send
    yield from (asked(one, one.root + tail) for tail in RUNNING)
    yield from (asked(one, address.format(exam=exam.id)) for address in AROUND)
    yield from files(one)
    one.go("/end")
    one.press("end")
    yield seen(one, "the end")
    yield from (asked(one, one.root + tail) for tail in ENDED)
    yield from (asked(one, f"{one.root}/report/items/{n}") for n in range(1, len(one.variants) + 1))
    yield asked(one, f"{one.root}/report/items/1/proof")
    yield sent(one, "changes", {"csrf_token": token, "holder": 1, "changes": [change]})
    one.visitor.post(f"{one.root}/practise", [("csrf_token", token)])
    yield seen(one, "practise")
    yield from (asked(one, address.format(exam=exam.id)) for address in AROUND)
    yield from files(one)


@pytest.mark.parametrize("exam", [SILENT, WAITING] if GATE else [WAITING], ids=lambda exam: exam.id)
def test_no_byte_of_an_exam_depends_on_what_is_right(
    open_product: Callable[..., Product], exam: Exam, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the answer keys differ; the exam shows nothing, not even at its end."""
    found = []
    for change in (False, True):
        monkeypatch.setattr(candidates, "new_id", map("sitting-{:08}".format, count()).__next__)
        product = open_product(same_secret)
        if change:
            change_every_answer(product)
        found.append([list(through_the_exam(one, exam, product.clock)) for one in sittings(product, exam)])
    plain, changed = found
    for before, after in zip(plain, changed, strict=True):
        for one, other in zip(before, after, strict=True):
            assert one == other, one.address
            assert one.status != 429, one.address
            assert CANARY not in other.body, other.address
            assert "7.777" not in other.body, other.address


def test_what_misses_before_the_end_is_there_once_it_is_shown(product: Product) -> None:
    """The test above would pass on empty pages as well; here the mark is found, in a report that shows everything."""
    change_every_answer(product)
    one = candidate(product.application(), product)
    one.begin()
    for variant in one.variants:
        one.give(first_answer(variant.shown.form), "next")
    one.go("/end")
    one.press("end")
    told = [asked(one, f"{one.root}/report/items/{n}").body for n in range(1, len(one.variants) + 1)]
    assert all(CANARY in body or "7.777" in body for body in told)


def test_a_running_sitting_is_served_without_any_answer_key(product: Product) -> None:
    """Every answer key in the store is destroyed, and the pages come out the same."""
    one = candidate(product.application(), product)
    one.begin()
    addresses = [f"{one.root}/items/{n}" for n in range(1, len(one.variants) + 1)]
    addresses += [one.root + tail for tail in ("/review", "/notes", "/end", "/clock")]
    before = [asked(one, address) for address in addresses]
    change_database(
        product.folder, "UPDATE variants SET answer_key = x'00', numbers = x'00'", "DELETE FROM right_places"
    )
    product.reopen()
    again = replace(one, visitor=Visitor(product.application()))
    again.visitor.client.cookies = one.visitor.client.cookies
    after = [asked(again, address) for address in addresses]
    assert after == before
    assert all(page.status == 200 for page in after)
