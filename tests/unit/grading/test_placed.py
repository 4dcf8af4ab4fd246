"""Matchings and orderings: read, graded, and explained."""

from itertools import permutations

import pytest

from app.grading.diagnosis import certain
from app.grading.explain import explain
from app.grading.feedback import Feedback, Verdict
from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import Invalid, MatchingResponse, OrderingResponse
from app.grading.words import Judged
from app.items.answer_key import AnswerKey
from tests.changing import replace
from tests.unit.grading.placed import (
    ORDER,
    ORDER_FORM,
    ORDER_KEY,
    ORDER_SHOWN,
    PAIRS,
    PAIRS_FORM,
    PAIRS_KEY,
    PAIRS_SHOWN,
    WORDS,
    places,
)


def read(*typed: str, form: object = PAIRS_FORM) -> object:
    return parse(form, positions=(), typed=typed)  # type: ignore[arg-type]


def told(found: object) -> dict[int, str]:
    assert isinstance(found, Invalid)
    return {fault.field: fault.sentence for fault in found.faults}


def paired(*chosen: int) -> Feedback:
    response = MatchingResponse(chosen)
    judged = Judged(response, grade(PAIRS_KEY, response))
    return explain(PAIRS_SHOWN, PAIRS_KEY, judged=judged, words=WORDS)


def ordered(order: str, answer_key: AnswerKey = ORDER_KEY) -> Feedback:
    response = OrderingResponse(places(order))
    judged = Judged(response, grade(answer_key, response))
    return explain(ORDER_SHOWN, answer_key, judged=judged, words=WORDS)


def test_a_whole_answer_is_read() -> None:
    assert read("2", " 4 ", "1") == MatchingResponse((2, 4, 1))
    assert read("3", "1", "4", "2", form=ORDER_FORM) == OrderingResponse((3, 1, 4, 2))
    assert OrderingResponse((3, 1, 4, 2)).order == (2, 4, 1, 3)


@pytest.mark.parametrize(
    ("typed", "faults"),
    [
        ((), {0: "Nothing is chosen yet; choose a letter for every line."}),
        (("", " ", ""), {0: "Nothing is chosen yet; choose a letter for every line."}),
        (("2", "", "1"), {2: "Nothing is chosen for line 2 yet; choose one of A to D."}),
        (("2",), {2: "Nothing is chosen for line 2 yet; choose one of A to D.",
                  3: "Nothing is chosen for line 3 yet; choose one of A to D."}),
        (("2", "2", "1"), {2: "B is chosen for line 1 already; each letter goes with one line at most."}),
        (("5", "2", "1"), {1: "Line 1 has none of the letters on the page; choose one of A to D."}),
        (("2", "0", "x"), {2: "Line 2 has none of the letters on the page; choose one of A to D.",
                           3: "Line 3 has none of the letters on the page; choose one of A to D."}),
        (("1", "2", "3", "4"), {0: "This answer has more fields than the page; load the page again and answer once more."}),
    ],
)  # fmt: skip
def test_what_is_no_matching_is_told_beside_its_field(typed: tuple[str, ...], faults: dict[int, str]) -> None:
    found = read(*typed)
    assert told(found) == faults
    assert isinstance(found, Invalid)
    assert found.typed == tuple(text.strip() for text in (*typed, "", "", "")[:3])


@pytest.mark.parametrize(
    ("typed", "faults"),
    [
        (("", "", "", ""), {0: "No line has a place yet; give each of them its place."}),
        (("1", "", "2", "3"), {2: "This line has no place yet; choose one from 1 to 4."}),
        (("1", "2", "2", "4"), {3: "Place 2 is given twice; two lines cannot stand in one place."}),
        (("1", "2", "3", "5"), {4: "This place is not on the page; choose one from 1 to 4."}),
        (("1", "2", "-3", "1.0"), {3: "This place is not on the page; choose one from 1 to 4.",
                                   4: "This place is not on the page; choose one from 1 to 4."}),
    ],
)  # fmt: skip
def test_what_is_no_order_is_told_beside_its_field(typed: tuple[str, ...], faults: dict[int, str]) -> None:
    found = read(*typed, form=ORDER_FORM)
    assert told(found) == faults
    assert isinstance(found, Invalid)
    assert found.typed == typed


@pytest.mark.parametrize(
    ("chosen", "points", "slips"),
    [
        ((2, 4, 1), 1.0, ()),
        ((2, 1, 4), 1 / 3, (("one",), ("four",))),
        ((4, 2, 1), 1 / 3, (("two",),)),
        ((1, 2, 3), 0.0, (("one",), ("two",), ("three",))),
    ],
)
def test_pairs_earn_equal_shares(
    chosen: tuple[int, ...], points: float, slips: tuple[tuple[str, ...], ...]
) -> None:
    result = grade(PAIRS_KEY, MatchingResponse(chosen))
    assert (result.points, result.correct) == (pytest.approx(points), points == 1)
    assert result.diagnosis.candidates == slips
    assert certain(result) == tuple(slug for slugs in slips for slug in slugs)
    strict = grade(AnswerKey(replace(PAIRS, all_or_nothing=True)), MatchingResponse(chosen))
    assert strict == replace(result, points=float(points == 1))


