"""Aiken: a stem on one line, options under capital letters, and a line that names the right one."""

import re
from dataclasses import dataclass, field, replace

from app.authoring.found import (
    BadPart,
    Format,
    FoundChoice,
    FoundFile,
    FoundOption,
    FoundQuestion,
    FoundText,
    Markup,
)

_OPTION = re.compile(r"([A-Z])[.)]\s+(\S.*)")
_SMALL = re.compile(r"([a-z])[.)]\s+(\S.*)")
_CLOSE = re.compile(r"[A-Z][.)]\S.*")
_ROMAN = re.compile(r"[IVX][.)]\s")  # I. and V. begin statements within a stem, not options
_SAID = re.compile(r"(?:FEEDBACK|EXPLANATION|RATIONALE)\s*:\s*(\S.*)", re.I)
_ANSWER = re.compile(r"ANSWER\s*:\s*(.*)", re.I)


@dataclass(slots=True)
class _Open:
    """The question that is being read."""

    line: int
    stem: list[str] = field(default_factory=list)
    options: list[tuple[str, list[str]]] = field(default_factory=list)  # letters, each with its lines


def read_aiken(text: str) -> FoundFile:
    """All questions of the text, and what cannot be read of it.

    Rules of the format: options begin with a capital letter and a point or a bracket, in the order of the alphabet;
    ANSWER names one of them. A stem over several lines is kept whole (Moodle keeps its last line alone), and an answer
    of several letters is refused (Moodle takes the first). A line FEEDBACK, EXPLANATION or RATIONALE behind an answer, which
    others write, is said to everybody.
    """
    questions: list[FoundQuestion] = []
    bad: list[BadPart] = []
    now: _Open | None = None
    last = False  # whether the last one is a question that can be read
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if not line:
            continue
        if now is None and (questions or bad) and (said := _SAID.fullmatch(line)):
            questions[-1:] = [_with_feedback(one, said[1]) if last else one for one in questions[-1:]]
            continue
        now = now or _Open(number)
        if answer := _ANSWER.fullmatch(line):
            found = _finished(now, answer[1].strip())
            last = isinstance(found, FoundQuestion)
            if isinstance(found, FoundQuestion):
                questions.append(found)
            else:
                bad.append(BadPart(now.line, found))
            now = None
        elif (option := _OPTION.fullmatch(line)) and (now.options or not _ROMAN.match(line)):
            now.options.append((option[1], [option[2]]))
        elif now.options:
            now.options[-1][1].append(line)
        else:
            now.stem.append(line)
    if now is not None:
        bad.append(BadPart(now.line, "The last question has no line ANSWER. Write one, such as ANSWER: A."))
    return FoundFile(tuple(questions), tuple(bad), Format.AIKEN)


def _finished(now: _Open, answer: str) -> FoundQuestion | str:
    """The question, or what is wrong with it."""
    letters = [letter for letter, _ in now.options]
    if not now.options:
        return _without_options(now)
    if not now.stem:
        return "This question has no text before its options. Write one."
    if letters != [chr(ord("A") + place) for place in range(len(letters))]:
        return f"The options are {', '.join(letters)[:80]}. Let them be A, B, C and so on, each once."
    if not re.fullmatch(r"[A-Z]", answer):
        return f"ANSWER says {answer[:40]!r}. Aiken knows one right option: name its capital letter."
    if answer not in letters:
        return f"ANSWER says {answer}, and the options are {', '.join(letters)[:80]}. Name one of them."
    options = tuple(
        FoundOption(FoundText("\n".join(lines), Markup.PLAIN), 1.0 if letter == answer else 0.0)
        for letter, lines in now.options
    )
    return FoundQuestion(now.line, FoundText("\n".join(now.stem), Markup.PLAIN), FoundChoice(options))


def _with_feedback(question: FoundQuestion, said: str) -> FoundQuestion:
    before = f"{question.feedback.text}\n" if question.feedback is not None else ""
    return replace(question, feedback=FoundText(before + said, Markup.PLAIN))


def _without_options(now: _Open) -> str:
    if any(_SMALL.fullmatch(line) for line in now.stem):
        return "The options have small letters. Write capital ones: A. and not a."
    if any(_CLOSE.fullmatch(line) for line in now.stem):
        return "The options stand close behind their letters. Write a blank after each: A. and its text."
    return "This question has no options. Write each on a line of its own, as A. and its text."
