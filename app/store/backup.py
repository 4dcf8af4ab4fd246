"""Copies of a SQLite database that hold everything that was acknowledged before they began."""

import os
import sqlite3
from datetime import datetime
from pathlib import Path

from app.kit.errors import SetupFault
from app.store.database import Database
from app.store.faults import spoken, spoken_files


def back_up(database: Database, *, name: str, now: datetime) -> Path | None:
    """Write a whole copy to `backups/` beside the database and return its path; None for PostgreSQL.

    `VACUUM INTO` reads one state of the database; copying the file under load would lose acknowledged rows while
    the copy looks sound. The copy has its final name only once it is checked.
    """
    path = database.path
    if path is None:
        return None
    folder = path.parent / "backups"
    final = folder / f"{path.stem}-{now:%Y%m%dT%H%M%S%f}-{name}{path.suffix}"
    partial = final.with_suffix(".partial")
    with spoken_files(f"The folder {folder}"):
        folder.mkdir(mode=0o700, exist_ok=True)
        partial.unlink(missing_ok=True)
    with spoken():
        connection = database.driver()
        try:
            connection.run("VACUUM INTO ?", (str(partial),))
        finally:
            connection.close()
        _require_sound(partial)
    with spoken_files(f"The folder {folder}"):
        partial.chmod(0o600)
        os.replace(partial, final)
    return final


def _require_sound(path: Path) -> None:
    connection = sqlite3.connect(path)
    try:
        verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
    finally:
        connection.close()
    if verdict != "ok":
        raise SetupFault(f"The backup {path} is damaged ({verdict}). Check the disk.")
