"""Our own files: one item as YAML, or a zip of such files as they lie in a folder of questions."""

import io
import zipfile
from pathlib import PurePosixPath

from app.authoring.formats.decode import decoded
from app.authoring.found import BadPart
from app.authoring.incoming import Incoming
from app.bank.reader import LARGEST_FILE, Data, read

HEADER = ("id", "kind", "objectives", "level", "shape", "difficulty", "source", "experiment", "enemies")
MOST_FILES, LARGEST_WHOLE = 5_000, 32 * 1024 * 1024
_NOT_ITEMS = ("bank.yaml", "LICENSE")


class Unreadable(Exception):
    """Why nothing of a file can be read, in a sentence that says what to do."""


def is_own_text(text: str) -> bool:
    """Whether a text begins its lines with the fields that every item of ours has."""
    starts = {line.split(":", 1)[0] for line in text.split("\n") if line[:1].isalpha() and ":" in line}
    return {"id", "kind"} <= starts


def own_item(text: str, n: int, file: str) -> Incoming | BadPart:
    """One of our items as its author wrote it. One with faults comes in as a draft too, if its id can be read."""
    document, faults = read(text, file)
    if document is None or not isinstance(document.data, dict):
        first = faults[0] if faults else None
        sentence = (
            first.sentence if first else "the file holds no fields. Write each in a line like id: its-name."
        )
        return BadPart(first.line if first else 1, f"{sentence[:1].upper()}{sentence[1:]}", file)
    fields = document.data
    name = fields.get("id", "")
    if not isinstance(name, str) or not name.strip():
        return BadPart(1, "This item has no id. Write one in a line like id: its-name.", file)
    kind = fields.get("kind", "")
    body: dict[str, Data] = {name: _written(value) for name, value in fields.items() if name not in HEADER}
    ours: dict[str, Data] = {name: _written(value) for name, value in fields.items() if name in HEADER[2:]}
    return Incoming(
        n=n,
        line=1,
        file=file,
        name=name.strip()[:200],
        slug=name.strip()[:100],
        kind=kind.strip() if isinstance(kind, str) else "",
        body=body,
        ours=ours,
        text=text if text.endswith("\n") else f"{text}\n",
        kept=("the whole text with its comments",),
        before=(text[:4_000],),
    )


def _written(data: Data) -> Data:
    if isinstance(data, str):
        return data.strip()
    if isinstance(data, list):
        return [_written(one) for one in data]
    return {name: _written(value) for name, value in data.items()}


def own_zip(content: bytes) -> list[tuple[str, str]] | None:
    """The YAML files of a zip with their paths inside; None where it is no zip of ours. Raises Unreadable.

    Nothing is unpacked to the disk, and a file is read no further than an item may be long, whatever its size is said
    to be.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        return None
    with archive:
        inside = [one for one in archive.infolist() if one.filename.endswith((".yaml", ".yml"))]
        if not inside:
            return None
        if len(archive.infolist()) > MOST_FILES:
            raise Unreadable(f"This zip has more than {MOST_FILES:,} files. Send fewer at once.")
        return list(_texts(archive, inside))


def _texts(archive: zipfile.ZipFile, inside: list[zipfile.ZipInfo]) -> list[tuple[str, str]]:
    found, whole = [], 0
    for one in inside:
        path = PurePosixPath(one.filename)
        if (
            path.name in _NOT_ITEMS
            or "_facts" in path.parts
            or "exams" in path.parts
            or "__MACOSX" in path.parts
        ):
            continue
        if path.is_absolute() or ".." in path.parts or "\\" in one.filename:
            raise Unreadable(
                f"The zip names {one.filename[:80]!r}, a place outside of it. Pack the files anew, and send them again."
            )
        try:
            with archive.open(one) as file:
                content = file.read(LARGEST_FILE + 1)
        except (
            zipfile.BadZipFile,
            RuntimeError,
            NotImplementedError,
            EOFError,
            OSError,
            ValueError,
        ) as fault:
            raise Unreadable(f"{one.filename[:80]} in the zip cannot be unpacked. Pack it anew.") from fault
        whole += len(content)
        if whole > LARGEST_WHOLE:
            raise Unreadable("The files of this zip are larger than 32 MB together. Send fewer at once.")
        try:
            found.append((one.filename, decoded(content)))
        except ValueError as fault:
            raise Unreadable(f"{one.filename[:80]} in the zip is no text. Leave it out.") from fault
    return found
