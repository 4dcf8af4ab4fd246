"""What is said of the images of a text: none from elsewhere, each there and described, and none stretched."""

import pytest

from app.bank.images import image_complaints, images_in

NAME = "0123456789abcdef" * 2
KNOWN = {NAME: (801, 600)}


def told(line: str) -> str:
    return " ".join(image_complaints(f"Look:\n\n{line}\n", KNOWN))


@pytest.mark.parametrize("size", ["", ' "801x600"', ' "400x300"', ' "401x300"', ' "A plot"', " '801x600'"])
def test_an_image_in_its_own_proportions_is_well(size: str) -> None:
    assert told(f"![A plot](image:{NAME}{size})") == ""


@pytest.mark.parametrize("size", ["4000x1", "1602x1200", "801x300", "410x300", "1x600"])
@pytest.mark.parametrize("quotes", ['""', "''", "()"])
def test_an_image_of_another_size_is_told_with_its_own(size: str, quotes: str) -> None:
    said = told(f"![A plot](image:{NAME} {quotes[0]}{size}{quotes[1]})")
    assert f"as {size}, and it is 801x600." in said


def test_a_size_is_held_against_nothing_where_that_of_the_image_is_not_known() -> None:
    text = f'![A plot](image:{NAME} "4000x1")'
    assert not list(image_complaints(text, {NAME: None}))
    assert not list(image_complaints(text))
    assert "which is not there" in " ".join(image_complaints(text, {}))


@pytest.mark.parametrize(
    "said", [r"A \[teal\] plot", "A [teal] plot of [two] things", r"A \\", "", "Two\nlines"]
)
def test_an_image_is_found_whatever_is_said_of_it(said: str) -> None:
    """Else it would not go along where the question is exported."""
    assert images_in(f"See ![{said}](image:{NAME}) and ![A plot](image:{NAME}).") == (NAME, NAME)


def test_unclosed_brackets_are_read_soon() -> None:
    for text in ("![" * 20_000, "![a" * 20_000, "![" + "[a]" * 20_000, "![" + "\\" * 40_001):
        assert images_in(text) == ()
