"""Families: two routes agree on every way, hands that round stay within the fair interval, and slips stay apart."""

import math
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.families.all import FAMILIES
from app.engine.families.family import readings
from app.engine.families.reach import NOWHERE, Hand, Reach, counted, total
from app.engine.families.slips import FAMILY_SLIPS

_EXACT = Hand(15)
_FIVE = dict.fromkeys(("first", "second", "third", "fourth", "fifth"), 3)
_THREE = dict.fromkeys(("first", "second", "third"), 3)
_SOME = 60  # givens per family, spread over all of them


def _givens(slug: str) -> list[dict[str, int]]:
    everything = list(FAMILIES[slug].everything())
    return everything[:: max(1, len(everything) // _SOME)]


@pytest.mark.parametrize("slug", FAMILIES)
def test_two_routes_agree_on_every_way(slug: str) -> None:
    family = FAMILIES[slug]
    singles, pairs = readings(family.slips)
    for givens in _givens(slug):
        for slips in [(), *singles, *pairs]:
            found = family.compute(givens, frozenset(slips), _EXACT)
            assert [len(step) for step in found] == [count for _, count in family.steps]
            for number, ball in zip(found[-1], family.enclose(givens, frozenset(slips)), strict=True):
                if math.isfinite(number.value):
                    assert number.value == pytest.approx(float(ball), rel=1e-11), (givens, slips)


@pytest.mark.parametrize("slug", FAMILIES)
def test_a_hand_that_rounds_stays_within_the_interval(slug: str) -> None:
    """The same steps with numbers that are really rounded: whatever comes out is accepted."""
    family = FAMILIES[slug]
    for decimals, way in product((2, 3, 4), range(3)):
        hand = Hand(decimals)
        rough = _Rounding(decimals, way)
        for givens in islice(_givens(slug), 8):
            answers = family.compute(givens, frozenset(), hand)[-1]
            found = family.compute(givens, frozenset(), rough)[-1]  # type: ignore[arg-type]
            for answer, rounded in zip(answers, found, strict=True):
                low, high = hand.fair(answer)
                assert low <= round(rounded.value, decimals) <= high, givens


class _Rounding:
    """A hand that rounds each number it writes, exactly as a person does."""

    def __init__(self, decimals: int, way: int) -> None:
        self.decimals, self.way = decimals, way

    def write(self, number: Reach) -> Reach:
        return Reach.of(round(number.value, self.decimals))

    def either(self, *ways: Reach) -> Reach:
        return ways[self.way % len(ways)]


@pytest.mark.parametrize("slug", FAMILIES)
def test_each_slip_changes_most_answers(slug: str) -> None:
    family = FAMILIES[slug]
    for slip in family.slips:
        changed = 0
        for givens in _givens(slug):
            right = family.compute(givens, frozenset(), _EXACT)[-1]
            slipped = family.compute(givens, frozenset({slip.slug}), _EXACT)[-1]
            changed += any(
                not math.isclose(one.value, two.value, rel_tol=1e-9)
                for one, two in zip(right, slipped, strict=True)
            )
        assert changed >= 0.7 * len(_givens(slug)), slip.slug


@pytest.mark.parametrize("slug", FAMILIES)
def test_everything_is_there_once_and_makes_sense(slug: str) -> None:
    everything = [tuple(givens.items()) for givens in FAMILIES[slug].everything()]
    assert len(set(everything)) == len(everything) >= 400
    for givens in everything[:: len(everything) // 50]:
        FAMILIES[slug].check(dict(givens))


@pytest.mark.parametrize(
    ("slug", "givens", "answer"),
    [
        ("deviations-out", {"score": 24, "d_k": 64, "var_q": 4, "var_k": 36}, 1.0),  # √(64 · 1 · 9) = 24
        ("dominance-factor", {"first": 9, "second": 5, "d_k": 16}, math.e),
        ("duplicated-token", {"first": 4, "second": 4, "d_k": 16}, 1 / 3),
        ("temperature", {"first": 4, "second": 4, "third": 4, "quarters": 8}, 1 / 3),
        ("softmax-gradient", {"first": 3, "second": 3, "d_k": 25}, 0.05),  # ½ · ½ / 5
    ],
)
def test_answers_that_are_known_without_computing(slug: str, givens: dict[str, int], answer: float) -> None:
    (found,) = FAMILIES[slug].compute(givens, frozenset(), _EXACT)[-1]
    assert found.value == pytest.approx(answer, rel=1e-12)


@pytest.mark.parametrize(
    ("slug", "givens", "answers"),
    [
        ("width-from-scores", {"raw": 24 * 4, "scaled": 3 * 4, "heads": 8}, (64, 512)),
        ("product-shapes", {"n_q": 5, "n_k": 7, "d_model": 12, "heads": 4}, (5, 7, 3, 12)),
        ("head-columns", {"d_model": 12, "heads": 4, "which": 3}, (3, 7, 9)),
        ("joined-column", {"d_model": 12, "heads": 4, "column": 8}, (3, 2)),
        ("joined-column", {"d_model": 12, "heads": 4, "column": 12}, (4, 3)),
        ("unit-variance-divisor", {"d_k": 25, "q": 16, "k": 12, "told": 2}, (30,)),  # √25 · √4 · 3
        ("padded-weight", {**_FIVE, "pads": 2, "row": 2}, (1 / 3,)),
        ("padded-causal-weight", {**_FIVE, "pads": 1, "row": 2}, (1 / 2,)),
        ("cross-weight", {"a1": 3, "a2": 3, "a3": 3, "b1": 1, "b2": 2, "b3": 4, "row": 1}, (1 / 3,)),
        ("reordered-output", {**_THREE, "value_a": 4, "value_b": 1, "value_c": 7, "order": 1}, (4,)),
        ("jacobian-entry", {**_THREE, "d_k": 16}, (-1 / 9, -1 / 36)),
    ],
)
def test_rows_that_are_known_without_computing(
    slug: str, givens: dict[str, int], answers: tuple[float, ...]
) -> None:
    found = FAMILIES[slug].compute(givens, frozenset(), _EXACT)[-1]
    assert tuple(number.value for number in found) == pytest.approx(answers, rel=1e-12)


@pytest.mark.parametrize(
    ("slug", "slip", "givens", "answers"),
    [
        ("head-columns", "heads-take-turns", {"d_model": 12, "heads": 4, "which": 3}, (3, 3, 11)),
        ("head-columns", "heads-from-zero", {"d_model": 12, "heads": 4, "which": 3}, (3, 10, 12)),
        ("head-columns", "columns-from-zero", {"d_model": 12, "heads": 4, "which": 3}, (3, 6, 8)),
        ("product-shapes", "output-is-weights", {"n_q": 5, "n_k": 7, "d_model": 12, "heads": 4}, (5, 7, 7, 28)),
        ("product-shapes", "scores-must-be-square", {"n_q": 5, "n_k": 7, "d_model": 12, "heads": 4}, (5, 5, 3, 12)),
        ("width-from-scores", "difference-for-divisor", {"raw": 96, "scaled": 12, "heads": 8}, (441, 3528)),
        ("padded-causal-weight", "padding-left-in", {**_FIVE, "pads": 2, "row": 2}, (1 / 4,)),
        ("padded-causal-weight", "later-tokens-left-in", {**_FIVE, "pads": 1, "row": 2}, (1 / 4,)),
        ("reordered-output", "values-need-no-pairing", {"first": 2, "second": 1, "third": 1, "logs": 1, "value_a": 4,
         "value_b": 8, "value_c": 0, "order": 0}, (5,)),
        ("joined-column", "heads-for-d-k", {"d_model": 12, "heads": 3, "column": 6}, (2, 3)),
        ("score-memory", "weights-beside-scores", {"n": 1024, "heads": 8, "d_k": 64, "bytes": 2}, (32,)),
        ("shifted-scores", "constant-left-out-of-shares", {"first": 2, "second": 3, "third": 5, "shift": 3}, (0.2,)),
        ("jacobian-entry", "own-entry-of-jacobian", {**_THREE, "d_k": 16}, (2 / 9, 1 / 18)),
    ],
)  # fmt: skip
def test_slips_whose_rows_are_known_without_computing(
    slug: str, slip: str, givens: dict[str, int], answers: tuple[float, ...]
) -> None:
    found = FAMILIES[slug].compute(givens, frozenset({slip}), _EXACT)[-1]
    assert tuple(number.value for number in found) == pytest.approx(answers, rel=1e-12)


@pytest.mark.parametrize(
    ("slug", "givens"),
    [
        ("padded-weight", {**_FIVE, "pads": 2, "row": 3}),
        ("padded-weight", {**_FIVE, "pads": 1, "row": 2, "logs": 2}),
        ("cross-weight", {"a1": 0, "a2": 1, "a3": 1, "b1": 1, "b2": 1, "b3": 1, "row": 1, "logs": 1}),
        ("cross-weight", {"a1": 1, "a2": 1, "a3": 1, "b1": 1, "b2": 1, "b3": 1, "row": 3}),
        ("reordered-output", {**_THREE, "value_a": 4, "value_b": 1, "value_c": 7, "order": 3}),
        ("jacobian-entry", {**_THREE, "d_k": 0}),
        ("width-from-scores", {"raw": 20, "scaled": 12, "heads": 2}),
        ("width-from-scores", {"raw": 24, "scaled": 0, "heads": 2}),
        ("unit-variance-divisor", {"d_k": 4, "q": 0, "k": 4, "told": 0}),
        ("unit-variance-divisor", {"d_k": 4, "q": 4, "k": 4, "told": 4}),
        ("product-shapes", {"n_q": 5, "n_k": 7, "d_model": 13, "heads": 4}),
        ("product-shapes", {"n_q": 0, "n_k": 7, "d_model": 12, "heads": 4}),
        ("head-columns", {"d_model": 12, "heads": 4, "which": 5}),
        ("head-columns", {"d_model": 13, "heads": 4, "which": 1}),
        ("joined-column", {"d_model": 12, "heads": 4, "column": 13}),
        ("joined-column", {"d_model": 12, "heads": 0, "column": 3}),
        ("deviations-out", {"score": 0, "d_k": 64, "var_q": 4, "var_k": 4}),
        ("deviations-out", {"score": 5, "d_k": 64, "var_q": 0, "var_k": 4}),
        ("dominance-factor", {"first": 3, "second": 3, "d_k": 4}),
        ("dominance-factor", {"first": 3, "second": 0, "d_k": 4}),
        ("dominance-factor", {"first": 3, "second": 1, "d_k": 0}),
        ("duplicated-token", {"first": 3, "second": 1, "d_k": 0}),
        ("temperature", {"first": 1, "second": 2, "third": 3, "quarters": 0}),
        ("softmax-gradient", {"first": 3, "second": 1, "d_k": -4}),
    ],
)
def test_givens_without_sense_are_refused(slug: str, givens: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"must|lies|positive|logarithms"):
        FAMILIES[slug].check(givens)


def test_a_plain_mean_under_a_mask_is_worked_from_equal_exponentials() -> None:
    """What the page shows of the slip adds up: each step follows from the one before it."""
    givens = {"first": 3, "second": 5, "third": 2, "fourth": 4, "row": 3}
    made, whole, weight = FAMILIES["masked-weight"].compute(givens, frozenset({"plain-mean"}), _EXACT)
    assert whole[0].value == sum(one.value for one in made[:3])
    assert weight[0].value == made[0].value / whole[0].value == 1 / 3


def test_the_derivative_is_that_of_a_difference_quotient() -> None:
    def weight(first: float) -> float:
        return 1 / (1 + math.exp((2 - first) / 4))

    (found,) = FAMILIES["softmax-gradient"].compute(
        {"first": 6, "second": 2, "d_k": 16}, frozenset(), _EXACT
    )[-1]
    assert found.value == pytest.approx((weight(6 + 1e-6) - weight(6 - 1e-6)) / 2e-6, rel=1e-8)


def test_each_own_slip_belongs_to_a_family() -> None:
    known = {slip.slug for family in FAMILIES.values() for slip in family.slips}
    assert known >= set(FAMILY_SLIPS)
    for slip in FAMILY_SLIPS.values():
        assert slip.diagnosis[0].islower()
        assert not slip.diagnosis.endswith(".")


_NUMBERS = st.floats(-50, 50)


@given(_NUMBERS, _NUMBERS, st.floats(0, 1), st.floats(0, 1))
def test_intervals_hold_what_they_are_made_of(one: float, two: float, off: float, far: float) -> None:
    a, b = Reach(one, one - off, one + off), Reach(two, two - far, two + far)
    for x in (one - off, one, one + off):
        for y in (two - far, two, two + far):
            assert (a + b).low <= x + y <= (a + b).high
            assert (a - b).low <= x - y <= (a - b).high
            assert (a * b).low <= x * y <= (a * b).high
            if b.low > 0 or b.high < 0:
                assert (a / b).low <= x / y <= (a / b).high
            else:
                assert a / b is NOWHERE
        assert a.exp(2.0).low <= math.exp(math.log(2.0) * x) <= a.exp(2.0).high
    assert total([a, b]).value == one + two


def test_a_count_is_accepted_alone() -> None:
    assert counted(Reach(64.0, 63.0, 65.0)) == Reach.of(64)
    assert counted(Reach.of(64 - 1e-12)) == Reach.of(64)
    assert counted(Reach.of(22.6)) == Reach(22.6, 22.0, 23.0)
    assert counted(Reach.of(-2.5)) == Reach(-2.5, -3.0, -2.0)
    assert counted(NOWHERE) is NOWHERE


def test_numbers_that_fit_are_written_as_they_are() -> None:
    hand = Hand(2)
    assert hand.write(Reach.of(0.25)) == Reach.of(0.25)
    assert hand.write(Reach.of(1 / 3)).low == pytest.approx(1 / 3 - 0.005)
    assert hand.fair(Reach.of(0.25)) == pytest.approx((0.24, 0.26))
    assert Reach.of(-1).root() is NOWHERE
    assert Reach.of(1e6).exp() is NOWHERE


def test_one_number_by_several_ways_is_fair_by_each() -> None:
    hand = Hand(2)
    found = hand.either(Reach(2.0, 1.9, 2.1), Reach(2.0, 1.99, 2.4), NOWHERE)
    assert found == Reach(2.0, 1.9, 2.4)
    assert hand.either(NOWHERE, Reach.of(1)) is NOWHERE


@pytest.mark.parametrize(
    ("slug", "givens", "typed"),
    [
        ("deviations-out", {"score": 40, "d_k": 128, "var_q": 2, "var_k": 4}, 4.98),  # 40 / (11.31 · 0.71)
        ("deviations-out", {"score": 40, "d_k": 128, "var_q": 2, "var_k": 4}, 4.99),  # 3.54 / 0.71
        ("dominance-factor", {"first": 3, "second": 2, "d_k": 4}, 1.65),  # 4.48 / 2.72
        ("unit-variance-divisor", {"d_k": 12, "q": 9, "k": 9, "told": 0}, 7.78),  # 3.46 · 1.5 = 5.19, · 1.5
    ],
)
def test_the_ways_of_careful_people_are_fair(slug: str, givens: dict[str, int], typed: float) -> None:
    hand = Hand(2)
    low, high = hand.fair(FAMILIES[slug].compute(givens, frozenset(), hand)[-1][0])
    assert low <= typed <= high


def test_a_special_step_left_out_goes_with_every_general_slip() -> None:
    """Nobody who leaves out what a family is about, and divides the numbers themselves, is unknown to it."""
    general = {"no-exponential", "base-two", "no-scale", "divide-by-d-k"}
    left_out = {
        "temperature-ignored", "duplicate-ignored", "mask-after-weights", "chain-factor-forgotten",
        "padding-left-in", "later-tokens-left-in", "variances-ignored", "width-left-out",
    }  # fmt: skip
    for family in FAMILIES.values():
        singles, pairs = readings(family.slips)
        slugs = {slug for (slug,) in singles}
        wanted = {frozenset((one, two)) for one in general & slugs for two in left_out & slugs}
        assert wanted <= {frozenset(pair) for pair in pairs}, family.slug


def test_whoever_leaves_the_constant_out_and_divides_scores_is_known() -> None:
    givens = {"first": 2, "second": 3, "third": 5, "shift": 3}
    ways = {
        tuple(sorted(slips)): FAMILIES["shifted-scores"]
        .compute(givens, frozenset(slips), _EXACT)[-1][0]
        .value
        for slips in (("constant-left-out-of-shares",), ("no-exponential",))
    }
    assert ways[("constant-left-out-of-shares",)] == pytest.approx(0.2)
    assert ways[("no-exponential",)] == pytest.approx(2.5 / 9.5)
