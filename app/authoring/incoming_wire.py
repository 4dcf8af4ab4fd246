"""A file on its way in as JSON and back: what the reading process hands over, and what is kept of an import."""

import json
from base64 import b64decode, b64encode
from collections.abc import Container, Mapping
from dataclasses import asdict, replace
from typing import Any

from app.authoring.found import (
    IMAGE,
    BadPart,
    ColumnWish,
    Fate,
    FoundColumn,
    FoundTable,
    Loss,
    ReadWishes,
)
from app.authoring.incoming import Incoming, IncomingFile
from app.authoring.pictures import Picture


def as_json(file: IncomingFile) -> str:
    """The file as JSON text. Law: `file_of` gives an equal file back."""
    record = asdict(file)
    for image in record["images"]:
        image["content"] = b64encode(image["content"]).decode()
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def with_names(file: IncomingFile, known: Container[str]) -> IncomingFile:
    """The file whose texts call its images by what they are called now, but for those that are `known` as they were."""
    there = {now for called, now in file.renamed if called in known}
    images = tuple(one for one in file.images if one.id not in there)
    text = as_json(replace(file, images=images, renamed=()))
    for called, now in file.renamed:
        if called not in known:
            text = text.replace(f"{IMAGE}{called}", f"{IMAGE}{now}")
    return file_of(text)


def file_of(text: str) -> IncomingFile:
    """The file that a JSON text holds. It was written by `as_json`."""
    record: dict[str, Any] = json.loads(text)
    return IncomingFile(
        format=record["format"],
        questions=tuple(_question(one) for one in record["questions"]),
        bad=tuple(BadPart(**one) for one in record["bad"]),
        tables=tuple(_table(one) for one in record["tables"]),
        sheets=tuple(record["sheets"]),
        images=tuple(Picture(**{**one, "content": b64decode(one["content"])}) for one in record["images"]),
        renamed=tuple((called, now) for called, now in record.get("renamed", ())),
    )


def _question(record: Mapping[str, Any]) -> Incoming:
    lists = {name: tuple(record[name]) for name in ("tags", "kept", "before")}
    losses = tuple(Loss(Fate(one["fate"]), one["part"], one["why"], one["line"]) for one in record["losses"])
    return Incoming(**{**record, **lists, "losses": losses})


def _table(record: Mapping[str, Any]) -> FoundTable:
    columns = tuple(FoundColumn(**{**one, "examples": tuple(one["examples"])}) for one in record["columns"])
    return FoundTable(record["name"], columns, record["rows"])


def wishes_json(wishes: ReadWishes) -> str:
    """Wishes of reading as JSON text."""
    return json.dumps(asdict(wishes))


def wishes_of(text: str) -> ReadWishes:
    """The wishes that a JSON text holds."""
    record: dict[str, Any] = json.loads(text)
    return ReadWishes(record["sheet"], tuple(ColumnWish(**one) for one in record["columns"]))
