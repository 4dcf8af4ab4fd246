"""Feedback on steps and on grids: what is said first, and of each step and number."""

from app.grading.explain import explain
from app.grading.feedback import Verdict
from app.grading.grade import grade
from app.grading.number import read_number
from app.grading.response import NumbersResponse
from app.grading.result import FieldState
from app.grading.words import Judged, Words
from app.items.answer_key import AnswerKey, StepSlip
from app.items.public import GridForm
from app.services.records import judged_json, result_of
from tests.changing import replace
from tests.unit.grading.samples import MISCONCEPTIONS, PHRASES, numbers_variant
from tests.unit.grading.stepped import ANSWER, SHOWN, STEPS_KEY, read

WORDS = Words(MISCONCEPTIONS, PHRASES)


def after(*texts):
    response = read(*texts)
    result = grade(STEPS_KEY, response)
    stored = result_of(result.points, result.correct, judged_json(result))
    assert stored == result
    return explain(SHOWN, STEPS_KEY, judged=Judged(response, stored), words=WORDS)


def test_all_right():
    told = after("2", "1", "7.389", "2.718", "10.107", "0.731", "0.269")
    assert (told.verdict, told.meaning) == (Verdict.RIGHT, "All four steps are right.")
    assert told.answer == "[0.731, 0.269]"
    assert not any(step.first_wrong or step.slips or step.why for step in told.given_steps)


def test_the_first_wrong_step_comes_first():
    told = after("4", "2", "54.598", "7.389", "61.987", "0.881", "0.119")
    assert told.verdict is Verdict.PARTLY
    assert told.meaning.startswith(
        r"Step 1, “Divide by $\sqrt{d_k}$”, is the first that is not right: 4 and 2 are what"
    )
    assert told.meaning.endswith(
        "Three of the four steps are right; later steps are judged on your own numbers."
    )
    assert [note.slug for note in told.slips] == ["no-scale"]
    assert [step.first_wrong for step in told.given_steps] == [True, False, False, False]
    assert [step.earned for step in told.given_steps] == [False, True, True, True]
    second = told.given_steps[1].fields[0]
    assert (second.state, second.typed, second.printed, second.expected) == (
        FieldState.CARRIED,
        "54.598",
        "7.389",
        "54.598",
    )
    assert told.steps == ()


def test_numbers_near_what_a_slip_gives_are_told_to_be_near():
    """Without powers of e, 2 and 1 come out; 2.001 and 1.001 are within rounding of them."""
    told = after("2", "1", "2.001", "1.001", "3.002", "0.667", "0.333").meaning
    assert "2.001 and 1.001 are, but for rounding, what comes out" in told
    assert "2 and 1 are what comes out" in after("2", "1", "2", "1", "3", "0.667", "0.333").meaning


def test_an_answer_graded_before_that_was_told_is_read_as_before():
    result = grade(STEPS_KEY, read("4", "2", "54.598", "7.389", "61.987", "0.881", "0.119"))
    before = judged_json(result).replace(',"nearly":false', "")
    assert "nearly" not in before
    assert result_of(result.points, result.correct, before) == result


def test_what_huge_numbers_lead_to_is_short_or_said_to_be_none():
    told = after("300", "1e9", "1", "1", "2", "0.5", "0.5")
    assert [field.expected for field in told.given_steps[1].fields] == ["1.942 · 10¹³⁰", "none"]


def test_a_number_that_nothing_explains():
    told = after("2", "1", "7.389", "2.5", "9.889", "0.747", "0.253")
    assert "2.5 is not right, and no slip that we know gives it in this step" in told.meaning
    assert told.given_steps[1].why.startswith("2.5 is not right")


def test_blank_and_coarse():
    told = after("2", "1", "7.4", "2.72", "", "0.731", "")
    assert told.verdict is Verdict.PARTLY
    assert told.meaning == (
        "Nothing that you typed is wrong; the second step has the right values with too few digits, and the "
        "fourth step is filled in only in part, and the third step is not filled in. One of the four steps is right."
    )
    assert told.given_steps[2].fields[0].typed == ""
    coarse = after("2", "1", "7.4", "2.718", "10.107", "0.731", "0.269")
    assert coarse.verdict is Verdict.COARSE


def test_what_coarse_numbers_led_away_is_not_called_the_right_value():
    """7.4 and 2.7 are the right values to fewer digits; 0.733 follows from them and is not 0.731."""
    told = after("2", "1", "7.4", "2.7", "10.1", "0.733", "0.267")
    assert told.verdict is Verdict.PARTLY
    assert told.meaning == (
        "The second step has too few digits, so that later numbers are right by your own numbers only. Three of the "
        "four steps are right."
    )


def test_what_is_begun_is_partly_right_and_what_has_no_right_step_is_not():
    begun = after("2", "", "", "", "", "", "")
    assert begun.verdict is Verdict.PARTLY
    assert begun.meaning == (
        "Nothing that you typed is wrong; the first step is filled in only in part, and the second, third and "
        "fourth steps are not filled in. None of the four steps is right as a whole."
    )
    assert after("2", "5", "1", "1", "1", "7", "7").verdict is Verdict.WRONG
    assert after("2", "5", "1", "1", "2", "7", "7").verdict is Verdict.PARTLY


def test_digits_that_were_cut_off_are_told_as_that():
    """2.71 is 2.718 without its last digit; 7.4 is no cut."""
    told = after("2", "1", "7.38", "2.71", "10.107", "0.731", "0.269")
    assert "7.38 and 2.71 are the right values with the last digits cut off, not rounded." in told.meaning
    assert "no slip that we know" in after("2", "1", "7.3", "2.6", "10.107", "0.731", "0.269").meaning
    own = after("4", "2", "54.59", "7.38", "61.97", "0.881", "0.119").given_steps[1].why
    assert (
        own == "54.59 and 7.38 are what your own numbers lead to, with the last digits cut off, not rounded."
    )


def test_several_slips_that_fit_are_told_in_good_english():
    """One number comes out, two come out; by two ways to one number, both are told."""
    two = tuple(StepSlip(slug, ("s_A / d", "s_B / d")) for slug in ("divide-by-d-k", "root-of-tokens"))
    scaled, *later = ANSWER.steps
    answer_key = AnswerKey(replace(ANSWER, steps=(replace(scaled, slips=two), *later)))

    def why(*texts):
        response = read(*texts)
        judged = Judged(response, grade(answer_key, response))
        return explain(SHOWN, answer_key, judged=judged, words=WORDS).given_steps[0].why

    assert why("1", "0.5", "", "", "", "", "").startswith("1 and 0.5 fit more than one slip: they come out ")
    assert why("1", "", "", "", "", "", "").startswith("1 fits more than one slip: it comes out ")


def test_a_matrix_is_not_read_out():
    """The sentence on a grid counts its entries."""
    shown, answer_key = numbers_variant()
    shown = replace(shown, form=GridForm("W", ("A",), ("A", "B", "C"), 3))

    def told(*texts):
        response = NumbersResponse(tuple(read_number(text) for text in texts))
        return explain(shown, answer_key, judged=Judged(response, grade(answer_key, response)), words=WORDS)

    printed = [number.printed for number in answer_key.answer.numbers]
    assert told(*printed).meaning == "Your matrix is right."
    one = told(printed[0], "0.9", "0.8")
    assert one.meaning.startswith(
        "Your matrix is not right as a whole: one of its three entries is, and no slip"
    )
    assert one.fields[0].label == "row A, column A"
