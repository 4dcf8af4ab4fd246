"""When a slip of a family gives what is right: the sentence's condition holds for exactly the givens in which it does."""

from dataclasses import replace
from math import isclose, isfinite
from typing import Any, cast

import pytest

from app.engine.families.all import FAMILIES
from app.engine.families.family import Family, Givens
from app.engine.families.reach import Hand
from app.engine.families.slips import FamilySlip
from tests.conftest import GATE

TRIED = 2_000 if GATE else 60  # of the draws of each difficulty
EQUAL = (  # beyond what is drawn: what authors and the lab may ask
    ("temperature", {"first": 2, "second": 4, "third": 7, "quarters": 4, "logs": 0}),
    ("temperature", {"first": 3, "second": 3, "third": 3, "quarters": 6, "logs": 0}),
    ("softmax-gradient", {"first": 3, "second": 2, "d_k": 1, "logs": 0}),
    ("softmax-gradient", {"first": 3, "second": 3, "d_k": 4, "logs": 0}),
    ("duplicated-token", {"first": 3, "second": 2, "d_k": 1, "logs": 0}),
    ("masked-weight", {"first": 2, "second": 2, "third": 2, "fourth": 5, "row": 3, "logs": 0}),
    ("masked-weight", {"first": 2, "second": 4, "third": 2, "fourth": 5, "row": 2, "logs": 1}),
    ("shifted-scores", {"first": 3, "second": 3, "third": 3, "shift": 2, "logs": 0}),
    ("growth-of-work", {"n": 4, "longer": 12, "d_k": 8, "wider": 24}),
    ("score-memory", {"n": 64, "heads": 1, "d_k": 64, "bytes": 2}),
    ("padded-causal-weight", {**dict.fromkeys(("first", "second", "third", "fourth", "fifth"), 3), "pads": 2, "row": 2, "logs": 0}),
    ("cross-weight", {**dict.fromkeys(("a1", "a2", "a3", "b1", "b2", "b3"), 3), "row": 2, "logs": 0}),
    ("jacobian-entry", {"first": 1, "second": 1, "third": 1, "d_k": 4, "logs": 0}),
    ("width-from-scores", {"raw": 16, "scaled": 8, "heads": 1}),
    ("unit-variance-divisor", {"d_k": 9, "q": 8, "k": 8, "told": 0}),
    ("unit-variance-divisor", {"d_k": 9, "q": 4, "k": 4, "told": 3}),
    ("deviations-out", {"score": 4, "d_k": 16, "var_q": 4, "var_k": 4}),
    ("product-shapes", {"n_q": 8, "n_k": 8, "d_model": 8, "heads": 1}),
    ("product-shapes", {"n_q": 3, "n_k": 4, "d_model": 16, "heads": 4}),
    ("head-columns", {"d_model": 16, "heads": 4, "which": 2}),
    ("head-columns", {"d_model": 16, "heads": 1, "which": 1}),
    ("joined-column", {"d_model": 8, "heads": 8, "column": 3}),
    ("joined-column", {"d_model": 8, "heads": 1, "column": 3}),
)  # fmt: skip


def gives_what_is_right(family: Family, givens: Givens, slip: FamilySlip) -> bool:
    right, slipped = (family.compute(givens, frozenset(slips), Hand(3))[-1] for slips in ((), (slip.slug,)))
    return all(
        isfinite(two.value) and isclose(one.value, two.value, rel_tol=1e-12, abs_tol=1e-12)
        for one, two in zip(right, slipped, strict=True)
    )


def told_wrongly(family: Family, givens: Givens) -> list[str]:
    return [
        slip.slug
        for slip in family.slips
        if slip.when.holds(givens) is not gives_what_is_right(family, givens, slip)
    ]


@pytest.mark.parametrize("name", FAMILIES)
def test_a_slip_coincides_exactly_when_it_says_so(name: str) -> None:
    for difficulty in FAMILIES[name].difficulties:
        family = cast(Family, replace(cast(Any, FAMILIES[name]), difficulty=difficulty))
        drawn = list(family.everything())
        for givens in drawn[:: max(1, len(drawn) // TRIED)]:
            assert told_wrongly(family, givens) == [], givens


@pytest.mark.parametrize(("name", "givens"), EQUAL, ids=lambda one: one if isinstance(one, str) else "")
def test_a_slip_coincides_where_it_says_so_for_givens_that_are_not_drawn(
    name: str, givens: dict[str, int]
) -> None:
    family = FAMILIES[name]
    family.check(givens)
    assert any(slip.when.holds(givens) for slip in family.slips)
    assert told_wrongly(family, givens) == []


def test_what_is_never_right_says_never() -> None:
    for family in FAMILIES.values():
        for slip in family.slips:
            assert slip.when.sentence
            if slip.when.sentence.startswith("never"):
                assert not any(slip.when.holds(givens) for name, givens in EQUAL if name == family.slug)
