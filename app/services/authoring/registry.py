"""Banks and misconceptions made and changed in the browser: nothing is overwritten unseen, and files agree with them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from app.authoring.entries import Entries
from app.bank.parse import Bank
from app.bank.registry import bank_fields, misconception_fields, read_bank, read_misconception
from app.bank.values import SLUG_FORM
from app.items.misconceptions import Misconception
from app.kit.clock import Clock
from app.kit.errors import BadInput, Conflict, NotFound
from app.kit.ids import content_hash
from app.services.authoring.bank_names import RESERVED
from app.services.shelves import Shelves, kept_shelves, put_shelves
from app.services.vocabulary import Vocabulary
from app.store.audit import AuditRow, record, recorded_about
from app.store.database import Database
from app.store.item_list import listed_banks
from app.store.misconceptions import uses_by_misconception
from app.store.unit import Reading, Writing, reading, writing

Sort = Literal["bank", "misconception"]
SLUG = re.compile(SLUG_FORM)
_NONE = {"bank": "There is no bank of that name.", "misconception": "There is no misconception of that name."}
_TAKEN = "has been given already. Choose another name."
_RESERVED = "cannot be a bank's name. Choose another one."
_THEME = "is written with small letters, digits and single hyphens alone, such as masks or positions."
_MOVED = "Somebody else changed this meanwhile. What they wrote stands beside each field; saving now puts yours in its place."
_USED = "It is used by questions, so it stays. Take it out of them first."
_IN_FILES = "It stands in the files, so it is taken out there."
_SETTLED = "The files say something else by now. Look again, and decide then."


class EntryFault(BadInput):
    """What is wrong with an entry as typed, by its fields."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__("Something in the fields has to be mended first.")
        self.faults = dict(faults)


