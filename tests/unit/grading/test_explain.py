"""Feedback: its first sentence, the options, the steps beside the learner's own, and the proof."""

import re
from itertools import product

import pytest

from app.grading.explain import explain
from app.grading.feedback import Verdict
from app.grading.grade import grade
from app.grading.number import read_number
from app.grading.response import ChoiceResponse, NumbersResponse
from app.grading.words import Judged, Words
from tests.changing import replace
from tests.unit.grading.samples import (
    MISCONCEPTIONS,
    PHRASES,
    RIGHT,
    authored_choice,
    computed_choice,
    numbers_variant,
    table,
)

WORDS = Words(MISCONCEPTIONS, PHRASES)


def feedback(variant, response):
    shown, answer_key = variant
    return explain(shown, answer_key, judged=Judged(response, grade(answer_key, response)), words=WORDS)


def after_typing(*texts, **changes):
    return feedback(numbers_variant(**changes), NumbersResponse(tuple(read_number(text) for text in texts)))


def after_choosing(variant, *positions):
    return feedback(variant, ChoiceResponse(frozenset(positions)))


@pytest.mark.parametrize(
    ("typed", "verdict", "meaning"),
    [
        (("0.506", "0.186", "0.307"), Verdict.RIGHT, "[0.506, 0.186, 0.307] is right."),
        (
            ("0.5063", ".186", "0,307"),
            Verdict.RIGHT,
            "[0.5063, 0.186, 0.307] is right; to 3 decimals it is [0.506, 0.186, 0.307].",
        ),
        (
            ("0.51", "0.19", "0.31"),
            Verdict.COARSE,
            "[0.51, 0.19, 0.31] has the right values with too few digits; give each to 3 decimals.",
        ),
        (
            ("0.665", "0.09", "0.245"),
            Verdict.WRONG,
            r"[0.665, 0.09, 0.245] is what comes out without dividing by $\sqrt{d_k}$.",
        ),
        (
            ("0.665", "0.090", "0.244"),
            Verdict.WRONG,
            r"[0.665, 0.090, 0.244] is, but for rounding, what comes out without dividing by $\sqrt{d_k}$.",
        ),
        (
            ("0.6652", "0.09", "0.2447"),
            Verdict.WRONG,
            r"[0.6652, 0.09, 0.2447] is what comes out without dividing by $\sqrt{d_k}$.",
        ),
        (
            ("0.8", "0.1", "1/10"),
            Verdict.WRONG,
            r"[0.8, 0.1, 1/10] is what comes out with two slips at once: without dividing by $\sqrt{d_k}$, "
            "and with Keys carried for Values.",
        ),
        (
            ("0.4", "0.4", "0.2"),
            Verdict.WRONG,
            "[0.4, 0.4, 0.2] is not right, and no slip that we know gives it, alone or with a second one; "
            "set your steps beside the worked ones.",
        ),
        (
            ("0.506", "0.4", "0.307"),
            Verdict.PARTLY,
            "In [0.506, 0.4, 0.307] the first and third numbers are right and the second not, and no slip that we "
            "know gives the row; set your steps beside the worked ones.",
        ),
        (
            ("0.50", "0.186", "0.3"),
            Verdict.PARTLY,
            "[0.50, 0.186, 0.3] has the right values, with the last digits of some cut off, not rounded; give each "
            "rounded to 3 decimals.",
        ),
    ],
)
def test_what_typed_numbers_mean(typed, verdict, meaning):
    found = after_typing(*typed)
    assert (found.verdict, found.meaning) == (verdict, meaning)


def test_a_single_number_stands_without_brackets():
    printed = ("0.506",)
    one = {"printed": printed, "slip_table": None, "solution": ()}
    assert after_typing("0.506", **one).meaning == "0.506 is right."
    assert (
        after_typing("0.51", **one).meaning
        == "0.51 is the right value with too few digits; give it to 3 decimals."
    )
    assert after_typing("0.7", **one).meaning == "0.7 is not right."
    cut = after_typing("0.50", **one)
    assert cut.verdict is Verdict.WRONG
    assert (
        cut.meaning
        == "0.50 is the right value with its last digits cut off, not rounded; give it rounded to 3 decimals."
    )
    assert after_typing("0.7", **one).answer == "0.506"


