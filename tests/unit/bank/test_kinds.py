"""A recipe makes some kinds of item: another kind is a fault at its line, and steps have no tolerance of their own."""

import pytest

from app.bank.cross import Known
from app.bank.faults import BankFaults
from app.bank.parse import parse_item
from tests.unit.bank.samples import KNOWN, RECIPE, RECIPE_PATH


def faults_of(text: str) -> list[str]:
    with pytest.raises(BankFaults) as caught:
        parse_item(text, RECIPE_PATH, KNOWN)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize("kind", ["grid", "steps"])
def test_a_kind_that_the_recipe_does_not_make_is_told_at_its_own_line(kind: str) -> None:
    plain = RECIPE.replace("tolerance: {kind: absolute, amount: 0.01}\n", "")
    text = plain.replace("kind: numbers", f"kind: {kind}")
    assert faults_of(text) == [
        f"{RECIPE_PATH}:2:7: kind: is {kind!r}, which weights-row does not make. "
        "Write one of: single_choice, numbers."
    ]
    assert parse_item(text, RECIPE_PATH, Known()).item.header.kind == kind


def test_steps_have_the_recipes_own_tolerance() -> None:
    text = RECIPE.replace("kind: numbers", "kind: steps")
    assert "tolerance: stands at a computation in steps. Delete it" in faults_of(text)[-1]
