"""The house that the tests of services live in, on both databases."""

from collections.abc import Iterator

import pytest

from app.store.database import Database
from tests.services.bank_tree import tree
from tests.services.exam_house import offer
from tests.services.house import House, open_house
from tests.services.sat import Sat, sat

__all__ = ["tree"]  # a fixture


@pytest.fixture
def house(database: Database) -> Iterator[House]:
    with open_house(database) as opened:
        yield opened


@pytest.fixture
def sqlite_house(sqlite_database: Database) -> Iterator[House]:
    with open_house(sqlite_database) as opened:
        yield opened


@pytest.fixture
def mine(sqlite_house: House) -> Sat:
    """A running sitting of the small exam."""
    offer(sqlite_house)
    return sat(sqlite_house)


@pytest.fixture
def on_both(house: House) -> Sat:
    """The same on both databases."""
    offer(house)
    return sat(house)
