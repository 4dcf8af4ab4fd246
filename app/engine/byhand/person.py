"""A person who works by hand: rounds what they write down, somehow, and types a number as people do."""

from dataclasses import dataclass, field
from decimal import ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from typing import Protocol

from app.kit.draws import Draws

_ROUNDINGS = (ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_HALF_DOWN)
_EXTRA = (0, 0, 0, 1, 2)  # digits kept beyond the coarsest rounding by a person who is now one, now the other
_HUGE = 1e15  # of which nobody writes decimals
EXACT = 9  # the habit of keeping everything that the calculator shows
_LOW = 1 << 64


class Chance(Protocol):
    """Where a person's habits come from."""

    def below(self, bound: int) -> int:
        """A number in 0 … bound − 1, each equally likely."""
        ...


@dataclass(slots=True)
class Turns:
    """Many small draws from few hashes: the words of one label, one after the other, as digits of changing bases."""

    draws: Draws
    label: str
    turn: int = 0
    pool: int = 0

    def below(self, bound: int) -> int:
        """A number in 0 … bound − 1; what is left over of 256 bits makes the bias smaller than 2⁻⁶⁴."""
        if self.pool < _LOW:
            words = self.draws.words(self.label, self.turn)
            self.pool = sum(word << 64 * place for place, word in enumerate(words))
            self.turn += 1
        self.pool, found = divmod(self.pool, bound)
        return found


@dataclass(slots=True)
class Person:
    """Rounds each written number half up, half even or half down: to `decimals`, to more digits, or not at all.

    Half of all people always round as coarsely as the recipe allows, most others change from number to number, and
    some keep everything that the calculator shows. Some of each kind write down whatever comes out on the way, not
    the steps of the recipe alone. Nothing here knows how answers are graded.
    """

    chance: Chance
    decimals: int
    habit: int = field(init=False)

    def __post_init__(self) -> None:
        self.habit = self.chance.below(10)

    @property
    def thorough(self) -> bool:
        """Whether everything is written down."""
        return self.habit in (3, 4, 7, 8)

    def write(self, number: float, decimals: int | None = None) -> float:
        """The number as it is written down and worked on with, in a step that has decimals of its own too."""
        if self.habit == EXACT or not abs(number) < _HUGE:
            return number
        extra = 0
        if self.habit >= 5:
            turn = self.chance.below(len(_EXTRA) + 1)
            if turn == len(_EXTRA):
                return number
            extra = _EXTRA[turn]
        return float(self._rounded(number, (self.decimals if decimals is None else decimals) + extra))

    def type(self, number: float, decimals: int | None = None) -> str:
        """The answer as it is typed: to the decimals that are asked for, or now and then to one or two more."""
        extra = (0, 0, 0, 1, 2)[self.chance.below(5)] if self.habit >= 5 else 0
        places = (self.decimals if decimals is None else decimals) + extra
        text = f"{self._rounded(number, places):f}"
        return text.replace("-", "−") if self.chance.below(2) else text

    def _rounded(self, number: float, places: int) -> Decimal:
        rounding = _ROUNDINGS[self.chance.below(len(_ROUNDINGS))]
        return Decimal(repr(number)).quantize(Decimal(1).scaleb(-places), rounding)
