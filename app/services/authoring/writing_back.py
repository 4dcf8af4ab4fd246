"""Writes what is published back into files, with their authors' comments, and never over a file that is newer."""

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from app.authoring.agreement import Sides, Verdict, verdict
from app.bank.cross import Known
from app.bank.dump import revision_of
from app.bank.faults import BankFaults
from app.bank.images import FOLDER as IMAGES
from app.bank.images import SUFFIXES, images_in
from app.bank.parse import Bank, parse_item
from app.bank.registry import with_bank
from app.bank.rewrite import comments, rewrite_item, with_comments
from app.items.item import Revision
from app.kit.clock import Clock
from app.services.authoring.writing_entries import entries_in, entry_files, put_file
from app.services.shelves import Shelves, kept_shelves, put_shelves
from app.store.database import Database
from app.store.faults import spoken_files
from app.store.images import image_row
from app.store.item_history import ItemEventRow, add_event
from app.store.items import revision_text, set_source
from app.store.published import ItemState, agree, hold_items, item_state, item_states, revisions_by_item
from app.store.unit import Reading, reading, writing

_FACTS, _EXAMS, _BANK = "_facts", "exams", "bank.yaml"
_UNKNOWN = "?"  # stands for what a folder and the database had in common where nobody knows it


class Fate(StrEnum):
    """What became of the file of a question."""

    WRITTEN = "written"
    REMOVED = "removed"  # the question is retired
    NEWER = "newer"  # the file alone changed: it is to be loaded first
    CONFLICT = "conflict"  # both changed
    UNREADABLE = "unreadable"  # the file has faults, so nobody knows what it says
    OUTSIDE = "outside"  # its place is a link, or leads out of the folder


REFUSED = frozenset((Fate.NEWER, Fate.CONFLICT, Fate.UNREADABLE, Fate.OUTSIDE))


@dataclass(frozen=True, slots=True)
class FileLine:
    """A file and what became of it."""

    item_id: str
    path: str
    fate: Fate


@dataclass(frozen=True, slots=True)
class WrittenBack:
    """All files that were not as they should be already, by name, and how many were."""

    lines: tuple[FileLine, ...]
    same: int

    @property
    def refused(self) -> tuple[FileLine, ...]:
        """Those that were left as they are, so that nothing is lost."""
        return tuple(one for one in self.lines if one.fate in REFUSED)


@dataclass(frozen=True, slots=True)
class Target:
    """Where to write. `served` where this is the folder that is loaded into the database; `rest` is that folder.

    With `dry` nothing is written and nothing is remembered.
    """

    folder: Path
    served: bool
    rest: Path
    dry: bool = False


@dataclass(frozen=True, slots=True)
class _File:
    """A question's file: its place below the folder, its text, and what it says; None where it has faults."""

    path: str
    text: str
    revision: Revision | None


@dataclass(frozen=True, slots=True)
class _Shelf:
    """What the database has of all questions, read at one moment."""

    states: Mapping[str, ItemState]
    texts: Mapping[str, str]
    known: Mapping[str, frozenset[str]]
    shelves: Shelves
    images: Mapping[str, bytes]  # by their places below the folder


@dataclass(slots=True)
class _Done:
    """What was written, to be remembered: by item the revision that the file has now, and its text."""

    lines: list[FileLine] = field(default_factory=list)
    agreed: dict[str, tuple[str | None, str | None]] = field(default_factory=dict)
    same: int = 0


def write_back(database: Database, target: Target, clock: Clock, *, actor: str) -> WrittenBack:
    """Make the files below a folder say what is published, item by item by the three-way rule.

    A file that says so already is not touched. One that is as it last was in common gets the new values with everything
    else as its author wrote it; a new question gets a file, a retired one loses it. Whatever else is there stays and is
    told. Raises SetupFault where the folder cannot be written.
    """
    with reading(database) as unit:
        shelf = _shelf(unit)
    with spoken_files(f"The folder {target.folder}"):
        if not target.dry:
            target.folder.mkdir(parents=True, exist_ok=True)
        files = {file.path.rpartition("/")[2].removesuffix(".yaml"): file for file in _files(target.folder)}
        done = _Done()
        for item_id in sorted(shelf.states):
            _one(item_id, shelf, files.get(item_id), target=target, done=done)
        if not target.dry:
            _write_rest(target, shelf)
        _write_entries(target, shelf, done)
    if target.served and not target.dry:
        _remember(database, target.folder, done, clock=clock, actor=actor)
    return WrittenBack(tuple(done.lines), done.same)


def _shelf(unit: Reading) -> _Shelf:
    states = item_states(unit)
    texts = {
        name: revision_text(unit, state.revision_id) or "" for name, state in states.items() if state.live
    }
    places = {
        name: _bank(states[item_id].path) for item_id, text in texts.items() for name in images_in(text)
    }
    rows = [row for name in places if (row := image_row(unit, name)) is not None]
    images = {f"{places[row.id]}/{IMAGES}/{row.id}{SUFFIXES[row.media]}": row.content for row in rows}
    return _Shelf(states, texts, revisions_by_item(unit), kept_shelves(unit), images)


def _files(folder: Path) -> Iterator[_File]:
    """The files of questions below a folder; links are passed over."""
    for path in sorted(folder.glob("*/*/*.yaml")):
        bank, middle, _ = inside = path.relative_to(folder).parts
        if bank == _FACTS or middle in {_EXAMS, IMAGES} or path.is_symlink() or not _is_inside(path, folder):
            continue
        content, place = path.read_bytes(), "/".join(inside)
        try:
            revision = revision_of(parse_item(content, place, Known()).item)
            yield _File(place, content.decode(), revision)
        except BankFaults:
            yield _File(place, "", None)


