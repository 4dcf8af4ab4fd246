"""Forms to responses: what is read, what is not an answer, and a row pasted into one field."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.grading.parse import parse
from app.grading.response import ChoiceResponse, FieldFault, Invalid, NumbersResponse
from app.items.public import ChoiceForm, NumbersForm, ShownOption

FOUR = tuple(ShownOption(text) for text in "pqrs")
ONE_OF_FOUR, TWO_OF_FOUR = ChoiceForm(FOUR), ChoiceForm(FOUR, choose=2)
ROW = NumbersForm(("A", "B", "C"), 3)
SINGLE = NumbersForm(("A",), 3)


def choose(form, *positions):
    return parse(form, positions=positions, typed=())


def type_in(form, *typed):
    return parse(form, positions=(), typed=typed)


def test_positions_are_read():
    assert choose(ONE_OF_FOUR, "3") == ChoiceResponse(frozenset({3}))
    assert choose(TWO_OF_FOUR, "4", "1") == ChoiceResponse(frozenset({1, 4}))


@pytest.mark.parametrize(
    ("form", "positions", "sentence"),
    [
        (ONE_OF_FOUR, (), "Choose one option."),
        (ONE_OF_FOUR, ("1", "2"), "Choose one option only; two are chosen now."),
        (TWO_OF_FOUR, (), "Choose two; none are chosen so far."),
        (TWO_OF_FOUR, ("2",), "Choose two; one is chosen so far."),
        (TWO_OF_FOUR, ("1", "2", "4"), "Choose two; three are chosen now, so take one away."),
    ],
)
def test_a_wrong_number_of_options_says_how_many(form, positions, sentence):
    found = choose(form, *positions)
    assert found == Invalid((FieldFault(0, sentence),), positions=frozenset(map(int, positions)))


@pytest.mark.parametrize(
    "position", ["0", "5", "9", "x", "", " 1", "1 ", "+1", "01", "1.0", "-1", "１", "²", "99999999"]
)
def test_foreign_positions_are_no_answer(position):
    found = choose(ONE_OF_FOUR, position)
    assert isinstance(found, Invalid)
    assert "not on the page" in found.faults[0].sentence
    assert found.positions == frozenset()


def test_an_option_named_twice_is_no_answer():
    assert "twice" in choose(TWO_OF_FOUR, "2", "2").faults[0].sentence
    assert "twice" in choose(TWO_OF_FOUR, *["1"] * 10_000).faults[0].sentence


@given(st.lists(st.text(max_size=3) | st.sampled_from(["1", "2", "3", "4"]), max_size=6))
def test_any_positions_are_read_or_refused(positions):
    found = choose(TWO_OF_FOUR, *positions)
    if isinstance(found, ChoiceResponse):
        assert len(found.positions) == 2
        assert found.positions <= {1, 2, 3, 4}
        assert sorted(positions) == sorted(map(str, found.positions))


def test_numbers_are_read_field_by_field():
    found = type_in(ROW, "0,506", "1/3", "3e-1")
    assert [number.value for number in found.numbers] == [Fraction("0.506"), Fraction(1, 3), Fraction("0.3")]
    assert [number.typed for number in found.numbers] == ["0,506", "1/3", "3e-1"]


def test_every_field_that_cannot_be_read_has_its_sentence():
    found = type_in(ROW, "1,234", "", "0.3")
    assert [fault.field for fault in found.faults] == [1, 2]
    assert "two ways" in found.faults[0].sentence
    assert "empty" in found.faults[1].sentence
    assert found.typed == ("1,234", "", "0.3")


def test_missing_and_stray_fields():
    assert [fault.field for fault in type_in(ROW).faults] == [1, 2, 3]
    assert [fault.field for fault in type_in(ROW, "0.5").faults] == [2, 3]
    assert type_in(ROW, "1", "2", "3", "4").faults[0].field == 0
    assert isinstance(type_in(SINGLE, "1", " "), NumbersResponse)


@pytest.mark.parametrize(
    "pasted",
    [
        "0.506, 0.186, 0.307",
        "[0.506, 0.186, 0.307]",
        "[0.506 0.186 0.307]",
        "(0.506, 0.186, 0.307)",
        "0.506; 0.186; 0.307",
        "0,506; 0,186; 0,307",
        "0,506;0,186;0,307;",
        "0,506, 0,186, 0,307",
        "0,506 0,186 0,307",
        "0.506\t0.186\t0.307",
        "0.506\n0.186\n0.307\n",
        "0.506,\u00a00.186,\u00a00.307",
        "0.506,0.186,0.307",
        "[ .506 .186 .307 ]",
        "０．５０６　０．１８６　０．３０７",
    ],
)
def test_a_whole_row_in_the_first_field(pasted):
    found = type_in(ROW, pasted, "", " ")
    assert [str(number.value.limit_denominator(1000)) for number in found.numbers] == [
        "253/500",
        "93/500",
        "307/1000",
    ]


def test_rows_of_other_numbers():
    assert [number.value for number in type_in(ROW, "2 0 -1").numbers] == [2, 0, -1]
    assert [number.value for number in type_in(ROW, "1/2 1/4 1/4").numbers] == [
        Fraction(1, 2),
        *[Fraction(1, 4)] * 2,
    ]
    assert [number.value for number in type_in(ROW, "−2, 0, 1").numbers] == [-2, 0, 1]
    assert type_in(SINGLE, "[0.506]").numbers[0].value == Fraction("0.506")


@pytest.mark.parametrize(
    "pasted", ["1,2,3", "1 234 567", "1,234,567", "1 1/2 3", "0.506,,0.186", "a b c", "[]", "[", ";"]
)
def test_what_is_not_plainly_a_row_is_not_split(pasted):
    found = type_in(ROW, pasted, "", "")
    assert isinstance(found, Invalid)
    assert found.typed == (pasted, "", "")


def test_a_row_is_read_only_when_it_is_alone():
    assert [fault.field for fault in type_in(ROW, "0.506, 0.186, 0.307", "0.2", "").faults] == [1, 3]


def test_a_row_of_another_length_says_so():
    assert type_in(ROW, "0.506, 0.186").faults == (
        FieldFault(
            1, "This is a row of two numbers and three are asked for; give as many as there are fields."
        ),
    )
    assert "one is asked for" in type_in(SINGLE, "0.506, 0.186").faults[0].sentence


def test_a_number_in_a_row_that_cannot_be_read_is_named_in_its_field():
    found = type_in(ROW, "0.506; 1,234; 0.307")
    assert [fault.field for fault in found.faults] == [2]
    assert found.typed == ("0.506", "1,234", "0.307")


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        (("0,222", "0,760", "1,648"), ("0.222", "0.76", "1.648")),
        (("1,648", "−3,500", "0,1"), ("1.648", "-3.5", "0.1")),
        (("0,222; 0,760; 1,648", "", ""), ("0.222", "0.76", "1.648")),
        (("0,222 -2,760 1,648", "", ""), ("0.222", "-2.76", "1.648")),
        (("1.234,5", "1,648", "2"), ("1234.5", "1.648", "2")),
        (("1,5/2", "1,648", "1,500/2"), ("0.75", "1.648", "0.75")),
        (("1,5e1", "1,648e2", "12"), ("15", "164.8", "12")),
    ],
)
def test_a_plain_decimal_comma_settles_the_commas_beside_it(typed, values):
    found = type_in(ROW, *typed)
    assert [number.value for number in found.numbers] == [Fraction(value) for value in values]


def test_a_settled_comma_is_kept_as_it_was_typed():
    number = type_in(ROW, "0,5", "0,25", " 1,648").numbers[2]
    assert (number.typed, number.echo, number.decimals) == (" 1,648", "1.648", 3)


@pytest.mark.parametrize(
    "typed",
    [
        ("1,648", "2,222", "3,500"),  # all could be read in two ways
        ("0.222", "0,760", "1,648"),  # a point beside the comma
        ("0,222", "1,234,567", "1,648"),  # a comma that groups
        ("0,222", "1,234.5", "1,648"),
        ("0,5/1.5", "1,648", "0"),
        ("2", "1,648", "-1"),
    ],
)
def test_commas_that_nothing_settles_stay_refused(typed):
    found = type_in(ROW, *typed)
    assert isinstance(found, Invalid)
    assert all("two ways" in fault.sentence for fault in found.faults)
    assert found.typed == typed


def test_one_number_alone_settles_nothing():
    (fault,) = type_in(SINGLE, "−3,500").faults
    assert fault.sentence.endswith("write −3500 or −3.500, whichever you mean.")


def test_a_field_that_cannot_be_read_leaves_the_others_settled():
    assert [fault.field for fault in type_in(ROW, "0,5", "12..3", "1,234").faults] == [2]


def test_more_fields_than_any_page_has_keep_those_of_the_page():
    found = type_in(ROW, "1", "2", "3", *[""] * 100)
    assert found.typed == ("1", "2", "3")
    assert "more fields than the page" in found.faults[0].sentence


def test_more_options_than_the_page_keep_those_of_the_page():
    assert choose(TWO_OF_FOUR, *["1", "3"] * 50).positions == {1, 3}


def test_a_very_long_text_is_refused():
    assert isinstance(type_in(ROW, "0.5 " * 100_000), Invalid)


@given(st.lists(st.text(max_size=30) | st.decimals(-9, 9, places=3).map(str), max_size=5))
def test_any_fields_are_read_or_refused(typed):
    found = type_in(ROW, *typed)
    if isinstance(found, Invalid):
        assert found.faults
        assert all(0 <= fault.field <= 3 and fault.sentence.endswith(".") for fault in found.faults)
    else:
        assert len(found.numbers) == 3
