"""Closes and grades sittings in the background while the server serves: one thread, one sweep every few seconds."""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from app.kit.errors import Problem

_LOG = logging.getLogger("keyed.sittings")
EVERY = 2.0  # seconds between two sweeps


class CloseSittings:
    """Sweeps until it is told to stop.

    A sweep that fails is written down, and the next one tries again: what a server that died left open is closed by
    the first sweep of the next start, and one sitting that cannot be graded keeps no other from being closed.
    """

    def __init__(self, sweep: Callable[[], None], *, every: float = EVERY) -> None:
        self._sweep = sweep
        self._every = every
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread = threading.Thread(target=self._run, name="sittings", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End after the sweep under way."""
        self._stop.set()
        while self._thread is not None and self._thread.is_alive():
            self._thread.join(0.2)

    def _run(self) -> None:
        with ThreadPoolExecutor(1, "sweep") as pool:
            while not self._stop.is_set():
                fault = pool.submit(self._sweep).exception()
                if isinstance(fault, Problem):
                    _LOG.warning("Sittings were not closed: %s", fault.sentence)
                elif fault is not None:
                    _LOG.error("A sweep of sittings failed", exc_info=fault)
                self._stop.wait(self._every)
