"""Computations in steps: each is judged on the learner's own earlier numbers, and a slip costs its own step only."""

import pytest

from app.grading.diagnosis import certain
from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import Invalid, StepsResponse
from app.grading.result import FieldState
from app.grading.steps import grade_steps
from app.items.answer_key import NumberAnswer, StepKey, StepsAnswer, StepSlip
from tests.changing import replace
from tests.unit.grading.stepped import ANSWER, FORM, STEPS_KEY, fair, read

_LETTERS = dict(zip(FieldState, "rcfwb", strict=True))  # right, carried, too few digits, wrong, blank
RIGHT = ("2", "1", "7.389", "2.718", "10.107", "0.731", "0.269")


def states(*texts):
    result = grade(STEPS_KEY, read(*texts))
    return result, ["".join(_LETTERS[state] for state in step.fields) for step in result.steps]


def test_all_right():
    """Rounded or not, every way of writing the right numbers earns everything."""
    result, _ = states(*RIGHT)
    assert (result.points, result.correct, result.diagnosis.candidates) == (1.0, True, ())
    result, found = states("2", "1", "7.3891", "2.71828", "10.10734", "0.731059", "0.268941")
    assert (result.points, found) == (1.0, ["rr", "rr", "r", "rr"])


def test_one_slip_costs_its_own_step_only():
    """Without scaling the first step is wrong and named, and what follows from it is carried forward."""
    result, found = states("4", "2", "54.598", "7.389", "61.987", "0.881", "0.119")
    assert found == ["ww", "cc", "c", "cc"]
    assert result.points == 0.75
    assert not result.correct
    assert result.diagnosis.candidates == (("no-scale",),)
    assert certain(result) == ("no-scale",)
    assert result.steps[1].expected == ("54.598", "7.389")


def test_two_slips_in_two_steps_are_both_named():
    """The first is the diagnosis; the second is found on the wrong numbers of the first."""
    result, found = states("1", "0.5", "2", "1.414", "3.414", "0.586", "0.414")
    assert found == ["ww", "ww", "c", "cc"]
    assert result.diagnosis.candidates == (("divide-by-d-k",),)
    assert certain(result) == ("divide-by-d-k", "base-two")
    assert result.points == 0.5


def test_a_wrong_number_that_no_slip_gives():
    """It costs its step, the next one goes on from it, and nothing is accused."""
    result, found = states("2", "1", "7.389", "2.5", "9.889", "0.747", "0.253")
    assert found == ["rr", "rw", "c", "cc"]
    assert result.diagnosis.candidates == ()
    assert certain(result) == ()


def test_blanks_cost_their_own_step_only():
    """What an empty field would have been is carried on."""
    result, found = states("2", "1", "", "", "", "0.731", "0.269")
    assert found == ["rr", "bb", "b", "rr"]
    assert result.points == 0.5
    assert not result.correct
    assert not result.diagnosis.coarse


def test_a_slip_in_an_empty_step_is_found_by_what_follows():
    """Whoever types the end only is told which step went wrong."""
    result, found = states("", "", "", "", "", "0.881", "0.119")
    assert found == ["bb", "bb", "b", "ww"]
    assert result.diagnosis.candidates == (("no-scale",),)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (("4", "", "54.598", "7.389", "61.987", "0.881", "0.119"), ["wb", "cc", "c", "cc"]),
        (("", "", "54.598", "", "61.987", "0.881", "0.119"), ["bb", "wb", "c", "cc"]),
        (("", "", "", "", "61.987", "0.881", "0.119"), ["bb", "bb", "w", "cc"]),
    ],
)
def test_an_empty_field_goes_on_as_the_slip_has_it_that_explains_what_was_typed(typed, expected):
    """Without scaling, B is 2 and e^2 is 7.389, whether that was typed or not; so the slip costs nothing further."""
    result, found = states(*typed)
    assert found == expected
    assert result.diagnosis.candidates == (("no-scale",),)


