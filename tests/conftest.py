"""What holds for all tests: fixed chance, loopback only, and no setting of the machine leaks in."""

import os
import shutil
import socket
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.databases", "tests.web.product"]

GATE = bool(os.environ.get("KEYED_GATE"))

settings.register_profile(
    "test", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("gate", parent=settings.get_profile("test"), max_examples=2000)
settings.load_profile("gate" if GATE else "test")

for name in [name for name in os.environ if name.startswith("KEYED_")]:
    if name not in {"KEYED_GATE", "KEYED_GATE_SEEDS", "KEYED_CHROMIUM"}:
        del os.environ[name]

# Databases of tests wait for the disk at every commit, and need to outlive their process, not a power cut: where there
# is room enough in memory they lie there. The gate measures with the disk.
MEMORY = Path("/dev/shm")
if not GATE and MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 4 << 30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

# Rooms with long files come first, and within the browser's room its LONG ones, so that none of them is left to one worker while the other has nothing to do. The
# browser is last: its driver keeps an event loop going in the thread of all tests that follow.
LONG = ("test_axe", "test_watch_look", "test_typed", "test_reading", "test_reading_pages", "test_progress")
ROOMS = ("load", "cli", "web", "bank", "services", "store", "house", "unit", "browser")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the rooms of tests in the order of ROOMS, and within each the files of LONG before the others.

    Those marked `gate` take long and rarely fail alone: they run in the gate only.
    """
    rest = [item for item in items if not GATE and item.get_closest_marker("gate")]
    config.hook.pytest_deselected(items=rest)
    items[:] = [item for item in items if item not in rest]

    def place(item: pytest.Item) -> tuple[int, bool]:
        room = item.path.relative_to(item.config.rootpath / "tests").parts[0]
        return ROOMS.index(room), item.path.stem not in LONG

    items.sort(key=place)


_connect = socket.socket.connect


def _connect_to_loopback(self: socket.socket, address: Any) -> None:
    """Connects as usual, to this machine only."""
    if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in {
        "127.0.0.1",
        "::1",
        "localhost",
    }:
        raise RuntimeError(f"a test tried to reach {address[0]}")
    _connect(self, address)


@pytest.fixture(autouse=True)
def _only_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket.socket, "connect", _connect_to_loopback)
