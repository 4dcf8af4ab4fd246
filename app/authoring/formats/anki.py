"""Notes of Anki as questions: by the names of their fields, or by their gaps."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import unescape

from app.authoring.columns import Guess, guesses
from app.authoring.formats.cloze import hidden_parts
from app.authoring.formats.images import Images, Lookup
from app.authoring.formats.mapped_rows import question_of
from app.authoring.formats.own_notes import own_note
from app.authoring.formats.own_numbers import BadRow
from app.authoring.formats.own_sheet import is_own
from app.authoring.formats.spans import NUMBER
from app.authoring.found import (
    BadPart,
    Fate,
    Format,
    FoundChoice,
    FoundColumn,
    FoundFile,
    FoundOption,
    FoundOther,
    FoundQuestion,
    FoundTable,
    FoundText,
    FoundWords,
    Loss,
    Markup,
    ReadWishes,
)

_SOUND = re.compile(r"\[(?:sound|anki:play):[^\[\]\n]{1,300}\]")
_MATHS = (
    ("[$$]", "[/$$]", "\\[", "\\]"),
    ("[$]", "[/$]", "\\(", "\\)"),
    ("[latex]$", "$[/latex]", "\\(", "\\)"),
    ("<anki-mathjax>", "</anki-mathjax>", "\\(", "\\)"),
)  # how maths begins and ends in notes, and how it does here
_TAG = re.compile(r"<[^<>]{0,2000}>")
_FRONT, _BACK = ("front", "vorderseite", "recto"), ("back", "rückseite", "verso")
_EXTRA = ("extra", "back extra", "notes", "remarks", "hint")
_STUB = "please update to the latest anki version"


@dataclass(frozen=True, slots=True)
class NoteKind:
    """A kind of notes: its fields, whether its text has gaps, how many cards it makes."""

    name: str
    fields: tuple[str, ...]
    cloze: bool = False
    cards: int = 1


@dataclass(frozen=True, slots=True)
class Note:
    """A note: its place in the file, the name that stays with it, its fields in the kind's order, tags and deck."""

    place: int
    guid: str
    kind: NoteKind
    fields: tuple[str, ...]
    tags: tuple[str, ...] = ()
    deck: str = ""


@dataclass(frozen=True, slots=True)
class _Reader:
    """What all notes of a file share."""

    images: Images
    lookup: Lookup
    markup: Markup

    def clean(self, text: str, place: int) -> tuple[str, tuple[Loss, ...]]:
        """The text with maths between the usual marks, images of the file, and without sound."""
        losses: list[Loss] = []
        for marks in _MATHS:
            text = _between(text, *marks)
        if "[latex]" in text:
            why = "A part is written in LaTeX as a whole ([latex]); it stays as it is written."
            losses.append(Loss(Fate.CHANGED, "formula", why, place))
        text, count = _SOUND.subn("", text)
        if count:
            losses.append(Loss(Fate.DROPPED, "sound", "Its sound has no place.", place))
        if self.markup is Markup.HTML:
            text, more = self.images.shown(text, self.lookup, place)
            losses.extend(more)
        return text.strip(), tuple(losses)


def _between(text: str, *marks: str) -> str:
    """The text with other marks around what stands between two of them, as far as both are there."""
    opening, closing, before, after = marks
    found = []
    at = 0
    while (start := text.find(opening, at)) >= 0 and (end := text.find(closing, start + len(opening))) >= 0:
        found.append(f"{text[at:start]}{before}{text[start + len(opening) : end]}{after}")
        at = end + len(closing)
    return "".join([*found, text[at:]])


