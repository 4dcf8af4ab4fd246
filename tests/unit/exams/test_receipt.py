"""Receipts: the code holds for exactly one state of one sitting, and mistyped codes are noticed."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.exams.receipt import (
    SIGNS,
    Code,
    Receipt,
    answers_digest,
    is_receipt_of,
    place_of,
    read_code,
    receipt_code,
    told_of,
)

SECRET = b"s" * 43
RECEIPT = Receipt(
    sitting_id="abcdefghijklmnop",
    exam_revision_id="0" * 32,
    points=14.5,
    out_of=20,
    finished_at=datetime(2026, 11, 30, 9, 30, 0, 250, tzinfo=UTC),
    answers=answers_digest([(1, "A"), (2, "B")]),
)
CHANGES: tuple[dict[str, object], ...] = (
    {"sitting_id": "bbcdefghijklmnop"},
    {"exam_revision_id": "1" * 32},
    {"points": 14.0},
    {"points": None},
    {"out_of": 19},
    {"finished_at": RECEIPT.finished_at + timedelta(microseconds=1)},
    {"answers": answers_digest([(1, "A"), (2, "C")])},
)


def test_a_code_is_short_grouped_and_read_back() -> None:
    code = receipt_code(SECRET, RECEIPT)
    printed = str(code)
    assert [len(group) for group in printed.split("-")] == [5] * 5
    assert read_code(printed) == code
    assert read_code(f" {printed.lower().replace('-', ' ')} ") == code
    assert read_code(printed.replace("0", "O").replace("1", "l")) == code
    assert code.place == place_of(RECEIPT.sitting_id)
    assert is_receipt_of(SECRET, RECEIPT, code)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: next(iter(change)))
def test_nothing_of_it_can_be_changed(change: dict[str, object]) -> None:
    code = receipt_code(SECRET, RECEIPT)
    other = replace(RECEIPT, **change)  # type: ignore[arg-type]
    assert not is_receipt_of(SECRET, other, code)
    assert receipt_code(SECRET, other) != code


def test_only_the_server_can_make_one() -> None:
    assert not is_receipt_of(SECRET, RECEIPT, receipt_code(b"t" * 43, RECEIPT))
    moved = Code(place_of("another-sitting1"), receipt_code(SECRET, RECEIPT).mark)
    assert not is_receipt_of(SECRET, RECEIPT, moved)


def test_a_receipt_without_points_is_told_apart() -> None:
    silent = replace(RECEIPT, points=None)
    assert told_of(SECRET, RECEIPT, receipt_code(SECRET, RECEIPT)) == RECEIPT
    assert told_of(SECRET, RECEIPT, receipt_code(SECRET, silent)) == silent
    assert told_of(SECRET, replace(RECEIPT, points=3.0), receipt_code(SECRET, RECEIPT)) is None


def test_a_code_without_points_does_not_depend_on_them() -> None:
    few, many = (replace(RECEIPT, points=points) for points in (1.0, 20.0))
    assert receipt_code(SECRET, replace(few, points=None)) == receipt_code(SECRET, replace(many, points=None))


@given(st.text(SIGNS, min_size=24, max_size=24), st.data())
def test_one_wrong_sign_or_two_exchanged_ones_are_noticed(signs: str, data: st.DataObject) -> None:
    right = str(Code(signs[:8], signs[8:])).replace("-", "")
    assert read_code(right) == Code(signs[:8], signs[8:])
    place = data.draw(st.integers(0, 24))
    wrong = data.draw(st.sampled_from(SIGNS.replace(right[place], "")))
    assert read_code(right[:place] + wrong + right[place + 1 :]) is None
    other = data.draw(st.integers(0, 24))
    if right[place] != right[other]:
        turned = list(right)
        turned[place], turned[other] = turned[other], turned[place]
        assert read_code("".join(turned)) is None


@given(st.text(max_size=40))
def test_whatever_is_typed_is_read_or_not(typed: str) -> None:
    found = read_code(typed)
    assert found is None or read_code(str(found)) == found


def test_the_digest_of_answers_hangs_on_each_of_them_and_not_on_their_order() -> None:
    pairs = [(1, "A"), (2, "1|2:1:B")]
    assert answers_digest(pairs) == answers_digest(reversed(pairs))
    assert answers_digest(pairs) != answers_digest([(1, "A|2:1:1"), (2, "B")])
    assert len({answers_digest([]), answers_digest([(1, "")]), answers_digest([(2, "")])}) == 3
