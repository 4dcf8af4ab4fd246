"""Which slip a learner's wrong answers speak for, and when it is said to fade."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.scheduling.evidence import Shown, SlipMade, Trend, laid_out, slips_made, trend, with_chances

START = datetime(2026, 3, 1, tzinfo=UTC)
SLUGS = ("no-scale", "carry-keys", "base-two", "drop-signs")


def sure(*slugs: str, count: int = 1, day: int = 0) -> Shown:
    return Shown(slugs, (slugs,), count, START + timedelta(days=day))


def one_of(*candidates: str | tuple[str, ...], count: int = 1, day: int = 0) -> Shown:
    made = tuple((one,) if isinstance(one, str) else one for one in candidates)
    return Shown((), made, count, START + timedelta(days=day))


def slugs(shown: Sequence[Shown]) -> list[str]:
    return [one.slug for one in slips_made(shown)]


def test_what_is_certain_is_counted() -> None:
    found = slips_made([sure("no-scale", count=3, day=2), sure("base-two", day=5), sure("no-scale", day=4)])
    assert found == (
        SlipMade("no-scale", 4, 4, START + timedelta(days=4)),
        SlipMade("base-two", 1, 1, START + timedelta(days=5)),
    )
    assert slips_made([]) == ()


def test_a_slip_that_explains_all_comes_before_those_that_explain_some() -> None:
    shown = [
        one_of("base-two", "no-scale"),
        one_of("drop-signs", "no-scale"),
        one_of("carry-keys", "no-scale"),
    ]
    assert slips_made(shown) == (SlipMade("no-scale", 3, 0, START),)


def test_a_doubtful_answer_goes_to_the_slip_that_is_certain_elsewhere() -> None:
    assert laid_out([one_of("base-two", "no-scale"), sure("no-scale")]) == (("no-scale",), ("no-scale",))


def test_where_both_explain_as_much_the_surer_one_is_taken() -> None:
    shown = [one_of("base-two", "no-scale", "drop-signs"), sure("no-scale"), one_of("base-two", "carry-keys")]
    assert laid_out(shown) == (("no-scale",), ("no-scale",), ("base-two",))
    assert slugs(shown)[0] == "no-scale"


def test_a_compound_slip_counts_for_both() -> None:
    found = slips_made([sure("no-scale", "carry-keys"), sure("carry-keys")])
    assert [(one.slug, one.count) for one in found] == [("carry-keys", 2), ("no-scale", 1)]


def test_the_simpler_of_two_explanations_that_are_as_strong() -> None:
    assert laid_out([one_of(("no-scale", "base-two"), "drop-signs")]) == (("drop-signs",),)
    # A pair is as weak as its weaker slip.
    shown = [one_of(("no-scale", "base-two"), "drop-signs"), sure("no-scale"), sure("drop-signs")]
    assert laid_out(shown)[0] == ("drop-signs",)


def test_nothing_that_fits_is_nobodys_slip() -> None:
    assert laid_out([Shown((), (), 2, START)]) == ((),)
    assert slips_made([Shown((), (), 2, START)]) == ()


@pytest.mark.parametrize(
    ("chances", "expected"),
    [
        (0, Trend.LIVE),
        (1, Trend.LIVE),
        (2, Trend.FADING),
        (4, Trend.FADING),
        (5, Trend.GONE),
        (99, Trend.GONE),
    ],
)
def test_a_slip_fades_with_chances_that_were_not_taken(chances: int, expected: Trend) -> None:
    assert trend(chances) is expected
    assert SlipMade("no-scale", 1, 1, START, chances).trend is expected


def test_live_ones_come_before_fading_ones_before_those_that_are_gone() -> None:
    made = slips_made([sure("no-scale", count=9), sure("base-two", count=5), sure("drop-signs")])
    found = with_chances(made, {"no-scale": 7, "base-two": 3, "carry-keys": 2})
    assert [(one.slug, one.chances) for one in found] == [("drop-signs", 0), ("base-two", 3), ("no-scale", 7)]


diagnoses = st.one_of(
    st.builds(
        lambda found, count: sure(*found, count=count),
        st.lists(st.sampled_from(SLUGS), min_size=1, max_size=2, unique=True),
        st.integers(1, 5),
    ),
    st.builds(
        lambda found, count: one_of(*found, count=count),
        st.lists(st.sampled_from(SLUGS), min_size=2, max_size=3, unique=True),
        st.integers(1, 5),
    ),
)


@given(shown=st.lists(diagnoses, max_size=8), order=st.randoms(use_true_random=False))
def test_every_answer_is_explained_by_its_own_candidates_in_any_order(
    shown: list[Shown], order: object
) -> None:
    for one, chosen in zip(shown, laid_out(shown), strict=True):
        assert chosen in one.candidates
    mixed = list(shown)
    order.shuffle(mixed)  # type: ignore[attr-defined]
    assert slips_made(mixed) == slips_made(shown)
    total = sum(one.count for one in slips_made(shown))
    assert total == sum(one.count * len(chosen) for one, chosen in zip(shown, laid_out(shown), strict=True))


@given(shown=st.lists(diagnoses, max_size=8), slug=st.sampled_from(SLUGS))
def test_who_makes_one_slip_always_has_it_first(shown: list[Shown], slug: str) -> None:
    """Whatever else fits, when every answer fits one slip and none other fits all of them."""
    explained = [one for one in shown if any(slug in each for each in one.candidates)]
    rivals = {other for other in SLUGS if all(any(other in c for c in one.candidates) for one in explained)}
    if explained and rivals == {slug} and all(len(each) == 1 for one in explained for each in one.candidates):
        assert slugs(explained) == [slug]
