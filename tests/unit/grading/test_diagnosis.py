"""Wrong numbers against slips: one named, several listed, none said, singles before pairs."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from app.grading.diagnosis import MOST, certain, diagnose
from app.grading.result import Diagnosis, Result
from tests.unit.grading.samples import NAN, RIGHT, TABLE, table


def row(*texts):
    return tuple(Fraction(text) for text in texts)


def test_one_slip_is_named():
    assert diagnose(row("0.665", "0.090", "0.245"), TABLE) == (("no-scale",),)
    assert diagnose(row("0.665", "0.09", "0.2451"), TABLE) == (("no-scale",),)


def test_all_numbers_of_a_row_must_fit():
    assert diagnose(row("0.665", "0.090", "0.307"), TABLE) == ()


def test_the_right_way_is_no_slip():
    assert diagnose(row("0.506", "0.186", "0.307"), TABLE) == ()


def test_pairs_come_only_where_no_single_slip_fits():
    assert diagnose(row("1", "0", "0"), TABLE) == (("largest-takes-all",),)
    assert diagnose(row("0.8", "0.1", "0.1"), TABLE) == (("no-scale", "carry-keys"),)


def test_none_is_none():
    assert diagnose(row("0.4", "0.4", "0.2"), TABLE) == ()


def test_several_are_listed_nearest_first_and_at_most_three():
    near = table(
        {
            (): RIGHT[-3:],
            ("far",): [0.7009, 0.2, 0.1],
            ("near",): [0.7001, 0.2, 0.1],
            ("middle",): [0.7, 0.2005, 0.1],
            ("exact",): [0.7, 0.2, 0.1],
        },
        [],
    )
    assert diagnose(row("0.7", "0.2", "0.1"), near) == (("exact",), ("near",), ("middle",))
    assert MOST == 3


def test_a_slip_that_is_undefined_in_one_number_is_passed_over():
    partial = table({(): RIGHT[-3:], ("partial",): [0.7, NAN, float("inf")]}, [])
    assert diagnose(row("0.7", "0.2", "0.1"), partial) == ()


@given(
    st.lists(
        st.tuples(st.floats(-5, 5), st.floats(-5, 5), st.floats(-5, 5)), min_size=1, max_size=6, unique=True
    )
)
def test_every_slip_finds_itself(values):
    made = table(
        {(): [9.0, 9.0, 9.0]} | {(f"slip-{place}",): list(each) for place, each in enumerate(values)}, []
    )
    for place, each in enumerate(values):
        found = diagnose(tuple(Fraction(number) for number in each), made)
        assert len(found) <= MOST
        assert found[0] == (f"slip-{place}",)


def test_alternatives_are_not_certain_and_wrong_options_are():
    one, two = Diagnosis((("a", "b"),)), Diagnosis((("a",), ("b",), ("a", "c")))
    assert certain(Result(0.0, False, (False,), one)) == ("a", "b")
    assert certain(Result(0.0, False, (False,), two)) == ()
    assert certain(Result(0.0, False, (), two)) == ("a", "b", "c")
    assert certain(Result(1.0, True)) == ()
