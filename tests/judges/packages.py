"""Imports packages into a new collection of Anki, one after another, and prints what it did with the notes."""

import json
import sys
from pathlib import Path

from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest

FATES = (
    "new",
    "updated",
    "duplicate",
    "conflicting",
    "first_field_match",
    "missing_notetype",
    "missing_deck",
)


def main(folder: str, *packages: str) -> None:
    collection = Collection(str(Path(folder) / "collection.anki2"))
    counts = []
    for package in packages:
        request = ImportAnkiPackageRequest(package_path=package, options=ImportAnkiPackageOptions())
        log = collection.import_anki_package(request).log
        counts.append({fate: len(getattr(log, fate)) for fate in FATES})
    notes = [collection.get_note(name) for name in collection.find_notes("")]
    print(
        json.dumps(
            {
                "imports": counts,
                "notes": {one["id"]: [one.cards()[0].question(), one.cards()[0].answer()] for one in notes},
            }
        )
    )
    collection.close()


main(*sys.argv[1:])
