"""What stored answers say of a bank as a whole: how reliable the points of a form of its items are."""

from collections.abc import Iterable, Sequence
from math import sqrt

import numpy as np
import numpy.typing as npt

from app.authoring.statistics.records import Answer, BankStatistics, Reliability, counted

LEAST_ANSWERS = 20  # first answers, for an item to count
LEAST_COMMON = 10  # people who answered both of two items, for the pair to count
LEAST_PAIRS = 10


def bank_statistics(
    bank: str, first: Sequence[Answer], lengths: Iterable[int], flagged: Iterable[str]
) -> BankStatistics:
    """What the first attempts at a bank's items say; `lengths` are the numbers of items that forms have."""
    variance, covariance, items, pairs = spreads(first)
    forms = []
    if pairs >= LEAST_PAIRS:
        forms = [form for one in sorted(set(lengths)) if (form := reliability(one, variance, covariance))]
    return BankStatistics(
        bank=bank,
        people=len({one.person for one in first}),
        first=counted(sum(one.correct for one in first), len(first)),
        items=items,
        pairs=pairs,
        forms=tuple(forms),
        flagged=tuple(sorted(flagged)),
    )


def spreads(first: Sequence[Answer]) -> tuple[float, float, int, int]:
    """The mean variance of items, the mean covariance of pairs of them, and how many of both there are.

    Nobody answers all items of a bank, so each pair is looked at over those who answered both. Formulas: sample
    variance and covariance with n − 1; items with fewer than 20 first answers and pairs with fewer than 10 people in
    common are left out.
    """
    counts: dict[str, int] = {}
    for one in first:
        counts[one.item_id] = counts.get(one.item_id, 0) + 1
    items = sorted(item for item, count in counts.items() if count >= LEAST_ANSWERS)
    place = {item: n for n, item in enumerate(items)}
    people = {person: n for n, person in enumerate(sorted({one.person for one in first}))}
    known = np.zeros((len(people), len(items)))
    points = np.zeros((len(people), len(items)))
    for one in first:
        if one.item_id in place:
            known[people[one.person], place[one.item_id]] = 1.0
            points[people[one.person], place[one.item_id]] = one.points
    return *_means(known, points), len(items), _pair_count(known)


Matrix = npt.NDArray[np.float64]


def _means(known: Matrix, points: Matrix) -> tuple[float, float]:
    """The mean of the diagonal, and of what lies beside it, of the covariances taken pair by pair."""
    common = known.T @ known
    both = points.T @ points
    ours = points.T @ known  # the sum of one item's points over those who answered the other one too
    enough = np.maximum(common, 2.0)
    covariances = (both - ours * ours.T / np.maximum(common, 1.0)) / (enough - 1.0)
    beside = (common >= LEAST_COMMON) & ~np.eye(len(common), dtype=bool)
    variance = float(np.mean(np.diag(covariances))) if len(common) else 0.0
    return variance, float(np.mean(covariances[beside])) if beside.any() else 0.0


def _pair_count(known: Matrix) -> int:
    common = known.T @ known
    return int(np.sum(np.triu(common >= LEAST_COMMON, 1)))


def reliability(items: int, variance: float, covariance: float) -> Reliability | None:
    """Alpha and standard error of measurement of a form of `items` items; None where the items vary in nothing.

    Formulas, with k items, mean variance v and mean covariance c: alpha = k·c / (v + (k − 1)·c), and the error
    σ·√(1 − alpha) = √(k·(v − c)) in points, one point for an item. Where everybody answers the same k items this is
    Cronbach's alpha, k/(k − 1)·(1 − Σv/σ²), and with points of 0 and 1 it is KR-20. Source: L. J. Cronbach,
    "Coefficient Alpha and the Internal Structure of Tests", Psychometrika 16 (1951).
    """
    whole = variance + (items - 1) * covariance
    if whole <= 1e-12:
        return None
    return Reliability(items, items * covariance / whole, sqrt(max(items * (variance - covariance), 0.0)))
