"""Whether the database holds the questions as their files now are. Looking is quick; `sync_bank` does the work."""

import hashlib
from pathlib import Path

from app.store.database import Database
from app.store.meta import fact, put_fact
from app.store.unit import Writing, reading

DIGEST = "questions digest"
STATE = "questions state"  # names all that is published, from files and from drafts
_LOOK = "questions look"


def banks_current(database: Database, root: Path) -> bool:
    """Whether no file below `root` looks any different from when the banks were last synchronised.

    Names, sizes and times of change are compared, not the contents: reading them needs the bank's own parser, and
    a start has no time for that. Where anything looks different, synchronising compares the contents.
    """
    with reading(database) as unit:
        return fact(unit, _LOOK) == look_of(root)


def look_of(root: Path) -> str:
    """A hash of the names, sizes and times of change of all files below `root`."""
    digest = hashlib.sha256(str(root.resolve()).encode())
    for path in sorted(root.rglob("*")):
        status = path.stat()
        digest.update(f"{path}|{status.st_size}|{status.st_mtime_ns}|{status.st_mode}\n".encode())
    return digest.hexdigest()


def keep_look(unit: Writing, look: str) -> None:
    """Remember how the files looked when they were read."""
    put_fact(unit, _LOOK, look)
