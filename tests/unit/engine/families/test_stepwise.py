"""Families of formulas: both routes agree in every field, slips are those of the mechanism, and nothing is lost by hand."""

import math
from dataclasses import replace

import pytest

from app.engine.families.pipeline import PIPELINE, PipelineGivens
from app.engine.families.reach import NOWHERE, Reach
from app.engine.families.stepwise import Changed, FormulaStep, Worked, worked
from app.engine.families.weights_matrix import WEIGHTS_MATRIX, MatrixGivens
from app.engine.oracle import Oracle
from app.engine.problem import Problem
from app.engine.slips import apply
from app.engine.stages import Stage
from app.kit.draws import Draws
from app.variants.recipes.pipeline import PIPELINE_RECIPE
from app.variants.recipes.weights_matrix import WEIGHTS_MATRIX_RECIPE

_STAGES = {
    "scores": Stage.RAW, "scaled": Stage.SCALED, "exponentials": Stage.EXPONENTIALS, "sum": Stage.SUM,
    "weights": Stage.WEIGHTS, "output": Stage.OUTPUT,
}  # fmt: skip
# Under these slips of one field of the mechanism the formulas give the mechanism's numbers to the end.
_TO_THE_END = (
    "no-scale", "divide-by-d-k", "times-root-d-k", "root-of-tokens", "base-two", "no-exponential", "drop-signs",
    "plain-mean", "carry-keys", "causal-mask-added",
)  # fmt: skip


def _drawn(difficulty: str, count: int = 30) -> list[PipelineGivens]:
    recipe = PIPELINE_RECIPE.at({"difficulty": difficulty})
    return [recipe.draw(Draws(f"stepwise {n}")) for n in range(count)]


def _matrices(difficulty: str, count: int = 30) -> list[MatrixGivens]:
    recipe = WEIGHTS_MATRIX_RECIPE.at({"difficulty": difficulty})
    return [recipe.draw(Draws(f"stepwise {n}")) for n in range(count)]


def _told(givens: PipelineGivens | MatrixGivens) -> Worked:
    if isinstance(givens, PipelineGivens):
        return worked(PIPELINE.constants(givens), PIPELINE.steps(PIPELINE.shape(givens), 3))
    shape = WEIGHTS_MATRIX.shape(givens)
    return worked(WEIGHTS_MATRIX.constants(givens), WEIGHTS_MATRIX.steps(shape, 3))


@pytest.mark.parametrize("difficulty", ["1", "2"])
def test_two_routes_agree_in_every_field(difficulty: str) -> None:
    for givens in [*_drawn(difficulty), *_matrices(difficulty)]:
        second = (
            PIPELINE.enclose(givens) if isinstance(givens, PipelineGivens) else WEIGHTS_MATRIX.enclose(givens)
        )
        for fields, balls in zip(_told(givens).right, second, strict=True):
            assert [one.value for one in fields] == pytest.approx([float(ball) for ball in balls], abs=1e-12)


def test_odd_multiples_of_a_logarithm_are_enclosed_too() -> None:
    givens = replace(_drawn("1")[0], q=(1, 0, 0, 0), K=((1, 0, 0, 0), (2, 0, 0, 0), (3, 0, 0, 0)), base=3)
    for fields, balls in zip(_told(givens).right, PIPELINE.enclose(givens), strict=True):
        assert [one.value for one in fields] == pytest.approx([float(ball) for ball in balls], abs=1e-12)


@pytest.mark.parametrize("slug", ["", *_TO_THE_END])
def test_the_pipeline_gives_the_mechanisms_numbers_under_each_slip(slug: str) -> None:
    """Where Q has one row the mechanism knows no mask, so all tokens ask the same here."""
    compared = 0
    for givens in _drawn("2", 12):
        told = _told(givens)
        slips = (slug,) if slug else ()
        if slug == "causal-mask-added" and givens.row == 2:
            continue
        oracle = Oracle(Problem((givens.q,) * 3, givens.K, givens.V, givens.row))
        for step, fields in zip(told.steps, told.under(slips), strict=True):
            found = [float(ball) for ball in oracle.row(apply(slips), _STAGES[step.slug])]
            if slug == "plain-mean" and step.slug in ("exponentials", "sum"):
                continue  # the mechanism makes the exponentials equal, where the formulas leave them as they are
            if math.isnan(fields[0].value):
                continue  # x_A + x_B + x_C may be zero by hand
            assert [one.value for one in fields] == pytest.approx(found, abs=1e-9), (step.slug, givens)
            compared += 1
    assert compared > 30


