"""The numbers of many draws at once: every reading of every draw, its fair interval, and the steps of the first ones."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.items.slip_table import SlipLayout, StepLayout
from app.variants.rounding import Flags, Floats

WEIGHTS_REACH, SUMS_REACH = 5.0, 10.0  # units of the last place; app/variants/reach.py says why

Reading = tuple[str, ...]  # the slips of one way of computing; empty for the right one


@dataclass(frozen=True, slots=True)
class Plan:
    """What all draws of one shape have in common: which readings are computed, and how their numbers lie.

    The layout's right reading comes first, then the single slips, whose steps are kept, then pairs. `exact` names
    the steps whose numbers are shown in full. `rank_weights` say how often each rank of the answer among four
    options is aimed at; where slips on one side are rare, aiming there more often makes the outcome even. `shares`
    says that the numbers are weights: an option outside 0 … 1 would show that it is wrong without any computing.
    `reach` is how far, in units of the last place, rounding may move a number of a draw that is asked. `counts` says
    that the numbers are counts: no rounding touches them, and 64 is told apart from 63.
    """

    shape: Hashable
    layout: SlipLayout
    exact: frozenset[str] = frozenset()
    rank_weights: tuple[int, int, int, int] = (1, 1, 1, 1)
    shares: bool = False
    reach: float = WEIGHTS_REACH
    counts: bool = False

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The ways of computing, the right one first."""
        return self.layout.readings

    @property
    def stepped(self) -> int:
        """How many readings have their steps kept: the right one and the single slips."""
        return self.layout.stepped

    @property
    def width(self) -> int:
        """How many numbers are asked."""
        return self.layout.width

    @property
    def steps(self) -> tuple[StepLayout, ...]:
        """The steps in order, the asked one last."""
        return self.layout.steps


def layout_of(
    slips: Sequence[Reading], pairs: Sequence[Reading], steps: Sequence[tuple[str, int]]
) -> SlipLayout:
    """A layout from single slips, pairs, and the steps' names with their counts, the asked step last."""
    return SlipLayout(
        readings=((), *slips, *pairs),
        width=steps[-1][1],
        stepped=len(slips) + 1,
        steps=tuple(StepLayout(slug, count) for slug, count in steps),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Numbers of B draws under one plan with R readings, S of them stepped, w final values and P step numbers.

    table [B, R, 3, w] holds values, lows and highs; steps [B, S, P] in the order of the plan's steps; defined and
    coincides [B, R], and possible [B, R], what the wording of the question allows as an answer, or None for all.
    """

    table: Floats
    steps: Floats
    defined: Flags
    coincides: Flags
    possible: Flags | None = None

    def at(self, places: NDArray[np.intp]) -> "Block":
        """Some of the draws."""
        possible = None if self.possible is None else self.possible[places]
        return Block(
            self.table[places], self.steps[places], self.defined[places], self.coincides[places], possible
        )

    @property
    def values(self) -> Floats:
        """The final values, [B, R, w]."""
        return self.table[:, :, 0]

    @property
    def low(self) -> Floats:
        """The lower ends of the fair intervals, [B, R, w]."""
        return self.table[:, :, 1]

    @property
    def high(self) -> Floats:
        """The upper ends of the fair intervals, [B, R, w]."""
        return self.table[:, :, 2]