def read_notes(
    notes: Sequence[Note],
    lookup: Callable[[str], bytes | None],
    wishes: ReadWishes,
    markup: Markup = Markup.HTML,
) -> FoundFile:
    """All questions of the notes, and what cannot be read; each bad note is left out alone.

    Rules: a note with gaps gives one question for each number; another one is read by what its fields are taken for. A
    number alone is typed; any other answer is the one right option of a choice, to which wrong ones have to be written.
    """
    reader = _Reader(Images(), lookup, markup)
    kinds: dict[NoteKind, list[Note]] = {}
    for note in notes:
        kinds.setdefault(note.kind, []).append(note)
    taken = {kind: _taken(kind, wishes) for kind in kinds}
    questions: list[FoundQuestion] = []
    bad: list[BadPart] = []
    for note in notes:
        try:
            questions.extend(_questions(note, [guess.field for guess in taken[note.kind]], reader))
        except (BadRow, ValueError) as fault:
            bad.append(BadPart(note.place, str(fault)))
    tables = tuple(_table(kind, taken[kind], those) for kind, those in kinds.items())
    return FoundFile(tuple(questions), tuple(bad), Format.ANKI, reader.images.all(), tables)


def is_stub(notes: Sequence[Note]) -> bool:
    """Whether this is what new packages hold for old programs: one note that asks to update Anki."""
    return len(notes) == 1 and bool(notes[0].fields) and notes[0].fields[0].casefold().startswith(_STUB)


def _taken(kind: NoteKind, wishes: ReadWishes) -> tuple[Guess, ...]:
    """What each field is taken for: by somebody's word, by its name, or by its place."""
    wished = {wish.column: wish.field for wish in wishes.columns if wish.table in ("", kind.name)}
    found = list(_cloze_guesses(kind) if kind.cloze else guesses(kind.fields))
    for place, name in enumerate(kind.fields):
        plain = name.casefold()
        if plain in _FRONT and not any(guess.field == "stem" for guess in found):
            found[place] = Guess("stem", f"Its name is “{name}”.")
        elif plain in _BACK and not any(guess.field == "right" for guess in found):
            found[place] = Guess("right", f"Its name is “{name}”.")
        elif plain in _EXTRA and found[place].field == "":
            found[place] = Guess("feedback", f"Its name is “{name}”.")
    if is_own(kind.fields):
        return tuple(Guess(name, "It is a column of our own sheet.") for name in kind.fields)
    if not any(guess.field == "stem" for guess in found) and found:
        found[0] = Guess("stem", "It is the first field.")
    free = [place for place, guess in enumerate(found) if guess.field == ""]
    if (
        not kind.cloze
        and len(found) > 1
        and free
        and not any(guess.field in ("right", "option") for guess in found)
    ):
        found[free[0]] = Guess("right", "It is the first field after what is asked.")
    for place, name in enumerate(kind.fields):
        if name in wished:
            found[place] = Guess(wished[name], "Somebody said so.")
    return tuple(found)


def _cloze_guesses(kind: NoteKind) -> list[Guess]:
    """The first field has the gaps, the others are said afterwards."""
    first = [Guess("stem", "It is the field with the gaps.")]
    return first + [Guess("feedback", "It stands behind the gaps.") for _ in kind.fields[1:]]


def _table(kind: NoteKind, taken: Sequence[Guess], notes: Sequence[Note]) -> FoundTable:
    columns = []
    for place, (name, guess) in enumerate(zip(kind.fields, taken, strict=True)):
        values = (note.fields[place][:120] for note in notes[:20] if place < len(note.fields))
        columns.append(
            FoundColumn(name, guess.field, guess.why, tuple(value for value in values if value)[:3])
        )
    return FoundTable(kind.name, tuple(columns), len(notes))


