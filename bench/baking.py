"""A proven variant of the output row against a minimal generator without proof and a script-per-variant worker."""

from collections.abc import Callable
from pathlib import Path

from app.engine.tensors.batch import TorchEngine
from app.engine.tensors.device import choose_device
from app.items.item import Revision
from app.kit.clock import SystemClock
from app.services.baking import SLICE
from app.services.revisions import stored_revision
from app.settings import Settings
from app.store.database import Database
from app.store.items import item_row
from app.store.unit import reading, writing
from app.store.variants import add_variants
from app.variants.bake import bake_packed
from app.wiring import load_questions, migrate_database, opened_database
from bench.measure import Figure, Ratio, alternate, ratio, seconds
from bench.minimal_generator import generate
from bench.script_worker.client import ScriptWorker

ITEM = "output-row-choice"


def loaded(settings: Settings) -> Database:
    """A database with the questions in it."""
    clock = SystemClock()
    database = opened_database(settings)
    migrate_database(database, clock)
    load_questions(database, settings, clock)
    return database


class Baker:
    """Draws, computes, proves and stores variants of the output row; every call takes new seeds."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._clock = SystemClock()
        self._engine = TorchEngine(choose_device(None))
        self._turn = 0
        with reading(database) as unit:
            item = item_row(unit, ITEM)
            assert item is not None
            self._revision: Revision = stored_revision(unit, item)

    def microseconds(self, draws: int) -> float:
        """Microseconds per stored variant for one batch of that many draws."""
        self._turn += 1
        seeds = [f"bench|{self._turn}|{n}" for n in range(draws)]
        stored = 0

        def act() -> None:
            nonlocal stored
            variants = bake_packed(self._revision, seeds, self._engine).variants
            for start in range(0, len(variants), SLICE):
                with writing(self._database) as unit:
                    stored += add_variants(unit, variants[start : start + SLICE], now=self._clock.now())
                    unit.commit()

        taken = seconds(act)
        return 1e6 * taken / max(stored, 1)


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


def measure(folder: Path, *, runs: int) -> list[Figure | Ratio]:
    """Batches of 1, 100 and 10,000 draws, all three sides alternating."""
    database = loaded(Settings(data=folder))
    baker, worker = Baker(database), ScriptWorker()
    found: list[Figure | Ratio] = []
    for draws, repeat in ((1, 20), (100, 3), (10_000, 1)):
        bare = minimal(folder / "minimal.sqlite3", draws)
        ours, floor, script = alternate(
            runs,
            lambda draws=draws, repeat=repeat: _middle_of(lambda: baker.microseconds(draws), repeat),
            lambda bare=bare, repeat=repeat: _middle_of(bare, repeat),
            scripts(worker, 20),
        )
        name = f"batch of {draws:,}"
        found += [
            Figure(f"proven and stored variant, {name}", ours, "µs"),
            Figure(f"minimal generator without proof, {name}", floor, "µs"),
            Figure(f"warm script worker, beside {name}", script, "µs"),
            ratio(f"script worker / proven variant, {name}", script, ours, aim=40 if draws > 1 else 0),
            ratio(f"minimal generator / proven variant, {name}", floor, ours, aim=0),
        ]
    worker.close()
    database.close()
    return found


def _middle_of(act: Callable[[], float], count: int) -> float:
    """The median of a few calls, so that one refused draw or one slow commit does not decide."""
    values = sorted(act() for _ in range(count))
    return values[len(values) // 2]
