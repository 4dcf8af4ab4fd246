"""Whether the database holds the questions as their files now are. Looking is quick; `sync_bank` does the work."""

from pathlib import Path

from app.bank.load import tree_digest
from app.store.database import Database
from app.store.meta import fact
from app.store.unit import reading

DIGEST = "questions digest"


def banks_current(database: Database, root: Path) -> bool:
    """Whether nothing has changed below `root` since the banks were last synchronised."""
    with reading(database) as unit:
        return fact(unit, DIGEST) == tree_digest(root)
