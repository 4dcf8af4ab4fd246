"""A whole variant of the output row against a minimal generator without proof and a script-per-variant worker."""

import gc
from collections.abc import Callable
from pathlib import Path

from app.kit.clock import SystemClock
from app.settings import Settings
from app.store.database import Database
from app.wiring import load_questions, migrate_database, opened_database
from bench.measure import Figure, Ratio, Table, alternate, ratio, seconds
from bench.minimal_generator import generate
from bench.script_worker.client import ScriptWorker
from bench.whole_variant import Maker, parts_of

LARGE = 2000


def loaded(settings: Settings) -> Database:
    """A database with the questions in it."""
    clock = SystemClock()
    database = opened_database(settings)
    migrate_database(database, clock)
    load_questions(database, settings, clock)
    return database


def minimal(path: Path, draws: int) -> Callable[[], float]:
    """Microseconds per stored item of the minimal generator."""
    turn = 0

    def side() -> float:
        nonlocal turn
        turn += 1
        stored = 0

        def act() -> None:
            nonlocal stored
            stored = generate(path, draws, seed=1000 * draws + turn)

        taken = seconds(act)
        return 1e6 * taken / max(stored, 1)

    return side


def scripts(worker: ScriptWorker, count: int) -> Callable[[], float]:
    """Microseconds per variant of the warm script worker."""
    turn = 0

    def side() -> float:
        nonlocal turn
        turn += count
        return 1e6 * seconds(lambda: [worker.variant(turn + n) for n in range(count)]) / count

    return side


def measure(folder: Path, *, runs: int) -> list[Figure | Ratio | Table]:
    """Batches of 1, 100 and 2,000 draws with all sides alternating, and where the time goes."""
    database = loaded(Settings(data=folder))
    whole, four, worker = Maker(database), Maker(database, tables=False), ScriptWorker()
    gc.freeze()  # as the serving process does when it has loaded
    found: list[Figure | Ratio | Table] = []
    for draws, repeat in ((1, 20), (100, 3), (LARGE, 1)):
        bare = minimal(folder / "minimal.sqlite3", draws)
        ours, lean, floor, script = alternate(
            runs,
            lambda draws=draws, repeat=repeat: _middle_of(lambda: whole.microseconds(draws), repeat),
            lambda draws=draws, repeat=repeat: _middle_of(lambda: four.microseconds(draws), repeat),
            lambda bare=bare, repeat=repeat: _middle_of(bare, repeat),
            scripts(worker, 20),
        )
        name = f"batch of {draws:,}"
        tables = tuple(every - few for every, few in zip(ours, lean, strict=True))
        found += [
            Figure(f"whole variant, {name}", ours, "µs"),
            Figure(f"its tables of slips alone, {name}", tables, "µs"),
            Figure(f"minimal generator without proof, {name}", floor, "µs"),
            Figure(f"warm script worker, beside {name}", script, "µs"),
            ratio(f"script worker / whole variant, {name}", script, ours, aim=40 if draws > 1 else 0),
            ratio(
                f"minimal / variant with four proven options, {name}",
                floor,
                lean,
                aim=0.5 if draws > 1 else 0,
            ),
        ]
    worker.close()
    found.append(Table("Where the time of a whole variant goes", parts_of(whole, LARGE), "µs"))
    database.close()
    return found


def _middle_of(act: Callable[[], float], count: int) -> float:
    """The median of a few calls, so that one refused draw or one slow commit does not decide."""
    values = sorted(act() for _ in range(count))
    return values[len(values) // 2]
