"""Putting the next question before a learner: which item, in which numbers and order, stored before it is shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from app.items.item import Kind, Level, Shape
from app.kit.draws import Draws
from app.kit.errors import Conflict, NotReady, Problem
from app.practice.choice import PracticeChoice
from app.practice.practice import Ask, Finished, Open, Run, Standpoint, again, fitted, pool, what_next
from app.practice.timing import minutes_left, time_spent
from app.scheduling.choose import Candidate, Scene, choose, choose_variant
from app.scheduling.memory import State, standing
from app.services.calendar import days_of
from app.services.planning import Planning
from app.store.items import ItemRow, live_items
from app.store.memories import memories_of
from app.store.met import variants_met
from app.store.misconceptions import items_using
from app.store.practices import PracticeRow
from app.store.presentations import PlaceRow, PresentationRow, add_presentation, places
from app.store.remarks import flagged_items
from app.store.sitting_reports import missed_items
from app.store.unit import Reading, Writing
from app.store.variants import counts_by_revision, variant_ids

_NONE_SO: Mapping[State, str] = {
    State.NEW: "You have answered every question of this kind at least once. Choose all questions, or those that are due.",
    State.MISSED: "No question of this kind is missed at the moment. Choose all questions, or those that are due.",
    State.DUE: "No question of this kind is due at the moment. Choose all questions, or new ones.",
    State.PLAN: "Your plan holds nothing more for today: whatever is asked now would win little before the exam. Choose all questions to go on.",
    State.FLAGGED: "You have flagged no question of this kind. Choose all questions, or flag some first.",
}
_NO_PLAN = "You have no plan. Make one first: say when your exam is and how many minutes a day you have."
_OVER = "This practice was ended, and asks nothing more. Start another one to go on."
_NOT_MISSED = "Nothing that was missed in that exam can be practised now. Choose another practice."
_NOTHING = "There is nothing to practise of this kind yet: its questions are still being prepared. Choose another kind."


@dataclass(frozen=True, slots=True)
class Asking:
    """An open unit in which questions are put into one practice, at one moment, by one family of draws."""

    unit: Writing
    practice: PracticeRow
    now: datetime
    draws: Draws

    def next(self) -> int | None:
        """The number of the question to go to: the open one, else a new one; None at the end.

        Raises NotReady where there is no question of the chosen kind, Conflict where none is of the chosen state.
        """
        asked = places(self.unit, self.practice.id)
        match what_next(run_of(self.practice, asked, self.now)):
            case Open(n):
                return n
            case Ask(n):
                item, why = self._choose(asked)
                return self._present(n, item, why)
            case Finished():
                return None

    def again(self, item: ItemRow) -> int:
        """The number of the question that asks this item in other numbers, or of the one that is open."""
        asked = places(self.unit, self.practice.id)
        match again(run_of(self.practice, asked, self.now)):
            case Open(n):
                return n
            case Ask(n):
                return self._present(n, item, "again")
            case Finished():
                raise Conflict(_OVER)

    def _choose(self, asked: list[PlaceRow]) -> tuple[ItemRow, str]:
        """The item to ask next, and its standing with the learner as the reason."""
        items = servable(self.unit)
        memories = memories_of(self.unit, self.practice.learner_id)
        choice, past = self.practice.choice, tuple(one.item_id for one in asked)
        days = days_of(self.unit, self.practice.learner_id)
        scene = Scene(memories, past, self.now, self.draws, days)
        planned = self._planned(items, choice.length - len(asked))
        if choice.state is State.PLAN and not planned and asked:
            choice = replace(
                choice, state=State.ALL
            )  # the plan was changed or used up since the practice began
        standpoint = Standpoint(self.now, memories, past, self._flagged(), planned, days, self._missed())
        chosen = choose(pool(candidates(self.unit, items, choice), choice, standpoint), scene)
        if chosen is None:
            raise nothing_left(choice)
        return items[chosen], standing(memories.get(items[chosen].family), self.now, days).name.lower()

    def _flagged(self) -> frozenset[str]:
        is_asked = self.practice.choice.state is State.FLAGGED
        return flagged_items(self.unit, self.practice.learner_id) if is_asked else frozenset()

    def _missed(self) -> frozenset[str]:
        return _missed(self.unit, self.practice.learner_id, self.practice.choice)

    def _planned(self, items: Mapping[str, ItemRow], count: int) -> frozenset[str]:
        """The families that are worth most today, for the questions that are left of a practice by the plan."""
        if self.practice.choice.state is not State.PLAN:
            return frozenset()
        return Planning(self.unit, self.practice.learner_id, self.now, items).best(max(1, count))

    def _present(self, n: int, item: ItemRow, why: str) -> int:
        learner_id = self.practice.learner_id
        shown = variants_met(self.unit, learner_id, item.id)
        seen = {name: shown.get(name, 0) for name in variant_ids(self.unit, item.latest_revision_id)}
        variant_id = choose_variant(seen, self.draws, label=str(n))
        if variant_id is None:
            raise NotReady(_NOTHING)
        add_presentation(
            self.unit,
            PresentationRow(self.practice.id, n, learner_id, item.id, variant_id, why, self.now),
        )
        return n


def run_of(practice: PracticeRow, asked: Sequence[PlaceRow], now: datetime) -> Run:
    """How far a practice is, as its rules have it."""
    minutes = practice.choice.minutes
    return Run(
        practice.choice.length,
        tuple(one.answered for one in asked),
        closed=practice.closed_at is not None,
        time_is_up=minutes is not None and not minutes_left(minutes, spent_by(asked, now)),
    )


def spent_by(asked: Sequence[PlaceRow], until: datetime) -> timedelta:
    """The time that a practice with these questions has taken."""
    return time_spent([one.presented_at for one in asked], until)


def servable(unit: Reading) -> dict[str, ItemRow]:
    """The live items that have a variant, by name."""
    stored = counts_by_revision(unit)
    return {item.id: item for item in live_items(unit) if stored.get(item.latest_revision_id)}


def candidates(unit: Reading, items: Mapping[str, ItemRow], choice: PracticeChoice) -> list[Candidate]:
    """The items as the rule of choosing has them; of misconceptions only the one that the choice names is looked up."""
    slug = choice.misconception
    using = items_using(unit, slug) if slug is not None else frozenset()
    named = frozenset() if slug is None else frozenset((slug,))
    return [candidate(item, named if item.id in using else frozenset()) for item in items.values()]


def fitted_choice(unit: Reading, learner_id: int, choice: PracticeChoice, *, now: datetime) -> PracticeChoice:
    """The choice, made shorter where it is narrow and leaves fewer questions than its length."""
    if not choice.is_narrow:
        return choice
    if choice.state is State.PLAN:
        return replace(choice, length=_planned_length(unit, learner_id, now))
    return fitted(
        choice, candidates(unit, servable(unit), choice), standpoint_of(unit, learner_id, choice, now=now)
    )


def _planned_length(unit: Reading, learner_id: int, now: datetime) -> int:
    """How many questions today's plan has. Raises Conflict where there is no plan, or it holds nothing."""
    planning = Planning(unit, learner_id, now, servable(unit))
    if planning.stored is None:
        raise Conflict(_NO_PLAN)
    length = planning.length(planning.stored)
    if not length:
        raise Conflict(_NONE_SO[State.PLAN])
    return length


