"""Questions leave: chosen, written in a format with a report of what it loses, and recorded when they are saved."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from app.authoring.found import Fate, Loss
from app.authoring.outgoing.aiken import write_aiken
from app.authoring.outgoing.anki import write_anki
from app.authoring.outgoing.bank_files import BankFile, write_files
from app.authoring.outgoing.formats import FORMATS, ExportFormat
from app.authoring.outgoing.frozen import frozen, frozen_id
from app.authoring.outgoing.gift import write_gift
from app.authoring.outgoing.moodle import write_moodle
from app.authoring.outgoing.qti import write_qti
from app.authoring.outgoing.question import OutPicture, OutQuestion
from app.authoring.outgoing.report import OutFile, OutLine
from app.authoring.outgoing.sheet import write_sheet
from app.authoring.outgoing.wish import MOST_QUESTIONS, ExportWish
from app.authoring.outgoing.written import outgoing
from app.bank.cross import Known
from app.bank.dump import dump_misconceptions
from app.bank.images import FOLDER as IMAGES
from app.bank.images import SUFFIXES, images_in
from app.bank.parse import Bank, parse_item
from app.bank.registry import BANK_FILE, read_bank, with_bank
from app.grading.words import Words
from app.items.item import Header, RecipeItem
from app.items.misconceptions import Misconception
from app.kit.clock import Clock
from app.kit.errors import BadInput
from app.services.authoring.export_views import Download, ExportView, preview_of
from app.services.objectives import kept_objectives
from app.services.shelves import kept_shelves
from app.services.vocabulary import Vocabulary
from app.store.answer_keys import keyed_variants
from app.store.audit import AuditRow, record
from app.store.database import Database
from app.store.images import image_row
from app.store.item_list import listed_banks, listed_names
from app.store.leaving import PublishedRow, published_rows
from app.store.misconceptions import uses_by_misconception
from app.store.packages import database_file
from app.store.unit import Reading, reading, writing
from app.store.variants import variant_ids

_REGISTRY = "_facts/misconceptions"
_NO_VARIANTS = "No variant of this recipe is stored yet. They are baked in the background; look again later."
_TOO_MANY = f"These are more than {MOST_QUESTIONS:,} questions with their variants. Choose fewer: one objective, or fewer variants."
_NOTHING = "No question is chosen. Widen the filters, or name questions that are published."
_NO_FORMAT = "Choose a format first."


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The questions that leave, those that cannot, and how many items were chosen."""

    questions: tuple[OutQuestion, ...]
    absent: tuple[OutLine, ...]
    items: int


@dataclass(frozen=True, slots=True)
class Exporting:
    """What instructors take out."""

    database: Database
    vocabulary: Vocabulary
    clock: Clock

    def look(self, wish: ExportWish) -> ExportView:
        """What there is to choose from, and what the file would hold; a fault is told on the page."""
        with reading(self.database) as unit:
            names, unknown = _named(unit, wish)
            view = ExportView(
                wish, tuple(listed_banks(unit)), kept_objectives(unit), len(names), tuple(unknown)
            )
        if wish.format is None:
            return view
        try:
            file, chosen = self._write(wish)
        except BadInput as fault:
            return replace(view, fault=str(fault))
        seen = preview_of(file.lines, chosen=chosen, questions=file.questions, size=len(file.content))
        return replace(view, preview=seen)

    def save(self, wish: ExportWish, actor: str) -> Download:
        """The file, and a record of who took what. Raises BadInput with a sentence where there is nothing to write."""
        file, chosen = self._write(wish)
        form = FORMATS[wish.format or ExportFormat.FILES]
        now = self.clock.now()
        detail = {
            "format": form.name,
            "items": str(chosen),
            "questions": str(file.questions),
            "asked": "&".join(f"{name}={value}"[:200] for name, value in wish.fields()),
        }
        with writing(self.database) as unit:
            subject = f"bank {wish.listed.bank}" if wish.listed.bank else "questions"
            record(unit, AuditRow(now, f"instructor link: {actor}", "export", subject, detail))
            unit.commit()
        name = f"{wish.listed.bank or 'questions'}-{now:%Y-%m-%d}.{form.ending}"
        return Download(name, form.media, file.content)

    def _write(self, wish: ExportWish) -> tuple[OutFile, int]:
        """The file with its report, and of how many items it was made. Raises BadInput."""
        if wish.format is None:
            raise BadInput(_NO_FORMAT)
        with reading(self.database) as unit:
            names, _ = _named(unit, wish)
            if not names:
                raise BadInput(_NOTHING)
            if len(names) > MOST_QUESTIONS:
                raise BadInput(_TOO_MANY)
            rows = published_rows(unit, names)
            words = self.vocabulary.words()
            if wish.format is ExportFormat.FILES:
                return _files(unit, rows, words), len(rows)
            chosen = _chosen(unit, rows, wish, words)
        if len(chosen.questions) > MOST_QUESTIONS:
            raise BadInput(_TOO_MANY)
        file = _written(wish.format, chosen.questions, self.clock.now())
        return replace(file, lines=(*file.lines, *chosen.absent)), chosen.items


