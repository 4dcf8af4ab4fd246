"""A family of computations told in words: whole numbers in, a few steps, one row of numbers out, and named slips."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Protocol

from flint import arb

from app.engine.families.reach import Hand, Reach
from app.engine.families.slips import FamilySlip

Givens = Mapping[str, int]
Slips = frozenset[str]
RankWeights = tuple[int, int, int, int]
Steps = tuple[tuple[Reach, ...], ...]


class Family(Hashable, Protocol):
    """One family. Steps are named in order, the asked one last; those in `exact` are shown in full."""

    @property
    def slug(self) -> str:
        """The family's name in items."""
        ...

    @property
    def slips(self) -> tuple[FamilySlip, ...]:
        """Everything that can go wrong by one choice."""
        ...

    @property
    def steps(self) -> tuple[tuple[str, int], ...]:
        """Name and count of the numbers of each step."""
        ...

    @property
    def exact(self) -> frozenset[str]:
        """The steps whose numbers are whole or short."""
        ...

    @property
    def shares(self) -> bool:
        """Whether the answers are weights, so that 0 … 1 holds for every plausible one."""
        ...

    @property
    def counts(self) -> bool:
        """Whether the answers are counts: whole numbers that no rounding has touched, so that only they are right."""
        ...

    @property
    def difficulty(self) -> int:
        """What is drawn: 1 comes out by hand, 2 wants a calculator, 3 is harder than that."""
        ...

    @property
    def difficulties(self) -> tuple[int, ...]:
        """Those at which the family can be asked, in order."""
        ...

    def shape(self, givens: Givens) -> str:
        """What draws share whose slips lie alike on both sides of the answer; often one word for all."""
        ...

    def rank_weights(self, shape: str) -> RankWeights:
        """How often each rank of the answer by size is aimed at among four options, to make ranks even over draws."""
        ...

    def everything(self) -> Iterator[dict[str, int]]:
        """All givens that may be asked at this difficulty, each once, in order, before any refusal.

        Their names are the same at every difficulty.
        """
        ...

    def check(self, givens: Givens) -> None:
        """Raises ValueError with a sentence for givens that make no sense; whatever their difficulty, and more are
        allowed than are drawn."""
        ...

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """The numbers of all steps under some slips; NaN where a slip gives none."""
        ...

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """The answers by another route, each rigorously enclosed."""
        ...


def readings(slips: Sequence[FamilySlip]) -> tuple[list[tuple[str]], list[tuple[str, str]]]:
    """The single slips, and the pairs whose fields differ."""
    pairs = [(one.slug, two.slug) for one, two in combinations(slips, 2) if one.field != two.field]
    return [(one.slug,) for one in slips], pairs
