"""One round of the writing thread: a group of acts, one durable commit, and what comes of each act."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from app.kit.errors import NotReady, Problem, SetupFault
from app.store.answers import Answers, Keyed
from app.store.cache import Remembered
from app.store.driver import DriverConnection

T = TypeVar("T")
Act = Callable[[Answers], T]


@dataclass(frozen=True, slots=True)
class Waiting:
    """An act with the future that waits for what comes of it."""

    act: Act[Any]
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Any]"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an act: a value, or the error to raise where it is awaited."""

    value: Any = None
    fault: BaseException | None = None


class _MustUndo(Exception):
    """An act failed after it had written: the whole group is undone."""


@dataclass(slots=True)
class Round:
    """A group of acts. `outcomes` are those of the first acts, each on disk or known to have changed nothing.

    `current` is the act that is being carried out, so that one that crashes can be told from the others.
    """

    group: list[Waiting]
    variants: Remembered[Keyed]
    outcomes: list[Outcome] = field(default_factory=list)
    current: Waiting | None = None
    commits: int = 0

    def carry_out(self, connection: DriverConnection) -> None:
        """All acts in one transaction; where one fails after writing, each in its own.

        A database that cannot be reached or cannot take more fails all acts that are left.
        """
        try:
            try:
                self._commit(connection, self.group)
            except _MustUndo:
                for waiting in self.group:
                    self._commit(connection, [waiting])
        except (NotReady, SetupFault) as problem:
            missing = len(self.group) - len(self.outcomes)
            self.outcomes.extend([Outcome(fault=problem)] * missing)

    def settle(self) -> None:
        """Tell everyone who waits what came of their act, with one call into each event loop."""
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Outcome]]] = {}
        for waiting, outcome in zip(self.group, self.outcomes, strict=False):
            by_loop.setdefault(waiting.loop, []).append((waiting.future, outcome))
        for loop, settled in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_resolve, settled)

    def crashed(self, fault: BaseException) -> list[Waiting]:
        """The acts to be tried again after the current one crashed, which is told of its own fault."""
        left = self.group[len(self.outcomes) :]
        self.settle()
        if self.current is not None and not self.current.loop.is_closed():
            told = [(self.current.future, Outcome(fault=fault))]
            self.current.loop.call_soon_threadsafe(_resolve, told)
        return [waiting for waiting in left if waiting is not self.current]

    def _commit(self, connection: DriverConnection, group: list[Waiting]) -> None:
        """Carry some acts out in one transaction and make them durable, or leave no trace of them."""
        connection.begin()
        standing = False
        try:
            outcomes = [self._outcome(connection, waiting, alone=len(group) == 1) for waiting in group]
            self.current = None
            if len(group) > 1 or outcomes[0].fault is None:
                connection.commit()
                standing = True
                self.commits += 1
        finally:
            if not standing:
                connection.rollback()
        self.outcomes.extend(outcomes)

    def _outcome(self, connection: DriverConnection, waiting: Waiting, *, alone: bool) -> Outcome:
        self.current = waiting
        answers = Answers(connection, self.variants)
        try:
            return Outcome(waiting.act(answers))
        except (NotReady, SetupFault):
            raise
        except (Problem, connection.fault) as fault:
            if isinstance(fault, Problem) and answers.written == 0:
                return Outcome(fault=fault)
            if not alone:
                raise _MustUndo from fault
            return Outcome(fault=fault)


def _resolve(settled: list[tuple["asyncio.Future[Any]", Outcome]]) -> None:
    for future, outcome in settled:
        if future.done():  # whoever waited has gone away
            continue
        if outcome.fault is None:
            future.set_result(outcome.value)
        else:
            future.set_exception(outcome.fault)
