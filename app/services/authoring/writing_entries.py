"""Writes banks and misconceptions that were made or changed here into their files, and never over one that is newer."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from app.authoring.agreement import Sides, Verdict, verdict
from app.authoring.entries import Entries, Made
from app.bank.faults import BankFaults
from app.bank.load import FACTS
from app.bank.parse import Bank, parse_bank, parse_misconceptions
from app.bank.registry import BANK_FILE, with_bank, with_misconception
from app.items.misconceptions import Misconception
from app.services.shelves import Shelves

T = TypeVar("T", Bank, Misconception)
REGISTRY = f"{FACTS}/misconceptions"


@dataclass(frozen=True, slots=True)
class EntryFile:
    """A file of such entries: its place below the folder, what is to stand in it, and why it cannot be written."""

    name: str
    path: str
    text: str = ""
    verdict: Verdict = Verdict.KEEP
    readable: bool = True


@dataclass(slots=True)
class InFolder:
    """What the folder's files say of banks and misconceptions; None as a text where a file has faults."""

    texts: dict[str, str | None] = field(default_factory=dict)
    banks: dict[str, Bank] = field(default_factory=dict)
    misconceptions: dict[str, Misconception] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)  # of misconceptions


def entries_in(folder: Path) -> InFolder:
    """Read a folder's bank.yaml files and its registry; links are passed over."""
    found = InFolder()
    for path in sorted([*folder.glob(f"*/{BANK_FILE}"), *folder.glob(f"{REGISTRY}/*.yaml")]):
        if path.is_symlink() or not path.resolve().is_relative_to(folder.resolve()):
            continue
        inside, content = path.relative_to(folder).as_posix(), path.read_bytes()
        try:
            if path.name == BANK_FILE and not inside.startswith(f"{FACTS}/"):
                bank = parse_bank(content, inside)
                found.banks[bank.id] = bank
            else:
                for one in parse_misconceptions(content, inside)[0]:
                    slug = one.slug
                    found.misconceptions[slug] = Misconception(
                        slug, one.name, one.belief, one.truth, path.stem
                    )
                    found.places[slug] = inside
            found.texts[inside] = content.decode()
        except BankFaults:
            found.texts[inside] = None
    return found


def entry_files(shelves: Shelves, folder: InFolder, *, served: bool) -> Iterator[EntryFile]:
    """What is to be written for each entry that was made or changed here, in the order in which it is written.

    Where the folder is not the served one, a file that says what was in common once, or what the served files say, may
    be written over, and so may one that is not there.
    """
    for name, bank, said in _ruled(shelves.banks, folder.banks, served=served):
        path = f"{name}/{BANK_FILE}"
        yield _file(folder, name, path, said=said, entry=bank)
    for slug, one, said in _ruled(shelves.misconceptions, folder.misconceptions, served=served):
        path = folder.places.get(slug, f"{REGISTRY}/{one.theme}.yaml")
        yield _file(folder, slug, path, said=said, entry=one)


def _ruled(entries: Entries[T], files: Mapping[str, T], *, served: bool) -> Iterator[tuple[str, T, Verdict]]:
    for name, made in sorted(entries.made.items()):
        file = files.get(name)
        common = _common(made, file, entries.files.get(name), served=served)
        yield name, made.mine, verdict(Sides(_named(common), _named(file), _named(made.mine)))


def _common(made: Made[T], file: T | None, known: T | None, *, served: bool) -> T | None:
    if served or made.common == file:
        return made.common
    return file if file is None or file == known else made.common


def _file(folder: InFolder, name: str, path: str, *, said: Verdict, entry: Bank | Misconception) -> EntryFile:
    """The file with this entry in it; later ones of the same file go on from it."""
    if path in folder.texts and folder.texts[path] is None:
        return EntryFile(name, path, readable=False)
    before = folder.texts.get(path)
    if said is not Verdict.KEEP:
        return EntryFile(name, path, before or "", said)
    try:
        text = with_bank(before, entry) if isinstance(entry, Bank) else with_misconception(before, entry)
    except ValueError:
        return EntryFile(name, path, readable=False)
    folder.texts[path] = text
    return EntryFile(name, path, text)


def _named(entry: object | None) -> str | None:
    return None if entry is None else repr(entry)


def put_file(folder: Path, inside: str, content: bytes) -> None:
    """Put a file in its place as a whole, or not at all; nothing where its place leads out of the folder."""
    place = folder / inside
    if not place.resolve().is_relative_to(folder.resolve()):
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    beside = place.with_name(f".{place.name}.new")
    beside.unlink(missing_ok=True)
    with beside.open("xb") as file:
        file.write(content)
    os.replace(beside, place)
