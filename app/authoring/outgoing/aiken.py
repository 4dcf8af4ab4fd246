"""Writes Aiken: a stem on one line, options under capital letters, and the letter of the right one."""

import re
from collections.abc import Sequence

from app.authoring.outgoing.parts import Part, note_missing, parts_of, texts
from app.authoring.outgoing.question import OutChoice, OutQuestion
from app.authoring.outgoing.report import Ledger, OutFile, OutLine
from app.authoring.outgoing.tables import whole_line
from app.authoring.outgoing.texts import is_bare, plain
from app.kit.draws import Draws

HOLDS = frozenset((Part.STEM, Part.FORM, Part.RIGHT))
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_AMBIGUOUS = re.compile(r"[A-Za-z][.)]\s|ANSWER\s*:", re.I)


def write_aiken(questions: Sequence[OutQuestion]) -> OutFile:
    """A file of all questions of which one option is right; the others are left out, each with the reason.

    Options stand in a drawn order, since the format has no mark by which they are shuffled.
    """
    parts: list[str] = []
    lines: list[OutLine] = []
    for question in questions:
        form = _fit(question)
        if isinstance(form, str):
            lines.append(OutLine(question.id, left_out=form))
            continue
        ledger = Ledger(list(question.losses))
        parts.append(_question(question, form))
        if not all(map(is_bare, (question.stem, *texts(question.form)))) or question.tables:
            ledger.changed(
                Part.STEM, "Aiken is plain text on one line: marks are gone, and tables are written in a row."
            )
        note_missing(ledger, question, "Aiken", holds=HOLDS)
        lines.append(ledger.line(question.id, parts_of(question)))
    return OutFile("\n".join(parts).encode(), tuple(lines), len(parts))


def _fit(question: OutQuestion) -> OutChoice | str:
    """The form that the format can hold, or why it cannot."""
    form = question.form
    if not isinstance(form, OutChoice) or form.choose != 1 or sum(one.correct for one in form.options) != 1:
        return "Aiken holds questions with one right option alone."
    if len(form.options) > len(_LETTERS):
        return f"Aiken names options by letters, and there are {len(form.options)}."
    if _AMBIGUOUS.match(plain(whole_line(question))):
        return "Its text begins like an option or an answer of Aiken's, and would be taken for one."
    if not all(plain(one.text) for one in form.options):
        return "One of its options is empty as plain text."
    return form


def _question(question: OutQuestion, form: OutChoice) -> str:
    options = Draws(f"export|{question.id}").shuffled("options", form.options)
    lines = [plain(whole_line(question))]
    lines += [f"{letter}. {plain(one.text)}" for letter, one in zip(_LETTERS, options, strict=False)]
    right = next(letter for letter, one in zip(_LETTERS, options, strict=False) if one.correct)
    return "\n".join((*lines, f"ANSWER: {right}")) + "\n"
