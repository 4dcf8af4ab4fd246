"""The loads of an exam: a class that saves every few seconds, a class that starts at once, and saves as fast as they go."""

import asyncio
import itertools
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bench.exam.candidate import Candidate, leave, rules
from bench.exam.forms import FilledForm
from bench.exam.wire import Address, Line, NoReply

SLOWEST = 0.99


@dataclass
class Times:
    """How long each of many requests took, in seconds, and how the server answered; status 0 is no answer."""

    taken: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def share(self, share: float) -> float:
        """The time in milliseconds that this share of the requests did not exceed."""
        ordered = sorted(self.taken)
        return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))]

    @property
    def longest(self) -> float:
        return 1000 * max(self.taken)

    @property
    def failures(self) -> int:
        """How often nothing came back, or a fault of the server."""
        return sum(count for status, count in self.statuses.items() if status == 0 or status >= 500)


async def every(candidates: Sequence[Candidate], *, period: float, seconds: float) -> Times:
    """Each candidate saves one change each `period` seconds, spread evenly. Time counts from when the save was due."""
    times, start = Times(), time.perf_counter() + 0.2

    async def sit(candidate: Candidate, first: float) -> None:
        for turn in range(int(seconds / period)):
            due = start + first + turn * period
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            candidate.change()
            before = dict(candidate.journal.statuses)
            try:
                await candidate.save()
            except NoReply:
                times.statuses[0] += 1
            times.taken.append(time.perf_counter() - due)
            times.statuses.update(Counter(candidate.journal.statuses) - Counter(before))

    chance = random.Random("every")
    await asyncio.gather(*(sit(one, chance.uniform(0, period)) for one in candidates))
    await leave(candidates)
    return times


async def start_at_once(address: Address, exam_id: str, *, count: int, within: float) -> Times:
    """So many visitors read the rules of an exam, then all take it within some seconds; the times of taking it."""
    taking = Times()
    ready = asyncio.Event()
    readers = asyncio.Semaphore(8)
    waiting = [0]

    async def take_it(line: Line, delay: float) -> None:
        async with readers:
            form = await rules(line, exam_id)
        waiting[0] += 1
        if waiting[0] == count:
            ready.set()
        await ready.wait()
        await asyncio.sleep(delay)
        await _timed_post(line, form, taking)

    chance = random.Random("starts")
    lines = [Line(address, patience=60) for _ in range(count)]
    await asyncio.gather(*(take_it(line, chance.uniform(0, within)) for line in lines))
    for line in lines:
        line.close()
    await asyncio.sleep(0.05)
    return taking


async def _timed_post(line: Line, form: FilledForm, times: Times) -> str:
    """Send a form; where it leads, or "" where nothing came of it."""
    due = time.perf_counter()
    try:
        reply = await line.post(form.action, form.fields)
    except NoReply:
        times.statuses[0] += 1
        times.taken.append(time.perf_counter() - due)
        return ""
    times.taken.append(time.perf_counter() - due)
    times.statuses[reply.status] += 1
    return reply.header("location") if reply.status == 303 else ""


def streams(candidates: Sequence[Candidate], connections: int) -> list[Iterator[bytes]]:
    """Endless saves over so many connections; those of one connection go round its candidates, one change each."""

    def saves(own: Sequence[Candidate]) -> Iterator[bytes]:
        for candidate in itertools.cycle(own):
            yield candidate.request([candidate.change()])

    return [saves(candidates[place::connections]) for place in range(connections)]


def made_ahead(stream: Iterator[bytes], count: int) -> Iterator[bytes]:
    """The same requests, the first of them made already: making one takes longer than sending it, and so holds up both sides."""
    return itertools.chain(list(itertools.islice(stream, count)), stream)
