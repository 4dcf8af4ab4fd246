"""The small rules of the pages: who sent a form, host names, counts in words, choices, and texts that can be stored."""

from datetime import UTC, datetime

import pytest

from app.items.item import Kind, Level, Shape
from app.practice.choice import MOST, UNTIL_RIGHT, Criterion, PracticeChoice, PracticeKind
from app.scheduling.memory import State
from app.web.choosing import nothing_fits
from app.web.csrf import comes_from_us, is_token_of, token_for
from app.web.guard import host_name
from app.web.posts import StartPost, clean
from app.web.words import (
    capital,
    choice_fields,
    columns,
    day,
    either,
    iso,
    letter,
    level_name,
    percent,
    shade,
    times,
)

WHOLE = PracticeChoice(scheduled=False, shape=Shape.ROLE, misconception="no-scale", length=5)


@pytest.mark.parametrize(
    ("fetch_site", "origin", "expected"),
    [
        ("same-origin", None, True),
        ("none", "null", True),
        ("same-site", "http://keyed.example", False),
        ("cross-site", None, False),
        ("", None, False),
        (None, "http://keyed.example", True),
        (None, "https://keyed.example", True),
        (None, "http://keyed.example.evil", False),
        (None, "http://keyed.example:81", False),
        (None, "null", False),
        (None, "", False),
        (None, None, None),
    ],
)
def test_what_the_browser_says_of_a_form(
    fetch_site: str | None, origin: str | None, expected: bool | None
) -> None:
    assert comes_from_us(fetch_site=fetch_site, origin=origin, host="keyed.example") is expected


def test_a_form_token_belongs_to_one_secret_and_one_visitor() -> None:
    token = token_for(b"secret", "visitor")
    assert is_token_of(b"secret", "visitor", token)
    assert not is_token_of(b"secret", "another", token)
    assert not is_token_of(b"other secret", "visitor", token)
    assert not is_token_of(b"secret", "visitor", "")
    assert not is_token_of(b"secret", "visitor", "é\ud800")
    assert is_token_of(b"secret", None, "")


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("localhost:8000", "localhost"),
        ("LOCALHOST", "localhost"),
        ("[::1]:8000", "[::1]"),
        ("[::1]", "[::1]"),
        ("a@b:1", "a@b"),
        ("", ""),
    ],
)
def test_the_name_in_a_host_header(host: str, name: str) -> None:
    assert host_name(host) == name


@pytest.mark.parametrize("text", ["\x00", "1\x00", "\ud800", "a\udfffb"])
def test_a_sign_that_cannot_be_stored_leaves_a_mark(text: str) -> None:
    (kept,) = clean([text])
    assert len(kept) == len(text)
    assert kept.count("\ufffd") == 1
    kept.encode()


def test_other_texts_stay_as_they_are() -> None:
    assert clean(["−0,5", "１２", " 1 000", ""]) == ("−0,5", "１２", " 1 000", "")


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, PracticeChoice()),
        ({"kind": "x", "level": "y", "length": "7", "tries": "9", "form": "z"}, PracticeChoice()),
        (
            {"kind": "concepts", "level": "derivation", "length": "40"},
            PracticeChoice(PracticeKind.CONCEPTS, Level.DERIVATION, 40),
        ),
        ({"length": "15m"}, PracticeChoice(length=MOST, minutes=15)),
        ({"length": "7m", "objective": "1.2.3"}, PracticeChoice()),
        ({"state": "due"}, PracticeChoice(state=State.DUE, length=5)),
        ({"objective": "1.2"}, PracticeChoice(objective="1.2", length=5)),
        ({"form": "numbers", "length": "10"}, PracticeChoice(form=Kind.NUMBERS)),
        ({"feedback": "end", "tries": "0"}, PracticeChoice(late=True, tries=UNTIL_RIGHT)),
        ({"schedule": "off", "shape": "role", "misconception": "no-scale"}, WHOLE),
    ],
)
def test_a_choice_is_read_from_its_fields_and_falls_back_to_the_default(
    fields: dict[str, str], expected: PracticeChoice
) -> None:
    choice = StartPost(**fields).choice()
    assert choice == expected
    assert StartPost(**dict(choice_fields(choice))).choice() == choice


def test_words() -> None:
    moment = datetime(2026, 11, 6, 9, 5, tzinfo=UTC)
    assert (letter(1), letter(5)) == ("A", "E")
    assert [times(count) for count in (1, 2, 3, 12)] == ["once", "twice", "three times", "12 times"]
    assert day(moment) == "6 November 2026"
    assert iso(moment) == "2026-11-06T09:05Z"
    assert percent(0.333) == "33\N{NARROW NO-BREAK SPACE}%"
    assert level_name("mechanism") == "Mechanism"


@pytest.mark.parametrize(
    ("printed", "expected"),
    [("0", 0), ("0.506", 5), ("1.000", 10), ("0.049", 0), ("−0.2", 0), ("1.7", 10), ("–", 0)],
)
def test_the_shade_of_a_weight(printed: str, expected: int) -> None:
    assert shade(printed) == expected


@pytest.mark.parametrize(
    ("names", "count", "expected"),
    [
        (("A", "B", "C"), 3, 3),
        (tuple(f"{one}, {entry}" for one in "ABCD" for entry in "1234"), 16, 4),
        (tuple(f"{one}, {entry}" for one in "ABC" for entry in "12"), 6, 2),
        ((), 5, 3),
        ((), 6, 4),
        ((), 7, 4),
        ((), 8, 4),
        ((), 9, 3),
        ((), 13, 2),
        ((), 1, 1),
    ],
)
def test_columns_leave_no_number_over(names: tuple[str, ...], count: int, expected: int) -> None:
    assert columns(names, count) == expected


def test_names_as_alternatives() -> None:
    assert [either(list("ABC"[:n])) for n in (1, 2, 3)] == ["A", "A or B", "A, B or C"]


@pytest.mark.parametrize(
    ("blockers", "told"),
    [
        (
            (Criterion.LEVEL,),
            "No question fits all of this. In the way is the level Intuition: choose all levels, and there are some.",
        ),
        (
            (Criterion.KIND, Criterion.LEVEL),
            "No question fits all of this. In the way is the kind Computations or the level Intuition: "
            "choose mixed questions or all levels, and there are some.",
        ),
        (
            (),
            "No question fits all of this: the kind Computations, the level Intuition. Take back more than one of them.",
        ),
    ],
)
def test_what_is_in_the_way_is_said(blockers: tuple[Criterion, ...], told: str) -> None:
    choice = PracticeChoice(kind=PracticeKind.COMPUTATIONS, level=Level.INTUITION)
    assert nothing_fits(choice, blockers) == told


def test_one_choice_that_leaves_nothing() -> None:
    choice = PracticeChoice(misconception="no-such-belief")
    assert nothing_fits(choice, choice.narrowed_by) == (
        "No question fits the misconception. Choose another misconception, or none."
    )


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("row", "Row"),
        ("a constant", "A constant"),
        ("tokens, n", "Tokens, n"),
        ("d\u2096", "d\u2096"),
        ("c added to one score", "c added to one score"),
        ("Q and V swapped", "Q and V swapped"),
        ("$d_k$ as divisor", "$d_k$ as divisor"),
        ("", ""),
    ],
)
def test_a_phrase_begins_with_a_capital_and_a_symbol_stays(phrase: str, expected: str) -> None:
    assert capital(phrase) == expected
