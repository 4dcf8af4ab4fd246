"""Memory of the engine's process while it bakes."""

import resource
from pathlib import Path

from app.kit.clock import SystemClock
from app.services.baking import Baking
from app.services.engine_client import EngineClient
from app.settings import Settings
from bench.baking import loaded
from bench.measure import Figure, Ratio


def measure(folder: Path) -> list[Figure | Ratio]:
    """Peak resident memory of the worker after a batch for each kind of computation."""
    database = loaded(Settings(data=folder))
    engine = EngineClient()
    baking = Baking(database, engine, SystemClock(), goal=120)
    for lack in baking.lacking():
        baking.step(lack)
    engine.close()
    database.close()
    peak = (
        resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / 1e6
    )  # of the largest child, which it is
    return [Figure("engine's process, peak while baking", (peak,), "MB")]
