"""What is said of a recipe item, and a second proof of what is stored."""

import pytest

from app.engine.plain_engine import PlainEngine
from app.items.answer_key import ChoiceAnswer, NumbersAnswer
from app.items.item import Kind, RecipeItem
from app.items.variant import Variant
from app.kit.clock import SystemClock
from app.variants.bake import bake
from app.variants.decode import decode_answer_key, decode_shown
from app.variants.encode import encode
from app.variants.recipe import RECIPES
from app.variants.report import HowMany, option_numbers, report
from app.variants.verify import verify
from tests.changing import replace
from tests.unit.variants.samples import revision, seeds


def test_options_are_read_as_numbers() -> None:
    (variant, *_) = bake(revision("scaled-row"), seeds(12), PlainEngine()).variants
    row = option_numbers(variant)
    answer = variant.answer_key.answer
    assert row is not None
    assert isinstance(answer, ChoiceAnswer)
    assert answer.options[row.right].correct
    assert {len(option) for option in row.options} == {len(row.options[0])}


def test_a_report_adds_up() -> None:
    told = report(revision("weights-row"), seeds(16), PlainEngine(), clock=SystemClock())
    assert told.drawn == 16 == told.made + told.repeated + sum(told.refusals.values())
    assert sum(told.positions) == told.made
    assert sum(told.ranks[0]) == pytest.approx(told.made)
    assert told.refusal_share == sum(told.refusals.values()) / 16
    assert 1 <= told.reach <= 5
    assert len(told.robots) == 4 + 5 * len(told.ranks)
    assert all(0 <= robot.share <= 1 and robot.limit > 0.3 for robot in told.robots)
    assert 0.25 <= told.largest_rank_share <= 1
    assert told.milliseconds > 0
    assert told.exist.sentence() == f"more than {told.made}"
    assert told.exist.space > 10**12


def test_typed_items_have_neither_positions_nor_ranks() -> None:
    told = report(revision("raw-score", Kind.NUMBERS), seeds(10), PlainEngine(), clock=SystemClock())
    assert told.positions == told.ranks == told.robots == ()
    assert told.largest_rank_share == 0


def test_how_many_is_said_honestly() -> None:
    assert HowMany(1204, True, 2000).sentence() == "1,204"
    assert HowMany(1204, False, 10**30).sentence() == "more than 1,204"


CHANGED = "its hash is another than that of what is stored: something was changed after it was packed"


@pytest.mark.parametrize(("recipe", "kind"), [("pipeline", Kind.STEPS), ("weights-matrix", Kind.GRID)])
def test_steps_and_matrices_are_reported_without_ranks(recipe: str, kind: Kind) -> None:
    told = report(revision(recipe, kind), seeds(6), PlainEngine(), clock=SystemClock())
    assert (told.positions, told.ranks, told.robots) == ((), (), ())
    assert told.made + sum(told.refusals.values()) == told.drawn == 6
    assert told.made >= 4
    assert 1 <= told.reach <= 10
    assert not told.exist.exact


def stored(recipe: str, kind: Kind) -> tuple[Variant, RecipeItem]:
    """A variant that has been to the store and back."""
    of = revision(recipe, kind)
    (variant, *_) = bake(of, seeds(3), PlainEngine()).variants
    encoded = encode(variant)
    back = replace(
        variant,
        shown=decode_shown(encoded.shown),
        answer_key=decode_answer_key(encoded.answer_key, encoded.numbers, encoded.layout),
    )
    assert isinstance(of.item, RecipeItem)
    return back, of.item


@pytest.mark.parametrize(
    ("recipe", "kind"), [(slug, kind) for slug, recipe in RECIPES.items() for kind in recipe.kinds]
)
def test_stored_variants_are_proven_again(recipe: str, kind: Kind) -> None:
    assert verify(*stored(recipe, kind)) == ()


def test_a_changed_digit_is_found() -> None:
    variant, item = stored("weights-row", Kind.NUMBERS)
    answer = variant.answer_key.answer
    assert isinstance(answer, NumbersAnswer)
    first, *others = answer.numbers
    changed = replace(answer, numbers=(replace(first, printed="0.999"), *others))
    key = replace(variant.answer_key, answer=changed)
    found, *others = verify(replace(variant, answer_key=key), item)
    assert found.startswith("the printed answer is not")
    assert others == [CHANGED]


def test_a_changed_option_is_found() -> None:
    variant, item = stored("weights-row", Kind.SINGLE_CHOICE)
    answer = variant.answer_key.answer
    assert isinstance(answer, ChoiceAnswer)
    turned = replace(answer, options=answer.options[::-1])
    key = replace(variant.answer_key, answer=turned)
    assert any("comes out" in fault for fault in verify(replace(variant, answer_key=key), item))


def test_a_changed_matrix_is_found() -> None:
    variant, item = stored("output-row", Kind.NUMBERS)
    shown = replace(variant.shown, matrices=variant.shown.matrices[::-1])
    assert verify(replace(variant, shown=shown), item) == (
        "what is shown does not come from the givens",
        CHANGED,
    )
    key = replace(variant.answer_key, givens=variant.answer_key.givens.replace("[[", "[ ["))
    assert "the twin does not come from the givens" in verify(replace(variant, answer_key=key), item)
