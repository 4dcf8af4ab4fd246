"""A burst at once, then a steady rate, and never more in any stretch of time."""

from hypothesis import given
from hypothesis import strategies as st

from app.exams.pace import Allowance, Pace

PACE = Pace(5.0, 20)


def test_a_burst_and_then_the_rate() -> None:
    allowance = PACE.fresh(0.0)
    for _ in range(20):
        found = PACE.after(allowance, 0.0)
        assert isinstance(found, Allowance)
        allowance = found
    assert PACE.after(allowance, 0.0) == 0.2
    assert PACE.after(allowance, 0.1) == 0.1
    again = PACE.after(allowance, 0.2)
    assert isinstance(again, Allowance)
    assert PACE.after(again, 0.2) == 0.2


@given(st.lists(st.integers(0, 3_000), min_size=1, max_size=200))
def test_never_more_than_burst_and_rate_allow(gaps: list[int]) -> None:
    """Whoever asks however often gets, up to each moment, at most the burst and what the rate has added since."""
    now, taken = 0.0, 0
    allowance = PACE.fresh(now)
    for gap in gaps:
        now += gap / 1000
        found = PACE.after(allowance, now)
        if isinstance(found, Allowance):
            allowance, taken = found, taken + 1
        else:
            assert found > 0
            assert isinstance(PACE.after(allowance, now + found + 1e-9), Allowance)
        assert taken <= 20 + 5 * now + 1e-6
