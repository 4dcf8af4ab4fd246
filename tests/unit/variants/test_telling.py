"""Options told in words: nothing doubtful is baked, and givens that make no sense are told in a sentence."""

import math
import re
from collections.abc import Mapping

import orjson
import pytest

from app.engine.plain_engine import PlainEngine
from app.items.answer_key import ChoiceAnswer
from app.items.item import Kind
from app.variants.bake import bake, bake_fixed
from app.variants.recipes.reverse import words
from app.variants.recipes.reverse.posed import NEAR
from app.variants.recipes.reverse.recipe import SPOT_THE_SLIP, SPOT_TWO_SLIPS, WHICH_MECHANISM
from tests.unit.variants.samples import LESSON_MATRICES, revision, seeds
from tests.unit.variants.test_bake import SlightlyOff, WrongFormula

GIVENS: Mapping[str, object] = {
    **LESSON_MATRICES,
    "asked": "output",
    "offered": ("", "no-scale", "base-two", "carry-keys"),
    "by": "base-two",
}


@pytest.mark.parametrize("recipe", ["spot-the-slip", "which-mechanism", "spot-two-slips"])
def test_a_wrong_formula_bakes_nothing(recipe: str) -> None:
    """Powers of two in place of powers of e; a few draws take no powers of e on the way that is shown."""
    kind = Kind.MULTIPLE_SELECT if recipe == "spot-two-slips" else Kind.SINGLE_CHOICE
    outcome = bake(revision(recipe, kind), seeds(12), WrongFormula())
    assert outcome.refusals.get("routes-disagree", 0) >= 7
    without = ("no-exponential", "base-two", "plain-mean", "largest-takes-all")
    taken = [orjson.loads(one.answer_key.givens)["by"] for one in outcome.variants]
    assert [by for by in taken if not any(slug in by for slug in without)] == []


def test_numbers_that_are_slightly_off_bake_nothing() -> None:
    assert bake(revision("which-mechanism"), seeds(8), SlightlyOff()).variants == ()


@pytest.mark.parametrize("recipe", ["spot-the-slip", "which-mechanism"])
def test_the_lessons_matrices_can_be_asked(recipe: str) -> None:
    (variant,) = bake_fixed(revision(recipe, Kind.SINGLE_CHOICE, GIVENS), PlainEngine())
    answer = variant.answer_key.answer
    assert isinstance(answer, ChoiceAnswer)
    assert [option.option_id for option in answer.options if option.correct] == ["base-two"]
    passed_over = next(option for option in answer.options if option.option_id in ("none", "right"))
    assert passed_over.slips == ("base-two",)


def test_ways_that_give_the_same_numbers_are_not_asked() -> None:
    """In the lesson's example K equals Q, so that exchanging them changes nothing."""
    alike = {**GIVENS, "offered": ("", "no-scale", "swap-query-key", "base-two"), "by": "no-scale"}
    for recipe in ("spot-the-slip", "which-mechanism"):
        with pytest.raises(ValueError, match=NEAR):
            bake_fixed(revision(recipe, Kind.SINGLE_CHOICE, {**alike, "by": ""}), PlainEngine())


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"asked": "weights"}, "asked must be one of"),
        ({"offered": ("", "no-scale", "base-two")}, "offered must name 4 different ways"),
        ({"offered": ("", "no-scale", "base-two", "of-my-own")}, "of-my-own cannot be asked for here"),
        ({"offered": ("", "no-scale", "base-two", "no-scale+divide-by-d-k")}, "cannot be told apart"),
        ({"by": "plain-mean"}, "by must be one of those that are offered"),
        ({"Q": (("1/2", "0", "1", "0"),) * 3}, "Q, K and V must hold whole numbers"),
        ({"V": (("1", "2"),) * 3}, "the rows of V must be as long as those of K"),
    ],
)
def test_givens_that_make_no_sense_are_told(change: Mapping[str, object], sentence: str) -> None:
    for recipe in (WHICH_MECHANISM, SPOT_THE_SLIP):
        with pytest.raises(ValueError, match=sentence):
            recipe.read({**GIVENS, **change})


TWO: Mapping[str, object] = {
    **LESSON_MATRICES,
    "asked": "output",
    "offered": ("drop-signs", "no-scale", "base-two", "softmax-over-matrix", "carry-keys"),
    "by": "no-scale+carry-keys",
}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"by": "no-scale"}, "two were made"),
        ({"by": "no-scale+plain-mean"}, "or two of them"),
        ({"offered": ("no-scale", "base-two", "softmax-over-matrix", "carry-keys")}, "offered must name 5"),
        (
            {"offered": ("divide-by-d-k", "no-scale", "base-two", "plain-mean", "carry-keys")},
            "each of five steps",
        ),
        ({"offered": ("", "no-scale", "base-two", "plain-mean", "carry-keys")}, "each of five steps"),
    ],
)
def test_a_working_with_two_slips_offers_five_steps(change: Mapping[str, object], sentence: str) -> None:
    assert SPOT_TWO_SLIPS.read(TWO).made == (("no-scale",), ("carry-keys",))
    with pytest.raises(ValueError, match=sentence):
        SPOT_TWO_SLIPS.read({**TWO, **change})


def test_two_slips_that_show_nothing_are_not_asked() -> None:
    """The lesson's matrices have no minus sign that could be dropped, and K is Q."""
    with pytest.raises(ValueError, match=NEAR):
        bake_fixed(revision("spot-two-slips", Kind.MULTIPLE_SELECT, TWO), PlainEngine())


def test_a_working_has_one_slip_at_most() -> None:
    two = {**GIVENS, "offered": ("", "no-scale", "base-two", "no-scale+base-two")}
    WHICH_MECHANISM.read(two)
    with pytest.raises(ValueError, match="one slip for each option"):
        SPOT_THE_SLIP.read(two)


def test_the_powers_on_the_page_are_computed() -> None:
    """Each number of the longer table is e to its exponent, and the table has every exponent that is drawn."""
    table = dict(re.findall(r"\$e(?:\^\{([-.\d]+)\})? = ([.\d]+)\$", words._LONG_TABLE))
    powers = {float(exponent or 1): printed for exponent, printed in table.items()}
    assert {0.0, *powers} == words.POWERS
    assert powers == {exponent: f"{math.exp(exponent):.3f}" for exponent in powers}
