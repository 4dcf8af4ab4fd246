"""The fields that a column of somebody's table can be, and what its name gives away of that."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Column:
    """A field by its name, what it holds, and the words by which others call it."""

    name: str
    what: str
    words: tuple[str, ...] = ()


_OURS = ("objectives", "level", "shape", "difficulty", "citation", "as_of", "experiment", "enemies")
COLUMNS = (
    Column("stem", "what is asked", ("question", "question text", "question stem", "stem", "text", "item", "frage", "fragetext", "pregunta", "domanda", "pergunta",
                                         "vraag", "énoncé")),
    Column(
        "option",
        "an option of a choice; those of several columns stand in their order",
        ("option", "choice", "answer", "alternative", "antwort", "opcion", "opción", "respuesta", "réponse", "risposta", "opção",
         "resposta", "antwoord", "response", "opt", "q"),
    ),
    Column(
        "right",
        "which options are right: letters, numbers or the whole text; without options the number or the words",
        ("correct", "right", "correct answer", "right answer", "correct option", "answer", "solution", "richtig",
         "answer letter", "correct choice", "correct answers", "right answers", "answers", "lösung", "answer is",
         "korrekt", "richtige antwort", "richtige antworten", "korrekte antwort", "correcta", "respuesta correcta", "bonne réponse",
         "réponse correcte", "risposta corretta", "resposta correta", "juiste antwoord", "correct option number"),
    ),
    Column("options", "all options of a choice in one cell, each on a line or between bars or semicolons",
           ("options", "choices", "answer options", "answer choices", "alternatives", "possible answers", "antworten")),
    Column("right_option", "the text of an option that is right", ("correct text", "right option", "correct answer text")),
    Column(
        "wrong_option",
        "the text of an option that is wrong",
        ("wrong", "wrong answer", "incorrect", "incorrect answer", "distractor", "wrong option", "incorrect option"),
    ),
    Column(
        "rationale",
        "why an option is right or wrong; the first such column belongs to the first option, and so on",
        ("option feedback", "answer feedback", "feedback to option", "option rationale", "choice feedback"),
    ),
    Column("word", "a text that is accepted when it is typed", ("accepted", "accepted answer", "accepted text")),
    Column("tolerance", "how far from the right number is still right: 0.01, 5%, 3 figures, 2 decimals", ("tolerance", "margin")),
    Column("prompt", "what is matched; the first such column belongs with the first match", ("prompt", "left", "match left")),
    Column("match", "what belongs with a prompt", ("match", "right side", "match right")),
    Column("entry", "a line to be put in order; the columns stand in the right order", ("entry", "step", "line")),
    Column(
        "feedback",
        "what is said to everybody after the answer",
        ("feedback", "explanation", "rationale", "comment", "general feedback", "erklärung", "why", "reason",
         "answer explanation", "justification", "explanation of answer", "begründung", "erläuterung",
         "explication", "explicación", "spiegazione", "explicação"),
    ),
    Column("kind", "how it is answered: single_choice, multiple_select, numbers, words, matching, ordering",
           ("kind", "type", "question type", "item type", "format")),
    Column("name", "a short title", ("name", "title", "question title", "question name")),
    Column("id", "the question's name where it comes from", ("id", "question id", "item id", "identifier", "uid", "guid")),
    Column("category", "a path such as Attention/Scaling", ("category", "deck", "chapter", "module", "section", "kategorie")),
    Column("tags", "words between commas or semicolons", ("tags", "tag", "keywords", "topic", "topics", "labels")),
    Column("objectives", "numbers of the blueprint, between semicolons", ("objectives", "objective")),
    Column("level", "intuition, mechanism or derivation", ("level",)),
    Column("shape", "formula, role, architecture, derivation or computation", ("shape",)),
    Column("difficulty", "the share that will be right, between 0 and 1", ("difficulty",)),
    Column("citation", "where the claim stands", ("citation", "source", "sources", "reference", "quelle")),
    Column("as_of", "the day on which it was read there, as 2026-11-29", ("as of", "source as of")),
    Column("experiment", "the experiment by which the claim can be tried", ("experiment",)),
    Column("enemies", "ids of questions that are never asked with this one", ("enemies",)),
)  # fmt: skip
FIELDS = {column.name: column.what for column in COLUMNS}
OURS = frozenset(_OURS)
_NUMBERED = re.compile(r"(.*?)[\s_#.:(-]*(\d{1,2}|[a-h])[).:]?")
_MANY = ("option", "wrong_option", "right_option", "rationale", "word", "prompt", "match", "entry")


@dataclass(frozen=True, slots=True)
class Guess:
    """The field that a column is taken for ("" is none), and why."""

    field: str
    why: str


def guesses(names: Sequence[str]) -> tuple[Guess, ...]:
    """What each column is taken for, by its name and by the others.

    Rules: a name that a field is known by is that field; a name with a number or a letter after it is one of several,
    if there are at least two such; letters alone, from A on, are options. A field that holds one thing is given to one
    column only, the first; what is left is taken for nothing. Columns of one name that say what is right say it together.
    """
    plain = [_plain(name) for name in names]
    letters = {one.rstrip(".):") for one in plain}
    counts = Counter(word for one in set(plain) if (word := _numbered_word(one)))
    several = {word for word, count in counts.items() if count > 1}
    found = [_by_letter(one, letters) or _by_number(one, several) or _by_word(one) for one in plain]
    if not any(guess.field == "right" for guess in found):
        found = [_as_right(guess, one) for guess, one in zip(found, plain, strict=True)]
    found = _lists(found, plain)
    taken: set[str] = set()
    result = []
    right = {
        _numbered_word(one) or one for one, guess in zip(plain, found, strict=True) if guess.field == "right"
    }
    many = (*_MANY, "right") if len(right) == 1 else _MANY
    for guess in found:
        if guess.field and guess.field in taken and guess.field not in many:
            guess = Guess("", f"Another column is taken for {guess.field} already.")
        taken.add(guess.field)
        result.append(guess)
    return tuple(result)


def are_names(names: Sequence[str]) -> bool:
    """Whether some of these are names by which a field is known; a mere part of a name is no sign of that."""
    plain = [_plain(name) for name in names]
    several = {word for word, count in Counter(map(_numbered_word, set(plain))).items() if word and count > 1}
    return any((_by_number(one, several) or _by_word(one)).field for one in plain)


def _lists(found: list[Guess], plain: list[str]) -> list[Guess]:
    """“Answers” beside “Correct answer” are what can be chosen."""
    if sum(guess.field == "right" for guess in found) < 2 or any(guess.field == "option" for guess in found):
        return found
    why = "Its name is “answers”, and another column says what is right."
    return [
        Guess("options", why) if guess.field == "right" and name == "answers" else guess
        for guess, name in zip(found, plain, strict=True)
    ]


def _plain(name: str) -> str:
    """The name in small letters, without what explains it: a part in brackets, or one behind a dash between blanks."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    short = re.split(r"\s[-–—]\s|(?<=\w)\s*\(", name, maxsplit=1)[0]
    return " ".join(re.sub(r"[_\-]+", " ", short or name).casefold().split())


def _numbered_word(name: str) -> str:
    """The word before a number or a letter, or nothing."""
    numbered = _NUMBERED.fullmatch(name)
    return numbered[1].strip() if numbered else ""


def _by_letter(name: str, letters: set[str]) -> Guess | None:
    letter = name.rstrip(".):")
    if re.fullmatch("[a-h]", letter) and {"a", "b"} <= letters:
        return Guess("option", "Its name is a letter, as those of other columns are.")
    return None


def _by_number(name: str, several: set[str]) -> Guess | None:
    word = _numbered_word(name)
    if word not in several:
        return None
    for column in COLUMNS:
        if column.name in (*_MANY, "right") and (
            word in column.words or word == column.name.replace("_", " ")
        ):
            return Guess(
                column.name, f"Its name is “{word}” with a number or a letter, and there are several."
            )
    if word in ("feedback", "rationale", "explanation"):
        return Guess("rationale", f"Its name is “{word}” with a number or a letter, and there are several.")
    return None


def _by_word(name: str) -> Guess:
    for column in COLUMNS:
        if column.name != "option" and (name in column.words or name == column.name.replace("_", " ")):
            return Guess(column.name, f"Its name is “{name}”.")
    return Guess("", "No field is known by its name.")


def _as_right(guess: Guess, name: str) -> Guess:
    """Where no column says what is right, one that is called like it does."""
    if guess.field == "" and re.search(r"\b(correct|right|answer|solution|key)\b", name):
        return Guess("right", f"Its name has the word for what is right in it: “{name[:60]}”.")
    return guess
