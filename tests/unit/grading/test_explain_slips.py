"""Every slip of a stored variant, in printed numbers."""

import struct

from app.grading.explain_slips import SlipNumber, slip_lines, step_slips
from app.items.slip_table import SlipLayout, SlipTable, StepLayout
from tests.changing import replace
from tests.services.samples import VARIANTS, WORDS

CHOICE = next(one for one in VARIANTS if one.item_id == "weights-row-choice")
TYPED = next(one for one in VARIANTS if one.item_id == "weights-row-numbers")
PROOF = CHOICE.answer_key.proof


def table(*readings: tuple[tuple[str, ...], float, float, float]) -> SlipTable:
    """A table of one number for each way, with its ends, and without steps."""
    layout = SlipLayout(tuple(one[0] for one in readings), 1, len(readings), (StepLayout("x", 1),))
    return SlipTable(
        layout, b"".join(struct.pack("<3d", *one[1:]) for one in readings) + bytes(8 * len(readings))
    )


def test_the_right_way_comes_first_and_what_is_not_defined_is_left_out() -> None:
    nan = float("nan")
    found = slip_lines(
        replace(
            TYPED.answer_key,
            proof=None,
            slip_table=table(
                ((), 0.5065, 0.5055, 0.5075),
                (("no-scale",), -0.0902, -0.0912, float("inf")),
                (("base-two",), nan, nan, nan),
                (("no-scale", "base-two"), 2e6, 2e6, 2e6),
            ),
        ),
        WORDS,
    )
    assert [one.names for one in found] == [
        (),
        (WORDS.name("no-scale"),),
        (WORDS.name("no-scale"), WORDS.name("base-two")),
    ]
    assert found[0].numbers == (SlipNumber("0.507", "0.50550", "0.50750"),)
    assert found[1].numbers == (SlipNumber("−0.090", "−0.09120", "–"),)
    assert found[2].numbers == (SlipNumber("2.000 · 10⁶", "2.00000 · 10⁶", "2.00000 · 10⁶"),)
    assert {one.option for one in found} == {""}


def test_an_option_is_named_beside_the_slip_that_it_shows() -> None:
    found = slip_lines(CHOICE.answer_key, WORDS)
    letters = {one.names: one.option for one in found if one.option}
    answer = CHOICE.answer_key.answer
    for place, one in enumerate(answer.options, 1):  # type: ignore[union-attr]
        names = () if one.correct else tuple(map(WORDS.name, one.slips))
        assert letters[names] == "ABCD"[place - 1]


def test_nothing_is_told_where_nothing_is_stored() -> None:
    assert slip_lines(replace(CHOICE.answer_key, slip_table=None), WORDS) == ()
    assert step_slips(CHOICE.shown, CHOICE.answer_key, WORDS) == ()