def _named(unit: Reading, wish: ExportWish) -> tuple[list[str], list[str]]:
    """The published questions that are asked for, and the names that none of them has."""
    listed = [one.item_id for one in listed_names(unit, wish.listed)]
    if not wish.names:
        return listed, []
    there = set(listed)
    return [one for one in wish.names if one in there], [one for one in wish.names if one not in there]


def _chosen(unit: Reading, rows: Sequence[PublishedRow], wish: ExportWish, words: Words) -> _Chosen:
    questions: list[OutQuestion] = []
    absent: list[OutLine] = []
    for row in rows:
        item = parse_item(row.text, row.path, Known()).item
        if not isinstance(item, RecipeItem):
            questions.append(replace(outgoing(item), pictures=tuple(_pictures(unit, row.text))))
            continue
        found = list(_variants(unit, row, item.header, most=wish.variants, words=words))
        questions += found
        if not found:
            absent.append(OutLine(row.item_id, left_out=_NO_VARIANTS))
        if len(questions) > MOST_QUESTIONS:
            break
    return _Chosen(tuple(questions), tuple(absent), len(rows))


def _variants(
    unit: Reading, row: PublishedRow, header: Header, *, most: int, words: Words
) -> Iterator[OutQuestion]:
    """The first stored variants of a recipe, in an order that lasts, frozen."""
    names = variant_ids(unit, row.revision_id)[:most]
    stored = keyed_variants(unit, names)
    fewer = Loss(Fate.CHANGED, "variants", f"Fewer than {most} variants are stored; these are all there are.")
    for name in names:
        one = stored[name]
        question = frozen(header, one.shown, one.answer_key, words)
        losses = question.losses if len(names) == most else (*question.losses, fewer)
        yield replace(
            question, id=frozen_id(row.item_id, name), variant=name, seed=one.fixed or one.seed, losses=losses
        )


def _written(form: ExportFormat, questions: Sequence[OutQuestion], now: datetime) -> OutFile:
    match form:
        case ExportFormat.GIFT:
            return write_gift(questions)
        case ExportFormat.MOODLE:
            return write_moodle(questions)
        case ExportFormat.AIKEN:
            return write_aiken(questions)
        case ExportFormat.SHEET:
            return write_sheet(questions)
        case ExportFormat.QTI:
            return write_qti(questions)
        case ExportFormat.ANKI:
            return write_anki(questions, now, database_file)
        case ExportFormat.FILES:
            raise ValueError("files are written from the texts of items")
        case _:
            assert_never(form)


def _pictures(unit: Reading, text: str) -> Iterator[OutPicture]:
    """The images that an item shows."""
    for name in dict.fromkeys(images_in(text)):
        image = image_row(unit, name)
        if image is not None:
            yield OutPicture(name, f"{name}{SUFFIXES[image.media]}", image.content)


def _images(unit: Reading, rows: Sequence[PublishedRow]) -> Iterator[BankFile]:
    """The images that the items show, each once in the folder of its bank."""
    places = {(row.path.partition("/")[0], name): None for row in rows for name in images_in(row.text)}
    for bank, name in places:
        image = image_row(unit, name)
        if image is not None:
            yield BankFile(f"{bank}/{IMAGES}/{name}{SUFFIXES[image.media]}", image.content)


def _files(unit: Reading, rows: Sequence[PublishedRow], words: Words) -> OutFile:
    """The items' files as their authors wrote them, with what their banks say and the entries of the registry that they name."""
    files = [BankFile(row.path, (row.source or row.text).encode(), row.item_id) for row in rows]
    banks = kept_shelves(unit).banks.served
    for name in dict.fromkeys(row.path.partition("/")[0] for row in rows):
        bank = banks.get(name)
        if bank is not None and isinstance(read_bank(bank), Bank):
            files.append(BankFile(f"{name}/{BANK_FILE}", with_bank(None, bank).encode()))
    leaving = {row.item_id for row in rows}
    themes: dict[str, list[Misconception]] = {}
    for slug, users in sorted(uses_by_misconception(unit).items()):
        entry = words.misconceptions.get(slug)
        if entry is not None and not leaving.isdisjoint(users):
            themes.setdefault(entry.theme or "others", []).append(entry)
    for theme, entries in sorted(themes.items()):
        files.append(BankFile(f"{_REGISTRY}/{theme}.yaml", dump_misconceptions(entries).encode()))
    return write_files([*files, *_images(unit, rows)])
