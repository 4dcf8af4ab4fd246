"""Changes that come doubled, late, out of order, or from a tab that has been left: the newest of the holder stands."""

from hypothesis import given, settings
from hypothesis import strategies as st

from app.exams.saving import Fate, Stamp, fate

STAMPS = st.builds(Stamp, st.integers(1, 3), st.integers(1, 8))


def test_each_fate() -> None:
    there = Stamp(2, 5)
    assert fate(Stamp(2, 6), there, holder=2, in_time=True) is Fate.TAKEN
    assert fate(Stamp(2, 5), there, holder=2, in_time=True) is Fate.REPEATED
    assert fate(Stamp(2, 5), there, holder=3, in_time=False) is Fate.REPEATED
    assert fate(Stamp(2, 4), there, holder=2, in_time=True) is Fate.OLDER
    assert fate(Stamp(1, 9), there, holder=2, in_time=True) is Fate.OUSTED
    assert fate(Stamp(3, 1), there, holder=3, in_time=True) is Fate.TAKEN
    assert fate(Stamp(2, 6), there, holder=2, in_time=False) is Fate.LATE
    assert fate(Stamp(1, 1), None, holder=1, in_time=True) is Fate.TAKEN


@settings(max_examples=300, derandomize=True)
@given(st.lists(STAMPS, max_size=30), st.randoms(use_true_random=False))
def test_whatever_the_order_the_newest_stands(changes: list[Stamp], chance) -> None:  # type: ignore[no-untyped-def]
    """Of one holder, all orders and repetitions end with the highest number; what stands never goes back."""
    mine = [change for change in changes if change.holder == 1]
    sent = mine * 2
    chance.shuffle(sent)
    there: Stamp | None = None
    for change in sent:
        before = there
        if fate(change, there, holder=1, in_time=True) is Fate.TAKEN:
            there = change
        assert before is None or (there is not None and there.seq >= before.seq)
    assert (there.seq if there else 0) == max((change.seq for change in mine), default=0)


@given(st.lists(STAMPS, min_size=1, max_size=30))
def test_who_was_ousted_changes_nothing(changes: list[Stamp]) -> None:
    """Once a later holder has taken over, nothing of an earlier one is taken."""
    there: Stamp | None = Stamp(2, 1)
    for change in changes:
        found = fate(change, there, holder=2, in_time=True)
        if found is Fate.TAKEN:
            assert change.holder == 2
            there = change
    assert there is not None
    assert there.holder == 2
