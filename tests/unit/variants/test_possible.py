"""Options that the wording rules out are not offered."""

import numpy as np
import pytest

from app.engine.families.all import FAMILIES
from app.engine.plain_engine import PlainEngine
from app.variants.bake import workshop_of
from app.variants.recipes.told_possible import POSSIBLE
from app.variants.screen import screen
from tests.unit.variants.samples import revision


def test_each_family_says_what_its_wording_allows() -> None:
    assert set(POSSIBLE) == set(FAMILIES)


@pytest.mark.parametrize(
    ("slug", "givens", "numbers", "allowed"),
    [
        ("dominance-factor", {}, (-1.253,), False),
        ("dominance-factor", {}, (0.286,), True),
        ("masked-weight", {}, (1.2,), False),
        ("reordered-output", {"value_a": 4, "value_b": 1, "value_c": 2}, (4.5,), False),
        ("head-columns", {"d_model": 12, "heads": 4}, (3, 7, 9), True),
        ("head-columns", {"d_model": 12, "heads": 4}, (3, 13, 15), False),
        ("joined-column", {"d_model": 12, "heads": 4}, (5, 1), False),
        ("joined-column", {"d_model": 12, "heads": 4}, (0, 1), False),
        ("jacobian-entry", {}, (-0.1, 0.1), True),
    ],
)
def test_what_the_wording_allows(
    slug: str, givens: dict[str, int], numbers: tuple[float, ...], allowed: bool
) -> None:
    assert POSSIBLE[slug](givens, numbers) is allowed


def test_a_negative_factor_is_no_option() -> None:
    """Where B leads, the difference is negative and the question asks how many times as large a weight is."""
    workshop = workshop_of(revision("dominance-factor"), PlainEngine())
    givens = {"first": 3, "second": 8, "d_k": 16, "logs": 0}
    plan = workshop.recipe.plan(workshop.recipe.shape(givens), pairs=False)
    block = workshop.recipe.run([givens], PlainEngine(), plan=plan, decimals=3)
    offered = screen(plan, block, 3, known={}).candidates[0]
    place = plan.readings.index(("difference-for-factor",))
    assert block.values[0, place, 0] < 0
    assert not offered[place]
    assert np.count_nonzero(offered) >= 3
    assert (block.values[0, offered, 0] > 0).all()
