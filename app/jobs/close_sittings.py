"""Closes and grades sittings in the background while the server serves: one thread, one sweep every few seconds."""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from app.kit.errors import Problem

_LOG = logging.getLogger("keyed.sittings")
EVERY = 2.0  # seconds between two sweeps
_AGAIN = 3600.0  # seconds until the same fault is written down once more
_STEP = timedelta(seconds=1)
_SET = (
    "The machine's clock was set: this server's is %+.1f s from it. Deadlines of exams are kept; start the server again "
    "when no exam runs, so that it goes by the machine's clock."
)


class CloseSittings:
    """Sweeps until it is told to stop.

    A sweep that fails is written down, and the next one tries again: what a server that died left open is closed by
    the first sweep of the next start, and one sitting that cannot be graded keeps no other from being closed. The same
    fault is written down once an hour, and not at every sweep. `ahead` says how far the clock by which sittings end is
    ahead of the machine's: where somebody set that, it is written down too.
    """

    def __init__(
        self, sweep: Callable[[], None], *, every: float = EVERY, ahead: Callable[[], timedelta] | None = None
    ) -> None:
        self._sweep = sweep
        self._every = every
        self._ahead = ahead
        self._off = timedelta(0)
        self._told = ""
        self._quiet = 0  # sweeps for which the same fault stays unsaid
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
                self._tell(pool.submit(self._sweep).exception())
                self._look_at_the_clock()
                self._stop.wait(self._every)

    def _tell(self, fault: BaseException | None) -> None:
        """Write a fault down, unless it is the one that was written down last, less than an hour ago."""
        told = "" if fault is None else repr(fault)
        self._quiet -= 1
        if told == self._told and self._quiet > 0:
            return
        self._told, self._quiet = told, int(_AGAIN / self._every)
        if isinstance(fault, Problem):
            _LOG.warning("Sittings were not closed: %s", fault.sentence)
        elif fault is not None:
            _LOG.error("A sweep of sittings failed; the next ones try again", exc_info=fault)

    def _look_at_the_clock(self) -> None:
        """Write down that the machine's clock was set, once for each time."""
        off = self._ahead() if self._ahead else self._off
        if abs(off - self._off) > _STEP:
            _LOG.warning(_SET, off.total_seconds())
            self._off = off
