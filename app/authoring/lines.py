"""Two versions of a text, line by line: what was taken out and put in, and where a line that was spoken of is now."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

CONTEXT = 3  # unchanged lines that are shown around a change


class Side(StrEnum):
    """Where a line of a comparison stands."""

    BOTH = "both"
    OLD = "old"
    NEW = "new"
    GAP = "gap"  # lines that are the same and are left out


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """One line of a comparison, with its number in the older and in the newer text (1 is the first, 0 for none).

    A gap has no text; `old` is then how many lines are left out.
    """

    side: Side
    text: str
    old: int
    new: int


def lines_of(text: str) -> list[str]:
    """The lines of a text as they are counted everywhere; what ends the last line begins no other."""
    lines = text.replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def compared(old: str, new: str, *, context: int = CONTEXT) -> tuple[ComparedLine, ...]:
    """What changed from one text to another, with a few unchanged lines around each change; nothing where they are equal.

    Long stretches without a change become a gap.
    """
    before, after = lines_of(old), lines_of(new)
    if before == after:
        return ()
    lines = list(_aligned(before, after))
    near = [False] * len(lines)
    for place, line in enumerate(lines):
        if line.side is not Side.BOTH:
            for other in range(max(0, place - context), min(len(lines), place + context + 1)):
                near[other] = True
    return tuple(_folded(lines, near))


def _aligned(before: Sequence[str], after: Sequence[str]) -> Iterator[ComparedLine]:
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for tag, i, i_end, j, j_end in matcher.get_opcodes():
        if tag == "equal":
            for offset in range(i_end - i):
                yield ComparedLine(Side.BOTH, before[i + offset], i + offset + 1, j + offset + 1)
            continue
        yield from (ComparedLine(Side.OLD, before[n], n + 1, 0) for n in range(i, i_end))
        yield from (ComparedLine(Side.NEW, after[n], 0, n + 1) for n in range(j, j_end))


def _folded(lines: Sequence[ComparedLine], near: Sequence[bool]) -> Iterator[ComparedLine]:
    left_out = 0
    for line, shown in zip(lines, near, strict=True):
        if not shown:
            left_out += 1
            continue
        if left_out:
            yield ComparedLine(Side.GAP, "", left_out, 0)
            left_out = 0
        yield line
    if left_out:
        yield ComparedLine(Side.GAP, "", left_out, 0)


def carried_line(old: str, new: str, line: int) -> int | None:
    """Where line `line` (1 is the first) of an older text stands in a newer one; None where it was changed or taken out.

    A line outside of the older text is nowhere in the newer one.
    """
    before, after = lines_of(old), lines_of(new)
    if not 1 <= line <= len(before):
        return None
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for i, j, size in matcher.get_matching_blocks():
        if i < line <= i + size:
            return j + line - i
    return None
