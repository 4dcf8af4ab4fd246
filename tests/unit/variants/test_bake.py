"""Nothing doubtful is baked: a wrong formula, a rounding edge, a known twin."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import orjson
import pytest

from app.engine.batching import Batch, LogitBatch, Runs
from app.engine.families.all import FAMILIES
from app.engine.mechanism import Mechanism, Normaliser
from app.engine.plain_engine import PlainEngine
from app.engine.stages import Stage
from app.items.answer_key import ChoiceAnswer, NumbersAnswer
from app.items.item import Kind
from app.variants.bake import bake, bake_fixed
from app.variants.recipe import RECIPES
from tests.unit.variants.samples import LESSON, NUMERIC, revision, seeds

RECIPE_NAMES = tuple(RECIPES)
CHOSEN = tuple(slug for slug in NUMERIC if Kind.SINGLE_CHOICE in RECIPES[slug].kinds)
TYPED_ROWS = tuple(slug for slug, recipe in RECIPES.items() if {Kind.NUMBERS, Kind.GRID} & {*recipe.kinds})


class WrongFormula:
    """An engine in which one formula is wrong: the softmax takes powers of two."""

    name = "wrong on purpose"
    version = "nothing 1"

    def run(
        self,
        batch: Batch | LogitBatch,
        mechanisms: Sequence[Mechanism],
        *,
        stage: Stage,
        decimals: int,
        stepped: int,
    ) -> Runs:
        wrong = [
            replace(one, normaliser=Normaliser.TWO) if one.normaliser is Normaliser.EXP else one
            for one in mechanisms
        ]
        return PlainEngine().run(batch, wrong, stage=stage, decimals=decimals, stepped=stepped)


class SlightlyOff:
    """An engine whose numbers are off by 10⁻⁹: too little to be printed, too much for the same formula."""

    name = "off on purpose"
    version = "nothing 1"

    def run(
        self,
        batch: Batch | LogitBatch,
        mechanisms: Sequence[Mechanism],
        *,
        stage: Stage,
        decimals: int,
        stepped: int,
    ) -> Runs:
        runs = PlainEngine().run(batch, mechanisms, stage=stage, decimals=decimals, stepped=stepped)
        runs.table[...] += 1e-9
        return runs


@pytest.mark.parametrize("recipe", ["weights-row", "output-row", "saturation-pair"])
@pytest.mark.parametrize("kind", [Kind.SINGLE_CHOICE, Kind.NUMBERS])
def test_a_wrong_formula_bakes_nothing(recipe: str, kind: Kind) -> None:
    outcome = bake(revision(recipe, kind), seeds(12), WrongFormula())
    assert outcome.variants == ()
    named = [outcome.refusals.get(reason, 0) for reason in ("routes-disagree", "slip-is-answer")]
    assert sum(named) >= 5  # powers of two are a slip as well


@pytest.mark.parametrize("recipe", ["scaled-row", "weights-row", "saturation-pair"])
def test_a_formula_that_is_slightly_off_bakes_nothing(recipe: str) -> None:
    outcome = bake(revision(recipe, Kind.NUMBERS), seeds(8), SlightlyOff())
    assert outcome.variants == ()
    with pytest.raises(ValueError, match=r"fixed-0: refused, routes-disagree"):
        bake_fixed(revision(recipe, Kind.NUMBERS, LESSON[recipe]), SlightlyOff())


@pytest.mark.parametrize("recipe", RECIPE_NAMES)
def test_the_same_seed_bakes_the_same_variant_and_known_twins_are_left_out(recipe: str) -> None:
    of = revision(recipe, RECIPES[recipe].kinds[0])
    first = bake(of, seeds(12), PlainEngine())
    second = bake(of, seeds(12), PlainEngine())
    assert first == second
    again = bake(of, seeds(12), PlainEngine(), known={variant.twin for variant in first.variants})
    assert again.variants == ()
    assert again.repeated >= len(first.variants)
    assert first.drawn == 12 == len(first.variants) + sum(first.refusals.values()) + first.repeated


def test_a_batch_gives_what_single_seeds_give() -> None:
    """What is shown and what is right are the same; the last bits of an interval may depend on the batch."""
    of = revision("output-row")
    together = {variant.seed: variant for variant in bake(of, seeds(8), PlainEngine()).variants}
    alone = {
        variant.seed: variant for seed in seeds(8) for variant in bake(of, [seed], PlainEngine()).variants
    }
    assert together.keys() == alone.keys()
    for seed, variant in together.items():
        other = alone[seed]
        assert (variant.shown, variant.twin) == (other.shown, other.twin)
        assert variant.answer_key.answer == other.answer_key.answer
        tables = variant.answer_key.slip_table, other.answer_key.slip_table
        assert tables[0] is not None
        assert tables[1] is not None
        one, two = (np.frombuffer(table.numbers) for table in tables if table is not None)
        np.testing.assert_allclose(one, two, rtol=1e-12, atol=1e-12)


def test_choice_and_typed_item_of_one_draw_are_twins() -> None:
    """The twin is what the numbers are, not how they are asked."""
    choice = {v.seed: v.twin for v in bake(revision("weights-row"), seeds(12), PlainEngine()).variants}
    typed = {
        v.seed: v.twin for v in bake(revision("weights-row", Kind.NUMBERS), seeds(12), PlainEngine()).variants
    }
    both = choice.keys() & typed.keys()
    assert len(both) > 4
    assert all(choice[seed] == typed[seed] for seed in both)


@pytest.mark.parametrize("recipe", RECIPE_NAMES)
def test_givens_are_read_back_as_they_were_drawn(recipe: str) -> None:
    for variant in bake(revision(recipe, RECIPES[recipe].kinds[-1]), seeds(6), PlainEngine()).variants:
        record = orjson.loads(variant.answer_key.givens)
        assert RECIPES[recipe].record(RECIPES[recipe].read(record)) == record


@pytest.mark.parametrize("recipe", TYPED_ROWS)
def test_typed_answers_lie_in_their_fair_interval_and_no_slip_does(recipe: str) -> None:
    kind = Kind.NUMBERS if Kind.NUMBERS in RECIPES[recipe].kinds else Kind.GRID
    for variant in bake(revision(recipe, kind), seeds(6), PlainEngine()).variants:
        answer, table = variant.answer_key.answer, variant.answer_key.slip_table
        assert isinstance(answer, NumbersAnswer)
        assert table is not None
        counts = recipe in FAMILIES and FAMILIES[recipe].counts  # right alone, with nothing to either side
        unit = 0.0 if counts else 10.0 ** -revision(recipe).item.decimals  # type: ignore[union-attr]
        right, *slips = table.readings()
        for number, value in zip(answer.numbers, right.values, strict=True):
            assert number.low <= value - unit * 0.999999
            assert number.high >= value + unit * 0.999999
            assert abs(float(number.printed) - value) <= unit / 2 + 1e-9
        singles = [reading for reading in slips if len(reading.slugs) == 1]
        assert len(singles) >= 3
        for reading in singles:
            inside = [
                number.low <= value <= number.high
                for number, value in zip(answer.numbers, reading.values, strict=True)
            ]
            assert not all(inside)
        for reading in slips:
            assert np.isfinite([*reading.values, *reading.low, *reading.high]).all()


@pytest.mark.parametrize("recipe", CHOSEN)
def test_every_distractor_is_a_slip_of_the_table(recipe: str) -> None:
    for variant in bake(revision(recipe), seeds(6), PlainEngine()).variants:
        answer, table = variant.answer_key.answer, variant.answer_key.slip_table
        assert isinstance(answer, ChoiceAnswer)
        assert table is not None
        known = {reading.slugs for reading in table.readings()}
        for option in answer.options:
            assert option.slips in known
            assert option.correct is (option.slips == ())
            assert bool(option.rationale) is option.correct
            assert len(option.slips) != 1 or table.steps(option.slips) is not None


def test_authored_and_unknown_are_errors() -> None:
    with pytest.raises(KeyError, match="no-such-recipe"):
        bake(revision("no-such-recipe"), ["seed"], PlainEngine())
