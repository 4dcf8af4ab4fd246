"""Writes packages for Anki: a note for each question under a name that stays, so that a later import updates it."""

from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import sha256
from html import escape
from itertools import count
from typing import Any

import genanki

from app.authoring.outgoing.parts import Part, note_missing, parts_of
from app.authoring.outgoing.question import (
    OutChoice,
    OutField,
    OutForm,
    OutNumbers,
    OutOrder,
    OutPairs,
    OutQuestion,
)
from app.authoring.outgoing.report import Ledger, OutFile, OutLine
from app.authoring.outgoing.sheet import row_of
from app.authoring.outgoing.tables import whole_stem
from app.authoring.outgoing.texts import html, plain
from app.authoring.outgoing.zipped import zipped
from app.kit.decimals import in_full
from app.kit.draws import Draws

HOLDS = frozenset(Part) - {Part.SCORING, Part.ENEMIES, Part.IMAGES}
PLAIN = (
    "id", "kind", "right", "tolerance", "objectives", "level", "shape", "difficulty", "source_as_of", "experiment",
)  # fmt: skip
TEXTS = ("stem", "source", "feedback")
SIDES = ("shown", "answer")
_KINDS: dict[
    type[OutForm], tuple[str, tuple[str, ...], int]
] = {  # the name, the fields for parts, and of how many
    OutChoice: ("Keyed choice", ("option", "rationale", "misconception"), 6),
    OutPairs: ("Keyed matching", ("prompt", "match", "rationale"), 6),
    OutOrder: ("Keyed ordering", ("entry", "rationale"), 7),
    OutNumbers: ("Keyed numbers", (), 0),
}
_FRONT = '<div class="stem">{{stem}}</div>{{shown}}'
_BACK = (
    '{{FrontSide}}<hr id="answer">{{answer}}{{feedback}}'
    '<p class="source">Source: {{source}} (read on {{source_as_of}})</p>'
)
_STYLE = """.card { font-family: serif; font-size: 20px; line-height: 1.5; max-width: 38em; margin: 1em auto; }
table { border-collapse: collapse; } td, th { padding: 0.1em 0.6em; border: 1px solid #8888; }
.source { font-size: 75%; opacity: 0.7; }
"""
Held = Callable[[Callable[[Any], None]], bytes]
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def write_anki(questions: Sequence[OutQuestion], made_at: datetime, held: Held) -> OutFile:
    """A package with a deck for each bank, and a report of each question; `held` makes a database file of what fills it.

    Rules of the format: a note is told apart by its guid, which is made of the question's name; its note type and its
    decks have numbers of their own that never change. A note that was made later replaces the one that is there.
    """
    decks: dict[str, genanki.Deck] = {}
    models = {kind: _model(kind) for kind in _KINDS}
    lines: list[OutLine] = []
    for question in questions:
        bank = question.header.bank
        if bank not in decks:
            decks[bank] = genanki.Deck(_number(f"deck {bank}"), f"Keyed::{bank}")
        decks[bank].add_note(_note(models[type(question.form)], question))
        lines.append(_line(question))
    moment, package = made_at.timestamp(), genanki.Package(list(decks.values()))
    numbers = count(int(moment * 1000))
    database = held(lambda cursor: package.write_to_db(cursor, moment, numbers))
    content = zipped((("collection.anki2", database), ("media", b"{}")))
    return OutFile(content, tuple(lines), len(questions))


def _model(kind: type[OutForm]) -> genanki.Model:
    """The note type for a kind: fields by which its parts are known again, and the two sides as they are shown."""
    name, _, _ = _KINDS[kind]
    return genanki.Model(
        _number(f"{name} 1"),
        name,
        fields=[{"name": field} for field in fields_of(kind)],
        templates=[{"name": "Question", "qfmt": _FRONT, "afmt": _BACK}],
        css=_STYLE,
        sort_field_index=0,
    )


def fields_of(kind: type[OutForm]) -> tuple[str, ...]:
    """The fields of a note type."""
    _, groups, most = _KINDS[kind]
    parts = [f"{group}_{n}" for group in groups for n in range(1, most + 1)]
    return (*PLAIN, *TEXTS, *parts, *SIDES)


def _number(name: str) -> int:
    """A number that a name always gives, as large as Anki takes one."""
    return int.from_bytes(sha256(f"keyed {name}".encode()).digest()[:5], "big") + 1


def guid_of(question: OutQuestion) -> str:
    """The lasting name of a note."""
    return f"keyed-{question.id}"


def _note(model: genanki.Model, question: OutQuestion) -> genanki.Note:
    shown, answer = _sides(question)
    texts = {**row_of(question), **_parts(question.form), "stem": whole_stem(question)}
    if isinstance(question.form, OutNumbers) and len(question.form.fields) > 1:
        texts["kind"] = ""  # several numbers at once are words on a card
    values = []
    for field in fields_of(type(question.form)):
        text = texts.get(field, "")
        is_plain = field in PLAIN or field.startswith("misconception_")
        values.append(escape(text, quote=False) if is_plain else html(text))
    values[-2:] = (shown, answer)
    return genanki.Note(model=model, fields=values, tags=["keyed", *question.tags], guid=guid_of(question))


