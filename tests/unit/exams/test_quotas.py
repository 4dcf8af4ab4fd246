"""Counts by largest remainder: the exam's own table, and the laws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.exams.quotas import quotas

WEIGHTS = (6, 13, 9, 17, 13, 7, 14, 9, 7, 5)


@pytest.mark.parametrize(
    ("total", "counts"),
    [
        (60, (4, 8, 5, 10, 8, 4, 9, 5, 4, 3)),
        (65, (4, 8, 6, 11, 8, 5, 9, 6, 5, 3)),
        (70, (4, 9, 6, 12, 9, 5, 10, 6, 5, 4)),
    ],
)
def test_the_lengths_of_the_exam(total, counts):
    """Ties go to the heavier domain; plain rounding would give 59 of 60."""
    assert quotas(WEIGHTS, total) == counts
    assert sum(round(total * weight / 100) for weight in WEIGHTS) != 60 or total != 60


@given(st.lists(st.integers(0, 50), min_size=1, max_size=12).filter(any), st.integers(0, 200))
def test_laws(shares, total):
    """They add up, none is a whole question away from its share, and a larger share never gets less."""
    found = quotas(shares, total)
    assert sum(found) == total
    for share, count in zip(shares, found, strict=True):
        assert abs(count - total * share / sum(shares)) < 1
    for one in range(len(shares)):
        for other in range(len(shares)):
            assert shares[one] <= shares[other] or found[one] >= found[other]


@pytest.mark.parametrize(("shares", "total"), [((0, 0), 3), ((1, -1), 3), ((1,), -1)])
def test_what_cannot_be_shared(shares, total):
    with pytest.raises(ValueError, match="cannot be shared out"):
        quotas(shares, total)