@pytest.mark.parametrize(
    "slug", ["", "no-scale", "base-two", "softmax-over-columns", "softmax-over-matrix", "swap-query-key"]
)
def test_the_matrix_gives_the_mechanisms_rows_under_each_slip(slug: str) -> None:
    slips = (slug,) if slug else ()
    for givens in _matrices("2"):
        if givens.causal:
            continue
        n = len(givens.scores)
        unit = tuple(tuple(int(row == column) * _root(givens) for column in range(n)) for row in range(n))
        scores = tuple(tuple(score for score in row) for row in givens.scores)
        # Q = S and K = √(d_k / n) · 1 would need roots; with d_k as the width, zeros fill up what is left.
        wide = givens.d_k - n
        Q = tuple((*row, *(0,) * wide) for row in scores)
        K = tuple((*(entry // _root(givens) for entry in row), *(0,) * wide) for row in unit)
        weights = [
            float(ball)
            for row in range(n)
            for ball in Oracle(Problem(Q, K, None, row)).row(apply(slips), Stage.WEIGHTS)
        ]
        assert [one.value for one in _told(givens).under(slips)[-1]] == pytest.approx(weights, abs=1e-9)


def _root(givens: MatrixGivens) -> int:
    return math.isqrt(givens.d_k)


def test_a_causal_mask_leaves_nothing_above_the_diagonal_and_rows_that_add_up() -> None:
    for givens in _matrices("2"):
        shape, weights = WEIGHTS_MATRIX.shape(givens), _told(givens).right[-1]
        by_cell = dict(zip(shape.cells, weights, strict=True))
        hidden = [weight.value for cell, weight in by_cell.items() if not shape.sees(cell)]
        assert bool(hidden) is givens.causal
        assert all(weight == 0 for weight in hidden)
        for token in shape.names:
            assert sum(w.value for (row, _), w in by_cell.items() if row == token) == pytest.approx(1)


def test_who_ignores_the_mask_gives_the_weights_of_all_tokens() -> None:
    """Row A is never right then, so that nobody can take the slip for the answer."""
    masked = [givens for difficulty in "12" for givens in _matrices(difficulty) if givens.causal]
    assert len(masked) > 10
    for givens in masked:
        ignored = _told(givens).under({"later-tokens-left-in"})[-1]
        open_to_all = _told(replace(givens, causal=False)).right[-1]
        assert [one.value for one in ignored] == pytest.approx([one.value for one in open_to_all])
        assert ignored[0].value < 0.999


def test_an_unmasked_matrix_has_no_later_tokens_to_leave_in() -> None:
    open_to_all = next(givens for givens in _matrices("2") if not givens.causal)
    told = _told(open_to_all)
    assert told.under({"later-tokens-left-in"}) == told.right


def _step(**changes: object) -> FormulaStep:
    return replace(FormulaStep("half", ("h",), ("x/2",), 1, (Changed("whole", ("x",)),)), **changes)


def test_what_needs_no_rounding_is_written_as_it_is() -> None:
    assert _step().written((Reach.of(0.3), Reach.of(1.0000000000000002))) == (Reach.of(0.3), Reach.of(1.0))
    (third,) = _step().written((Reach.of(1 / 3),))
    assert (third.low, third.high) == pytest.approx((1 / 3 - 0.05, 1 / 3 + 0.05))
    assert math.isnan(_step().written((NOWHERE,))[0].value)


def test_a_count_has_nothing_to_either_side() -> None:
    assert _step(counts=True).fair(Reach.of(4)) == (4, 4)
    assert _step().fair(Reach.of(4)) == pytest.approx((3.9, 4.1))


def test_later_steps_go_on_from_what_was_written() -> None:
    steps = (_step(), FormulaStep("double", ("d",), ("2*h",), 3))
    told = worked((("x", "0.5"),), steps)
    assert told.right[0] == (Reach.of(0.25),)
    assert (told.right[1][0].low, told.right[1][0].high) == pytest.approx((0.4, 0.6))
    assert told.slipped[0] == ((Reach.of(0.5),),)
    assert told.under(("whole",))[1] == (Reach.of(1.0),)
    assert told.under(()) == told.right


def test_what_the_worked_page_shows_without_digits_is_what_comes_out() -> None:
    for givens in _matrices("1"):
        told, texts = _told(givens), WEIGHTS_MATRIX_RECIPE.stepped.texts(givens, 3)
        for fields, text in zip(told.right[1:3], texts[1:3], strict=True):
            assert [float(number) for number in text.shown] == pytest.approx([one.value for one in fields])
        for number, shown in zip(told.right[0], texts[0].shown, strict=True):
            assert math.exp(number.value) == pytest.approx(float(shown.removeprefix("ln ") or 1) or 1)
    assert all(not text.shown for text in WEIGHTS_MATRIX_RECIPE.stepped.texts(_matrices("2")[0], 3))