def _questions(note: Note, fields: Sequence[str], reader: _Reader) -> list[FoundQuestion]:
    values: dict[str, list[str]] = {}
    losses: list[Loss] = []
    for name, text in zip(fields, note.fields, strict=False):
        clean, lost = reader.clean(text, note.place)
        losses.extend(lost)
        if name:
            values.setdefault(name, []).append(clean)
    if note.kind.cards > 1 and not note.kind.cloze:
        why = f"It makes {note.kind.cards} cards there (the other way round, for one); one question comes in."
        losses.append(Loss(Fate.CHANGED, "cards", why, note.place))
    if is_own(note.kind.fields):
        found = [
            own_note(
                note.place, note.kind.fields, [reader.clean(text, note.place)[0] for text in note.fields]
            )
        ]
    elif _hides_parts_of_an_image(note):
        why = "Parts of an image are hidden, which has no form here. Write a question of its own for each."
        found = [
            FoundQuestion(note.place, FoundText(""), FoundOther("image occlusion", why), outer_id=note.guid)
        ]
    elif note.kind.cloze:
        found = _cloze(note, values, reader)
    else:
        found = [_one(note, values, reader)]
    deck = "/".join(
        part.strip().replace("/", "//") for part in re.split("::|\x1f", note.deck) if part.strip()
    )
    return [
        replace(
            one, tags=(*one.tags, *note.tags), category=one.category or deck, losses=(*losses, *one.losses)
        )
        for one in found
    ]


def _hides_parts_of_an_image(note: Note) -> bool:
    """Whether it is a note of Anki's image occlusion, or of the add-on that was there before."""
    names = {name.casefold() for name in note.kind.fields}
    return (
        any("image-occlusion:" in text for text in note.fields) or {"question mask", "answer mask"} <= names
    )


def _one(note: Note, values: dict[str, list[str]], reader: _Reader) -> FoundQuestion:
    if not any(values.get(name) for name in ("option", "wrong_option", "right_option", "prompt", "entry")):
        plain = _plain(next(iter(values.get("right", ())), ""), reader)
        if NUMBER.fullmatch(plain):
            values = {**values, "right": [plain]}
    elif values.get("right"):
        values = {**values, "right": [_plain(values["right"][0], reader)]}
    question = question_of(note.place, values, reader.markup)
    question = replace(question, outer_id=question.outer_id or note.guid)
    return _card(question) if isinstance(question.form, FoundWords) else question


def _card(question: FoundQuestion) -> FoundQuestion:
    """Words on the back of a card: the one right option of a choice."""
    assert isinstance(question.form, FoundWords)  # noqa: S101 — whoever calls has looked
    right = tuple(
        FoundOption(FoundText(one.text.text, question.stem.markup), 1.0) for one in question.form.accepted[:1]
    )
    why = "A card has no wrong answers: what stands on its back is the right option. Write wrong ones before it is published."
    return replace(
        question, form=FoundChoice(right), losses=(*question.losses, Loss(Fate.CHANGED, "options", why))
    )


def _plain(text: str, reader: _Reader) -> str:
    """The words alone, without their markup."""
    return (
        " ".join(unescape(_TAG.sub(" ", text)).split())
        if reader.markup is Markup.HTML
        else " ".join(text.split())
    )


def _cloze(note: Note, values: dict[str, list[str]], reader: _Reader) -> list[FoundQuestion]:
    """One question for each number, in which the gaps of that number are to be filled."""
    text, more = values.get("stem", [""])[0], values.get("feedback", [])
    hidden = hidden_parts(text)
    found = []
    for one in hidden:
        answers = list(dict.fromkeys(one.answers))
        plain = _plain(answers[0], reader)
        right = plain if len(answers) == 1 and NUMBER.fullmatch(plain) else " … ".join(answers)
        question = question_of(
            note.place, {"stem": [one.text], "right": [right], "feedback": more}, reader.markup
        )
        losses = list(question.losses)
        if len(answers) > 1:
            why = f"{len(answers)} gaps are filled at once; their texts stand in one option, in their order."
            losses.append(Loss(Fate.CHANGED, "gaps", why, note.place))
        if one.hints:
            why = f"Its hint has no place: {', '.join(one.hints)[:120]!r}."
            losses.append(Loss(Fate.DROPPED, "hints", why, note.place))
        outer = note.guid if len(hidden) == 1 else f"{note.guid}-{one.number}"
        question = replace(question, outer_id=outer, losses=tuple(losses))
        found.append(_card(question) if isinstance(question.form, FoundWords) else question)
    return found
