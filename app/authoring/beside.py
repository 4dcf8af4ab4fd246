"""Two texts side by side, line by line, with what differs."""

from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest


@dataclass(frozen=True, slots=True)
class Row:
    """A line of each text; None where the other one has more lines here."""

    left: str | None
    right: str | None
    same: bool


def side_by_side(left: str, right: str) -> tuple[Row, ...]:
    """The lines of two texts, those that they share at the same height.

    Law: the left lines of all rows are the left text's, and the right ones the right text's.
    """
    one, other = left.splitlines(), right.splitlines()
    rows: list[Row] = []
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    for what, low, high, low_other, high_other in matcher.get_opcodes():
        pairs = zip_longest(one[low:high], other[low_other:high_other])
        rows += [Row(a, b, what == "equal") for a, b in pairs]
    return tuple(rows)
