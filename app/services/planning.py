"""A learner's plan, worked out anew from what is remembered: what today is for, and what is to come until the exam."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from statistics import fmean

import orjson

from app.items.item import TYPED, Kind, Shape
from app.scheduling.days import Days
from app.scheduling.memory import Memory, recall, remember
from app.scheduling.own_model import Foreseen, OwnModel, own_model
from app.scheduling.paces import READING, Paces, paces
from app.scheduling.plan import Outlook, Prospect, StudyPlan, fitting, make_plan, prior_of, ranked
from app.scheduling.rating import IDLE_AFTER, Event, pace, read_confidence
from app.scheduling.steps import held_of
from app.services.calendar import days_of
from app.services.weights import kept_weights
from app.store.items import ItemRow
from app.store.memories import memories_of
from app.store.past import PastRow, past_rows
from app.store.study_plans import StudyPlanRow, study_plan
from app.store.unit import Reading

LUCK = 0.25  # one option in four is right; what is typed is not right by luck
RECENT = 200  # answers from which the pace is taken
MORE = 5  # questions of a practice that is begun although today's minutes are used up


class Planning:
    """An open unit in which one learner's plan is worked out at one moment, over the items that can be asked."""

    def __init__(self, unit: Reading, learner_id: int, now: datetime, items: Mapping[str, ItemRow]) -> None:
        self._unit = unit
        self._learner_id = learner_id
        self._now = now
        self._items = items

    @cached_property
    def stored(self) -> StudyPlanRow | None:
        """What the plan aims at, or None where the learner has no plan."""
        return study_plan(self._unit, self._learner_id)

    @cached_property
    def days(self) -> Days:
        """The learner's calendar."""
        return days_of(self._unit, self._learner_id)

    @cached_property
    def past(self) -> list[PastRow]:
        """All answers so far."""
        return past_rows(self._unit, self._learner_id)

    @cached_property
    def memories(self) -> Mapping[str, Memory]:
        """What is remembered, by family."""
        return memories_of(self._unit, self._learner_id)

    @cached_property
    def paces(self) -> Paces:
        """How long this learner takes, from the latest answers."""
        took: dict[bool, list[float]] = {}
        for row in self.past[-RECENT:]:
            took.setdefault(row.computed, []).append(row.took.total_seconds())
        return paces(took)

    @cached_property
    def spent(self) -> float:
        """Seconds of today that went into questions, their feedback included."""
        today, idle = self.days.of(self._now), IDLE_AFTER.total_seconds()
        return sum(
            min(max(row.took.total_seconds(), 0.0), idle) + READING
            for row in self.past
            if self.days.of(row.received_at) == today
        )

    @cached_property
    def prospects(self) -> list[Prospect]:
        """The items as a plan sees them; the forms of a recipe are one. An objective's weight is shared by its items."""
        families: dict[str, list[ItemRow]] = {}
        for item in self._items.values():
            families.setdefault(item.family, []).append(item)
        weights = kept_weights(self._unit)
        groups = {family: rows[0].objectives[0] for family, rows in families.items()}
        sizes = Counter(groups.values())
        return [
            Prospect(
                family=family,
                group=groups[family],
                weight=(weights[groups[family]].weight if groups[family] in weights else 1.0)
                / sizes[groups[family]],
                seconds=self.paces.seconds(computed=rows[0].recipe is not None),
                prior=_prior(rows),
                held=held_of(self.memories[family], self.days) if family in self.memories else None,
            )
            for family, rows in sorted(families.items())
        ]

    @cached_property
    def topics(self) -> Mapping[str, Shape]:
        """What shape of question each family is."""
        return {item.family: Shape(item.shape) for item in self._items.values()}

    def outlook(self, aim: StudyPlanRow, own: OwnModel | None = None) -> Outlook:
        """From where the plan looks ahead."""
        today = self.days.of(self._now).toordinal()
        exam = aim.exam_day.toordinal()
        if own is None:
            return Outlook(today, exam, aim.minutes, self.spent)
        return Outlook(today, exam, aim.minutes, self.spent, own)

    def own(self) -> OwnModel:
        """How this learner differs from the model: every answer is foreseen anew from those before it."""
        priors = {one.family: one.prior for one in self.prospects}
        memories: dict[str, Memory] = {}
        first: list[Foreseen] = []
        later: list[Foreseen] = []
        for row in self.past:
            if not row.scheduled:
                continue
            took = pace(row.took, Kind(row.kind), computed=row.computed)
            event = Event(row.correct, read_confidence(row.confidence or ""), took)
            memory = memories.get(row.family)
            if memory is not None:
                later.append(Foreseen(recall(memory, row.received_at), event.is_known))
            elif row.family in priors:
                first.append(Foreseen(priors[row.family], event.is_known))
            memories[row.family] = remember(memory, event, row.received_at)
        return own_model(first, later)

    def whole(self, aim: StudyPlanRow) -> StudyPlan:
        """The plan until the exam."""
        return make_plan(self.prospects, self.outlook(aim, self.own()))

    def today(self, aim: StudyPlanRow) -> list[Prospect]:
        """What the minutes that are left of today are for."""
        outlook = self.outlook(aim)
        fits = fitting(ranked(self.prospects, outlook), outlook.seconds(outlook.today))
        return [one for one, _ in fits]

    def length(self, aim: StudyPlanRow) -> int:
        """How many questions a practice of today's plan has; a few more where today's minutes are used up."""
        outlook = self.outlook(aim)
        ranks = ranked(self.prospects, outlook)
        return len(fitting(ranks, outlook.seconds(outlook.today))) or min(MORE, len(ranks))

    def best(self, count: int) -> frozenset[str]:
        """The families that are worth most today, so many of them; none without a plan."""
        if self.stored is None:
            return frozenset()
        ranks = ranked(self.prospects, self.outlook(self.stored))
        return frozenset(one.family for one, _ in ranks[:count])

    def mark(self, aim: StudyPlanRow) -> str:
        """What the plan holds now, as it is kept to say later what has changed."""
        plan = self.whole(aim)
        return orjson.dumps(
            {
                "answers": len(self.past),
                "to_come": plan.to_come,
                "planned": sorted(plan.first_day),
                "left_out": sorted(plan.left_out),
                "share": round(plan.expected.share, 4),
            }
        ).decode()


def _prior(rows: list[ItemRow]) -> float:
    """The chance that a family is known unseen: the mean over its forms."""
    return fmean(prior_of(row.difficulty, luck=0.0 if row.kind in TYPED else LUCK) for row in rows)
