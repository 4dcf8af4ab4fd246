"""Gaps in notes of Anki: one question for each number, with hints, and gaps within gaps."""

import pytest

from app.authoring.formats.cloze import Hidden, hidden_parts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a {{c1::b}} c", [Hidden(1, "a _____ c", ("b",), ())]),
        ("{{c3::b::hint}}", [Hidden(3, "_____", ("b",), ("hint",))]),
        ("{{c1::a}} {{c2::b}}", [Hidden(1, "_____ b", ("a",), ()), Hidden(2, "a _____", ("b",), ())]),
        ("{{c1::a}} and {{c1::b}}", [Hidden(1, "_____ and _____", ("a", "b"), ())]),
        (
            "{{c1::a {{c2::b}} c}}",
            [Hidden(1, "_____", ("a b c",), ()), Hidden(2, "a _____ c", ("b",), ())],
        ),
        (r"\(\frac{1}{ {{c1::2}} }\)", [Hidden(1, r"\(\frac{1}{ _____ }\)", ("2",), ())]),
        ("{{c1::std::vector::a class}}", [Hidden(1, "_____", ("std::vector",), ("a class",))]),
    ],
)
def test_each_number_hides_its_gaps(text: str, expected: list[Hidden]) -> None:
    assert list(hidden_parts(text)) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no gaps", "no gaps"),
        ("{{c1::open", "does not end"),
        ("{{c1::a" * 12 + "}}" * 12, "too deep"),
        ("".join(f"{{{{c{n}::a}}}}" for n in range(1, 202)), "more than 200"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        hidden_parts(text)


def test_braces_outside_of_gaps_stay() -> None:
    assert hidden_parts("}} {{c1::a}} }}")[0].text == "}} _____ }}"
