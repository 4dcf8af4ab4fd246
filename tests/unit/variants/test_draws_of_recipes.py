"""What the recipes draw: every value in every place, no ties, and what a person can work by hand."""

from collections import defaultdict

import pytest

from app.kit.draws import Draws
from app.variants.recipe import RECIPES
from app.variants.recipes.attention import OUTPUT_ROW, RAW_SCORE
from app.variants.recipes.saturation import SATURATION_PAIR
from app.variants.recipes.spread import SPREAD
from tests.unit.variants.samples import seeds


def test_every_entry_of_every_matrix_takes_all_values() -> None:
    seen: dict[tuple[object, ...], set[float]] = defaultdict(set)
    for seed in seeds(700):
        givens = OUTPUT_ROW.draw(Draws(seed))
        shape = OUTPUT_ROW.shape(givens)
        for name, rows in (("Q", givens.Q), ("K", givens.K), ("V", givens.V)):
            for i, row in enumerate(rows):
                for j, entry in enumerate(row):
                    seen[shape, name, i, j].add(entry)
        seen[shape, "row"].add(givens.row)
    assert {len(values) for (_, name, *_), values in seen.items() if name != "row"} == {6}
    assert {shape for shape, *_ in seen} == {OUTPUT_ROW.shape(OUTPUT_ROW.draw(Draws(s))) for s in seeds(80)}
    assert all(values == set(range(shape.n)) for (shape, name, *_), values in seen.items() if name == "row")  # type: ignore[attr-defined]


def test_single_scores_have_halves_in_q_only() -> None:
    drawn = [RAW_SCORE.draw(Draws(seed)) for seed in seeds(60)]
    with_halves = [givens for givens in drawn if any(entry % 1 for row in givens.Q for entry in row)]
    assert 15 <= len(with_halves) <= 45
    assert all(
        entry % 1 == 0 for givens in drawn for rows in (givens.K, givens.V) for row in rows for entry in row
    )
    assert all(givens.column is not None for givens in drawn)


def test_rows_have_no_ties_and_no_wide_spread() -> None:
    """A few queries cannot be helped, such as one of zeros; their draws are refused later."""
    unfit = 0
    for seed in seeds(300):
        givens = OUTPUT_ROW.draw(Draws(seed))
        asking = givens.Q[givens.row]
        scores = [sum(q * k for q, k in zip(asking, row, strict=True)) for row in givens.K]
        tied = len(set(scores)) < len(scores)
        unfit += tied or (max(scores) - min(scores)) ** 2 > 36 * len(asking)
    assert unfit <= 20


@pytest.mark.parametrize("recipe", [SATURATION_PAIR, SPREAD])
def test_draws_are_among_everything(recipe: object) -> None:
    assert recipe in (SATURATION_PAIR, SPREAD)
    known = RECIPES[recipe.slug]  # type: ignore[attr-defined]
    everything = known.everything()
    assert everything is not None
    records = [str(known.record(givens)) for givens in everything]
    assert len(set(records)) == len(records) == known.space
    assert {str(known.record(known.draw(Draws(seed)))) for seed in seeds(100)} <= set(records)


def test_scores_of_the_pair_are_never_too_far_apart() -> None:
    drawn = [SATURATION_PAIR.draw(Draws(seed)) for seed in seeds(300)]
    assert {abs(givens.first - givens.second) for givens in drawn} == set(range(1, 8))
    assert 100 <= sum(givens.first > givens.second for givens in drawn) <= 200


@pytest.mark.parametrize(
    ("givens", "fault"),
    [
        ({"asked": "variance", "d_model": "768", "heads": "12"}, "asked must be one of"),
        ({"asked": "divisor", "d_model": "768", "heads": "11"}, "11 heads do not divide d_model = 768"),
        ({"asked": "divisor", "d_k": "64", "var_q": "0"}, "var_k holds None"),
        ({"asked": "divisor", "d_k": "64", "var_q": "0", "var_k": "1"}, "variances must be positive"),
        ({"asked": "divisor", "d_k": "64", "var_q": "0.3", "var_k": "1"}, "halves and quarters"),
        (
            {"asked": "divisor", "d_k": "6.5", "var_q": "2", "var_k": "1"},
            "d_k is 6.5, and must be a whole number",
        ),
    ],
)
def test_givens_of_the_spread_are_checked(givens: dict[str, object], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        SPREAD.read(givens)


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"Q": (("1",), ("1", "2"), ("3",))}, "the rows of Q must all have the same length"),
        ({"Q": "1"}, "Q must be a list of rows"),
        ({"K": (("1", "0"), ("0", "1"))}, "one row for each token"),
        ({"row": "D"}, "row must be one of A, B, C, not 'D'"),
        ({"column": "A"}, "does not know column"),
    ],
)
def test_givens_of_matrices_are_checked(changed: dict[str, object], fault: str) -> None:
    square = (("1", "0"), ("0", "1"), ("1", "1"))
    with pytest.raises(ValueError, match=fault):
        OUTPUT_ROW.read({"Q": square, "K": square, "V": square, "row": "A"} | changed)