def test_too_few_digits_are_told_apart_from_wrong():
    """The right value to fewer decimals earns nothing yet, and is no slip; what follows goes on from it."""
    result, found = states("2", "1", "7.4", "2.7", "10.1", "0.731", "0.269")
    assert found == ["rr", "ff", "c", "rr"]
    assert result.diagnosis.coarse
    assert result.diagnosis.candidates == ()
    assert result.points == 0.75


def test_the_right_end_after_a_wrong_step_is_right():
    """A number that is right in itself is never refused for what came before it."""
    result, found = states("4", "2", "7.389", "2.718", "10.107", "0.731", "0.269")
    assert found == ["ww", "rr", "r", "rr"]
    assert result.points == 0.75


def test_counts_are_right_or_not():
    """A whole number next to the right one is wrong, and is carried on as it is."""
    answer = StepsAnswer(
        (("n", "6"), ("h", "2")),
        (
            StepKey("scores", ("s",), ("n * n",), (NumberAnswer("36", 36.0, 36.0),), 0, counts=True),
            StepKey("all", ("t",), ("s * h",), (NumberAnswer("72", 72.0, 72.0),), 0, counts=True),
        ),
    )
    form = replace(FORM, steps=(replace(FORM.steps[2], decimals=0),) * 2)

    def of(*texts):
        response = parse(form, positions=(), typed=texts)
        assert isinstance(response, StepsResponse)
        return [step.fields[0] for step in grade_steps(answer, response).steps]

    assert of("36", "72") == [FieldState.RIGHT] * 2
    assert of("37", "74") == [FieldState.WRONG, FieldState.CARRIED]
    assert of("37", "73") == [FieldState.WRONG, FieldState.WRONG]
    assert of("36.0", "72") == [FieldState.RIGHT] * 2


def test_what_cannot_be_read_stands_beside_its_field():
    """Each fault has its field, and all that was typed is given back."""
    typed = ("2", "abc", "", "1e999", "", "", "")
    found = parse(FORM, positions=(), typed=typed)
    assert isinstance(found, Invalid)
    assert [fault.field for fault in found.faults] == [2, 4]
    assert found.typed == typed


@pytest.mark.parametrize("typed", [(), ("",) * 7, (" ", "\t")])
def test_nothing_typed_is_no_answer(typed):
    """An answer has at least one number."""
    found = parse(FORM, positions=(), typed=typed)
    assert isinstance(found, Invalid)
    assert "at least one number" in found.faults[0].sentence


def test_more_fields_than_the_page_has():
    """A page of another version is told to load again."""
    found = parse(FORM, positions=(), typed=("1",) * 8)
    assert isinstance(found, Invalid)
    assert "more fields" in found.faults[0].sentence
    with pytest.raises(ValueError, match="2 fields were given, and the steps have 7"):
        grade_steps(ANSWER, StepsResponse((None, None)))


@pytest.mark.parametrize("huge", ["1e99", "-1e99", "1/3"])
def test_any_number_is_judged(huge):
    """However large a number is, it is judged and carried on without an error."""
    result, found = states(huge, "1", huge, "", huge, "0.5", "0.5")
    assert found[0][0] == "w"
    assert 0 <= result.points < 1


def test_digits_that_were_left_out_are_zeros_where_the_number_fits():
    """9.89 for 9.890 is no number with too few digits when one's own numbers lead to 9.891."""
    result, found = states("2", "1", "7.389", "2.502", "9.89", "0.747", "0.253")
    assert found == ["rr", "rw", "c", "cc"]
    assert result.points == 0.75


def test_after_a_slip_exact_numbers_go_on_as_exact():
    """4 is what comes out without scaling, so e^4 is 54.598, and 54.61 is a mistake of its own."""
    assert states("4", "2", "54.599", "7.389", "61.988", "0.881", "0.119")[1][1] == "cc"
    result, found = states("4", "2", "54.61", "7.389", "61.999", "0.881", "0.119")
    assert found == ["ww", "wc", "c", "cc"]
    assert result.points == 0.5
    assert states("4.01", "2", "55.147", "7.389", "62.536", "0.882", "0.118")[1][1] == "cc"


