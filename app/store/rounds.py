"""One round of the writing thread: a group of acts, one durable commit, and what comes of each act."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from app.kit.errors import NotReady, Problem, SetupFault
from app.store.answers import Answers, Keyed
from app.store.cache import Remembered
from app.store.driver import DriverConnection
from app.store.pragmas import PATIENCE

T = TypeVar("T")
Act = Callable[[Answers], T]


class MustUndo(Exception):
    """An act failed after it had written: the whole group is undone, and each is tried in a transaction of its own."""


class Joint(ABC, Generic[T]):
    """An act that can be carried out with others of its kind in a few statements, if each touches something else."""

    __slots__ = ()

    @property
    @abstractmethod
    def touches(self) -> str:
        """The name of the only thing that it writes to."""

    @property
    @abstractmethod
    def joins(self) -> bool:
        """Whether it may be carried out together with others."""

    @abstractmethod
    def __call__(self, answers: Answers) -> T:
        """Carry it out by itself."""

    @classmethod
    @abstractmethod
    def together(cls, answers: Answers, acts: Sequence[Any]) -> list[T | None]:
        """Carry some acts out; None for each that was not and has to be by itself. Raises MustUndo where one was in vain."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An act with the future that waits for what comes of it, since when on the steady counter.

    It is `alone` after something it was joined with crashed.
    """

    act: Act[Any]
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Any]"
    since: float
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an act: a value, or the error to raise where it is awaited."""

    value: Any = None
    fault: BaseException | None = None


@dataclass(slots=True)
class Round:
    """A group of acts. `outcomes` are those of the first acts, each on disk or known to have changed nothing.

    `current` is the act that is being carried out, so that one that crashes can be told from the others. `patience` is
    for how many milliseconds another process may be waited for.
    """

    group: list[Waiting]
    variants: Remembered[Keyed]
    outcomes: list[Outcome] = field(default_factory=list)
    current: Waiting | None = None
    commits: int = 0
    patience: int = PATIENCE

    def carry_out(self, connection: DriverConnection) -> None:
        """All acts in one transaction; where one fails after writing, each in its own.

        A database that cannot be reached or cannot take more fails all acts that are left.
        """
        try:
            try:
                self._commit(connection, self.group)
            except MustUndo:
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
        if self.current is None:  # one of several that were carried out together: each shows by itself
            return [replace(waiting, alone=True) for waiting in left]
        return [waiting for waiting in left if waiting is not self.current]

    def _commit(self, connection: DriverConnection, group: list[Waiting]) -> None:
        """Carry some acts out in one transaction and make them durable, or leave no trace of them."""
        connection.begin(self.patience)
        standing = False
        try:
            joint = self._joint(connection, group)
            outcomes = [
                joint.get(place) or self._outcome(connection, waiting, alone=len(group) == 1)
                for place, waiting in enumerate(group)
            ]
            self.current = None
            if len(group) > 1 or outcomes[0].fault is None:
                connection.commit()
                standing = True
                self.commits += 1
        finally:
            if not standing:
                connection.rollback()
        self.outcomes.extend(outcomes)

    def _joint(self, connection: DriverConnection, group: list[Waiting]) -> dict[int, Outcome]:
        """What came of those that were carried out together, by their places.

        A database server lets several write at a time, and is asked for each sitting's lock in turn: there each act
        is carried out by itself.
        """
        joined = _joined(group) if connection.is_sqlite else {}
        if len(joined) < 2:
            return {}
        acts = [*joined.values()]
        try:
            values = acts[0].together(Answers(connection, self.variants), acts)
        except (NotReady, SetupFault):
            raise
        except (Problem, connection.fault) as fault:
            raise MustUndo from fault
        return {
            place: Outcome(value) for place, value in zip(joined, values, strict=True) if value is not None
        }

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
                raise MustUndo from fault
            return Outcome(fault=fault)


def _joined(group: list[Waiting]) -> dict[int, Joint[Any]]:
    """Those acts that may be carried out together, and before all others, by their places.

    Rule: of those that touch the same thing only the first, and none behind an act of another kind, which may touch
    anything: so each thing is touched in the order in which the acts came.
    """
    joined: dict[int, Joint[Any]] = {}
    touched: set[str] = set()
    kind: type[Any] = type(group[0].act)
    for place, waiting in enumerate(group):
        act = waiting.act
        if type(act) is not kind or not isinstance(act, Joint) or waiting.alone:
            break
        if act.joins and act.touches not in touched:
            joined[place] = act
        touched.add(act.touches)
    return joined


def _resolve(settled: list[tuple["asyncio.Future[Any]", Outcome]]) -> None:
    for future, outcome in settled:
        if future.done():  # whoever waited has gone away
            continue
        if outcome.fault is None:
            future.set_result(outcome.value)
        else:
            future.set_exception(outcome.fault)
