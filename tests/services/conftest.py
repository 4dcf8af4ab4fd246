"""The house that the tests of services live in, on both databases."""

from collections.abc import Iterator

import pytest

from app.store.database import Database
from tests.services.house import House, open_house


@pytest.fixture
def house(database: Database) -> Iterator[House]:
    with open_house(database) as opened:
        yield opened


@pytest.fixture
def sqlite_house(sqlite_database: Database) -> Iterator[House]:
    with open_house(sqlite_database) as opened:
        yield opened
