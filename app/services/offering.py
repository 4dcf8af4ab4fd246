"""What there is to practise: how many questions each single choice would leave, and what is in the way where none are."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from app.items.item import Kind, Level, Shape
from app.kit.clock import Clock
from app.practice.choice import Criterion, PracticeChoice, PracticeKind
from app.practice.practice import in_the_way, pool
from app.scheduling.choose import Candidate
from app.services.objectives import kept_objectives
from app.services.presenting import candidate, candidates, standpoint_of
from app.services.vocabulary import Vocabulary
from app.store.database import Database
from app.store.items import live_items
from app.store.misconceptions import uses_by_misconception
from app.store.practices import last_choice
from app.store.unit import reading

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class OfferedSlip:
    """A misconception that questions use, with its name (Markdown) and its theme."""

    slug: str
    name: str
    theme: str
    count: int


@dataclass(frozen=True, slots=True)
class Offered:
    """How many questions each choice leaves if it is the only one; a computation counts once in all its numbers.

    `objectives` are numbers with wording and count.
    """

    kinds: Mapping[PracticeKind, int]
    levels: Mapping[Level, int]
    shapes: Mapping[Shape, int]
    forms: Mapping[Kind, int]
    objectives: tuple[tuple[str, str, int], ...]
    slips: tuple[OfferedSlip, ...]


@dataclass(frozen=True, slots=True)
class Offering:
    """Looks through the live items, whether or not a variant of them is baked already."""

    database: Database
    vocabulary: Vocabulary
    clock: Clock

    def blocked_by(self, learner_id: int | None, choice: PracticeChoice) -> tuple[Criterion, ...] | None:
        """What of a choice is in the way where no question fits it (see `in_the_way`); None where one does."""
        with reading(self.database) as unit:
            live = {item.id: item for item in live_items(unit)}
            found = candidates(unit, live, choice)
            standpoint = standpoint_of(unit, learner_id or 0, choice, now=self.clock.now())
            return None if pool(found, choice, standpoint) else in_the_way(found, choice, standpoint)

    def last(self, learner_id: int) -> PracticeChoice | None:
        """What this learner chose last."""
        with reading(self.database) as unit:
            return last_choice(unit, learner_id)

    def offered(self) -> Offered:
        """What there is, counted."""
        with reading(self.database) as unit:
            live = [candidate(item) for item in live_items(unit)]
            uses = uses_by_misconception(unit)
            wordings = kept_objectives(unit)
        objectives = _counted(live, lambda one: one.objectives)
        return Offered(
            kinds={kind: _families(pool(live, PracticeChoice(kind=kind))) for kind in PracticeKind},
            levels=_counted(live, lambda one: (one.level,)),
            shapes=_counted(live, lambda one: (one.shape,) if one.shape else ()),
            forms=_counted(live, lambda one: (one.form,) if one.form else ()),
            objectives=tuple(
                (number, wordings.get(number, ""), objectives[number]) for number in sorted(objectives)
            ),
            slips=self._slips(live, uses),
        )

    def _slips(self, live: list[Candidate], uses: Mapping[str, list[str]]) -> tuple[OfferedSlip, ...]:
        families = {one.item_id: one.family for one in live}
        registry = self.vocabulary.words().misconceptions
        counted = {
            slug: len({families[name] for name in names if name in families}) for slug, names in uses.items()
        }
        found = (
            OfferedSlip(slug, registry[slug].name, registry[slug].theme, count)
            for slug, count in counted.items()
            if count and slug in registry
        )
        return tuple(sorted(found, key=lambda one: (one.theme, one.name.casefold())))


def _families(items: Iterable[Candidate]) -> int:
    return len({one.family for one in items})


def _counted(items: Iterable[Candidate], names: Callable[[Candidate], Iterable[T]]) -> dict[T, int]:
    """How many questions there are under each name; names without any are left out."""
    found: dict[T, set[str]] = {}
    for one in items:
        for name in names(one):
            found.setdefault(name, set()).add(one.family)
    return {name: len(families) for name, families in found.items()}
