"""How many questions each part of an exam gets, by its share."""

from collections.abc import Sequence
from fractions import Fraction


def quotas(shares: Sequence[int], total: int) -> tuple[int, ...]:
    """Whole counts that add up to `total`, by largest remainder (Hamilton's rule).

    Rule: each share gets the whole part of total · share / Σ shares; what is left goes, one each, to the largest
    remainders, of equal ones first to the larger share, then to the earlier one. Raises ValueError where there is no
    positive share, or a negative one, or a negative total.
    """
    whole = sum(shares)
    if whole <= 0 or min(shares) < 0 or total < 0:
        raise ValueError(f"{total} cannot be shared out by {list(shares)}")
    exact = [Fraction(total * share, whole) for share in shares]
    counts = [int(one) for one in exact]
    left = sorted(range(len(shares)), key=lambda place: (counts[place] - exact[place], -shares[place], place))
    for place in left[: total - sum(counts)]:
        counts[place] += 1
    return tuple(counts)