@pytest.mark.parametrize("nothing", ["0", "0.0", "-0", "1e-99"])
def test_zeros_lead_to_nothing(nothing):
    """A sum of wrong zeros is zero, and earns nothing; zeros that stand beside other numbers are numbers like these."""
    result, found = states(*(nothing,) * 7)
    assert found == ["ww", "ww", "w", "ww"]
    assert result.points == 0.0
    assert states("2", "0", "7.389", "1", "8.389", "0.881", "0.119")[1] == ["rw", "rc", "c", "cc"]


@pytest.mark.parametrize("nothing", ["0", "0.0", "-0", "1e-99"])
@pytest.mark.parametrize("empty", range(-1, 7))
def test_zeros_show_no_slip(nothing, empty):
    """Without powers of e the exponentials of wrong zeros would be zeros; whoever types them everywhere has not made that slip."""
    result, _ = states(*("" if place == empty else nothing for place in range(7)))
    assert [step.candidates for step in result.steps] == [()] * 4
    assert result.diagnosis.candidates == certain(result) == ()
    assert not result.diagnosis.coarse


def test_zeros_that_a_slip_makes_of_other_numbers_are_told():
    """1 and −1 sum to 0: that is no exponential, and nobody who gives up."""
    answer = StepsAnswer(
        (("x", "1"), ("y", "-1")),
        (
            StepKey("powers", ("a", "b"), ("exp(x)", "exp(y)"), fair("2.718", "0.368"), 3),
            StepKey("sum", ("Z",), ("a + b",), fair("3.086"), 3, (StepSlip("no-exponential", ("x + y",)),)),
        ),
    )
    form = replace(FORM, steps=(FORM.steps[1], FORM.steps[2]))

    def of(*texts):
        response = parse(form, positions=(), typed=texts)
        assert isinstance(response, StepsResponse)
        return grade_steps(answer, response).diagnosis.candidates

    assert of("2.718", "0.368", "0") == (("no-exponential",),)
    assert of("0", "0", "0") == ()
    assert of("", "", "0") == ()


def test_numbers_that_coarse_ones_lead_away_are_no_right_values():
    """7.4 and 2.7 lead to 0.733, which earns its step and is not 0.731, not even to fewer digits."""
    away, found = states("2", "1", "7.4", "2.7", "10.1", "0.733", "0.267")
    assert found == ["rr", "ff", "c", "cc"]
    assert (away.points, away.diagnosis.coarse) == (0.75, False)
    near, found = states("2", "1", "7.4", "2.7", "10.1", "0.7", "0.3")
    assert found == ["rr", "ff", "c", "ff"]
    assert (near.points, near.diagnosis.coarse) == (0.5, True)
    farther, found = states("2", "1", "7", "2.7", "9.7", "0.7", "0.3")
    assert found == ["rr", "wf", "c", "ff"]
    assert not farther.diagnosis.coarse


@pytest.mark.parametrize("before", [("9",), ("",)])
def test_a_power_that_comes_out_whole_is_exact_when_it_is_carried_on(before):
    """e^(2 ln 3) is 9 and needs no rounding, typed or left empty; so nothing beside 900 is right after it."""
    answer = StepsAnswer(
        (("L", "ln(3)"),),
        (
            StepKey("power", ("a",), ("exp(2*L)",), (NumberAnswer("9.00", 8.99, 9.01),), 2),
            StepKey("end", ("o",), ("a * 100",), (NumberAnswer("900.00", 899.985, 900.015),), 2),
        ),
    )
    form = replace(FORM, steps=(replace(FORM.steps[2], decimals=2),) * 2)

    def last(text):
        response = parse(form, positions=(), typed=(*before, text))
        assert isinstance(response, StepsResponse)
        return grade_steps(answer, response).steps[1].fields[0]

    assert last("900.01") is FieldState.RIGHT
    assert last("900.02") is last("900.4") is FieldState.WRONG