class Moved(Conflict):
    """The entry was changed since the form was made."""

    def __init__(self) -> None:
        super().__init__(_MOVED)


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entry as it stands. `file` is what the files say where that is another thing; `seen` names both.

    `made_here` says that no file had it yet; `waits` that the files do not say it yet.
    """

    sort: Sort
    name: str
    fields: Mapping[str, str]
    file: Mapping[str, str] | None
    seen: str
    made_here: bool
    waits: bool
    conflict: bool
    uses: tuple[str, ...] = ()
    acts: tuple[AuditRow, ...] = ()


@dataclass(frozen=True, slots=True)
class RegistryLine:
    """A misconception in the list."""

    slug: str
    name: str
    belief: str
    theme: str
    uses: int
    waits: bool
    conflict: bool


@dataclass(frozen=True, slots=True)
class Registry:
    """Makes, changes and settles entries."""

    database: Database
    clock: Clock
    vocabulary: Vocabulary

    def lines(self) -> tuple[RegistryLine, ...]:
        """All misconceptions by theme and name."""
        with reading(self.database) as unit:
            entries, uses = kept_shelves(unit).misconceptions, uses_by_misconception(unit)
        conflicts = frozenset(entries.conflicts)
        found = [
            RegistryLine(
                slug,
                one.name,
                one.belief,
                one.theme,
                len(uses.get(slug, ())),
                slug in entries.made,
                slug in conflicts,
            )
            for slug, one in entries.served.items()
        ]
        return tuple(sorted(found, key=lambda one: (one.theme, one.name.casefold())))

    def conflicts(self) -> tuple[tuple[Sort, str], ...]:
        """Entries that were changed both here and in the files."""
        with reading(self.database) as unit:
            shelves = kept_shelves(unit)
        return (
            *(("bank", name) for name in shelves.banks.conflicts),
            *(("misconception", name) for name in shelves.misconceptions.conflicts),
        )

    def has(self, sort: Sort, name: str) -> bool:
        """Whether there is such an entry."""
        with reading(self.database) as unit:
            return name in _entries(kept_shelves(unit), sort).served

    def view(self, sort: Sort, name: str) -> EntryView:
        """One entry. Raises NotFound."""
        with reading(self.database) as unit:
            shelves = kept_shelves(unit)
            fields = _fields(shelves, sort, name)
            if fields is None:
                raise NotFound(_NONE[sort])
            uses = _uses(unit, sort, name)
            acts = tuple(recorded_about(unit, f"{sort} {name}"))
        entries = _entries(shelves, sort)
        conflict = name in entries.conflicts
        return EntryView(
            sort=sort,
            name=name,
            fields=fields,
            file=_plain(entries.files[name]) if name in entries.files and name in entries.made else None,
            seen=_seen(shelves, sort, name),
            made_here=name not in entries.files and not conflict,
            waits=name in entries.made,
            conflict=conflict,
            uses=uses,
            acts=acts,
        )

    def make(self, wanted: Bank | Misconception, *, actor: str) -> str:
        """A new bank or misconception; its name. Raises EntryFault."""
        sort, name = _sort(wanted)
        entry = _read(wanted)
        with writing(self.database) as unit:
            shelves = kept_shelves(unit)
            if name in _entries(shelves, sort).served or (sort == "bank" and name in listed_banks(unit)):
                raise EntryFault({"id" if sort == "bank" else "slug": _TAKEN})
            self._put(unit, _with(shelves, entry), entry, act="make", actor=actor)
            unit.commit()
        self.vocabulary.forget()
        return name

    def change(self, wanted: Bank | Misconception, *, seen: str, actor: str) -> None:
        """Another wording. Raises EntryFault, NotFound, and Moved where it was changed since `seen`."""
        sort, name = _sort(wanted)
        with writing(self.database) as unit:
            shelves = kept_shelves(unit)
            there = _entries(shelves, sort).served.get(name)
            if there is None:
                raise NotFound(_NONE[sort])
            if isinstance(wanted, Misconception) and isinstance(there, Misconception):
                wanted = Misconception(name, wanted.name, wanted.belief, wanted.truth, there.theme)
            entry = _read(wanted)
            if entry == there:
                return
            if _seen(shelves, sort, name) != seen:
                raise Moved
            self._put(unit, _with(shelves, entry), entry, act="change", actor=actor)
            unit.commit()
        self.vocabulary.forget()

    def settle(self, sort: Sort, name: str, *, files: bool, seen: str, actor: str) -> None:
        """Take what the files say, or keep what is here. Raises NotFound, and Conflict where either moved on."""
        with writing(self.database) as unit:
            shelves = kept_shelves(unit)
            if _fields(shelves, sort, name) is None:
                raise NotFound(_NONE[sort])
            if _seen(shelves, sort, name) != seen or name not in _entries(shelves, sort).conflicts:
                raise Conflict(_SETTLED)
            gone = files and name not in _entries(shelves, sort).files
            if gone and _uses(unit, sort, name):
                raise Conflict(_USED)
            entry = _entries(shelves, sort).served[name]
            self._put(unit, _settled(shelves, sort, name, files=files), entry, act="settle", actor=actor)
            unit.commit()
        self.vocabulary.forget()

    def remove(self, sort: Sort, name: str, *, seen: str, actor: str) -> None:
        """Take out what was made here and nothing uses. Raises NotFound and Conflict."""
        with writing(self.database) as unit:
            shelves = kept_shelves(unit)
            if _fields(shelves, sort, name) is None:
                raise NotFound(_NONE[sort])
            entries = _entries(shelves, sort)
            if name in entries.files or entries.made[name].common is not None:
                raise Conflict(_IN_FILES)
            if _uses(unit, sort, name):
                raise Conflict(_USED)
            if _seen(shelves, sort, name) != seen:
                raise Moved
            entry = entries.served[name]
            self._put(unit, _settled(shelves, sort, name, files=True), entry, act="remove", actor=actor)
            unit.commit()
        self.vocabulary.forget()

    def _put(
        self, unit: Writing, shelves: Shelves, entry: Bank | Misconception, *, act: str, actor: str
    ) -> None:
        sort, name = _sort(entry)
        put_shelves(unit, shelves)
        subject, said = f"{sort} {name}", {field: text[:2_000] for field, text in _plain(entry).items()}
        record(unit, AuditRow(self.clock.now(), f"instructor link: {actor}", act, subject, said))


def _sort(entry: Bank | Misconception) -> tuple[Sort, str]:
    return ("bank", entry.id) if isinstance(entry, Bank) else ("misconception", entry.slug)


def _plain(entry: Bank | Misconception) -> dict[str, str]:
    if isinstance(entry, Bank):
        return bank_fields(entry)
    return {**misconception_fields(entry), "theme": entry.theme}


def _read(wanted: Bank | Misconception) -> Bank | Misconception:
    """As the files would be read. Raises EntryFault."""
    found: Bank | Misconception | dict[str, str]
    if isinstance(wanted, Bank):
        found = read_bank(wanted)
        faults = {"id": _RESERVED} if wanted.id in RESERVED else {}
    else:
        found = read_misconception(wanted)
        faults = {} if SLUG.fullmatch(wanted.theme) else {"theme": _THEME}
    if isinstance(found, dict):
        raise EntryFault({**found, **faults})
    if faults:
        raise EntryFault(faults)
    return found


def _entries(shelves: Shelves, sort: Sort) -> Entries[Bank] | Entries[Misconception]:
    return shelves.banks if sort == "bank" else shelves.misconceptions


def _fields(shelves: Shelves, sort: Sort, name: str) -> dict[str, str] | None:
    entry = _entries(shelves, sort).served.get(name)
    return None if entry is None else _plain(entry)


def _seen(shelves: Shelves, sort: Sort, name: str) -> str:
    """Names what stands here and what the files say."""
    entries = _entries(shelves, sort)
    return content_hash(repr((entries.served.get(name), entries.files.get(name))).encode())


def _with(shelves: Shelves, entry: Bank | Misconception) -> Shelves:
    if isinstance(entry, Bank):
        return Shelves(shelves.banks.with_mine(entry.id, entry), shelves.misconceptions)
    return Shelves(shelves.banks, shelves.misconceptions.with_mine(entry.slug, entry))


def _settled(shelves: Shelves, sort: Sort, name: str, *, files: bool) -> Shelves:
    if sort == "bank":
        banks = shelves.banks
        return Shelves(
            banks.with_files_side(name) if files else banks.with_our_side(name), shelves.misconceptions
        )
    own = shelves.misconceptions
    return Shelves(shelves.banks, own.with_files_side(name) if files else own.with_our_side(name))


def _uses(unit: Reading, sort: Sort, name: str) -> tuple[str, ...]:
    """The questions that use a misconception; of a bank whether it has any, by its own name."""
    if sort == "bank":
        return (name,) if name in listed_banks(unit) else ()
    return tuple(sorted(uses_by_misconception(unit).get(name, ())))
