"""What the sizes of the options give away: how often the right one has each rank in a field, or lies nearest to the mean."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.variants.distractors import DISTRACTORS
from app.variants.item_report import RobotReport

OPTIONS = DISTRACTORS + 1
AIM, MOST_ON_ONE = (
    0.4,
    0.6,
)  # of the draws may have one rank: what is aimed at, and what is never asked as a choice
HALF_AIM = 0.7  # of the draws may have one of the two larger, or of the two smaller numbers
_SAME = 1e-9  # two distances to a mean that differ by less are one


@dataclass(frozen=True, slots=True)
class OptionNumbers:
    """The numbers of each option as printed, and the place (0 is the first) of the right one."""

    options: tuple[tuple[float, ...], ...]
    right: int

    @property
    def width(self) -> int:
        """How many numbers an option has."""
        return len(self.options[0])

    def ranks(self, field: int) -> tuple[float, ...]:
        """How much of each rank the right option has in a field, from the smallest number to the largest.

        Rule: where it is equal to others it has the ranks that they share, each by the same part.
        """
        numbers = [option[field] for option in self.options]
        answer = numbers[self.right]
        smaller, equal = sum(one < answer for one in numbers), numbers.count(answer)
        return tuple(1 / equal if smaller <= rank < smaller + equal else 0.0 for rank in range(len(numbers)))

    def central(self, field: int) -> float:
        """The chance of one who takes the number nearest to the mean of a field, and draws among equals."""
        numbers = [option[field] for option in self.options]
        mean = math.fsum(numbers) / len(numbers)
        away = [abs(one - mean) for one in numbers]
        limit = min(away) + _SAME * max(1.0, *map(abs, numbers))
        return 1 / sum(one <= limit for one in away) if away[self.right] <= limit else 0.0


def rank_counts(rows: Sequence[OptionNumbers]) -> tuple[tuple[float, ...], ...]:
    """How often the right option has each rank, in every field; ties count for each of their ranks in part."""
    return tuple(
        tuple(map(math.fsum, zip(*(row.ranks(field) for row in rows if field < row.width), strict=True)))
        for field in range(max((row.width for row in rows), default=0))
    )


_ROBOTS: tuple[tuple[str, float, Callable[[OptionNumbers, int], float]], ...] = (
    ("always the smallest", AIM, lambda row, field: row.ranks(field)[0]),
    ("always the largest", AIM, lambda row, field: row.ranks(field)[-1]),
    ("always nearest to the mean", AIM, OptionNumbers.central),
    ("one of the two smaller", HALF_AIM, lambda row, field: sum(row.ranks(field)[: OPTIONS // 2])),
    ("one of the two larger", HALF_AIM, lambda row, field: sum(row.ranks(field)[OPTIONS // 2 :])),
)


def size_robots(rows: Sequence[OptionNumbers]) -> tuple[RobotReport, ...]:
    """What someone reaches who goes by the size of the numbers of one field, over many variants of one item.

    Limit: what is aimed at, and two standard errors of as many variants as there are.
    """
    found = []
    for field in range(max((row.width for row in rows), default=0)):
        wide = [row for row in rows if field < row.width]
        where = f" in field {field + 1}" if max(row.width for row in rows) > 1 else ""
        for name, aim, hit in _ROBOTS:
            share = math.fsum(hit(row, field) for row in wide) / len(wide)
            found.append(RobotReport(name + where, share, limit_of(aim, len(wide))))
    return tuple(found)


def limit_of(aim: float, count: int) -> float:
    """The share that so many variants may show where it is the aim in truth: two standard errors above it."""
    return aim + 2 * math.sqrt(aim * (1 - aim) / count)
