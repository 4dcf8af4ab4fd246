"""How this machine is: what the server needs, what it finds, and what to do where something is missing."""

import platform
import shutil
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from app.kit.counts import sized
from app.kit.errors import Problem
from app.services.authoring.telling import conflict_lines, conflicts_now
from app.services.bank_state import banks_current
from app.services.engine_client import EngineClient
from app.store.database import Database
from app.store.items import count_items
from app.store.unit import reading
from app.store.variants import count_computed
from app.store.versions import newest_version, stored_version
from app.variants.wire import Hello, Introduction

_LEAST_FREE = 200 * 1024 * 1024
_WITHIN = 30.0


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was looked at: how it is, and whether that is well."""

    name: str
    value: str
    well: bool = True


@dataclass(frozen=True, slots=True)
class Examination:
    """Everything that was looked at."""

    looked_at: tuple[Line, ...]

    @property
    def well(self) -> bool:
        """Whether everything is as serving needs it."""
        return all(line.well for line in self.looked_at)

    def lines(self) -> list[str]:
        """One line of text for each thing, with a mark where something is to be done."""
        return [
            f"{'   ' if line.well else ' ! '}{line.name + ':':<12} {line.value}" for line in self.looked_at
        ]


def examine(database: Database | None, engine: EngineClient, *, data: Path, questions: Path) -> Examination:
    """Look at everything; a part that fails says so and the rest is looked at all the same."""
    return Examination(
        (
            Line("Python", f"{platform.python_version()} on {platform.platform(terse=True)}"),
            Line("Keyed", version("keyed")),
            _disk(data),
            *_contents(database, questions),
            _engine(engine),
        )
    )


def _disk(data: Path) -> Line:
    there = next(place for place in (data, *data.parents) if place.exists())
    free = shutil.disk_usage(there).free
    enough = free >= _LEAST_FREE
    advice = "" if enough else "; free some space, at least 200 MB"
    return Line("Data", f"{data}, {free / 1e9:.1f} GB free{advice}", enough)


def _contents(database: Database | None, questions: Path) -> list[Line]:
    if database is None:
        return [Line("Database", "there is none yet; `keyed serve` or `keyed migrate` makes it", False)]
    try:
        stored, newest = stored_version(database), newest_version()
        if stored != newest:
            return [
                Line(
                    "Database",
                    f"version {stored or 'none'}, and {newest} is wanted; run `keyed migrate`",
                    False,
                )
            ]
        with reading(database) as unit:
            concepts, recipes = count_items(unit)
            computed = count_computed(unit)
        open_conflicts = conflicts_now(database)
        current = banks_current(database, questions)
    except Problem as problem:
        return [Line("Database", problem.sentence, False)]
    kind = "SQLite" if database.is_sqlite else "PostgreSQL"
    state = "" if current else "; the files have changed, run `keyed bank sync`"
    return [
        Line("Database", f"{kind}, version {stored}"),
        Line("Questions", f"{concepts} written, {sized(recipes, 'kind')} of computation{state}", current),
        *(Line("Conflicts", sentence) for sentence in conflict_lines(open_conflicts)),
        Line("Variants", f"{computed:,} stored"),
    ]


def _engine(engine: EngineClient) -> Line:
    try:
        answer = engine.ask(Hello(), within=_WITHIN)
    except Problem as problem:
        return Line("Engine", problem.sentence, False)
    finally:
        engine.close()
    if not isinstance(answer, Introduction):
        return Line("Engine", "it answered something else than who it is", False)
    told = f"torch {answer.torch_version} on {answer.device} ({answer.reason})"
    if answer.refuses:
        return Line(
            "Engine", f"{told}, so that nothing is computed; KEYED_DEVICE=auto or cpu does without", False
        )
    return Line("Engine", told)
