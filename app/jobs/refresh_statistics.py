"""Computes the statistics of items in the background while the server serves, in a process of its own."""

import logging
import os
import subprocess
import sys
import threading

from app.settings import ROOT, Settings

_LOG = logging.getLogger("keyed.statistics")
EVERY = 300.0  # seconds between two looks
AFTER = 60.0  # seconds after the start, so that the first pages have the machine
_LIMIT = 600  # seconds


class RefreshStatistics:
    """Looks every few minutes whether answers have come in, and has them counted, until it is told to stop.

    Counting goes through all answers, which would hold up whoever is being served; so it is `keyed bank statistics`,
    in a process of its own, and what fails is written down and tried again.
    """

    def __init__(self, settings: Settings, *, after: float = AFTER, every: float = EVERY) -> None:
        self._settings = settings
        self._after, self._every = after, every
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread = threading.Thread(target=self._run, name="statistics", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End; a count under way is given up, and nothing of it is kept."""
        self._stop.set()
        while self._thread is not None and self._thread.is_alive():
            if self._process is not None and self._process.poll() is None:
                self._process.terminate()
            self._thread.join(0.2)

    def _run(self) -> None:
        wait = self._after
        while not self._stop.wait(wait):
            wait = self._every
            self._count()

    def _count(self) -> None:
        settings = self._settings
        environment = {
            **os.environ,
            "KEYED_DATA": str(settings.data),
            "KEYED_DATABASE_URL": settings.database_url,
            "KEYED_QUESTIONS": str(settings.questions),
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "app", "bank", "statistics"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            _, said = self._process.communicate(timeout=_LIMIT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            _, said = self._process.communicate()
        if self._process.returncode and not self._stop.is_set():
            _LOG.warning("The statistics of questions were not computed: %s", (said or "").strip()[-500:])
