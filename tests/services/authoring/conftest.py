"""The files and the database side by side, for the tests of authoring."""

from pathlib import Path

import pytest

from app.store.database import Database
from tests.services.authoring.both import Both


@pytest.fixture
def both(sqlite_database: Database, tree: Path) -> Both:
    """Four questions in files, and loaded."""
    made = Both(sqlite_database, tree)
    made.sync()
    return made


@pytest.fixture
def on_each(database: Database, tree: Path) -> Both:
    """The same on both databases."""
    made = Both(database, tree)
    made.sync()
    return made
