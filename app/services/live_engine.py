"""The engine for people who wait: a process of its own beside the baking one, asked in a short queue, ended when idle."""

import math
import threading
from collections import deque
from collections.abc import Callable
from typing import Protocol

from app.kit.clock import Clock
from app.kit.errors import NotReady
from app.variants.wire import Answer, Hello, Order

WITHIN = 10.0  # seconds that anybody waits at most, for others, for the start and for the numbers
STARTS_WITHIN = 60.0  # seconds for a start; it goes on when whoever asked for it no longer waits
WAITING = 16  # who may wait at once, in the order in which they came; more would only wait for each other
IDLE = 300.0  # seconds after the last order until the process ends, with the memory that it takes
LEAST = 0.1  # of that time: with less left an order is not begun, since running out of it ends the process
_SILENT = "The engine does not answer yet: it is being started, or started anew. Try again in a moment."
_BUSY = "The engine is computing for many people at once. Wait a moment and try again."


class Client(Protocol):
    """What is asked: an `EngineClient`."""

    @property
    def running(self) -> bool:
        """Whether a process is there."""
        ...

    def ask(self, order: Order, *, within: float, starts_within: float) -> Answer:
        """The answer, or NotReady with a sentence."""
        ...

    def close(self) -> None:
        """End the process."""
        ...


def no_engine() -> Client:
    """For a house in which nobody computes."""
    raise NotReady("These services were joined without an engine.")


class Turns:
    """A lock that is given in the order in which it was asked for, so that nobody waits for ever."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._line: deque[threading.Event] = deque()

    def acquire(self, timeout: float) -> bool:
        """Wait for one's turn; False where it does not come in so many seconds, and the place in the line is given up."""
        mine = threading.Event()
        with self._guard:
            self._line.append(mine)
            if self._line[0] is mine:
                mine.set()
        if mine.wait(timeout):
            return True
        with self._guard:
            if mine.is_set():
                return True
            self._line.remove(mine)
            return False

    def release(self) -> None:
        """Give the turn to the next in the line."""
        with self._guard:
            self._line.popleft()
            if self._line:
                self._line[0].set()


class LiveEngine:
    """Asks one order after the other; the process starts with the first one and again whenever it is missing.

    `make` gives the client when it is first needed.
    """

    def __init__(self, make: Callable[[], Client], clock: Clock, *, idle: float = IDLE) -> None:
        self.make = make
        self._clock = clock
        self._idle = idle
        self._places = threading.BoundedSemaphore(WAITING)
        self._turn = Turns()
        self._client: Client | None = None
        self._start: _Start | None = None
        self._rest: threading.Timer | None = None
        self._closed = False
        self._answered = -math.inf  # when an order last came to its end and the process was still there

    def ask(self, order: Order, *, within: float = WITHIN) -> Answer:
        """The answer to an order, in at most `within` seconds. Raises NotReady with a sentence."""
        begun = self._clock.steady()
        if not self._places.acquire(blocking=False):
            raise NotReady(self._held_up(begun - within))
        try:
            if not self._turn.acquire(timeout=within):
                raise NotReady(self._held_up(begun))
            try:
                return self._asked(order, begun, within)
            finally:
                self._turn.release()
        finally:
            self._places.release()

    def _held_up(self, since: float) -> str:
        """Why somebody waits in vain: others are answered meanwhile, or nobody is."""
        return _BUSY if self._answered >= since else _SILENT

    def _asked(self, order: Order, begun: float, within: float) -> Answer:
        if self._closed:
            raise NotReady("The server is being stopped.")
        if self._client is None:
            self._client = self.make()
        if self._rest is not None:
            self._rest.cancel()
        try:
            self._wait_for_start(self._client, begun + within - self._clock.steady())
            left = begun + within - self._clock.steady()
            if left < LEAST * within:
                raise NotReady(self._held_up(begun))
            return self._told(self._client, order, left)
        finally:
            self._rest = threading.Timer(self._idle, self._end_idle)
            self._rest.daemon = True
            self._rest.start()

    def _told(self, client: Client, order: Order, left: float) -> Answer:
        """The answer. A process that is still there afterwards has answered, if only that it could not do this."""
        try:
            return client.ask(order, within=left, starts_within=0.0)
        finally:
            if client.running:
                self._answered = self._clock.steady()

    def _wait_for_start(self, client: Client, left: float) -> None:
        """Start the process where there is none and wait for it. Raises NotReady where it takes longer or fails."""
        if self._start is None or not self._start.is_alive():
            if client.running:
                return
            self._start = _Start(client)
            self._start.start()
        self._start.join(max(0.0, left))
        if self._start.is_alive():
            raise NotReady(_SILENT)
        if self._start.fault is not None:
            raise NotReady(self._start.fault)

    def _end_idle(self) -> None:
        """End the process unless somebody is asking; the next order starts another."""
        if self._turn.acquire(timeout=0.0):
            try:
                if self._client is not None:
                    self._client.close()
            finally:
                self._turn.release()

    def close(self) -> None:
        """End the process for good; an order under way fails."""
        self._closed = True
        if self._rest is not None:
            self._rest.cancel()
        if self._client is not None:
            self._client.close()


class _Start(threading.Thread):
    """A start under way: the process is greeted, and that it answers is all that is wanted."""

    def __init__(self, client: Client) -> None:
        super().__init__(name="start of the lab's engine", daemon=True)
        self._client = client
        self.fault: str | None = None

    def run(self) -> None:
        try:
            self._client.ask(Hello(), within=STARTS_WITHIN, starts_within=0.0)
        except NotReady as problem:
            self.fault = problem.sentence