def test_several_slips_are_all_named():
    several = table(
        {(): RIGHT[-3:], ("no-scale",): [0.7, 0.2, 0.1], ("carry-keys",): [0.7, 0.2, 0.1001]},
        [RIGHT],
    )
    found = after_typing("0.7", "0.2", "0.1", slip_table=several)
    assert found.meaning == (
        r"[0.7, 0.2, 0.1] fits more than one slip: it comes out without dividing by $\sqrt{d_k}$; "
        "or with Keys carried for Values. "
        "To 3 decimals both give the same here, so only your own steps can say which it was."
    )
    assert [note.slug for note in found.slips] == ["no-scale", "carry-keys"]
    assert all(step.yours == () for step in found.steps)


def test_more_pairs_than_are_named_are_counted():
    slugs = ("no-scale", "carry-keys", "divide-by-d-k", "plain-mean", "base-two")
    many = table(
        {(): RIGHT[-3:]} | {(slug, "other-row"): [0.7, 0.2, 0.1 + 1e-5 * n] for n, slug in enumerate(slugs)},
        [],
    )
    told = after_typing("0.7", "0.2", "0.1", slip_table=many).meaning
    assert " Two more ways to slip fit as well. To 3 decimals all three give the same here" in told
    assert "more way" not in after_typing("0.665", "0.09", "0.245").meaning


def test_slips_that_lie_near_each_other_are_said_to():
    near = table(
        {
            (): RIGHT[-3:],
            ("no-scale",): [0.7, 0.2, 0.1],
            ("carry-keys",): [0.7, 0.2, 0.1006],
            ("divide-by-d-k",): [0.7, 0.2, 0.0994],
        },
        [RIGHT],
    )
    assert after_typing("0.7", "0.2", "0.1", slip_table=near).meaning.endswith(
        "What all three give here lies so near together that rounding may join it, "
        "so only your own steps can say which it was."
    )


def test_a_slip_without_a_phrase_goes_by_its_name():
    unknown = table({(): RIGHT[-3:], ("new-slip",): [0.7, 0.2, 0.1]}, [RIGHT])
    found = after_typing("0.7", "0.2", "0.1", slip_table=unknown)
    assert found.meaning == "[0.7, 0.2, 0.1] is what comes out by this slip: new slip."
    assert found.slips == ()


def test_the_fields_of_typed_numbers():
    found = after_typing("1/2", "0,186", "0.9").fields
    assert [(field.label, field.typed, field.echo, field.printed, field.correct) for field in found] == [
        ("A", "1/2", "1/2 = 0.5", "0.506", False),
        ("B", "0,186", "0.186", "0.186", True),
        ("C", "0.9", "0.9", "0.307", False),
    ]


def test_the_steps_part_where_they_first_differ_as_printed():
    found = after_typing("0.665", "0.090", "0.245").steps
    assert [step.yours for step in found] == [
        ("2", "0", "1"),
        ("7.389", "1.000", "2.718"),
        ("11.107",),
        ("0.665", "0.090", "0.245"),
    ]
    assert [step.parts for step in found] == [True, False, False, False]
    assert found[0].right == ("1", "0", "0.5")


def test_no_steps_of_a_pair_and_none_after_a_right_answer():
    for typed in (("0.8", "0.1", "0.1"), ("0.506", "0.186", "0.307")):
        steps = after_typing(*typed).steps
        assert len(steps) == 4
        assert not any(step.yours or step.parts for step in steps)


def test_a_computed_choice():
    found = after_choosing(computed_choice(), 2)
    assert found.verdict is Verdict.WRONG
    assert found.meaning == r"[0.665, 0.090, 0.245] is what comes out without dividing by $\sqrt{d_k}$."
    assert found.answer == "[0.506, 0.186, 0.307]"
    assert [option.chosen for option in found.options] == [False, True, False, False]
    assert [option.correct for option in found.options] == [True, False, False, False]
    assert [option.why for option in found.options] == [
        "This is what the right way gives.",
        r"This is what comes out without dividing by $\sqrt{d_k}$. Truth of no-scale.",
        "This is what comes out with division by $d_k$ itself. Truth of divide-by-d-k.",
        r"This is what comes out with two slips at once: without dividing by $\sqrt{d_k}$, and with Keys carried for "
        "Values. "
        "Truth of no-scale. Truth of carry-keys.",
    ]
    assert found.options[3].names == ("No scale", "Carry keys")
    assert found.options[0].names == ()
    assert found.steps[0].parts
    assert [note.truth for note in found.slips] == ["Truth of no-scale."]


def test_a_right_computed_choice():
    found = after_choosing(computed_choice(), 1)
    assert (found.verdict, found.meaning) == (Verdict.RIGHT, "[0.506, 0.186, 0.307] is right.")
    assert found.slips == ()


