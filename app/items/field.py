"""A field for a typed number as its author wrote it, with the numbers that are right there and those that betray a slip."""

from dataclasses import dataclass

from app.items.tolerance import Span

WHOLE_SLACK = 1e-5  # three thirds, written as 0.33333 each, count as a whole


@dataclass(frozen=True, slots=True)
class AcceptedNumber:
    """Numbers that earn a share of the field's points, in [−1, 1]; a whole share is right. `rationale` says why."""

    span: Span
    rationale: str
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class WrongNumber:
    """Numbers that a named misconception leads to, and why they are wrong."""

    span: Span
    misconception: str
    rationale: str


@dataclass(frozen=True, slots=True)
class NumberField:
    """One field: its label (Markdown), the numbers that are accepted, of which the first that fits counts, and wrong ones.

    `decimals` says how coarsely the number is asked and printed; None where the author does not say.
    """

    label: str
    accepted: tuple[AcceptedNumber, ...]
    wrong: tuple[WrongNumber, ...] = ()
    unit: str = ""
    decimals: int | None = None


def is_whole(share: float) -> bool:
    """Whether a share is all of the points."""
    return abs(share - 1.0) <= WHOLE_SLACK
