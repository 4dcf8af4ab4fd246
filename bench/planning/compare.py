"""The comparison: the same learners with the same chance under each side, and the mean difference with its interval."""

from dataclasses import dataclass, replace
from datetime import timedelta

import numpy as np

from app.items.item import Kind
from app.scheduling.memory import recall, remember
from app.scheduling.own_model import Foreseen, own_model
from app.scheduling.paces import READING
from app.scheduling.plan import make_plan, prior_of
from app.scheduling.rating import Confidence, Event, pace
from bench.planning.learners import DAY, START, Truth, World
from bench.planning.sides import Past, Planned, Side

RETENTIONS = (0.7, 0.8, 0.85, 0.95, 0.97)  # beside the product's own 0.9
SAID = ((Confidence.SURE, 0.55), (Confidence.UNSURE, 0.8), (None, 0.97), (Confidence.GUESS, 1.0))
SAID_UNKNOWN = ((Confidence.GUESS, 0.45), (Confidence.UNSURE, 0.75), (None, 0.9), (Confidence.SURE, 1.0))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The true expected share right on the exam day, luck included and left out; what the plan had foretold, if asked."""

    share: float
    recall: float
    foretold: float = 0.0


def simulate(one: World, side: Side, *, foretell_at: int | None = None) -> Outcome:
    """A learner under a side until the exam; the forecast is the one that the plan makes on day `foretell_at`."""
    truth, past = one.truth(), Past()
    foretold = 0.0
    for day in range(one.exam):
        if day == foretell_at and isinstance(side, Planned):
            foretold = _foretold(one, side, past, day)
        if not one.missed[day]:
            _practise(one, side, (truth, past), day)
    recall = np.array([truth.recall(item, one.exam) for item in range(len(one.computed))])
    luck = np.where(one.computed, 0.0, 0.25)
    return Outcome(float(np.mean(recall + (1 - recall) * luck)), float(np.mean(recall)), foretold)


def _foretold(one: World, side: Planned, past: Past, day: int) -> float:
    outlook = replace(side.outlook(one, day), own=own_model(past.first, past.later))
    return make_plan(side.prospects(one, past), outlook).expected.share


def _practise(one: World, side: Side, minds: tuple[Truth, Past], day: int) -> None:
    """One day's minutes; the question that is begun within them is finished."""
    truth, past = minds
    left = 60.0 * one.minutes
    for item in side.order(one, past, day):
        if left <= 0:
            return
        left -= one.seconds[item, day]
        _answer(one, (truth, past), item, day, side)


def _answer(one: World, minds: tuple[Truth, Past], item: int, day: int, side: Side) -> None:
    truth, past = minds
    recalled, lucky, said = one.draws[:, item, day]
    computed = bool(one.computed[item])
    known = bool(recalled < truth.recall(item, day))
    right = known or bool(lucky < one.luck(item))
    took = max(float(one.seconds[item, day]) - READING, 3.0)
    kind = Kind.NUMBERS if computed else Kind.SINGLE_CHOICE
    event = Event(
        right,
        next(name for name, below in (SAID if known else SAID_UNKNOWN) if said < below),
        pace(timedelta(seconds=took), kind, computed=computed),
    )
    memory, now = past.memories.get(item), START + day * DAY
    if memory is None:
        past.first.append(
            Foreseen(prior_of(float(one.difficulty[item]), luck=one.luck(item)), event.is_known)
        )
    else:
        past.later.append(Foreseen(recall(memory, now), event.is_known))
    past.memories[item] = remember(memory, event, now, side.scheduler)
    past.took[computed].append(took)
    truth.see(item, day, known=known)
