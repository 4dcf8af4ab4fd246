"""Does one thing to each of many, in this process or in several at a time."""

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_all_start_methods, get_context
from typing import Any, Protocol, TypeVar

One = TypeVar("One")
Made = TypeVar("Made")

FEWEST = 500  # things; for fewer the processes cost more than they save
_SHARES = 8  # of the work for each process, so that none waits long for the last
_work: tuple[Callable[[Any], Any], Sequence[Any]] | None = None


class Each(Protocol):
    """A way to get what `work` makes of each thing, in their order."""

    def __call__(self, work: Callable[[One], Made], things: Sequence[One], /) -> Iterable[Made]:
        """What `work` makes of each."""
        ...


def in_turn(work: Callable[[One], Made], things: Sequence[One], /) -> Iterable[Made]:
    """One after the other, in this process."""
    return [work(one) for one in things]


def side_by_side(work: Callable[[One], Made], things: Sequence[One], /) -> Iterable[Made]:
    """In as many processes as there are processors; in turn where the things are few.

    The processes are forked, so that only what is made has to be sent: not for a process that runs threads.
    """
    processes = os.cpu_count() or 1
    if len(things) < FEWEST or processes == 1 or "fork" not in get_all_start_methods():
        return in_turn(work, things)
    with ProcessPoolExecutor(
        processes, mp_context=get_context("fork"), initializer=_take, initargs=((work, things),)
    ) as pool:
        share = -(-len(things) // (processes * _SHARES))
        return list(pool.map(_made, range(len(things)), chunksize=share))


def _take(work: tuple[Callable[[Any], Any], Sequence[Any]]) -> None:
    global _work
    _work = work


def _made(place: int) -> Any:
    assert _work is not None  # noqa: S101 - the process began with it
    work, things = _work
    return work(things[place])
