"""The source lesson's worked examples stand with the right digits, whatever the lesson printed."""

import pytest

from app.engine.plain_engine import PlainEngine
from app.items.answer_key import ChoiceAnswer, NumbersAnswer
from app.items.item import Kind
from app.items.public import ChoiceForm
from app.variants.bake import bake_fixed
from app.variants.verify import verify
from tests.unit.variants.samples import LESSON, revision

RIGHT = {
    "raw-score": ("1.00",),
    "scaled-row": ("1.000", "0.000", "0.500"),
    "weights-row": ("0.506", "0.186", "0.307"),
    "output-row": ("0.506", "1.199", "0.680", "0.614"),
    "saturation-pair": ("0.991", "1.000"),
}


@pytest.mark.parametrize("recipe", RIGHT)
def test_typed_examples_have_the_right_digits(recipe: str) -> None:
    of = revision(recipe, Kind.NUMBERS, LESSON[recipe])
    (variant,) = bake_fixed(of, PlainEngine())
    answer = variant.answer_key.answer
    assert isinstance(answer, NumbersAnswer)
    assert tuple(number.printed for number in answer.numbers) == RIGHT[recipe]
    assert variant.fixed == "fixed-0"
    assert verify(variant, of.item) == ()


@pytest.mark.parametrize("recipe", RIGHT)
def test_choices_have_the_right_digits_and_four_options(recipe: str) -> None:
    of = revision(recipe, Kind.SINGLE_CHOICE, LESSON[recipe])
    (variant,) = bake_fixed(of, PlainEngine())
    answer, form = variant.answer_key.answer, variant.shown.form
    assert isinstance(answer, ChoiceAnswer)
    assert isinstance(form, ChoiceForm)
    texts = [option.text for option in form.options]
    (place,) = answer.correct
    right = RIGHT[recipe]
    assert texts[place - 1] == (right[0] if len(right) == 1 else f"[{', '.join(right)}]")
    assert len(set(texts)) == len(texts) == 4
    assert verify(variant, of.item) == ()


def test_the_lessons_own_wrong_figures_never_stand() -> None:
    """0.507 and 0.988 (0.9877) are what the lesson prints."""
    (weights,) = bake_fixed(revision("weights-row", Kind.NUMBERS, LESSON["weights-row"]), PlainEngine())
    (pair,) = bake_fixed(revision("saturation-pair", Kind.NUMBERS, LESSON["saturation-pair"]), PlainEngine())
    shown = {
        number for variant in (weights, pair) for step in variant.answer_key.solution for number in step.shown
    }
    assert not shown & {"0.507", "0.988", "0.9877"}
    assert {"0.506", "0.991", "2.354 · 10¹⁷"} <= shown


def test_the_worked_page_has_a_row_for_each_step() -> None:
    (variant,) = bake_fixed(revision("output-row", Kind.NUMBERS, LESSON["output-row"]), PlainEngine())
    steps = variant.answer_key.solution
    assert [step.slug for step in steps] == [
        "logits",
        "scaled",
        "exponentials",
        "sum",
        "weights",
        "weighted",
        "output",
    ]
    assert [step.shown for step in steps[:5]] == [
        ("2", "0", "1"),
        ("1.000", "0.000", "0.500"),
        ("2.718", "1.000", "1.649"),
        ("5.367",),
        ("0.506", "0.186", "0.307"),
    ]
    assert all(not step.names or len(step.names) == len(step.shown) for step in steps)


@pytest.mark.parametrize(
    ("givens", "fault"),
    [
        ({"scores": ("40", "2")}, "d_k is missing"),
        ({"scores": ("40", "40"), "d_k": "64"}, "two different whole numbers"),
        ({"scores": ("40", "x"), "d_k": "64"}, "not a number"),
        ({"scores": ("40", "2"), "d_k": "64", "rows": "1"}, "does not know rows"),
    ],
)
def test_wrong_givens_name_item_and_variant(givens: dict[str, object], fault: str) -> None:
    with pytest.raises(ValueError, match=f"saturation-pair-typed, fixed variant fixed-0: .*{fault}"):
        bake_fixed(revision("saturation-pair", Kind.NUMBERS, givens), PlainEngine())
