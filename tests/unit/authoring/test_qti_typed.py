"""Typed numbers and words of QTI, their tolerances and roundings."""

import pytest

from app.authoring.found import FoundNumbers, FoundWords
from app.items.item import Tolerance, ToleranceKind
from tests.unit.authoring.qti_files import (
    ANSWER,
    MAP,
    MATCH,
    TYPED,
    declaration,
    mapping,
    one,
    read,
    rule,
    scored,
    value,
)

FLOAT = declaration("float")
STRING = declaration("string")


def equal(mode: str, tolerance: str, first: str, second: str) -> str:
    return rule(f'<equal toleranceMode="{mode}" tolerance="{tolerance}">{first}{second}</equal>')


def ends(processing: str, declared: str = FLOAT) -> tuple[float, float]:
    form = one(declared, TYPED, processing).form
    assert isinstance(form, FoundNumbers)
    (number,) = form.accepted
    return number.low, number.high


@pytest.mark.parametrize("first", [True, False])
def test_an_absolute_tolerance_lies_around_the_number_either_way(first: bool) -> None:
    order = (ANSWER, value("10")) if first else (value("10"), ANSWER)
    assert ends(equal("absolute", "0.5 0.5", *order)) == (9.5, 10.5)
    assert ends(equal("absolute", "0.1", *order)) == (9.9, 10.1)


def test_two_tolerances_lie_below_and_above_what_stands_first() -> None:
    assert ends(equal("absolute", "1 2", value("10"), ANSWER)) == (9, 12)
    assert ends(equal("absolute", "1 2", ANSWER, value("10"))) == (8, 11)


def test_a_relative_tolerance_lies_around_what_stands_first() -> None:
    """Trap 2: with the number first 190 is right and 210.5 wrong, with the answer first it is the other way."""
    number_first = ends(equal("relative", "5 5", value("200"), ANSWER))
    answer_first = ends(equal("relative", "5 5", ANSWER, value("200")))
    assert number_first == (190, 210)
    assert answer_first[0] > 190
    assert answer_first[1] > 210.5
    assert ends(equal("relative", "10", value("-20"), ANSWER)) == (-22, -18)


def test_the_rule_of_a_tolerance_is_kept_where_it_is_one_of_ours() -> None:
    def rule_of(processing: str) -> Tolerance | None:
        form = one(FLOAT, TYPED, processing).form
        assert isinstance(form, FoundNumbers)
        return form.accepted[0].tolerance

    assert rule_of(equal("absolute", "0.5", value("10"), ANSWER)) == Tolerance(ToleranceKind.ABSOLUTE, 0.5)
    assert rule_of(equal("relative", "5", value("10"), ANSWER)) == Tolerance(ToleranceKind.RELATIVE, 0.05)
    assert rule_of(equal("relative", "5", ANSWER, value("10"))) is None
    assert rule_of(equal("absolute", "1 2", ANSWER, value("10"))) is None


@pytest.mark.parametrize(
    ("mode", "figures", "number", "expected"),
    [
        ("significantFigures", 3, "3.175", (3.175, 3.185)),
        ("significantFigures", 3, "1.005", (1.005, 1.015)),
        ("significantFigures", 2, "-1250", (-1350, -1250)),
        ("decimalPlaces", 1, "0.25", (0.25, 0.35)),
    ],
)
def test_rounding_is_worked_out_in_decimals_with_halves_away_from_zero(
    mode: str, figures: int, number: str, expected: tuple[float, float]
) -> None:
    """Trap 12: 3.175 rounds to 3.18, so that 3.18 and 3.184 are right and 3.17 is wrong."""
    inside = f'<equalRounded roundingMode="{mode}" figures="{figures}">{ANSWER}{value(number)}</equalRounded>'
    assert ends(rule(inside)) == expected


def test_exact_numbers_a_range_and_a_correct_response() -> None:
    """Trap 4: exact is exact, as it stands there."""
    assert ends(rule(f'<equal toleranceMode="exact">{ANSWER}{value("0.3")}</equal>')) == (0.3, 0.3)
    assert ends(MATCH, declaration("integer", right=("64",))) == (64, 64)
    between = f"<and><gte>{ANSWER}{value('1.5')}</gte><lte>{ANSWER}{value('2.5')}</lte></and>"
    assert ends(rule(between)) == (1.5, 2.5)


def test_several_numbers_earn_shares_in_the_order_of_the_rules() -> None:
    second = f"<responseElseIf><equal toleranceMode='absolute' tolerance='1'>{ANSWER}{value('3')}</equal>{scored(1)}</responseElseIf>"
    processing = rule(f"<match>{ANSWER}{value('3')}</match>", 2).replace(
        "<responseElse>", second + "<responseElse>"
    )
    form = one(FLOAT, TYPED, processing).form
    assert isinstance(form, FoundNumbers)
    assert [(number.low, number.high, number.share) for number in form.accepted] == [(3, 3, 1.0), (2, 4, 0.5)]


