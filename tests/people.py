"""People who compute by hand, with habits from a test's own chance."""

import random
from dataclasses import dataclass

from app.engine.byhand.ground import ByHand
from app.engine.byhand.person import Person


@dataclass(frozen=True, slots=True)
class Rolled:
    """Habits by a random number generator with a fixed seed."""

    chance: random.Random

    def below(self, bound: int) -> int:
        return self.chance.randrange(bound)


def person(chance: random.Random, decimals: int) -> Person:
    """Somebody new."""
    return Person(Rolled(chance), decimals)


def by_hand(chance: random.Random, decimals: int) -> ByHand:
    """Somebody new at work."""
    return ByHand(person(chance, decimals))
