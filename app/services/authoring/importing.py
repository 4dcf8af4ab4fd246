"""Files of questions from elsewhere: read apart, looked through question by question, wished of, and given up."""

import base64
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, replace

from app.authoring.found import ReadWishes
from app.authoring.import_wishes import (
    ImportWishes,
    digest_words,
    wishes_as_json,
    wishes_from,
)
from app.authoring.incoming import Incoming, IncomingFile
from app.authoring.incoming_wire import as_json, file_of, with_names
from app.kit.clock import Clock
from app.kit.errors import BadInput, Conflict, NotFound
from app.kit.ids import new_id
from app.services.authoring.bank_names import BAD_BANK, bank_named
from app.services.authoring.imaging import put_picture
from app.services.authoring.import_alike import Like, alike
from app.services.authoring.import_process import Unread, read_apart
from app.services.authoring.import_views import ImportLine
from app.services.checks import kept_checks
from app.store.database import Database
from app.store.drafts import all_drafts
from app.store.images import image_names
from app.store.items import live_items, revision_text
from app.store.question_imports import (
    ImportRow,
    add_import,
    drop_import,
    import_row,
    imports_that_wish,
    latest_imports,
    put_found,
    put_wishes,
)
from app.store.unit import Reading, reading, writing

LISTED = 100
KEPT_TO_REREAD = 4 * 1024 * 1024  # bytes of a table, whose columns may be understood otherwise
_NO_IMPORT = "There is no import of that name. It may have been given up."
_OVER = "This import was brought in already, so its wishes stay as they were."
_NO_TABLE = "This file cannot be read once more here. Send it again."
_BAD_BANK = f"{BAD_BANK} Your other choices are kept."
ReadFile = Callable[[str, bytes, ReadWishes], IncomingFile | Unread]


@dataclass(frozen=True, slots=True)
class Found:
    """What is kept of a file: all on its way in, what it is like, and its bytes where it may be read otherwise."""

    file: IncomingFile
    likes: dict[int, tuple[Like, ...]]
    content: bytes = b""

    def as_json(self) -> str:
        """The record as JSON text. Law: `found_of` gives it back."""
        likes = {n: [[one.name, one.share, one.in_bank] for one in found] for n, found in self.likes.items()}
        held = base64.b64encode(self.content).decode()
        return json.dumps({"file": as_json(self.file), "likes": likes, "content": held}, ensure_ascii=False)


def found_of(text: str) -> Found:
    """The record that a JSON text holds."""
    record = json.loads(text)
    likes = {int(n): tuple(Like(*one) for one in found) for n, found in record["likes"].items()}
    return Found(file_of(record["file"]), likes, base64.b64decode(record["content"]))