def _is_inside(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


def _one(item_id: str, shelf: _Shelf, file: _File | None, *, target: Target, done: _Done) -> None:
    state = shelf.states[item_id]
    if file is not None and file.revision is None:
        done.lines.append(FileLine(item_id, file.path, Fate.UNREADABLE))
        return
    theirs = file.revision.id if file and file.revision else None
    known = theirs is None or theirs in shelf.known.get(item_id, ())
    common = state.common_id if target.served else theirs if known else _UNKNOWN
    said = verdict(Sides(common, theirs, state.revision_id if state.live else None))
    path = file.path if file else state.path
    match said:
        case Verdict.SAME:
            done.same += file is not None
        case Verdict.KEEP if file is not None and _bank(file.path) != _bank(state.path):
            done.lines.append(FileLine(item_id, path, Fate.NEWER))  # somebody moved it to another bank
        case Verdict.KEEP:
            done.lines.append(
                FileLine(item_id, state.path, _carried_out(item_id, shelf, file, target=target, done=done))
            )
        case Verdict.TAKE:
            done.lines.append(FileLine(item_id, path, Fate.NEWER))
        case Verdict.CONFLICT:
            done.lines.append(FileLine(item_id, path, Fate.CONFLICT))


def _bank(path: str) -> str:
    return path.partition("/")[0]


def _carried_out(item_id: str, shelf: _Shelf, file: _File | None, *, target: Target, done: _Done) -> Fate:
    """Write or remove the file; where it moved to another folder, the old one goes."""
    state, text = shelf.states[item_id], None
    place = target.folder / state.path
    if state.live and (place.is_symlink() or not _is_inside(place, target.folder)):
        return Fate.OUTSIDE
    if state.live:
        text = _text(shelf.texts[item_id], state, file)
        if not target.dry:
            put_file(target.folder, state.path, text.encode())
    if file is not None and (not state.live or file.path != state.path) and not target.dry:
        (target.folder / file.path).unlink()
    done.agreed[item_id] = (state.revision_id if state.live else None, text)
    return Fate.WRITTEN if state.live else Fate.REMOVED


def _text(canonical: str, state: ItemState, file: _File | None) -> str:
    """The published values in the text that has all of its author's comments: of the file, or as it was published."""
    published = state.source or canonical
    if file is None:
        return published
    if state.source is not None and not comments(file.text) - comments(state.source):
        return state.source
    item = parse_item(canonical, state.path, Known()).item
    return with_comments(rewrite_item(file.text, item), comments(published))


def _write_rest(target: Target, shelf: _Shelf) -> None:
    """Give the folder what its questions need to be loaded: facts, exams and banks of the served folder, and images."""
    if not target.served and target.rest.is_dir():
        for path in sorted(target.rest.rglob("*.yaml")):
            inside = path.relative_to(target.rest)
            needed = inside.parts[0] == _FACTS or inside.name == _BANK or inside.parts[1:2] == (_EXAMS,)
            place = target.folder / inside
            if needed and not place.exists() and _is_inside(place, target.folder):
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, place)
    for picture, content in shelf.images.items():
        if not (target.folder / picture).exists():
            put_file(target.folder, picture, content)


def _write_entries(target: Target, shelf: _Shelf, done: _Done) -> None:
    """Write the banks and misconceptions that were made or changed here, and a file for a bank that has none."""
    found = entries_in(target.folder)
    for file in entry_files(shelf.shelves, found, served=target.served):
        place = target.folder / file.path
        fate = _FATES[file.verdict] if file.readable else Fate.UNREADABLE
        if place.is_symlink() or not _is_inside(place, target.folder):
            fate = Fate.OUTSIDE
        if fate is None:
            done.same += 1
            continue
        done.lines.append(FileLine(file.name, file.path, fate))
        if fate is Fate.WRITTEN and not target.dry:
            put_file(target.folder, file.path, file.text.encode())
    if target.dry:
        return
    for bank in sorted({_bank(state.path) for state in shelf.states.values() if state.live}):
        if not (target.folder / bank / _BANK).exists():
            one = shelf.shelves.banks.served.get(bank, Bank(bank, bank, "", ""))
            said = Bank(bank, one.title, one.description or "Written here.", one.licence or "Not stated")
            put_file(target.folder, f"{bank}/{_BANK}", with_bank(None, said).encode())


_FATES = {
    Verdict.SAME: None,
    Verdict.KEEP: Fate.WRITTEN,
    Verdict.TAKE: Fate.NEWER,
    Verdict.CONFLICT: Fate.CONFLICT,
}


def _remember(database: Database, folder: Path, done: _Done, *, clock: Clock, actor: str) -> None:
    """What was written is what files and database have in common now."""
    now, found = clock.now(), entries_in(folder)
    with writing(database) as unit:
        hold_items(unit)
        shelves = kept_shelves(unit)
        banks = shelves.banks.written(found.banks)
        put_shelves(unit, Shelves(banks, shelves.misconceptions.written(found.misconceptions)))
        for item_id, (revision_id, text) in done.agreed.items():
            state = item_state(unit, item_id)
            agree(unit, item_id, revision_id)
            if state is not None and state.revision_id == revision_id:
                canonical = revision_text(unit, state.revision_id)
                set_source(unit, item_id, None if text == canonical else text)
            add_event(unit, ItemEventRow(item_id, now, "exported", actor, revision_id))
        unit.commit()
