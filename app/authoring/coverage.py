"""How a bank covers the exam: its items by objective and level against what the blueprint asks, and what is missing."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.items.item import Level


@dataclass(frozen=True, slots=True)
class Covering:
    """An item as far as coverage looks at it."""

    objectives: tuple[str, ...]
    level: Level
    computed: bool


@dataclass(frozen=True, slots=True)
class ObjectiveCover:
    """One objective: its share of the exam, the items that are about it by level, and how many of them are computed.

    `share` is the objective's part of all that the bank's items are about: an item counts for each of its objectives in
    equal parts.
    """

    number: str
    wording: str
    weight: float
    share: float
    levels: tuple[int, int, int]
    computed: int

    @property
    def items(self) -> int:
        """All items about it."""
        return sum(self.levels)

    @property
    def missing_levels(self) -> tuple[Level, ...]:
        """The levels at which nothing is asked, where something is at another."""
        if not self.items:
            return ()
        return tuple(level for level, count in zip(Level, self.levels, strict=True) if not count)


def coverage(
    items: Sequence[Covering], blueprint: Mapping[str, tuple[str, float]]
) -> tuple[ObjectiveCover, ...]:
    """Every objective of the blueprint (wording and share of the exam by number) with what the items say of it."""
    parts: dict[str, float] = defaultdict(float)
    levels: Counter[tuple[str, Level]] = Counter()
    computed: Counter[str] = Counter()
    for item in items:
        for number in item.objectives:
            parts[number] += 1 / len(item.objectives)
            levels[number, item.level] += 1
            computed[number] += item.computed
    whole = sum(parts.values())
    return tuple(
        ObjectiveCover(
            number=number,
            wording=wording,
            weight=weight,
            share=parts.get(number, 0.0) / whole if whole else 0.0,
            levels=(
                levels[number, Level.INTUITION],
                levels[number, Level.MECHANISM],
                levels[number, Level.DERIVATION],
            ),
            computed=computed[number],
        )
        for number, (wording, weight) in sorted(blueprint.items(), key=_in_order)
    )


def _in_order(pair: tuple[str, object]) -> tuple[int, ...]:
    return tuple(int(part) for part in pair[0].split(".") if part.isdecimal())
