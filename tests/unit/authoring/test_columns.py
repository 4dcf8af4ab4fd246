"""What a column of somebody's table is taken for, by its name and by the others."""

import pytest

from app.authoring.columns import COLUMNS, FIELDS, guesses

STEM, RIGHT = "stem", "right"


@pytest.mark.parametrize(
    ("names", "fields"),
    [
        (
            ("Question", "A", "B", "C", "Correct Answer", "Explanation"),
            (STEM, *["option"] * 3, RIGHT, "feedback"),
        ),
        (("question_text", "option_1", "option_2", "correct_option"), (STEM, "option", "option", RIGHT)),
        (("Question", "Answer 1", "Answer 2", "Answer"), (STEM, "option", "option", RIGHT)),
        (
            ("Question", "Correct Answer", "Wrong Answer 1", "Wrong Answer 2"),
            (STEM, RIGHT, "wrong_option", "wrong_option"),
        ),
        (("Frage", "Antwort 1", "Antwort 2", "Lösung"), (STEM, "option", "option", RIGHT)),
        (("Fragetext", "Antwort A", "Antwort B", "Korrekt"), (STEM, "option", "option", RIGHT)),
        (
            ("Question", "Réponse 1", "Réponse 2", "Bonne réponse", "Explication"),
            (STEM, "option", "option", RIGHT, "feedback"),
        ),
        (("Pregunta", "Opción A", "Opción B", "Respuesta correcta"), (STEM, "option", "option", RIGHT)),
        (("QuestionText", "Choice1", "Choice2", "CorrectAnswer"), (STEM, "option", "option", RIGHT)),
        (("Question", "A", "B", "Correct", "Correct"), (STEM, "option", "option", RIGHT, RIGHT)),
        (("Question", "A", "B", "Correct", "Solution"), (STEM, "option", "option", RIGHT, "")),
        (("Question", "Answers", "Correct answer"), (STEM, "options", RIGHT)),
        (
            ("Question", "Option A", "Feedback A", "Option B", "Feedback B"),
            (STEM, "option", "rationale", "option", "rationale"),
        ),
        (("Term", "Question", "Answer"), ("", STEM, RIGHT)),
        (("Question", "The key"), (STEM, RIGHT)),
        (
            (
                "Question - max 120 characters",
                "Answer 1 - max 75",
                "Answer 2 - max 75",
                "Time limit (sec)",
                "Correct answer(s)",
            ),
            (STEM, "option", "option", "", RIGHT),
        ),
        (("Question #", "Question Text", "Answer 1", "Answer 2\n(Optional)"), ("", STEM, "option", "option")),
        (("Question", "Question"), (STEM, "")),
        (
            ("Prompt 1", "Prompt 2", "Match 1", "Match 2", "Stem"),
            ("prompt", "prompt", "match", "match", STEM),
        ),
        (("Title", "ID", "Deck", "Topic", "Type", "Points"), ("name", "id", "category", "tags", "kind", "")),
        (("Question", "Answer 1", "Points 2"), (STEM, RIGHT, "")),
    ],
)
def test_columns_are_known_by_their_names(names: tuple[str, ...], fields: tuple[str, ...]) -> None:
    assert tuple(guess.field for guess in guesses(names)) == fields


def test_every_guess_has_its_reason_and_a_field_that_exists() -> None:
    names = ("Question", "A", "B", "Option 1", "Option 2", "Right", "Answer", "Colour")
    found = guesses(names)
    assert all(guess.why.endswith((".", "”.")) for guess in found)
    assert {guess.field for guess in found} <= set(FIELDS) | {""}
    assert len(FIELDS) == len(COLUMNS)
