"""Chooses what to ask next: sure and wrong, due, weak, new, with as little repetition as the items allow."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from app.items.item import Kind, Level, Shape
from app.kit.draws import Draws
from app.scheduling.days import IN_UTC, Days
from app.scheduling.memory import Memory, Standing, due_at, rests, standing


@dataclass(frozen=True, slots=True)
class Candidate:
    """An item that can be asked.

    `family` is the recipe behind a computed item and the item's own id otherwise: two forms of one recipe share one
    memory and are not asked on one day. `computed` tells computations from concepts. `misconceptions` are those that lead to a wrong
    answer, as far as whoever chooses has to know them; `form` is how the item is answered.
    """

    item_id: str
    family: str
    computed: bool
    level: Level
    shape: Shape | None = None
    misconceptions: frozenset[str] = frozenset()
    objectives: tuple[str, ...] = ()
    form: Kind | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """What the choice depends on besides the candidates.

    `memories` by family, `past` the items already asked in this practice in order, `now` in UTC, the draws of this
    practice, and the `days` of the learner.
    """

    memories: Mapping[str, Memory]
    past: tuple[str, ...]
    now: datetime
    draws: Draws
    days: Days = IN_UTC


def choose(candidates: Sequence[Candidate], scene: Scene) -> str | None:
    """The id of the item to ask next, or None when there are no candidates.

    Rule, each step among what the one before it left: (1) the items asked least often in this practice, so none
    comes twice before all came once; (2) no computation whose recipe was asked on this day; (3) not the
    family asked last; (4) those answered wrong by a learner who was sure, where there are any; (5) concepts and
    computations in turn, where the candidates hold both: the kind asked less often so far; (6) due before weak
    before new before known; (7) what has been due longest; (8) a draw labelled with the place in the practice. A
    step that would leave nothing is passed over. The order of the candidates has no effect.
    """
    if not candidates:
        return None
    by_id = {candidate.item_id: candidate for candidate in candidates}
    asked = Counter(scene.past)
    fewest = min(asked[item_id] for item_id in by_id)
    left = [one for one in by_id.values() if asked[one.item_id] == fewest]
    resting = _resting(by_id, scene)
    left = [one for one in left if one.family not in resting] or left
    last = by_id.get(scene.past[-1]) if scene.past else None
    if last:
        left = [one for one in left if one.family != last.family] or left
    urgency = {one.item_id: _urgency(one, scene) for one in left}
    if min(urgency.values())[0] > Standing.MISLED:
        left = [one for one in left if one.computed == _computed_next(by_id, scene)] or left
    first = min(urgency[one.item_id] for one in left)
    tied = sorted(one.item_id for one in left if urgency[one.item_id] == first)
    return scene.draws.choice(f"item:{len(scene.past) + 1}", tied)


def _resting(by_id: Mapping[str, Candidate], scene: Scene) -> set[str]:
    """The recipes that were asked in this practice, or answered on this day."""
    recipes = {one.family for one in by_id.values() if one.computed}
    asked = {by_id[item_id].family for item_id in scene.past if item_id in by_id}
    return {one for one in recipes if one in asked or rests(scene.memories.get(one), scene.now, scene.days)}


def _urgency(one: Candidate, scene: Scene) -> tuple[Standing, float]:
    """What orders items: their standing and, where they are due, since when."""
    memory = scene.memories.get(one.family)
    found = standing(memory, scene.now, scene.days)
    if memory is None or found > Standing.DUE:
        return found, 0.0
    return found, due_at(memory, scene.days).timestamp()


def _computed_next(by_id: Mapping[str, Candidate], scene: Scene) -> bool:
    """Whether it is a computation's turn: the kind asked less often so far, a draw where both are even."""
    kinds = [by_id[item_id].computed for item_id in scene.past if item_id in by_id]
    computed = sum(kinds)
    if 2 * computed == len(kinds):
        return scene.draws.below(f"kind:{len(scene.past) + 1}", 2) == 1
    return 2 * computed < len(kinds)


def choose_variant(seen: Mapping[str, int], draws: Draws, *, label: str) -> str | None:
    """The id of a variant that this learner has seen least often, drawn among equals; None when there is none.

    `seen` maps every servable variant to how often it was shown to the learner, 0 for never: unseen variants come
    first by that. Raises ValueError for a negative count.
    """
    if not seen:
        return None
    fewest = min(seen.values())
    if fewest < 0:
        raise ValueError("a variant cannot have been seen less than never")
    return draws.choice(f"variant:{label}", sorted(each for each, count in seen.items() if count == fewest))
