"""A bounded memory for records that never change, so that their names are enough to keep them apart."""

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Remembered(Generic[T]):
    """The records used last, at most `limit` of them.

    Threads may share it: a dictionary's single steps are whole, and a record that two threads read at the same
    time is merely read twice.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._records: dict[str, T] = {}

    def __len__(self) -> int:
        return len(self._records)

    def known(self, name: str) -> T | None:
        """The record of that name where it is remembered."""
        return self._records.get(name)

    def keep(self, name: str, record: T) -> T:
        """Remember a record."""
        return self.recall(name, lambda _name: record)

    def recall(self, name: str, read: Callable[[str], T]) -> T:
        """The record of that name, read only where it is not remembered."""
        record = self._records.pop(name, None)
        if record is None:
            record = read(name)
        self._records[name] = record
        while len(self._records) > self._limit:
            self._records.pop(next(iter(self._records), name), None)
        return record
