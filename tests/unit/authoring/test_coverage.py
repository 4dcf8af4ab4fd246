"""What a bank covers: an item counts for each of its objectives in equal parts, and what nobody asks is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.authoring.coverage import Covering, coverage
from app.items.item import Level

BLUEPRINT = {"1.2": ("attention", 10.0), "1.10": ("tenth", 5.0), "2.1": ("data", 85.0)}


def test_objectives_stand_in_their_order_with_what_is_asked_of_them() -> None:
    items = [
        Covering(("1.2",), Level.INTUITION, False),
        Covering(("1.2", "2.1"), Level.DERIVATION, True),
        Covering(("1.2",), Level.DERIVATION, True),
    ]
    attention, tenth, data = coverage(items, BLUEPRINT)
    assert [one.number for one in (attention, tenth, data)] == ["1.2", "1.10", "2.1"]
    assert attention.levels == (1, 0, 2)
    assert attention.missing_levels == (Level.MECHANISM,)
    assert (attention.items, attention.computed) == (3, 2)
    assert attention.share == pytest.approx(2.5 / 3)
    assert (tenth.items, tenth.share, tenth.missing_levels) == (0, 0.0, ())
    assert data.share == pytest.approx(0.5 / 3)


def test_an_empty_bank_covers_nothing() -> None:
    assert [(one.items, one.share) for one in coverage([], BLUEPRINT)] == [(0, 0.0)] * 3


ITEMS = st.lists(
    st.builds(
        Covering,
        st.lists(st.sampled_from(sorted(BLUEPRINT)), min_size=1, unique=True).map(tuple),
        st.sampled_from(Level),
        st.booleans(),
    ),
    min_size=1,
)


@given(ITEMS)
def test_shares_make_a_whole_and_counts_are_those_of_the_items(items: list[Covering]) -> None:
    found = coverage(items, BLUEPRINT)
    assert sum(one.share for one in found) == pytest.approx(1)
    assert sum(one.items for one in found) == sum(len(item.objectives) for item in items)
    assert all(one.computed <= one.items for one in found)
