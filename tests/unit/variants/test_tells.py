"""What options show without computing, by hand."""

import numpy as np
import pytest

from app.variants import tells

WAY = np.array([[0, 1, 2, 3]])


def test_simple_multiples() -> None:
    """1.00 and 1.41, 2.00 and 1.41 in hundredths; zeros are multiples of nothing, and nothing is one of itself."""
    found = tells.multiples(np.array([[[100.0], [141.0], [200.0], [0.0], [2.0]]]))[0]
    assert found.tolist() == [
        [False, True, True, False, False],
        [True, False, True, False, False],
        [True, True, False, False, False],
        [False] * 5,
        [False] * 5,
    ]
    rows = np.array([[[100.0, -50.0], [201.0, -100.0], [200.0, 100.0]]])
    assert tells.multiples(rows)[0].tolist() == [[False, True, False], [True, False, False], [False] * 3]


@pytest.mark.parametrize(
    ("units", "count"), [(400, 1), (350, 2), (-1200, 2), (7, 1), (0, 0), (1000, 2), (123456, 6), (10, 1)]
)
def test_digits_as_they_are_seen(units: int, count: int) -> None:
    assert tells.digits(np.array([[[float(units)]]]), 2)[0, 0] == count


def test_how_far_from_the_middle() -> None:
    """In each field one less than half of the others differ in sign: 1 for the middle ones, 3 for the outer ones."""
    options = np.array([[[1.0, 5.0], [2.0, 7.0], [3.0, 6.0], [4.0, 8.0]]])
    found = tells.centrality(tells.signs(options), WAY)
    assert [int(one[0, 0]) for one in found] == [6, 2, 2, 6]


def test_rank_and_hit_count_equal_scores_as_parts() -> None:
    first, lower, equal, higher = (np.array([score]) for score in (2, 1, 2, 3))
    assert tells.rank([first, lower, equal, higher])[0] == 1.5
    assert tells.hit([first, lower, equal, higher])[0] == 0
    assert tells.hit([first, lower, equal, lower])[0] == 0.5
    assert tells.hit([first, equal, equal, equal])[0] == 0.25
