"""Banks and misconceptions as they are kept: what the files last said, and what was made here and is in no file yet."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import orjson

from app.authoring.entries import Entries, Made
from app.bank.load import LoadedBanks
from app.bank.parse import Bank
from app.items.misconceptions import Misconception
from app.services.checks import kept_checks, put_checks
from app.store.meta import fact, put_fact
from app.store.misconceptions import all_misconceptions, replace_misconceptions
from app.store.unit import Reading, Writing

T = TypeVar("T", Bank, Misconception)
_FACT = "shelves"


@dataclass(frozen=True, slots=True)
class Shelves:
    """Both kinds of entries."""

    banks: Entries[Bank] = field(default_factory=Entries)
    misconceptions: Entries[Misconception] = field(default_factory=Entries)

    def with_files(self, loaded: LoadedBanks) -> "Shelves":
        """After the files were read."""
        return Shelves(
            self.banks.with_files({one.id: one for one in loaded.banks}),
            self.misconceptions.with_files(loaded.misconceptions),
        )

    @property
    def titles(self) -> dict[str, str]:
        """The titles of all banks, by their names."""
        return {name: one.title for name, one in self.banks.served.items()}


def kept_shelves(unit: Reading) -> Shelves:
    """What is kept. Before the files were first read by a program that knows of it, what is served stands for them."""
    text = fact(unit, _FACT)
    if text is None:
        titles = kept_checks(unit).titles
        banks = {name: Bank(name, title, "", "") for name, title in titles.items()}
        return Shelves(Entries(banks), Entries(all_misconceptions(unit)))
    record = orjson.loads(text)
    return Shelves(
        _entries(record["banks"], lambda one: Bank(**one)),
        _entries(record["misconceptions"], lambda one: Misconception(**one)),
    )


def put_shelves(unit: Writing, shelves: Shelves) -> None:
    """Keep it, and let what holds be served."""
    put_fact(unit, _FACT, orjson.dumps(shelves).decode())
    replace_misconceptions(unit, shelves.misconceptions.served.values())
    checks = kept_checks(unit)
    if checks.titles != shelves.titles:
        put_checks(unit, replace(checks, titles=shelves.titles))


def _entries(record: Mapping[str, Any], make: Callable[[Mapping[str, str]], T]) -> Entries[T]:
    return Entries(
        {name: make(one) for name, one in record["files"].items()},
        {
            name: Made(make(one["mine"]), make(one["common"]) if one["common"] else None)
            for name, one in record["made"].items()
        },
    )
