"""Chooses what to ask next: due, then weak, then new, with as little repetition as the items allow."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from app.items.item import Level, Shape
from app.kit.draws import Draws
from app.scheduling.memory import Memory, standing


@dataclass(frozen=True, slots=True)
class Candidate:
    """An item that can be asked.

    `family` is the recipe behind a computed item and the item's own id otherwise: two forms of one recipe are
    never asked in a row. `computed` tells computations from concepts. `misconceptions` are those that lead to a wrong
    answer, as far as whoever chooses has to know them.
    """

    item_id: str
    family: str
    computed: bool
    level: Level
    shape: Shape | None = None
    misconceptions: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Scene:
    """What the choice depends on besides the candidates.

    `memories` by item id, `past` the items already asked in this practice in order, `now` in UTC, and the draws of
    this practice.
    """

    memories: Mapping[str, Memory]
    past: tuple[str, ...]
    now: datetime
    draws: Draws


def choose(candidates: Sequence[Candidate], scene: Scene) -> str | None:
    """The id of the item to ask next, or None when there are no candidates.

    Rule, each step among what the one before it left: (1) the items asked least often in this practice, so none
    comes twice before all came once; (2) not the family asked last; (3) concepts and computations in turn, where
    the candidates hold both: the kind asked less often so far; (4) due before weak before new before known;
    (5) a draw labelled with the place in the practice. A step that would leave nothing is passed over. The order
    of the candidates has no effect.
    """
    if not candidates:
        return None
    by_id = {candidate.item_id: candidate for candidate in candidates}
    asked = Counter(scene.past)
    fewest = min(asked[item_id] for item_id in by_id)
    left = [one for one in by_id.values() if asked[one.item_id] == fewest]
    last = by_id.get(scene.past[-1]) if scene.past else None
    if last:
        left = [one for one in left if one.family != last.family] or left
    left = [one for one in left if one.computed == _computed_next(by_id, scene)] or left
    ranks = {one.item_id: standing(scene.memories.get(one.item_id), scene.now) for one in left}
    first = min(ranks.values())
    tied = sorted(item_id for item_id, rank in ranks.items() if rank == first)
    return scene.draws.choice(f"item:{len(scene.past) + 1}", tied)


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
