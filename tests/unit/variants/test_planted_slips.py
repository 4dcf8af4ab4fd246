"""Slips planted on purpose: too near the answer, equal to it, or equal though that can never be."""

from dataclasses import replace

import pytest
from flint import arb

from app.engine.families.deviations import DEVIATIONS, Deviations
from app.engine.families.duplicate import DUPLICATE, Duplicate
from app.engine.families.family import Givens, Slips, Steps
from app.engine.families.reach import Hand, Reach
from app.engine.plain_engine import PlainEngine
from app.items.answer_key import ChoiceAnswer
from app.items.item import Kind
from app.variants import recipe
from app.variants.bake import bake
from app.variants.recipe import RECIPES
from app.variants.recipes.told import ToldRecipe
from tests.unit.variants.samples import revision, seeds
from tests.unit.variants.test_planted import BOTH, faults, plant, stored


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
def test_a_slip_that_is_the_answer_stands_nowhere(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """It changes nothing here, so it is neither an option nor a diagnosis; what was stored of it is named."""
    of = revision(DEVIATIONS.slug, kind)
    before = stored(of)
    plant(monkeypatch, SlipIsEqual())
    for variant in bake(of, seeds(12), PlainEngine()).variants:
        table, answer = variant.answer_key.slip_table, variant.answer_key.answer
        assert table is not None
        assert ("variance-for-deviation",) not in {reading.slugs for reading in table.readings()}
        if isinstance(answer, ChoiceAnswer):
            assert all(option.slips != ("variance-for-deviation",) for option in answer.options)
    assert before
    sentence = "the stored numbers of variance-for-deviation are not what comes out"
    assert all(sentence in found for found in faults(of, before) if "there" not in found[0])


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
    sentence = "a slip that never gives what is right does: it or the answer is computed wrongly"
    assert before
    assert faults(of, before) == [(sentence,)] * len(before)
