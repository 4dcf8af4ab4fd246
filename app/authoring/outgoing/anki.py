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
from app.authoring.outgoing.sheet import GROUPS, row_of
from app.authoring.outgoing.tables import whole_stem
from app.authoring.outgoing.texts import html
from app.authoring.outgoing.zipped import zipped
from app.kit.decimals import in_full
from app.kit.draws import Draws

HOLDS = frozenset(Part) - {Part.SCORING, Part.ENEMIES, Part.IMAGES}
PLAIN = ("id", "kind", "right", "objectives", "level", "shape", "difficulty", "source_as_of", "experiment")
TEXTS = ("stem", "source", "feedback")
SIDES = ("shown", "answer")
MOST = {"option": 6, "prompt": 6, "choice": 6, "entry": 7, "number": 9}  # fields that notes have for parts
_KINDS: dict[type[OutForm], tuple[str, tuple[str, ...]]] = {
    OutChoice: ("Keyed choice", ("option",)),
    OutPairs: ("Keyed matching", ("prompt", "choice")),
    OutOrder: ("Keyed ordering", ("entry",)),
    OutNumbers: ("Keyed numbers", ("number",)),
}
_ENDINGS = ("", "_label", "_unit", "_decimals", "_tolerance", "_misconception", "_rationale")
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
    """The note type for a kind: fields named as the columns of our sheet, and the two sides as they are shown."""
    name, _ = _KINDS[kind]
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
    parts = [
        f"{group}_{n}{ending}"
        for group in _KINDS[kind][1]
        for n in range(1, MOST[group] + 1)
        for ending in GROUPS[group]
        if ending in _ENDINGS
    ]
    return (*PLAIN, *TEXTS, *parts, *SIDES)


def _number(name: str) -> int:
    """A number that a name always gives, as large as Anki takes one."""
    return int.from_bytes(sha256(f"keyed {name}".encode()).digest()[:5], "big") + 1


def guid_of(question: OutQuestion) -> str:
    """The lasting name of a note."""
    return f"keyed-{question.id}"


def _note(model: genanki.Model, question: OutQuestion) -> genanki.Note:
    columns = row_of(question)
    shown, answer = _sides(question)
    held = {**columns, "stem": whole_stem(question)}
    values = []
    for field in (*fields_of(type(question.form)),):
        if field in SIDES:
            values.append(shown if field == "shown" else answer)
        else:
            text = held.get(field, "")
            values.append(escape(text) if _is_plain(field) else html(text))
    return genanki.Note(model=model, fields=values, tags=["keyed", *question.tags], guid=guid_of(question))


def _is_plain(field: str) -> bool:
    return field in PLAIN or field.endswith(("_unit", "_decimals", "_tolerance", "_misconception"))


def _line(question: OutQuestion) -> OutLine:
    ledger = Ledger(list(question.losses))
    form = question.form
    ledger.changed(
        Part.FORM, "Anki shows a card with two sides: nothing is ticked or typed, or counted as right."
    )
    if (isinstance(form, OutPairs) and form.cells) or (isinstance(form, OutOrder) and form.reversals):
        ledger.dropped(Part.REASONS, "Reasons behind single wrong pairs have no field.")
        ledger.dropped(Part.MISCONCEPTIONS, "Beliefs behind single wrong pairs have no field.")
    if isinstance(form, OutNumbers) and any(field.wrong for field in form.fields):
        ledger.dropped(Part.MISCONCEPTIONS, "Wrong numbers that are known have no field.")
    if any(len(held) > MOST[group] for group, held in _held(form)):
        ledger.changed(Part.FORM, "It has more parts than a note has fields; all of them stand on the card.")
    note_missing(ledger, question, "Anki", holds=HOLDS)
    return ledger.line(question.id, parts_of(question))


def _held(form: OutForm) -> tuple[tuple[str, Sequence[object]], ...]:
    """The parts of a form by the group that their fields are named after."""
    match form:
        case OutChoice():
            return (("option", form.options),)
        case OutPairs():
            return (("prompt", form.prompts), ("choice", form.choices))
        case OutOrder():
            return (("entry", form.entries),)
        case OutNumbers():
            return (("number", form.fields),)


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
    right = field.right[0]
    text = escape(right.printed or f"{in_full(right.low)} to {in_full(right.high)}")
    label = f"{html(field.name)}: " if field.label else ""
    return _reasoned(f"{label}<b>{text}</b>", right.why)


def _reasoned(text: str, why: str) -> str:
    return f"{text}<br>{html(why)}" if why else text


def _list(marker: str, entries: Sequence[str]) -> str:
    return f'<ol type="{marker}">{"".join(f"<li>{entry}</li>" for entry in entries)}</ol>'
