"""The sides of the comparison: who chooses what a simulated learner is asked on a day."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from fsrs import Scheduler

from app.scheduling.days import DAY, IN_UTC
from app.scheduling.memory import SCHEDULER, Memory, Standing, due_at, standing
from app.scheduling.own_model import Foreseen
from app.scheduling.paces import paces
from app.scheduling.plan import Outlook, Prospect, prior_of, ranked
from app.scheduling.steps import held_of
from bench.planning.learners import START, World


@dataclass(slots=True)
class Past:
    """What a side has seen of a learner so far: memories by item, and seconds by whether it was a computation."""

    memories: dict[int, Memory] = field(default_factory=dict)
    took: dict[bool, list[float]] = field(default_factory=lambda: {False: [], True: []})
    first: list[Foreseen] = field(default_factory=list)
    later: list[Foreseen] = field(default_factory=list)


class Fixed:
    """The ordinary choice at one desired retention: sure and wrong, due, weak, new, and then what is due soonest.

    A little better than the product's own choice, which draws among what is not due yet. A `plain` one knows nothing of
    sure and wrong or of weak: what is due, the longest first, then what is new, as cards are learned elsewhere.
    """

    def __init__(self, retention: float, *, plain: bool = False) -> None:
        self.plain = plain
        self.scheduler = Scheduler(desired_retention=retention, enable_fuzzing=False)

    def order(self, world: World, past: Past, day: int) -> Sequence[int]:
        now = START + day * DAY

        def place(item: int) -> tuple[Standing, float]:
            memory = past.memories.get(item)
            found = _plainly(standing(memory, now), memory, now) if self.plain else standing(memory, now)
            if memory is None or found is Standing.WEAK:
                return found, float(world.turn[item])
            return found, due_at(memory).timestamp()

        return sorted(range(len(world.computed)), key=place)


def _plainly(found: Standing, memory: Memory | None, now: datetime) -> Standing:
    if memory is None:
        return found
    return Standing.DUE if due_at(memory) <= now else Standing.KNOWN


class Planned:
    """The plan: each day what is worth most for its time, worked out anew from what is remembered."""

    scheduler = SCHEDULER

    def order(self, world: World, past: Past, day: int) -> Sequence[int]:
        outlook = self.outlook(world, day)
        return [int(one.family) for one, _ in ranked(self.prospects(world, past), outlook)]

    def outlook(self, world: World, day: int) -> Outlook:
        """From where the plan looks ahead on a day."""
        first = IN_UTC.of(START).toordinal()
        return Outlook(first + day, first + world.exam, world.minutes)

    def prospects(self, world: World, past: Past) -> list[Prospect]:
        """The items as the product would put them to the plan."""
        pace = paces(past.took)
        return [
            Prospect(
                family=f"{item:04}",
                group="",
                weight=1.0,
                seconds=pace.seconds(computed=bool(world.computed[item])),
                prior=prior_of(float(world.difficulty[item]), luck=world.luck(item)),
                held=None if memory is None else held_of(memory, IN_UTC),
            )
            for item in range(len(world.computed))
            for memory in (past.memories.get(item),)
        ]


Side = Fixed | Planned