@dataclass(frozen=True, slots=True)
class Importing:
    """What instructors do with files from elsewhere, until their questions are drafts."""

    database: Database
    clock: Clock
    read: ReadFile = read_apart

    def take(self, name: str, content: bytes, *, actor: str) -> str:
        """Read a file and keep what was found; the import's id. Raises BadInput with a sentence where nothing was."""
        name = " ".join(name.split())[:200] or "questions"
        file = self._read(name, content, ReadWishes())
        tabular = bool(file.tables) and len(content) <= KEPT_TO_REREAD
        with reading(self.database) as unit:
            file = with_names(file, image_names(unit)) if file.renamed else file
            likes = alike(file.questions, _bank_texts(unit))
            bank = _usual_bank(unit, file)
        found = Found(replace(file, images=()), likes, content if tabular else b"")
        wishes = ImportWishes(hashlib.sha256(content).hexdigest(), bank)
        row = ImportRow(
            id=new_id(),
            name=name,
            format=file.format,
            bank=bank,
            actor=actor,
            at=self.clock.now(),
            found=found.as_json(),
            wishes=wishes_as_json(wishes),
        )
        with writing(self.database) as unit:
            for picture in file.images:
                put_picture(unit, picture, actor=actor, now=row.at)
            add_import(unit, row)
            unit.commit()
        return row.id

    def wish(self, import_id: str, change: Callable[[ImportWishes], ImportWishes]) -> None:
        """Change what is wished of an import.

        Raises NotFound, Conflict for one brought in, and BadInput for a bank's name, with all other wishes kept.
        """
        with writing(self.database) as unit:
            row = open_row(unit, import_id)
            before = wishes_from(row.wishes)
            wishes = change(before)
            bank = bank_named(wishes.bank, banks_known(unit)) if wishes.bank else ""
            bad = bool(wishes.bank) and not bank
            wishes = replace(wishes, bank=before.bank if bad else bank)
            put_wishes(unit, import_id, wishes_as_json(wishes), wishes.bank)
            unit.commit()
        if bad:
            raise BadInput(_BAD_BANK)

    def reread(self, import_id: str, wishes: ReadWishes) -> None:
        """Read a table once more with other columns or another sheet. Raises BadInput, NotFound, Conflict."""
        with reading(self.database) as unit:
            row = open_row(unit, import_id)
            found = found_of(row.found)
            texts = _bank_texts(unit)
        if not found.content:
            raise BadInput(_NO_TABLE)
        file = self._read(row.name, found.content, wishes)
        again = replace(found, file=replace(file, images=()), likes=alike(file.questions, texts))
        with writing(self.database) as unit:
            row = open_row(unit, import_id)
            for picture in file.images:
                put_picture(unit, picture, actor=row.actor, now=self.clock.now())
            put_found(unit, import_id, again.as_json())
            kept = replace(wishes_from(row.wishes), read=wishes, each={})
            put_wishes(unit, import_id, wishes_as_json(kept), kept.bank)
            unit.commit()

    def give_up(self, import_id: str) -> None:
        """Forget an import that was not brought in. Raises NotFound, and Conflict for one that was."""
        with writing(self.database) as unit:
            open_row(unit, import_id)
            drop_import(unit, import_id)
            unit.commit()

    def all(self) -> tuple[ImportLine, ...]:
        """The last imports, the newest first."""
        with reading(self.database) as unit:
            return tuple(line_of(row) for row in latest_imports(unit, LISTED))

    def _read(self, name: str, content: bytes, wishes: ReadWishes) -> IncomingFile:
        file = self.read(name, content, wishes)
        if isinstance(file, Unread):
            raise BadInput(file.sentence)
        if not file.questions and not file.tables and not file.bad:
            raise BadInput("This file holds no questions, so nothing was kept.")
        return file


def open_row(unit: Reading, import_id: str) -> ImportRow:
    """An import that is not brought in yet. Raises NotFound and Conflict."""
    row = known_row(unit, import_id)
    if row.brought_at is not None:
        raise Conflict(_OVER)
    return row


def known_row(unit: Reading, import_id: str) -> ImportRow:
    """An import. Raises NotFound."""
    row = import_row(unit, import_id)
    if row is None:
        raise NotFound(_NO_IMPORT)
    return row


def line_of(row: ImportRow) -> ImportLine:
    """An import as a line of the list."""
    return ImportLine(
        row.id, row.name, row.format, row.actor, row.at, row.brought_at is not None, row.undone_at is not None
    )


def same_file(unit: Reading, row: ImportRow, digest: str) -> tuple[ImportLine, ...]:
    """Other imports of the same file, the newest first."""
    ids = imports_that_wish(unit, digest_words(digest))
    rows = [import_row(unit, one) for one in ids if one != row.id]
    return tuple(line_of(one) for one in rows if one is not None)


def _bank_texts(unit: Reading) -> list[tuple[str, str]]:
    """The texts of all live items and of all drafts, by the names of items."""
    items = [(one.id, revision_text(unit, one.latest_revision_id) or "") for one in live_items(unit)]
    return [*items, *((draft.item_id, draft.text) for draft in all_drafts(unit))]


def banks_known(unit: Reading) -> tuple[str, ...]:
    """The banks that there are, by name."""
    named = {one.bank for one in live_items(unit)} | set(kept_checks(unit).titles)
    return tuple(sorted(named | {draft.bank for draft in all_drafts(unit)}))


def _usual_bank(unit: Reading, file: IncomingFile) -> str:
    """The bank that a zip of ours names most, else the only one that there is."""
    banks = banks_known(unit)
    folders = [name for one in file.questions if (name := bank_named(_folder(one), banks))]
    if folders:
        return max(sorted(set(folders)), key=folders.count)
    return banks[0] if len(banks) == 1 else ""


def _folder(question: Incoming) -> str:
    """The bank's folder in the path <bank>/<objective>/<id>.yaml, whatever lies before it."""
    parts = question.file.split("/")
    return parts[-3] if question.text and len(parts) >= 3 else ""