@pytest.mark.parametrize(
    ("position", "meaning"),
    [
        (1, "Your choice is right."),
        (2, "Your choice goes with this belief: Belief of scale-is-tuned."),
        (4, "Your choice is not right."),
    ],
)
def test_an_authored_choice(position, meaning):
    found = after_choosing(authored_choice(), position)
    assert found.meaning == meaning
    assert found.answer == "Text 1"
    assert [option.why for option in found.options] == [
        "Why 1 holds.",
        "Why 2 fails.",
        "Why 3 fails.",
        "Why 4 fails.",
    ]
    assert (found.steps, found.proof, found.fields) == ((), None, ())


@pytest.mark.parametrize(
    ("positions", "verdict", "meaning"),
    [
        ((1, 2), Verdict.RIGHT, "Both of your choices are right."),
        (
            (1, 3),
            Verdict.PARTLY,
            "One of your two choices is right. The wrong one goes with this belief: Belief of order-matters.",
        ),
        (
            (3, 4),
            Verdict.WRONG,
            "None of your two choices is right. The wrong one goes with this belief: Belief of order-matters.",
        ),
        ((1, 4), Verdict.PARTLY, "One of your two choices is right."),
    ],
)
def test_choose_two(positions, verdict, meaning):
    found = after_choosing(authored_choice(choose=2), *positions)
    assert (found.verdict, found.meaning) == (verdict, meaning)
    assert found.answer == "Text 1; Text 2"


def test_the_proof_in_numbers():
    proof = after_typing("0.506", "0.186", "0.307").proof
    assert proof.routes == ("float64 by steps", "ball arithmetic")
    assert proof.enclosures == ("0.50648039105565 ± 3e-17",)
    assert (proof.reach, proof.nearest, proof.nearest_distance) == ("0.0010", "Divide by d k", "0.087")


def test_no_printed_number_is_a_negative_zero():
    shown, answer_key = numbers_variant()
    made = table(
        {(): RIGHT[-3:], ("no-scale",): [0.7, 0.2, 0.1]},
        [RIGHT, [-0.0, -0.0001, -0.04, -0.0001, 2e8, -1234567.8, 3, 0.7, 0.2, 0.1]],
    )
    response = NumbersResponse(tuple(read_number(text) for text in ("0.7", "0.2", "0.1")))
    changed = replace(answer_key, slip_table=made)
    found = explain(shown, changed, judged=Judged(response, grade(changed, response)), words=WORDS)
    assert found.steps[0].yours == ("0", "0.000", "−0.04")
    assert found.steps[1].yours == ("0.000", "2.000 · 10⁸", "−1.235 · 10⁶")


def test_a_large_whole_number_is_exact_where_the_right_one_is():
    shown, answer_key = numbers_variant()
    made = table(
        {(): RIGHT[-3:], ("no-scale",): [0.7, 0.2, 0.1]},
        [RIGHT, [9437184.0, 1234567.5, 1 / 3, 1, 2, 3, 3, 0.7, 0.2, 0.1]],
    )
    response = NumbersResponse(tuple(read_number(text) for text in ("0.7", "0.2", "0.1")))
    changed = replace(answer_key, slip_table=made)
    found = explain(shown, changed, judged=Judged(response, grade(changed, response)), words=WORDS)
    assert found.steps[0].yours == ("9437184", "1234567.5", "0.333")


def test_negative_numbers_carry_the_sign_that_is_shown():
    one = {"printed": ("−0.506",), "slip_table": None, "solution": ()}
    assert after_typing("-0.506", **one).meaning == "−0.506 is right."
    assert after_typing("-0.5063", **one).meaning == "−0.5063 is right; to 3 decimals it is −0.506."
    assert after_typing("0.7", **one | {"printed": ("-0.506",)}).answer == "−0.506"
    assert after_typing("–0.51", **one).verdict is Verdict.COARSE
    assert after_typing("0.506", **one).verdict is Verdict.WRONG


def test_every_wrong_answer_has_one_plain_text():
    for typed in product(["0", "0.1", "0.506", "1/3", "-2", "1"], repeat=3):
        meaning = after_typing(*typed).meaning
        assert re.fullmatch(r"[^\n]+[^.]\.", meaning)
        assert ".." not in meaning


def test_parts_of_different_kinds_are_loud():
    shown, answer_key = numbers_variant()
    response = ChoiceResponse(frozenset({1}))
    result = grade(computed_choice()[1], response)
    with pytest.raises(TypeError, match="of one kind"):
        explain(shown, answer_key, judged=Judged(response, result), words=WORDS)
