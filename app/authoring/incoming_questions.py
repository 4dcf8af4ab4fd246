"""All questions of a file on their way in: each with the form of ours, its name, and what of it is lost."""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from app.authoring.found import (
    FoundChoice,
    FoundFile,
    FoundForm,
    FoundNumbers,
    FoundOption,
    FoundOrder,
    FoundOther,
    FoundPairs,
    FoundQuestion,
    FoundText,
    FoundWords,
)
from app.authoring.incoming import Body, CannotComeIn, Incoming, IncomingFile
from app.authoring.incoming_choice import choice_body
from app.authoring.incoming_images import pictures_of
from app.authoring.incoming_names import item_name, unique
from app.authoring.incoming_notes import Notes
from app.authoring.incoming_numbers import numbers_body
from app.authoring.incoming_own import own_incoming
from app.authoring.incoming_places import order_body, pairs_body
from app.authoring.incoming_text import markdown_of
from app.authoring.pictures import Picture
from app.bank.reader import Data

_LONGEST_BEFORE, _MOST_BEFORE = 2_000, 40
_WORDS = "Learners type words here, and no kind of question of ours takes typed words. Make a choice of it."
_KINDS = {
    "essay": "An essay has no answer that can be checked. Make a choice of it, or leave it out.",
    "description": "This is a text without a question. Put what matters of it into the stem of the question it belongs to.",
    "cloze": "Gaps within a text are several questions in one. Make one question of each gap.",
}
_LISTS = ("objectives", "enemies")


def incoming_file(found: FoundFile) -> IncomingFile:
    """The file with every question converted. The same file gives the same names each time."""
    pictures = pictures_of(found.images)
    used: dict[str, Picture] = {}
    questions = []
    for n, question in enumerate(found.questions, 1):
        notes = Notes("stem", pictures=pictures)
        made = incoming(question, n, notes)
        questions.append(made)
        used |= {} if made.refused else notes.used
    names = unique(one.slug for one in questions)
    named = tuple(replace(one, slug=name) for one, name in zip(questions, names, strict=True))
    return IncomingFile(found.format, named, found.bad, found.tables, found.sheets, tuple(used.values()))


def incoming(question: FoundQuestion, n: int, notes: Notes) -> Incoming:
    """One question: a form of ours with its losses, or the reason why it cannot come in."""
    bare = Incoming(
        n=n,
        line=question.line,
        file=question.file,
        name=" ".join(question.name.split())[:200],
        slug=item_name(question.name, question.stem.text),
        outer_id=question.outer_id[:200],
        category=" ".join(question.category.split())[:300],
        tags=tuple(tag[:100] for tag in question.tags[:50]),
        ours=_ours(question),
        losses=question.losses,
        before=_before(question),
    )
    try:
        if question.own:
            return own_incoming(question, bare)
        stem = markdown_of(question.stem, notes)
        if not stem and not isinstance(question.form, FoundOther):
            raise CannotComeIn("The question has no text. Write one in the file, and send it again.")
        notes.part = "feedback to everybody"
        body = _body(question.form, markdown_of(question.feedback, notes), notes)
    except CannotComeIn as why:
        return replace(bare, refused=str(why), losses=(*question.losses, *notes.losses()))
    except ValueError as why:
        said = f"This question cannot be converted: {why}."
        return replace(bare, refused=said, losses=(*question.losses, *notes.losses()))
    _header_losses(question, notes)
    fields: dict[str, Data] = {}
    for name in ("choose", "scoring"):
        if name in body.fields:
            fields[name] = body.fields[name]
    fields["stem"] = stem
    fields |= {name: value for name, value in body.fields.items() if name not in fields}
    return replace(
        bare,
        kind=body.kind,
        body=fields,
        kept=("the question's text", *body.kept),
        losses=(*question.losses, *notes.losses()),
    )


def _body(form: FoundForm, general: str, notes: Notes) -> Body:
    match form:
        case FoundChoice():
            return choice_body(form, general, notes)
        case FoundNumbers():
            return numbers_body(form, general, notes)
        case FoundPairs():
            return pairs_body(form, general, notes)
        case FoundOrder():
            return order_body(form, general, notes)
        case FoundWords():
            raise CannotComeIn(_WORDS)
        case FoundOther():
            usual = f"Questions of the kind “{form.kind[:60]}” have no form of ours. Write this one anew, or leave it out."
            raise CannotComeIn(form.why or _KINDS.get(form.kind, usual))
        case _:
            assert_never(form)


def _header_losses(question: FoundQuestion, notes: Notes) -> None:
    """What stands beside a question there and has no place in an item."""
    if question.category:
        notes.part = "category"
        notes.dropped(
            "items have objectives in its place; it can be chosen by here, and stays with this import"
        )
    if question.tags:
        notes.part = "tags"
        notes.dropped("items have no tags; they stay with this import")


def _ours(question: FoundQuestion) -> dict[str, Data]:
    """What a table of ours gives of the fields that all items have."""
    given = {name: " ".join(value.split()) for name, value in question.ours if value.strip()}
    found: dict[str, Data] = {}
    for name, value in given.items():
        if name in _LISTS:
            found[name] = [part.strip() for part in value.replace(";", ",").split(",") if part.strip()]
        elif name not in ("citation", "as_of", "all_or_nothing"):
            found[name] = value
    source: dict[str, Data] = {name: given[name] for name in ("citation", "as_of") if name in given}
    if source:
        found["source"] = source
    if "all_or_nothing" in given:
        found["scoring"] = {"all_or_nothing": given["all_or_nothing"]}
    return found


def _before(question: FoundQuestion) -> tuple[str, ...]:
    """What stood in the file: the stem, then each answer with what it earns."""
    lines = [question.stem.text]
    match question.form:
        case FoundChoice() | FoundWords() as form:
            options: Sequence[FoundOption] = form.options if isinstance(form, FoundChoice) else form.accepted
            lines += [f"{option.share:.5g}: {_said(option.text, option.feedback)}" for option in options]
        case FoundNumbers() as form:
            lines += [f"{one.share:.5g}: {one.low!r} … {one.high!r}" for one in form.accepted]
        case FoundPairs() as form:
            lines += [f"{left.text} → {right.text}" for left, right in form.pairs]
        case FoundOrder() as form:
            lines += [f"{place}. {entry.text}" for place, entry in enumerate(form.entries, 1)]
        case FoundOther() as form:
            lines.append(f"({form.kind})")
    if question.feedback:
        lines.append(f"To everybody: {question.feedback.text}")
    return tuple(line[:_LONGEST_BEFORE] for line in lines[:_MOST_BEFORE])


def _said(text: FoundText, feedback: FoundText | None) -> str:
    return f"{text.text}  ({feedback.text})" if feedback and feedback.text.strip() else text.text
