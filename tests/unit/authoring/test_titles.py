"""What a question is called in a list, however its author wrote it down."""

import pytest

from app.authoring.titles import LONGEST, kind_in, recipe_in, title_in


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("id: a\nstem: What is it?\noptions:\n", "What is it?"),
        ("stem: |\n  First line\n  and second.\n\n  Next paragraph.\noptions:\n", "First line and second."),
        ("stem: >-\n  Folded\n  text\n", "Folded text"),
        ("stem: | # mine\n\n  After a blank line\n", "After a blank line"),
        ("stem: 'It''s quoted: $a$'\nkind: x\n", "It's quoted: $a$"),
        ('stem: "A \\"word\\" and \\\\sqrt"\n', 'A "word" and \\sqrt'),
        ("stem: plain text\n  that goes on\nkind: x\n", "plain text that goes on"),
        ("id: a\nkind: numbers\n", ""),
        ("stem:\n", ""),
    ],
)  # fmt: skip
def test_the_first_paragraph_is_the_title(text: str, title: str) -> None:
    assert title_in(text) == title


def test_a_long_one_is_cut_between_words_and_outside_of_formulas() -> None:
    assert title_in(f"stem: {'word ' * 60}") == f"{'word ' * 31}word\N{NO-BREAK SPACE}…"
    assert title_in(f"stem: {'w' * 100} $a + {'b + ' * 60}$") == f"{'w' * 100}\N{NO-BREAK SPACE}…"
    assert len(title_in(f"stem: {'word ' * 60}")) <= LONGEST + 2


def test_kind_and_recipe_are_found() -> None:
    assert kind_in("id: a\nkind: single_choice # yes\n") == "single_choice"
    assert recipe_in("kind: numbers\nrecipe: 'weights-row'\n") == "weights-row"
    assert (kind_in("stem: kind: odd"), recipe_in("")) == ("", "")
