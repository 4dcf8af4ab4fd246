"""Which versions of a draft may go: of each half minute of typing the last one stays, and nothing that is spoken of goes."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from app.authoring.thinning import FRESH, Save, spare

START = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
LATER = START + timedelta(hours=1)


def typed(*seconds: int, actor: str = "Ada") -> list[Save]:
    return [Save(n, actor, START + timedelta(seconds=at)) for n, at in enumerate(seconds, 1)]


def test_of_each_half_minute_the_last_one_stays() -> None:
    saves = typed(0, 2, 4, 28, 31, 33, 90)
    assert spare(saves, frozenset(), LATER) == (2, 3, 5)
    assert spare(saves, frozenset({3}), LATER) == (2, 5)


def test_what_was_typed_just_now_stays() -> None:
    saves = typed(0, 2, 4, 6)
    assert spare(saves, frozenset(), START + FRESH) == ()
    assert spare(saves, frozenset(), START + FRESH + timedelta(seconds=3)) == (2,)


def test_another_person_is_another_version() -> None:
    saves = [*typed(0, 1, 2), Save(4, "Grace", START + timedelta(seconds=3)), Save(5, "Ada", LATER)]
    assert spare(saves, frozenset(), LATER) == (2,)


@given(st.lists(st.integers(0, 300), max_size=40).map(sorted))
def test_ends_stay_and_thinning_again_finds_nothing(seconds: list[int]) -> None:
    saves = typed(*seconds)
    gone = set(spare(saves, frozenset(), LATER))
    left = [one for one in saves if one.version not in gone]
    assert spare(left, frozenset(), LATER) == ()
    assert left[:1] == saves[:1]
    assert left[-1:] == saves[-1:]
