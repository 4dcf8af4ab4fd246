"""Typed numbers that an author wrote the answer of: graded in exact decimals, diagnosed, and told."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.grading.explain import explain
from app.grading.feedback import Feedback, Verdict
from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import Invalid, NumbersResponse
from app.grading.result import Result
from app.grading.right import right_response
from app.grading.words import Judged, Words
from app.items.answer_key import AnswerKey, FieldKey, FieldsAnswer, NumberKey
from app.items.item import Kind, Level, Shape
from app.items.misconceptions import Misconception
from app.items.public import FieldForm, FieldsForm, PublicVariant
from app.items.tolerance import Span, ToleranceKind, Within, interval
from app.kit.decimals import rounded

WORDS = Words(
    {
        slug: Misconception(slug, f"The {slug}", f"The belief in {slug}.", f"The truth of {slug}.")
        for slug in ("no-scale", "by-width", "no-root")
    },
    {},
)


def number(value: str, low: str, high: str, share: float = 0.0, slips: tuple[str, ...] = ()) -> NumberKey:
    return NumberKey(value or f"{low} to {high}", value, low, high, share, f"Why {value or low}.", slips)


SCORE = FieldKey(
    accepted=(number("1.5", "1.495", "1.505", 1.0), number("", "1.4", "1.6", 0.5), number("9", "9", "9", -0.5)),
    wrong=(
        number("12", "12", "12", slips=("no-scale",)),
        number("0.19", "0.185", "0.195", slips=("by-width",)),
        number("", "11", "13", slips=("no-root",)),
    ),
    decimals=2,
)  # fmt: skip
COUNT = FieldKey((number("", "3", "4", 0.999995),), (number("64", "64", "64", slips=("by-width",)),))
SCORE_FORM, COUNT_FORM = FieldForm("Score", "bits", 2), FieldForm("Heads")


def told(typed: tuple[str, ...], *, in_parts: bool = True, both: bool = False) -> tuple[Result, Feedback]:
    keys, forms = ((SCORE, COUNT), (SCORE_FORM, COUNT_FORM)) if both else ((SCORE,), (SCORE_FORM,))
    answer_key = AnswerKey(FieldsAnswer(keys, all_or_nothing=not in_parts))
    shown = PublicVariant(
        "i", Kind.NUMBERS, Level.MECHANISM, Shape.COMPUTATION, ("1.2",), "How much?", (), "", "Type", FieldsForm(forms)
    )  # fmt: skip
    response = parse(shown.form, positions=(), typed=typed)
    assert not isinstance(response, Invalid)
    result = grade(answer_key, response)
    return result, explain(shown, answer_key, judged=Judged(response, result), words=WORDS)


@pytest.mark.parametrize(
    ("typed", "points", "candidates"),
    [
        ("1.5", 1.0, ()), ("1.495", 1.0, ()), ("1.505", 1.0, ()), ("3/2", 1.0, ()), ("1,50 bits", 1.0, ()),
        ("1.5050000000000000000000000000001", 0.5, ()), ("1.4", 0.5, ()), ("1.39999999999999999999999", 0.0, ()),
        ("9", 0.0, ()), ("0.19", 0.0, (("by-width",),)), ("12", 0.0, (("no-scale",), ("no-root",))), ("13", 0.0, (("no-root",),)),
        ("14", 0.0, ()),
    ],
)  # fmt: skip
def test_the_first_accepted_numbers_count_and_wrong_ones_are_named(
    typed: str, points: float, candidates: tuple[tuple[str, ...], ...]
) -> None:
    result, _ = told((typed,))
    assert (result.points, result.diagnosis.candidates) == (points, candidates)
    assert result.correct == (points == 1.0)


def test_without_parts_only_the_whole_counts() -> None:
    assert told(("1.4",), in_parts=False)[0].points == 0.0
    assert told(("1.5", "7"), in_parts=False, both=True)[0].points == 0.0
    assert told(("1.5", "3"), in_parts=False, both=True)[0] == Result(1.0, True, (True, True))


def test_points_are_the_mean_of_the_fields_and_never_below_nothing() -> None:
    assert told(("1.5", "5"), both=True)[0].points == 0.5
    assert told(("1.4", "3.5"), both=True)[0].points == 0.75
    assert told(("9", "3.5"), both=True)[0].points == 0.25
    assert told(("9", "5"), both=True)[0].points == 0.0


def test_slips_of_two_fields_are_one_explanation() -> None:
    assert told(("0.19", "64"), both=True)[0].diagnosis.candidates == (("by-width",),)
    result, feedback = told(("12", "64"), both=True)
    assert result.diagnosis.candidates == (("no-scale", "by-width"), ("no-root", "by-width"))
    assert (
        "More than one belief leads there: The belief in no-scale. The belief in by-width. Or:"
        in feedback.meaning
    )


def test_too_few_digits_are_told_apart_from_wrong() -> None:
    """Only where the field says how many it wants; 1.50 is a number of two."""
    fine = FieldKey((number("1.234", "1.2335", "1.2345", 1.0),), (), 3)
    loose = FieldKey(fine.accepted, (), None)
    response = parse(FieldsForm((SCORE_FORM,)), positions=(), typed=("1.23",))
    assert isinstance(response, NumbersResponse)
    assert grade(AnswerKey(FieldsAnswer((fine,))), response).diagnosis.coarse
    assert not grade(AnswerKey(FieldsAnswer((loose,))), response).diagnosis.coarse


def test_the_feedback_names_what_is_right_and_what_was_typed() -> None:
    result, feedback = told(("12", "3"), both=True)
    assert feedback.verdict is Verdict.PARTLY
    assert feedback.answer == "1.5 bits; 3 to 4"
    assert [one.printed for one in feedback.fields] == ["1.5 bits", "3 to 4"]
    met = [(note.label, note.printed, note.names) for note in feedback.notes if note.met]
    assert met == [
        ("Score", "12 bits", ("The no-scale",)), ("Score", "11 to 13 bits", ("The no-root",)), ("Heads", "3 to 4", ()),
    ]  # fmt: skip
    assert [note.percent for note in feedback.notes][:3] == ["", "50 %", "−50 %"]
    assert feedback.notes[0].ends == "1.495 to 1.505"
    assert feedback.proof is None
    assert feedback.by_author
    assert result.fields == (False, True)
    assert "In [12, 3] the second number is right and the first not." in feedback.meaning
    assert feedback.rule == "Each number earns an equal share, or the part of it that its author gives."


def test_a_part_of_the_points_is_said() -> None:
    _, feedback = told(("1.4",))
    assert feedback.verdict is Verdict.PARTLY
    assert feedback.meaning == "1.4 earns a part of the points."
    _, feedback = told(("12",))
    assert feedback.verdict is Verdict.WRONG
    assert feedback.meaning.startswith("12 is not right. More than one belief leads there")
    assert (
        told(("0.19",))[1].meaning == "0.19 is not right. It goes with this belief: The belief in by-width."
    )
    assert told(("1.503",))[1].meaning == "1.503 is right; it is given as 1.5."


def test_the_right_answer_is_right() -> None:
    answer_key = AnswerKey(FieldsAnswer((SCORE, COUNT)))
    right = right_response(answer_key)
    assert grade(answer_key, right).correct
    assert isinstance(right, NumbersResponse)
    assert [one.typed for one in right.numbers] == ["1.50", "3.5"]


@pytest.mark.parametrize(
    ("value", "kind", "amount", "right", "wrong"),
    [
        ("3.175", ToleranceKind.SIGNIFICANT_FIGURES, "3", ["3.184", "3.18", "3.175"], ["3.17", "3.1749"]),
        ("1.005", ToleranceKind.DECIMALS, "2", ["1.01", "1.014", "1.005"], ["1.00", "1.0049"]),
        ("200", ToleranceKind.RELATIVE, "0.05", ["190", "210"], ["189.9", "210.5"]),
        ("1", ToleranceKind.SIGNIFICANT_FIGURES, "2", ["0.995", "1.05"], ["0.994", "1.051"]),
        ("0.3", ToleranceKind.ABSOLUTE, "0.1", ["0.2", "0.4"], ["0.19999999999999999", "0.40000000000000001"]),
        ("-3.175", ToleranceKind.SIGNIFICANT_FIGURES, "3", ["-3.18", "-3.184"], ["-3.17"]),
        ("9.996", ToleranceKind.SIGNIFICANT_FIGURES, "3", ["10", "9.995", "10.05"], ["9.99", "10.06"]),
    ],
)  # fmt: skip
def test_tolerances_are_decided_in_decimals(
    value: str, kind: ToleranceKind, amount: str, right: list[str], wrong: list[str]
) -> None:
    low, high = Span(Decimal(value), Within(kind, Decimal(amount))).bounds()
    assert [one for one in right if not low <= Fraction(one) <= high] == []
    assert [one for one in wrong if low <= Fraction(one) <= high] == []


def figures(number: Fraction, count: int) -> Fraction:
    """Rounded to so many figures by the number as it is written, apart from the code."""
    text = f"{Decimal(number.numerator) / Decimal(number.denominator):.40E}"
    return rounded(number, count - 1 - int(text.partition("E")[2]))


@given(st.integers(1, 10**6), st.integers(1, 10**6), st.integers(1, 4))
def test_figures_are_those_of_both_numbers(value: int, typed: int, count: int) -> None:
    """Away from the ends, what lies within is what rounds to the same."""
    low, high = interval(Fraction(value, 1000), ToleranceKind.SIGNIFICANT_FIGURES, Fraction(count))
    number = Fraction(typed, 1000)
    if number not in {low, high}:
        assert (low < number < high) == (figures(number, count) == figures(Fraction(value, 1000), count))
