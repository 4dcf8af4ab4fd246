"""The comparison: the same learners with the same chance under each side, and the mean difference with its interval."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from statistics import fmean

from app.items.item import Kind
from app.scheduling.memory import recall, remember
from app.scheduling.own_model import Foreseen, own_model
from app.scheduling.paces import READING
from app.scheduling.plan import Forecast, make_plan, prior_of
from app.scheduling.rating import Confidence, Event, pace
from bench.measure import Figure, Gain
from bench.planning.learners import DAY, START, HalfLives, OwnWeights, Truth, World, world
from bench.planning.sides import Fixed, Past, Planned, Side

RETENTIONS = (0.7, 0.75, 0.8, 0.85, 0.95)  # beside the product's own 0.9
SIZES = {150: 100, 600: 20}  # items of the bank, and learners per run
OWN = 0.9
PLAIN = (0.7, 0.8, 0.9)  # due, then new, and nothing else
SAID = ((Confidence.SURE, 0.55), (Confidence.UNSURE, 0.8), (None, 0.97), (Confidence.GUESS, 1.0))
SAID_UNKNOWN = ((Confidence.GUESS, 0.45), (Confidence.UNSURE, 0.75), (None, 0.9), (Confidence.SURE, 1.0))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The true expected share right on the exam day, with luck and without it."""

    share: float
    recall: float


def simulate(one: World, side: Side, *, foretell_at: int = -1) -> tuple[Outcome, Forecast]:
    """A learner under a side until the exam; what the plan would foretell on day `foretell_at`."""
    truth, past = one.truth(), Past()
    forecast = Forecast(0.0, 0.0, 0.0)
    for day in range(one.exam):
        if day == foretell_at and isinstance(side, Planned):
            outlook = replace(side.outlook(one, day), own=own_model(past.first, past.later))
            forecast = make_plan(side.prospects(one, past), outlook).expected
        if not one.missed[day]:
            _practise(one, side, (truth, past), day)
    items = range(len(one.computed))
    recalls = [truth.recall(item, one.exam) for item in items]
    shares = [recall + (1 - recall) * one.luck(item) for item, recall in zip(items, recalls, strict=True)]
    return Outcome(fmean(shares), fmean(recalls)), forecast


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


@dataclass(frozen=True, slots=True)
class Compared:
    """One learner under the plan, under the product's own choice and a plain one at fixed retentions; what the plan foretold."""

    planned: Outcome
    fixed: Mapping[float, float]
    plain: Mapping[float, float]
    forecast: Forecast

    def gain(self, retention: float) -> float:
        """By how much the plan does better than that retention."""
        return self.planned.share - self.fixed[retention]


def compared(
    seed: int, items: int, *, retentions: Sequence[float] = (OWN,), plain: Sequence[float] = ()
) -> Compared:
    """A learner of that seed under all sides, with the same chance for each; the forecast is made half-way."""
    one = world(seed, items)
    planned, forecast = simulate(one, Planned(), foretell_at=one.exam // 2)
    fixed = {retention: simulate(one, Fixed(retention))[0].share for retention in retentions}
    plainly = {each: simulate(one, Fixed(each, plain=True))[0].share for each in plain}
    return Compared(planned, fixed, plainly, forecast)


def measure(*, runs: int) -> list[Figure | Gain]:
    """A hundred learners per run with a bank as it is, fewer with one as it may become; on all processors."""
    found: list[Figure | Gain] = []
    with ProcessPoolExecutor() as pool:
        for items, count in SIZES.items():
            work = partial(compared, items=items, retentions=(OWN, *RETENTIONS), plain=PLAIN)
            found += report(list(pool.map(work, range(count * runs), chunksize=5)), items)
    return found


def report(learners: Sequence[Compared], items: int) -> list[Figure | Gain]:
    """What the comparison says: against 0.9, against the best single retention, and against the best one of each learner."""
    means = {each: fmean(one.fixed[each] for one in learners) for each in learners[0].fixed}
    best = max(means, key=lambda each: means[each])
    name = f"{items} items"
    families = (OwnWeights.__name__, HalfLives.__name__)
    return [
        Gain(f"plan − retention 0.9, {name}", tuple(one.gain(OWN) for one in learners), must_win=True),
        *(
            Gain(f"… {family} alone, {name}", tuple(one.gain(OWN) for one in learners[place::2]))
            for place, family in enumerate(families)
        ),
        *(
            Gain(
                f"plan − plain retention {each}, {name}",
                tuple(one.planned.share - one.plain[each] for one in learners),
            )
            for each in learners[0].plain
        ),
        Gain(f"plan − retention {best} (best for all), {name}", tuple(one.gain(best) for one in learners)),
        Gain(
            f"plan − best retention of each learner, {name}",
            tuple(one.planned.share - max(one.fixed.values()) for one in learners),
        ),
        Figure(f"share right under the plan, {name}", (100 * fmean(o.planned.share for o in learners),), "%"),
        *(
            Figure(f"share right at retention {each}, {name}", (100 * mean,), "%")
            for each, mean in sorted(means.items())
        ),
        Figure(
            f"forecasts half-way that hold the truth, {name}",
            (100 * fmean(one.forecast.low <= one.planned.recall <= one.forecast.high for one in learners),),
            "%",
        ),
        Figure(
            f"forecast half-way − truth, mean, {name}",
            (100 * fmean(one.forecast.share - one.planned.recall for one in learners),),
            "points",
        ),
    ]
