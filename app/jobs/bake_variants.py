"""Baking in the background while the server serves: one thread, batch after batch, with a sentence on how far it is."""

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from app.kit.counts import sized
from app.kit.errors import Problem
from app.services.engine_client import EngineClient

if TYPE_CHECKING:
    from app.services.baking import Baking, Lack

_LOG = logging.getLogger("keyed.baking")
_REST = 0.02  # seconds between batches, in which pages have the processor for themselves
_PATIENCE = (
    3  # failures in a row after which baking waits for the next start, or the next question that is published
)


class BakeVariants:
    """Runs `Baking` until nothing lacks, and stops when told to.

    `make` is called in the thread, `after` so many seconds: what baking needs is loaded when the first page has gone
    out, and takes no time from it.
    With `again` it looks every so many seconds whether questions were published meanwhile, and bakes what these lack;
    the engine's process is ended until then. Without it baking is over when nothing lacks.
    `progress` is empty when there is nothing to tell. A failure of the engine is logged once and told there.
    """

    def __init__(
        self,
        make: "Callable[[], Baking]",
        engine: EngineClient,
        *,
        done: Callable[[], None] | None = None,
        after: float = 0.0,
        again: float | None = None,
    ) -> None:
        self._make = make
        self._engine = engine
        self._done = done
        self._after = after
        self._again = again
        self._stop = threading.Event()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self._sentence = ""

    def progress(self) -> str:
        """A sentence for the first page, or nothing."""
        return self._sentence

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread = threading.Thread(target=self._run, name="baking", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End after the step under way, whose order is given up."""
        self._stop.set()
        while self._thread is not None and self._thread.is_alive():
            self._engine.close()  # again, where the thread was about to start another process
            self._thread.join(0.2)
        self._over.set()

    def wait(self, seconds: float) -> bool:
        """Wait until nothing lacks; False where baking goes on for longer."""
        return self._over.wait(seconds)

    def _run(self) -> None:
        try:
            if not self._stop.wait(self._after):
                self._bake(self._make())
        finally:
            self._rest()

    def _bake(self, baking: "Baking") -> None:
        while not self._stop.is_set():
            published = baking.published()
            self._fill(baking)
            if self._again is None or not self._news(baking, published, self._again):
                break
            self._over.clear()

    def _news(self, baking: "Baking", published: str | None, every: float) -> bool:
        """Wait until something else is published than was; False where the job is to end."""
        self._rest()
        while not self._stop.wait(every):
            if baking.published() != published:
                return True
        return False

    def _rest(self) -> None:
        """End the engine's process, and tell that nothing is under way."""
        self._engine.close()
        resting = self._over.is_set()
        self._over.set()
        if self._done is not None and not resting:
            self._done()

    def _fill(self, baking: "Baking") -> None:
        failures = 0
        while not self._stop.is_set():
            try:
                lacking = baking.lacking()
                if not lacking:
                    self._sentence = ""
                    break
                self._sentence = _how_far(lacking, baking.goal)
                baking.step(lacking[0])
                failures = 0
            except Problem as problem:
                failures += 1
                if self._stop.is_set() or self._gave_up(problem, failures):
                    break
            self._stop.wait(_REST)

    def _gave_up(self, problem: Problem, failures: int) -> bool:
        """Tell of a failure; True after too many in a row."""
        if failures == 1:
            _LOG.warning("Baking failed: %s", problem.sentence)
        self._sentence = f"New numbers cannot be prepared now. {problem.sentence}"
        return failures >= _PATIENCE


def _how_far(lacking: "list[Lack]", goal: int) -> str:
    missing = sum(goal - one.stored for one in lacking)
    recipes = {one.item.recipe for one in lacking}  # each in its forms
    kinds = "one kind" if len(recipes) == 1 else f"{len(recipes)} kinds"
    return f"Preparing numbers for {kinds} of computation; at most {sized(missing, 'variant')} to go."
