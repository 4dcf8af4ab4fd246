"""The one thread that saves answers: what waits is grouped into one durable commit, then acknowledged.

A commit costs a wait for the disk whether it holds one answer or a hundred, so those that came in meanwhile share
the next one. An answer is acknowledged only after the commit that holds it.
"""

import asyncio
import sys
import threading
from collections import deque
from typing import TypeVar

from app.kit.clock import SystemClock
from app.kit.errors import NotReady, SetupFault
from app.store.answers import Answers, Keyed
from app.store.cache import Remembered
from app.store.database import Database
from app.store.driver import DriverConnection
from app.store.rounds import Act, Outcome, Round, Waiting

T = TypeVar("T")

_CLOCK = SystemClock()
_CAPACITY = 4_096
_GROUP = 256
_REMEMBERED = 1_024
_FULL = "Too many answers are waiting: nothing was saved. Send it again in a moment."
_STOPPING = "The server is stopping: nothing was saved. Send it again when it is back."


class Writer:
    """Carries acts out one after the other in one thread, many to a commit.

    An act reads and writes through `Answers` and may be carried out again from the start: if one in a group fails
    after it has written, all are undone and each is tried in a transaction of its own. An error that is no
    Problem is a bug: it reaches whoever waits for that act, ends the thread loudly, and another thread goes on
    with the rest.
    """

    def __init__(self, database: Database, *, capacity: int = _CAPACITY) -> None:
        self._database = database
        self._capacity = capacity
        self._waiting: deque[Waiting] = deque()
        self._gathered: dict[asyncio.AbstractEventLoop, list[Waiting]] = {}  # each used by its own loop alone
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._stopping = False
        self._variants: Remembered[Keyed] = Remembered(_REMEMBERED)
        self.commits = 0
        self.starts = 0

    async def write(self, act: Act[T]) -> T:
        """Carry the act out and return its value once it is on disk.

        Raises the Problem that the act raised, or NotReady or SetupFault where nothing could be saved.
        """
        if self._stopping:
            raise NotReady(_STOPPING)
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        gathered = self._gathered.get(loop)
        if gathered is None:
            gathered = self._gathered[loop] = []
            loop.call_soon(self._hand_over, loop)
        gathered.append(Waiting(act, loop, future, _CLOCK.steady()))
        return await future

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let the thread have what one turn of an event loop brought: waking it for each act costs more than saving one."""
        acts = self._gathered.pop(loop)
        with self._changed:
            room = 0 if self._stopping else max(self._capacity - len(self._waiting), 0)
            if room:
                self._waiting.extend(acts[:room])
                self._keep_running()
                self._changed.notify()
        refusal = _STOPPING if self._stopping else _FULL
        for waiting in acts[room:]:
            if not waiting.future.done():
                waiting.future.set_exception(NotReady(refusal))

    @property
    def running(self) -> bool:
        """Whether the thread is there; it starts with the first answer."""
        return self._thread is not None and self._thread.is_alive()

    def stop(self) -> None:
        """Save what waits, then end the thread. What comes later is refused with a sentence."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        while self._thread is not None and self._thread.is_alive():
            self._thread.join()

    def _keep_running(self) -> None:
        if not self.running:
            self._start()

    def _start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="answers", daemon=True)
        self._thread.start()
        self.starts += 1

    def _run(self) -> None:
        connection: DriverConnection | None = None
        under_way: Round | None = None
        try:
            while group := self._take():
                under_way = Round(group, self._variants)
                with self._database.turn(group[0].since) as under_way.patience:
                    connection = self._connected(connection, under_way)
                    if connection is not None:
                        under_way.carry_out(connection)
                self.commits += under_way.commits
                under_way.settle()
                under_way = None
        finally:
            if connection is not None:
                connection.close()
            fault = sys.exc_info()[1]
            if under_way is not None and fault is not None:
                self._go_on_without(under_way, fault)

    def _take(self) -> list[Waiting]:
        """What waits, at most one group of it; empty when the thread is to end."""
        with self._changed:
            while not self._waiting and not self._stopping:
                self._changed.wait()
            return [self._waiting.popleft() for _ in range(min(_GROUP, len(self._waiting)))]

    def _connected(self, connection: DriverConnection | None, under_way: Round) -> DriverConnection | None:
        """The connection, opened again where it broke; None, with everyone told, where that fails."""
        if connection is not None and not connection.closed:
            return connection
        try:
            return self._database.driver(roomy=True)
        except (NotReady, SetupFault) as problem:
            under_way.outcomes.extend([Outcome(fault=problem)] * len(under_way.group))
            return None

    def _go_on_without(self, under_way: Round, fault: BaseException) -> None:
        """This thread is dying of a bug in one act: put the others back and let a new thread save them."""
        with self._changed:
            self._waiting.extendleft(reversed(under_way.crashed(fault)))
            if self._waiting or not self._stopping:
                self._start()


def carry_out_alone(database: Database, act: Act[T]) -> T:
    """One act in a durable transaction of its own, at once, for whoever is in no event loop.

    Raises the Problem that the act raised; then nothing is changed.
    """
    with database.turn() as patience:
        connection = database.driver()
        try:
            connection.begin(patience)
            value = act(Answers(connection, Remembered(1)))
            connection.commit()
        finally:
            connection.close()  # which undoes what was not committed
    return value