def standpoint_of(unit: Reading, learner_id: int, choice: PracticeChoice, *, now: datetime) -> Standpoint:
    """What a choice depends on before anything is asked; read only as far as it does."""
    match choice.state:
        case State.ALL:
            return Standpoint(now, missed=_missed(unit, learner_id, choice))
        case State.FLAGGED:
            return Standpoint(now, flagged=flagged_items(unit, learner_id))
        case State.PLAN:  # what it holds today is looked up when the practice begins
            return Standpoint(now, planned=frozenset(item.family for item in live_items(unit)))
        case _:
            return Standpoint(now, memories_of(unit, learner_id), days=days_of(unit, learner_id))


def _missed(unit: Reading, learner_id: int, choice: PracticeChoice) -> frozenset[str]:
    """What was missed in the sitting that a choice names; nothing where it names none."""
    return missed_items(unit, learner_id, choice.sitting_id) if choice.sitting_id is not None else frozenset()


def none_so(choice: PracticeChoice) -> str:
    """That no question is of the state that was chosen; "" where none was."""
    return _NONE_SO.get(choice.state, "")


def nothing_left(choice: PracticeChoice) -> Problem:
    """Why there is no question of a choice."""
    if choice.sitting_id is not None:
        return Conflict(_NOT_MISSED)
    return NotReady(_NOTHING) if choice.state is State.ALL else Conflict(none_so(choice))


def candidate(item: ItemRow, misconceptions: frozenset[str] = frozenset()) -> Candidate:
    """The item as the rule of choosing has it: forms of one recipe are one family."""
    return Candidate(
        item_id=item.id,
        family=item.family,
        computed=item.recipe is not None,
        level=Level(item.level),
        shape=Shape(item.shape),
        misconceptions=misconceptions,
        objectives=item.objectives,
        form=Kind(item.kind),
    )


def has_siblings(unit: Reading, item: ItemRow) -> bool:
    """Whether "same question, new numbers" can be offered: a computation with more than one variant."""
    return item.recipe is not None and len(variant_ids(unit, item.latest_revision_id)) > 1
