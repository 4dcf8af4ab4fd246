"""Plans: made, looked at, changed and removed; and the line on other pages that leads to them."""

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime

import orjson

from app.items.item import Shape
from app.kit.clock import Clock
from app.scheduling.aim import AimFaults, AimTexts, read_aim, read_zone
from app.scheduling.days import DAY, IN_UTC, days_in
from app.scheduling.plan import PlanDay, StudyPlan
from app.services.calendar import days_of
from app.services.plan_views import Change, DayLine, LeftOut, PlanLine, PlanPlace, PlanView, Stage
from app.services.planning import Planning
from app.services.presenting import servable
from app.services.weights import kept_weights
from app.store.database import Database
from app.store.study_plans import StudyPlanRow, drop_study_plan, mark_study_plan, put_study_plan, study_plan
from app.store.time_zones import put_zone
from app.store.unit import Reading, reading, writing

_MINUTE = 60


@dataclass(frozen=True, slots=True)
class Plans:
    """What a learner can do with a plan."""

    database: Database
    clock: Clock

    def place(self, learner_id: int | None) -> PlanPlace:
        """The learner's plan with what it comes to now; None is a visitor without one."""
        now = self.clock.now()
        with reading(self.database) as unit:
            days = days_of(unit, learner_id)
            found = PlanPlace(days.name, days.is_own, days.of(now))
            if learner_id is None:
                return found
            planning = _planning(unit, learner_id, now)
            if planning is None or planning.stored is None:
                return found
            return PlanPlace(
                days.name, days.is_own, days.of(now), _view(unit, planning, planning.stored, now)
            )

    def read(self, texts: AimTexts) -> AimFaults | None:
        """What is wrong with a form, or None."""
        zone = read_zone(texts.zone)
        today = (days_in(zone) if zone else IN_UTC).of(self.clock.now())
        read = read_aim(texts, today)
        return read if isinstance(read, AimFaults) else None

    def save(self, learner_id: int, texts: AimTexts) -> None:
        """Make the plan that a form says, in place of the one before. Raises ValueError for a form with faults."""
        now, zone = self.clock.now(), read_zone(texts.zone)
        aim = read_aim(texts, days_in(zone).of(now))
        if isinstance(aim, AimFaults) or zone is None:
            raise ValueError("a form with faults is no plan")
        with writing(self.database) as unit:
            put_zone(unit, learner_id, zone, now=now)
            put_study_plan(unit, learner_id, StudyPlanRow(aim.exam_day, aim.minutes, now))
            unit.commit()
        self.mark(learner_id)

    def remove(self, learner_id: int) -> None:
        """Go on without a plan; the time zone stays."""
        with writing(self.database) as unit:
            drop_study_plan(unit, learner_id)
            unit.commit()

    def mark(self, learner_id: int) -> None:
        """Keep what the plan holds now, where there is one."""
        now = self.clock.now()
        mark = fresh_mark(self.database, learner_id, now)
        if mark:
            with writing(self.database) as unit:
                mark_study_plan(unit, learner_id, mark, now=now)
                unit.commit()


def fresh_mark(database: Database, learner_id: int, now: datetime) -> str:
    """What the learner's plan holds now, to be kept; "" where there is no plan."""
    with reading(database) as unit:
        planning = _planning(unit, learner_id, now)
        return planning.mark(planning.stored) if planning and planning.stored else ""


def plan_of(unit: Reading, learner_id: int, now: datetime) -> PlanLine | None:
    """The learner's plan in a line; None where there is none."""
    planning = _planning(unit, learner_id, now)
    return plan_line(planning, now) if planning else None


def _planning(unit: Reading, learner_id: int, now: datetime) -> Planning | None:
    """The plan over the items that can be asked, which are read only where there is a plan."""
    if study_plan(unit, learner_id) is None:
        return None
    return Planning(unit, learner_id, now, servable(unit))


def plan_line(planning: Planning, now: datetime) -> PlanLine | None:
    """The plan in a line; None where there is none."""
    aim = planning.stored
    if aim is None:
        return None
    today = planning.days.of(now)
    left = (aim.exam_day - today).days
    stage = Stage.AHEAD if left > 0 else Stage.TODAY if left == 0 else Stage.PASSED
    return PlanLine(aim.exam_day, stage, max(0, left), len(planning.today(aim)))


def _view(unit: Reading, planning: Planning, aim: StudyPlanRow, now: datetime) -> PlanView:
    line = plan_line(planning, now)
    if line is None:
        raise AssertionError("a plan that is stored has a line")
    own = planning.own()
    plan = planning.whole(aim)
    weights = kept_weights(unit)
    groups = {one.family: one.group for one in planning.prospects}
    today = planning.today(aim)
    new = sum(one.held is None for one in today)
    return PlanView(
        line=line,
        minutes=aim.minutes,
        today_new=new,
        today_again=len(today) - new,
        spent_minutes=round(planning.spent / _MINUTE),
        days=tuple(_day(one) for one in plan.days),
        seen_by=_seen_by(planning, plan),
        expected=plan.expected,
        untouched=plan.untouched,
        left_out=tuple(
            LeftOut(
                number, weights[number].wording if number in weights else "", topics.total(), _ranked(topics)
            )
            for number, topics in sorted(_missing(planning, plan).items())
        ),
        enough=len(plan.enough),
        change=_change(planning, aim, plan),
        questions=len(planning.prospects),
        objectives=len(set(groups.values())),
        of_objectives=len(weights),
        answers=own.answers,
        seconds_concept=round(planning.paces.concept),
        seconds_computed=round(planning.paces.computed),
        is_measured=planning.paces.measured,
    )


def _missing(planning: Planning, plan: StudyPlan) -> dict[str, Counter[Shape]]:
    """What there is no time for: how many on each topic, by objective."""
    groups = {one.family: one.group for one in planning.prospects}
    found: dict[str, Counter[Shape]] = {}
    for family in plan.left_out:
        found.setdefault(groups[family], Counter())[planning.topics[family]] += 1
    return found


def _ranked(topics: Counter[Shape]) -> tuple[tuple[Shape, int], ...]:
    return tuple(sorted(topics.items(), key=lambda one: (-one[1], one[0])))


def _day(one: PlanDay) -> DayLine:
    first = date.fromordinal(one.first)
    last = first + (one.days - 1) * DAY
    return DayLine(first, last, one.new, one.again, round(one.seconds / _MINUTE))


def _seen_by(planning: Planning, plan: StudyPlan) -> date | None:
    """The day by which every planned item that is new was met once; None where none is."""
    new = [
        plan.first_day[one.family]
        for one in planning.prospects
        if one.held is None and one.family in plan.first_day
    ]
    return date.fromordinal(max(new)) if new else None


def _change(planning: Planning, aim: StudyPlanRow, plan: StudyPlan) -> Change | None:
    """What is different from the mark; None where there is no mark, or nothing was answered since."""
    if aim.mark is None or aim.marked_at is None:
        return None
    mark = orjson.loads(aim.mark)
    answered = len(planning.past) - mark["answers"]
    if answered <= 0:
        return None
    planned, left_out = set(plan.first_day), set(plan.left_out)
    return Change(
        since=planning.days.local(aim.marked_at),
        answered=answered,
        more=plan.to_come - mark["to_come"],
        taken_in=len(planned & set(mark["left_out"])),
        put_out=len(left_out & set(mark["planned"])),
        share=plan.expected.share - mark["share"],
    )
