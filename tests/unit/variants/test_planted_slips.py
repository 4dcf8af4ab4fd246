"""Slips planted on purpose: too near the answer, equal to it, or equal though that can never be."""

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest
from flint import arb

from app.engine.batching import Batch, LogitBatch, Runs
from app.engine.families import softmax
from app.engine.families.deviations import DEVIATIONS, Deviations
from app.engine.families.duplicate import DUPLICATE, Duplicate
from app.engine.families.family import Givens, Slips, Steps
from app.engine.families.reach import Hand, Reach
from app.engine.mechanism import Mechanism, Normaliser
from app.engine.oracle import Oracle
from app.engine.plain_engine import PlainEngine
from app.engine.stages import Stage
from app.items.item import Kind
from app.variants import recipe
from app.variants.bake import bake
from app.variants.recipe import RECIPES
from app.variants.recipes.told import ToldRecipe
from tests.unit.variants.samples import revision, seeds
from tests.unit.variants.test_planted import BOTH, SLIP_WRONGLY_RIGHT, faults, plant, stored


class SlipIsRight(Deviations):
    """A slip leads so near to the answer that nobody can tell which of the two was made."""

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """The variance in place of the deviation changes the last step by a ten thousandth of it."""
        if slips != {"variance-for-deviation"}:
            return super().compute(givens, slips, hand)
        *others, (out,) = super().compute(givens, frozenset(), hand)
        return *others, (out * Reach.of(1.0001),)


class SlipIsEqual(Deviations):
    """A slip leads to the answer itself."""

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """The slip changes nothing."""
        return super().compute(givens, slips - {"variance-for-deviation"}, hand)

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """The second route agrees."""
        return super().enclose(givens, slips - {"variance-for-deviation"})


@pytest.mark.parametrize("kind", BOTH)
def test_a_slip_that_nobody_can_tell_from_the_answer(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    of = revision(DEVIATIONS.slug, kind)
    before = stored(of)
    plant(monkeypatch, SlipIsRight())
    outcome = bake(of, seeds(12), PlainEngine())
    assert outcome.variants == ()
    assert outcome.refusals["slip-in-fair-interval"] >= 3
    sentence = "a slip cannot be told from the right answer: it lies in the fair interval"
    assert faults(of, before) == [(sentence,)] * len(before)


@pytest.mark.parametrize("kind", BOTH)
def test_a_slip_that_is_the_answer_refuses_every_draw(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be the answer where the variance is 1, and nowhere else; what was stored of it is named."""
    of = revision(DEVIATIONS.slug, kind)
    before = stored(of)
    assert before
    plant(monkeypatch, SlipIsEqual())
    outcome = bake(of, seeds(12), PlainEngine())
    assert outcome.variants == ()
    assert outcome.refusals["slip-is-answer"] >= 9
    assert faults(of, before) == [(SLIP_WRONGLY_RIGHT,)] * len(before)


class NeverIsNow(Duplicate):
    """A slip of which the family says that it never gives what is right gives just that."""

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """Leaving the copy out changes nothing."""
        return super().compute(givens, slips - {"duplicate-ignored"}, hand)

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """The second route agrees."""
        return super().enclose(givens, slips - {"duplicate-ignored"})


@pytest.mark.parametrize("kind", BOTH)
def test_a_slip_that_can_never_be_right_and_is_refuses_every_draw(
    kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the answer or the slip is wrong, whatever both routes say."""
    of = revision(DUPLICATE.slug, kind)
    before = stored(of)
    told = RECIPES[DUPLICATE.slug]
    assert isinstance(told, ToldRecipe)
    monkeypatch.setattr(recipe, "RECIPES", {**RECIPES, DUPLICATE.slug: replace(told, family=NeverIsNow())})
    outcome = bake(of, seeds(12), PlainEngine())
    assert outcome.variants == ()
    assert outcome.refusals == {"slip-is-answer": 12 - outcome.repeated}
    assert before
    assert faults(of, before) == [(SLIP_WRONGLY_RIGHT,)] * len(before)


@pytest.mark.parametrize("name", ["masked-weight", "temperature", "dominance-factor", "softmax-gradient"])
def test_powers_of_two_that_are_powers_of_e_in_both_routes(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The slip is the answer in every draw, and no two scores are equal: whatever is shared by families is watched too."""
    powers, enclosed, exp = softmax.powers, softmax.enclosed_weights, Reach.exp
    right = frozenset({"base-two"})
    monkeypatch.setattr(softmax, "powers", lambda row, slips, *, hand: powers(row, slips - right, hand=hand))
    monkeypatch.setattr(softmax, "enclosed_weights", lambda row, slips: enclosed(row, slips - right))
    monkeypatch.setattr(Reach, "exp", lambda self, base=math.e: exp(self))
    of = revision(name, Kind.NUMBERS)
    outcome = bake(of, seeds(12), PlainEngine())
    assert outcome.variants == ()
    assert outcome.refusals["slip-is-answer"] >= 9


class TwoIsE(PlainEngine):
    """An engine that takes powers of e for powers of two."""

    def run(
        self,
        batch: Batch | LogitBatch,
        mechanisms: Sequence[Mechanism],
        *,
        stage: Stage,
        decimals: int,
        stepped: int,
    ) -> Runs:
        """Another mechanism than was asked for."""
        return super().run(
            batch, list(map(_by_e, mechanisms)), stage=stage, decimals=decimals, stepped=stepped
        )


def _by_e(mechanism: Mechanism) -> Mechanism:
    if mechanism.normaliser is not Normaliser.TWO:
        return mechanism
    return replace(mechanism, normaliser=Normaliser.EXP)


@pytest.mark.parametrize("name", ["weights-row", "output-row", "saturation-pair"])
def test_a_slip_of_the_mechanism_that_is_the_answer_in_both_routes(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = Oracle.row
    monkeypatch.setattr(Oracle, "row", lambda self, mechanism, stage: row(self, _by_e(mechanism), stage))
    outcome = bake(revision(name, Kind.NUMBERS), seeds(12), TwoIsE())
    assert outcome.variants == ()
    assert outcome.refusals["slip-is-answer"] >= 3
