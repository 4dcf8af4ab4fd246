"""The questions that an exam may draw from, what is known of each, and which of them may not stand together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from app.items.exam import Exam
from app.items.item import Kind, Shape


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question as an exam looks at it.

    `objective` is its first one. `difficulty` is the share right that is expected, in (0, 1). `seen` counts how often
    this learner has met it, `exposure` is the share of all sittings that asked it. `places` are the places (1 is the
    first) at which its right option can be made to stand; none for questions without options, or with several right
    ones.
    """

    id: str
    kind: Kind
    objective: str
    shape: Shape
    difficulty: float
    head_workable: bool
    seen: int = 0
    exposure: float = 0.0
    places: tuple[int, ...] = ()


def allowed(exam: Exam, candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The questions of a kind that the exam asks, in the order of their names; only head-workable ones where it says so."""
    fitting = (
        one for one in candidates if one.kind in exam.kinds and (one.head_workable or not exam.head_workable)
    )
    return tuple(sorted(fitting, key=lambda one: one.id))


def camps(names: Iterable[str], enemies: Iterable[tuple[str, str]]) -> dict[str, str]:
    """For each question the camp that it belongs to: of one camp at most one is asked in an exam.

    Rule: enemies are of one camp, and so are the enemies of enemies; a camp has the name of its first member. That is
    stricter than pairs, and makes it certain whether an exam can be filled.
    """
    leader = {name: name for name in names}

    def find(name: str) -> str:
        while leader[name] != name:
            leader[name] = leader[leader[name]]
            name = leader[name]
        return name

    for one, other in enemies:
        if one in leader and other in leader:
            first, second = sorted((find(one), find(other)))
            leader[second] = first
    return {name: find(name) for name in leader}


def enemies_by_recipe(recipes: Mapping[str, str]) -> list[tuple[str, str]]:
    """Pairs of questions of one recipe; `recipes` has the recipe of each question that has one."""
    groups: dict[str, list[str]] = {}
    for name, recipe in sorted(recipes.items()):
        groups.setdefault(recipe, []).append(name)
    return [pair for group in groups.values() for pair in pairwise(group)]
