"""The numbers behind a computed variant: every step of the right way and of every slip, stored compactly."""

import struct
from collections.abc import Iterator

from msgspec import Struct


class StepLayout(Struct, frozen=True):
    """One step of the computation: its slug ("logits", "weights", …) and how many numbers it has."""

    slug: str
    count: int


class SlipLayout(Struct, frozen=True):
    """How the numbers of a table lie.

    `readings` are the ways of computing: the right one is the empty tuple and comes first, a single slip has one
    slug, a pair two. Every reading has `width` final values, then as many lows and highs of its fair interval.
    After all these follow, for the first `stepped` readings (the right way and the single slips), the numbers of
    all `steps` in order.
    """

    readings: tuple[tuple[str, ...], ...]
    width: int
    stepped: int
    steps: tuple[StepLayout, ...]


class SlipReading(Struct, frozen=True):
    """One way of computing with its final values and the fair interval of each."""

    slugs: tuple[str, ...]
    values: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


class SlipTable(Struct, frozen=True):
    """A layout with its numbers: little-endian float64, NaN where a slip is not defined or coincides for this draw."""

    layout: SlipLayout
    numbers: bytes

    def readings(self) -> Iterator[SlipReading]:
        """All readings that are defined for this variant, the right one first."""
        width = self.layout.width
        for index, slugs in enumerate(self.layout.readings):
            block = struct.unpack_from(f"<{3 * width}d", self.numbers, 24 * width * index)
            if block[0] == block[0]:
                yield SlipReading(slugs, block[:width], block[width : 2 * width], block[2 * width :])

    def steps(self, slugs: tuple[str, ...]) -> dict[str, tuple[float, ...]] | None:
        """The numbers of every step of one reading by step slug, or None where they are not stored or not defined."""
        if slugs not in self.layout.readings[: self.layout.stepped]:
            return None
        per_reading = sum(step.count for step in self.layout.steps)
        start = 24 * self.layout.width * len(self.layout.readings)
        offset = start + 8 * per_reading * self.layout.readings.index(slugs)
        found: dict[str, tuple[float, ...]] = {}
        for step in self.layout.steps:
            found[step.slug] = struct.unpack_from(f"<{step.count}d", self.numbers, offset)
            offset += 8 * step.count
        final = found[self.layout.steps[-1].slug]
        return found if final[0] == final[0] else None
