"""What the banks offer to practise, prepared or not: which kinds of question there are at which level."""

from dataclasses import dataclass

from app.items.item import Level
from app.practice.choice import PracticeChoice, PracticeKind
from app.practice.practice import pool
from app.services.presenting import candidates
from app.store.database import Database
from app.store.items import live_items
from app.store.unit import reading

Offered = frozenset[tuple[PracticeKind, Level]]


@dataclass(frozen=True, slots=True)
class Offering:
    """Looks through the live items, whether or not a variant of them is baked already."""

    database: Database

    def has(self, choice: PracticeChoice) -> bool:
        """Whether any question fits a choice, whatever its state with the learner."""
        with reading(self.database) as unit:
            live = {item.id: item for item in live_items(unit)}
            return bool(pool(candidates(unit, live, choice), choice))

    def pairs(self) -> Offered:
        """Every kind with every level at which it has a question."""
        with reading(self.database) as unit:
            live = {item.id: item for item in live_items(unit)}
            everything = candidates(unit, live, PracticeChoice())
        return frozenset(
            (kind, level)
            for kind in PracticeKind
            for level in Level
            if pool(everything, PracticeChoice(kind=kind, level=level))
        )