@pytest.mark.parametrize("chosen", [(2, 4), (2, 2, 1), (2, 4, 5), (0, 4, 1)])
def test_what_parse_never_makes_is_refused_in_pairs(chosen: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=str(chosen[0])):
        grade(PAIRS_KEY, MatchingResponse(chosen))


@pytest.mark.parametrize(
    ("order", "points", "slips"),
    [
        ("abcd", 1.0, ()),
        ("bcda", 0.0, ("one", "four")),
        ("acbd", 0.5, ("two",)),
        ("cdab", 0.0, ("two", "four")),
        ("dcba", 0.0, ("one", "two", "three", "four")),
        ("dbca", 0.5, ("one", "three", "four")),
        ("abdc", 0.5, ("three",)),
    ],
)
def test_places_earn_equal_shares(order: str, points: float, slips: tuple[str, ...]) -> None:
    result = grade(ORDER_KEY, OrderingResponse(places(order)))
    assert (result.points, result.correct) == (pytest.approx(points), order == "abcd")
    assert certain(result) == slips
    strict = grade(AnswerKey(replace(ORDER, all_or_nothing=True)), OrderingResponse(places(order)))
    assert strict == replace(result, points=float(order == "abcd"))


def test_every_wrong_order_has_a_diagnosis_and_less_than_all_points() -> None:
    for order in permutations("abcd"):
        result = grade(ORDER_KEY, OrderingResponse(places("".join(order))))
        right = order == tuple("abcd")
        assert bool(result.diagnosis.candidates) is not right
        assert (result.points == 1) is right


@pytest.mark.parametrize("given", [(1, 2, 3), (1, 1, 2, 3), (0, 1, 2, 3)])
def test_what_parse_never_makes_is_refused_in_orders(given: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="are not the places 1 … 4"):
        grade(ORDER_KEY, OrderingResponse(given))


def test_a_matching_is_told_line_by_line() -> None:
    found = paired(2, 1, 4)
    assert found.verdict is Verdict.PARTLY
    assert found.meaning == (
        "One of your three pairs is right. The wrong pairs go with these beliefs: "
        "Belief of one. Belief of four."
    )
    assert [(pair.correct, pair.chosen_text, pair.right_text) for pair in found.pairs] == [
        (True, "asks", "asks"),
        (False, "gives", "fits"),
        (False, "fits", "gives"),
    ]
    assert [(pair.why, pair.why_not, pair.names) for pair in found.pairs] == [
        ("It asks.", "", ()),
        ("It fits.", "Not given.", ("name of one",)),
        ("It gives.", "Not fit.", ("name of four",)),
    ]
    assert found.rule == "Each right pair earns an equal share: one of three."
    assert found.answer == "$q$: asks; $k$: fits; $v$: gives"
    assert [note.slug for note in found.slips] == ["one", "four"]
    assert (found.options, found.fields, found.order) == ((), (), None)


def test_a_matching_that_is_right_or_wrong_throughout() -> None:
    assert (paired(2, 4, 1).verdict, paired(2, 4, 1).rule) == (Verdict.RIGHT, "")
    assert paired(2, 4, 1).meaning == "All three pairs are right."
    wrong = paired(1, 2, 3)
    assert (wrong.verdict, wrong.rule) == (Verdict.WRONG, "")
    assert wrong.meaning == (
        "None of your three pairs is right. The wrong pairs go with more than one belief; each is told below."
    )
    assert paired(4, 3, 1).meaning.startswith(
        "One of your three pairs is right. The wrong pairs go with these"
    )
    assert paired(3, 4, 1).meaning == (
        "Two of your three pairs are right. The wrong pair goes with this belief: Belief of three."
    )


def test_an_order_is_told_step_by_step() -> None:
    found = ordered("bacd")
    assert found.verdict is Verdict.PARTLY
    assert found.meaning == (
        "Your order goes wrong at place 1: you have “b” there, and “a” belongs there. "
        "Such an order goes with this belief: Belief of one."
    )
    assert found.order is not None
    assert [(one.yours, one.right, one.why, one.correct) for one in found.order.stands] == [
        ("b", "a", "a is first.", False),
        ("a", "b", "b is second.", False),
        ("c", "c", "c is third.", True),
        ("d", "d", "d is last.", True),
    ]
    assert [(one.later, one.earlier, one.why, one.names) for one in found.order.reversals] == [
        ("b", "a", "b needs a.", ("name of one",)),
    ]
    assert found.rule == "Each line in its right place earns an equal share: two of four."
    assert found.answer == "1. a; 2. b; 3. c; 4. d"
    assert ordered("abdc").meaning.startswith("Your order goes wrong at place 3: you have “d” there")


def test_an_order_that_is_right_or_wrong_throughout() -> None:
    assert (ordered("abcd").verdict, ordered("abcd").meaning) == (Verdict.RIGHT, "Your order is right.")
    assert (ordered("dcba").verdict, ordered("dcba").rule) == (Verdict.WRONG, "")
    strict = ordered("bacd", AnswerKey(replace(ORDER, all_or_nothing=True)))
    assert strict.rule == "This question counts once the whole order is right."
