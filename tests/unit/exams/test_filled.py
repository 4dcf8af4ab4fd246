"""What is filled in, what is not yet, what cannot be read, and what no page can have sent."""

from itertools import product

import pytest

from app.exams.filled import Filled, belongs, fields, filled, strikable
from app.grading.parse import parse
from app.grading.response import ChoiceResponse
from app.items.public import (
    ChoiceForm,
    Form,
    GridForm,
    MatchingForm,
    NumbersForm,
    OrderingForm,
    ShownOption,
    StepForm,
    StepsForm,
)

OPTIONS = tuple(ShownOption(text) for text in "abcd")
ONE, TWO = ChoiceForm(OPTIONS), ChoiceForm(OPTIONS, choose=2)
NUMBERS = NumbersForm(("first", "second"), 3)
MATCHING = MatchingForm(("p", "q"), ("x", "y", "z"))
ORDERING = OrderingForm(("p", "q", "r"))
GRID = GridForm("W", ("A", "B"), ("A", "B"), 3)
STEPS = StepsForm((StepForm("one", ("a",), 3), StepForm("two", ("b", "c"), 3)))
Given = tuple[tuple[str, ...], tuple[str, ...]]


@pytest.mark.parametrize(
    ("form", "given"),
    [
        (ONE, (("2",), ())),
        (TWO, (("1", "4"), ())),
        (NUMBERS, ((), ("0.5", "1"))),
        (MATCHING, ((), ("2", "3"))),
        (ORDERING, ((), ("3", "1", "2"))),
        (GRID, ((), ("1 2; 3 4",))),
        (STEPS, ((), ("", "7", ""))),
    ],
)
def test_an_answer(form: Form, given: Given) -> None:
    assert filled(form, *given) == Filled(answered=True)
    assert belongs(form, *given)


@pytest.mark.parametrize("form", [ONE, TWO, NUMBERS, MATCHING, ORDERING, GRID, STEPS])
def test_nothing_is_no_answer_and_no_fault(form: Form) -> None:
    for given in (((), ()), ((), ("",) * fields(form)), ((), (" ",) * fields(form))):
        assert filled(form, *given) == Filled(answered=False)
        assert filled(form, *given).readable
        assert belongs(form, *given)


@pytest.mark.parametrize(
    ("form", "given", "sentence"),
    [
        (TWO, (("1",), ()), "Choose two; one is chosen so far."),
        (TWO, (("1", "2", "3"), ()), "Choose two; three are chosen now, so take one away."),
        (NUMBERS, ((), ("0.5", "")), "This field is still empty; type a number here."),
    ],
)
def test_what_cannot_be_read_yet_is_said(form: Form, given: Given, sentence: str) -> None:
    found = filled(form, *given)
    assert (found.answered, found.readable, found.message) == (False, False, sentence)
    assert belongs(form, *given)


def test_letters_are_kept_and_said_to_be_unreadable() -> None:
    found = filled(NUMBERS, (), ("half", "1"))
    assert not found.answered
    assert found.message


@pytest.mark.parametrize(
    ("form", "given"),
    [
        (ONE, (("5",), ())),
        (ONE, (("0",), ())),
        (ONE, (("01",), ())),
        (ONE, (("²",), ())),
        (ONE, (("1", "1"), ())),
        (ONE, ((), ("1",))),
        (NUMBERS, (("1",), ())),
        (NUMBERS, ((), ("1", "2", "3"))),
        (NUMBERS, ((), ("1" * 1001,))),
        (MATCHING, ((), ("1", "2", "3"))),
        (ORDERING, ((), ("1", "2", "3", ""))),
        (GRID, ((), ("",) * 5)),
        (STEPS, ((), ("",) * 4)),
    ],
)
def test_what_no_page_sends_does_not_belong(form: Form, given: Given) -> None:
    assert not belongs(form, *given)


def test_only_options_are_struck_through() -> None:
    assert [strikable(form) for form in (ONE, NUMBERS, MATCHING, STEPS)] == [4, 0, 0, 0]


def test_the_short_way_of_a_choice_says_what_reading_it_says() -> None:
    named = ("1", "2", "4", "5", "01", " 1", "")
    for form in (ONE, TWO):
        for positions in [*product(named, repeat=1), *product(named, repeat=2)]:
            read = parse(form, positions=positions, typed=())
            assert filled(form, positions, ()).answered == isinstance(read, ChoiceResponse), positions