def _parts(form: OutForm) -> dict[str, str]:
    """The parts of a form by the names of their fields, as Markdown."""
    match form:
        case OutChoice():
            rows = [(one.text, one.why, one.misconception) for one in form.options]
            return {**_numbered(("option", "rationale", "misconception"), rows), "right": _named(form)}
        case OutPairs():
            used = [prompt.choice for prompt in form.prompts]
            pairs = [(one.text, form.choices[one.choice - 1].text, one.why) for one in form.prompts]
            pairs += [("", one.text, "") for n, one in enumerate(form.choices, 1) if n not in used]
            return {**_numbered(("prompt", "match", "rationale"), pairs), "right": ""}
        case OutOrder():
            return _numbered(("entry", "rationale"), [(one.text, one.why) for one in form.entries])
        case OutNumbers():
            return _typed(form)


def _named(form: OutChoice) -> str:
    """Which options are right, by letters, or by numbers where an option is itself a letter."""
    texts = {plain(one.text).casefold() for one in form.options}
    letters = [letter for letter, _ in zip(_LETTERS, form.options, strict=False)]
    names = (
        letters
        if texts.isdisjoint(map(str.casefold, letters))
        else list(map(str, range(1, len(letters) + 1)))
    )
    return "; ".join(name for name, one in zip(names, form.options, strict=False) if one.correct)


def _numbered(groups: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> dict[str, str]:
    return {
        f"{group}_{n}": text for n, row in enumerate(rows, 1) for group, text in zip(groups, row, strict=True)
    }


def _typed(form: OutNumbers) -> dict[str, str]:
    """One number with the range in which it is right; several as words."""
    first = form.fields[0].right[0]
    if len(form.fields) == 1 and first.printed:
        span = f"{in_full(first.low)}..{in_full(first.high)}"
        return {"right": first.printed, "tolerance": span}
    return {"right": "; ".join(f"{plain(one.name)}: {_right(one)}".lstrip(": ") for one in form.fields)}


def _right(field: OutField) -> str:
    number = field.right[0]
    return number.printed or f"{in_full(number.low)} to {in_full(number.high)}"


def _line(question: OutQuestion) -> OutLine:
    ledger = Ledger(list(question.losses))
    form = question.form
    ledger.changed(
        Part.FORM, "Anki shows a card with two sides: nothing is ticked or typed, or counted as right."
    )
    if (isinstance(form, OutPairs) and form.cells) or (isinstance(form, OutOrder) and form.reversals):
        ledger.dropped(Part.REASONS, "Reasons behind single wrong pairs have no field.")
        ledger.dropped(Part.MISCONCEPTIONS, "Beliefs behind single wrong pairs have no field.")
    if isinstance(form, OutNumbers) and any(field.wrong or len(field.right) > 1 for field in form.fields):
        ledger.dropped(Part.MISCONCEPTIONS, "Further numbers that are known, right or wrong, have no field.")
    most = _KINDS[type(form)][2]
    if most and _count(form) > most:
        ledger.changed(Part.FORM, "It has more parts than a note has fields; all of them stand on the card.")
    note_missing(ledger, question, "Anki", holds=HOLDS)
    return ledger.line(question.id, parts_of(question))


def _count(form: OutForm) -> int:
    """How many parts want fields of their own."""
    match form:
        case OutChoice():
            return len(form.options)
        case OutPairs():
            return max(len(form.prompts), len(form.choices))
        case OutOrder():
            return len(form.entries)
        case OutNumbers():
            return len(form.fields)


def _sides(question: OutQuestion) -> tuple[str, str]:
    """What is shown below the stem, in a drawn order, and what stands on the back."""
    draws = Draws(f"export|{question.id}")
    match question.form:
        case OutChoice() as form:
            options = draws.shuffled("options", form.options) if not question.variant else form.options
            said = [
                f"{'✓' if one.correct else '✗'} {html(one.text)}"
                + (f"<br>{html(one.why)}" if one.why else "")
                for one in options
            ]
            return _list("A", [html(one.text) for one in options]), _list("A", said)
        case OutPairs() as form:
            prompts = draws.shuffled("prompts", form.prompts)
            choices = draws.shuffled("choices", form.choices)
            letters = {one.id: letter for letter, one in zip(_LETTERS, choices, strict=False)}
            said = []
            for one in prompts:
                choice = form.choices[one.choice - 1]
                said.append(
                    _reasoned(f"{html(one.text)}: {letters[choice.id]}, {html(choice.text)}", one.why)
                )
            shown = _list("1", [html(one.text) for one in prompts])
            return shown + _list("A", [html(one.text) for one in choices]), _list("1", said)
        case OutOrder() as form:
            entries = draws.shuffled("entries", form.entries)
            said = [_reasoned(html(one.text), one.why) for one in form.entries]
            return _list("A", [html(one.text) for one in entries]), _list("1", said)
        case OutNumbers() as form:
            labels = [html(one.name) for one in form.fields if one.label]
            return _list("1", labels) if labels else "", _list(
                "1", [_number_said(one) for one in form.fields]
            )


def _number_said(field: OutField) -> str:
    text = escape(_right(field))
    label = f"{html(field.name)}: " if field.label else ""
    return _reasoned(f"{label}<b>{text}</b>", field.right[0].why)


def _reasoned(text: str, why: str) -> str:
    return f"{text}<br>{html(why)}" if why else text


def _list(marker: str, entries: Sequence[str]) -> str:
    return f'<ol type="{marker}">{"".join(f"<li>{entry}</li>" for entry in entries)}</ol>'
