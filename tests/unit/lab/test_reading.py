"""A draft is read into a state, or each of its faults gets a sentence beside the very field."""

from dataclasses import replace
from fractions import Fraction
from math import isqrt

import pytest

from app.engine.mechanism import Mask, Scale
from app.lab.draft import Draft, Fault, place_of
from app.lab.matrix_text import cells_of
from app.lab.reading import read_state
from app.lab.starts import STARTS
from app.lab.state import LabState
from app.services.worked.pair import PAIR
from app.services.worked.rows import FIRST as FIRST_PROBLEM
from app.services.worked.rows import OTHER

NAMES = {"no-scale": "Missing scale", "divide-by-d-k": "Division by d_k"}
FIRST = STARTS["example-1"]
CROSS = Draft(Q=cells_of("1 0"), K=cells_of("1 2;0 1;1 1"), V=cells_of("1;2;3"))


def state(draft: Draft) -> LabState:
    found = read_state(draft, NAMES)
    assert isinstance(found, LabState), found
    return found


def faults(draft: Draft) -> dict[str, str]:
    found = read_state(draft, NAMES)
    assert isinstance(found, tuple)
    assert all(isinstance(fault, Fault) and fault.sentence.endswith((".", "?")) for fault in found)
    return {fault.field: fault.sentence for fault in found}


@pytest.mark.parametrize("start", STARTS)
def test_every_starting_point_can_be_computed(start: str) -> None:
    found = state(STARTS[start])
    assert found.problem.shape.d_k == len(STARTS[start].K[0])
    assert (found.slipped is None) == (not STARTS[start].slips)


def test_numbers_are_read_by_the_grammar_of_answers() -> None:
    texts = (("−2", "0,5", "1/3", "１"), ("+3", ".25", "1e-2", " 4 "), ("1000", "-1000", "0", "2.5"))
    assert (
        (-2, Fraction(1, 2), Fraction(1, 3), 1),
        (3, Fraction(1, 4), Fraction(1, 100), 4),
        (1000, -1000, 0, Fraction(5, 2)),
    ) == state(replace(FIRST, Q=texts)).Q


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "Type a number"),
        ("nan", "finite"),
        ("∞", "finite"),
        ("1001", "from −1000 to 1000"),
        ("1e99", "from −1000 to 1000"),
        ("0.00001", "at most 4 decimals"),
        ("1e-99", "at most 4 decimals"),
        ("1/1001", "at most 4 decimals"),
        ("1,234", "two ways"),
        ("one", "cannot be read"),
        ("1" * 60, "too long"),
        ("1/0", "other than 0"),
    ],
)
def test_a_cell_that_cannot_be_read_is_named(text: str, part: str) -> None:
    found = faults(replace(FIRST, K=(FIRST.K[0], ("0", text, "0", "1"), FIRST.K[2])))
    assert list(found) == ["K-2-2"]
    assert part in found["K-2-2"]


def test_all_faults_are_told_at_once() -> None:
    draft = replace(
        FIRST, Q=(("x", "0"), ("0", "1"), ("1", "1")), mask="some", hide=("Z",), scale="by", by="-1",
        decimals="7", row="F", slips=("no-such",),
    )  # fmt: skip
    assert set(faults(draft)) == {"Q-1-1", "K", "mask", "hide", "by", "decimals", "row", "slip"}


def test_shapes_that_do_not_fit() -> None:
    assert "K has 2 columns and Q has 4 columns" in faults(replace(FIRST, K=cells_of("1 0;0 1;1 1")))["K"]
    assert "V has 1 row and K has 3 rows" in faults(replace(FIRST, V=cells_of("1")))["V"]
    assert "Q is empty" in faults(replace(FIRST, Q=()))["Q"]
    seven = cells_of(";".join(["1 2"] * 7))
    assert "at most 6" in faults(Draft(Q=seven, K=seven, V=seven))["Q"]
    assert "at most 8" in faults(replace(FIRST, V=cells_of(";".join([" ".join("1" * 9)] * 3))))["V"]


def test_settings_become_the_base_and_slips_its_changes() -> None:
    found = state(
        replace(FIRST, mask="causal", scale="by", by="1/2", hide=("B",), slips=("carry-keys",), row="C")
    )
    assert (found.base.mask, found.base.scale, found.divisor) == (Mask.CAUSAL, Scale.CHOSEN, Fraction(1, 2))
    assert found.slipped is not None
    assert replace(found.slipped, carried=found.base.carried) == found.base
    assert (found.hidden, found.row) == (frozenset({1}), 2)
    assert found.problem.hidden == {1}


def test_other_tokens_than_those_that_ask_have_other_names() -> None:
    found = state(replace(CROSS, hide=("S2",), slips=("no-scale",)))
    assert (found.asking, found.asked, found.hidden) == (("A",), ("S1", "S2", "S3"), frozenset({1}))
    assert "as many Queries as Keys" in faults(replace(CROSS, mask="causal"))["mask"]
    assert "as many Queries as Keys" in faults(replace(CROSS, slips=("causal-mask-added",)))["slip"]


def test_masks_leave_something_to_look_at() -> None:
    assert "Not all" in faults(replace(FIRST, hide=("A", "B", "C")))["hide"]
    assert "A cannot be hidden" in faults(replace(FIRST, mask="causal", hide=("A",)))["hide"]


def test_slips_that_cannot_be_on_together() -> None:
    both = faults(replace(FIRST, slips=("no-scale", "divide-by-d-k")))["slip"]
    assert both.startswith("“Missing scale” and “Division by d_k” change the same part")
    assert "At most two" in faults(replace(FIRST, slips=("no-scale", "carry-keys", "base-two")))["slip"]
    assert state(replace(FIRST, slips=("no-scale", "no-scale"))).slips == ("no-scale",)


@pytest.mark.parametrize("by", ["0", "-2", "1001", "0.0001", "", "1/10001"])
def test_a_divisor_has_its_limits(by: str) -> None:
    assert list(faults(replace(FIRST, scale="by", by=by))) == ["by"]
    assert state(replace(FIRST, by=by)).divisor is None


@pytest.mark.parametrize(
    ("name", "place"), [("A", 0), ("C", 2), ("S2", 1), ("3", 2), ("D", None), ("S4", None), ("0", None), ("", None), ("S", None), ("²", None)]
)  # fmt: skip
def test_names_of_tokens(name: str, place: int | None) -> None:
    assert place_of(name, 3) == place


def test_the_starting_points_are_the_worked_examples() -> None:
    for start, problem in (("example-1", FIRST_PROBLEM), ("mixed-signs", OTHER)):
        assert state(STARTS[start]).problem == problem
    second = state(STARTS["example-2"])
    scores = [sum(a * b for a, b in zip(second.Q[0], row, strict=True)) for row in second.K]
    assert (tuple(scores), second.divisor) == (PAIR.scores, isqrt(PAIR.d_k))