def test_words_by_mapping_say_whether_case_counts() -> None:
    """Trap 5: where nobody says whether case counts, it does, and that is told."""
    silent = one(declaration("string", mapping=mapping({"York": 1, "york": 0.5})), TYPED, MAP)
    assert isinstance(silent.form, FoundWords)
    assert silent.form.case_counts
    assert [word.share for word in silent.form.accepted] == [1.0, 0.5]
    assert [loss.part for loss in silent.losses] == ["case", "case"]
    said = one(declaration("string", mapping=mapping({"York": 1}, caseSensitive="false")), TYPED, MAP)
    assert isinstance(said.form, FoundWords)
    assert (said.form.case_counts, said.losses) == (False, ())


def test_words_within_an_answer_become_stars_and_stars_are_protected() -> None:
    inside = (
        f'<stringMatch caseSensitive="false" substring="true">{ANSWER}{value("a*b", "string")}</stringMatch>'
    )
    form = one(STRING, TYPED, rule(inside)).form
    assert isinstance(form, FoundWords)
    assert (form.accepted[0].text.text, form.case_counts) == (r"*a\*b*", False)


def test_a_pattern_that_is_a_word_is_one_and_another_is_refused() -> None:
    def pattern(text: str) -> str:
        return rule(f'<patternMatch pattern="{text}">{ANSWER}</patternMatch>')

    form = one(STRING, TYPED, pattern("soft max")).form
    assert isinstance(form, FoundWords)
    assert form.accepted[0].text.text == "soft max"
    assert "<patternMatch>" in read(STRING, TYPED, pattern("a|b")).bad[0].sentence


def test_several_words_of_one_rule() -> None:
    inside = "".join(f"<match>{ANSWER}{value(word, 'string')}</match>" for word in ("key", "keys"))
    form = one(STRING, TYPED, rule(f"<or>{inside}</or>")).form
    assert isinstance(form, FoundWords)
    assert [(word.text.text, word.share) for word in form.accepted] == [("key", 1.0), ("keys", 1.0)]


def test_feedback_to_a_number_and_to_everybody_else() -> None:
    def said(name: str) -> str:
        return f'<setOutcomeValue identifier="F"><baseValue baseType="identifier">{name}</baseValue></setOutcomeValue>'

    processing = rule(f"<match>{ANSWER}{value('3')}</match>").replace(
        "</responseIf>", said("yes") + "</responseIf>"
    )
    processing = processing.replace("</responseElse>", said("no") + "</responseElse>")
    modal = "".join(
        f'<modalFeedback outcomeIdentifier="F" identifier="{name}" showHide="show"><p>{text}</p></modalFeedback>'
        for name, text in (("yes", "Right."), ("no", "Not so."))
    )
    found = one(FLOAT, TYPED, processing, modal)
    assert isinstance(found.form, FoundNumbers)
    assert found.form.accepted[0].feedback is not None
    assert found.form.otherwise is not None
    assert (found.form.accepted[0].feedback.text, found.form.otherwise.text) == (
        "<p>Right.</p>",
        "<p>Not so.</p>",
    )
    assert found.losses == ()


def test_a_gap_stands_only_within_a_sentence() -> None:
    right = declaration("float", right=("2",))
    assert one(right, TYPED).stem.text == "<p>How much?</p><p></p>"
    within = one(right, '<p>It is <textEntryInteraction responseIdentifier="R"/> wide.</p>')
    assert within.stem.text == "<p>It is _____ wide.</p>"
    assert [loss.part for loss in within.losses] == ["stem"]


@pytest.mark.parametrize(
    ("processing", "words"),
    [
        (equal("relative", "100", ANSWER, value("2")), "has no end"),
        (equal("absolute", "", ANSWER, value("2")), "tolerance is missing"),
        (equal("absolute", "-1", ANSWER, value("2")), "below 0"),
        (equal("absolute", "T", ANSWER, value("2")), "'T' is no number"),
        (equal("fuzzy", "1", ANSWER, value("2")), "'fuzzy' is not known"),
        (rule(f"<match>{ANSWER}{value('1e999')}</match>"), "larger than any"),
        (rule(f'<equalRounded figures="0">{ANSWER}{value("2")}</equalRounded>'), "whole number from 1"),
        (
            rule(
                f'<equalRounded figures="15" roundingMode="decimalPlaces">{ANSWER}{value("1e200")}</equalRounded>'
            ),
            "decimals",
        ),
        (
            rule(f"<and><gte>{ANSWER}{value('3')}</gte><lte>{ANSWER}{value('2')}</lte></and>"),
            "No number lies between",
        ),
        (rule(f"<match>{ANSWER}{value('2')}</match>", 0), "No answer earns points"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(processing: str, words: str) -> None:
    (bad,) = read(FLOAT, TYPED, processing).bad
    assert words in bad.sentence
