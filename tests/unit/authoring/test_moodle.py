"""Moodle XML is read as Moodle means it, and one bad question takes no other with it."""

import base64

import pytest

from app.authoring.formats.categories import category_parts
from app.authoring.formats.moodle import read_moodle
from app.authoring.formats.moodle_answers import OTHER
from app.authoring.found import (
    FoundChoice,
    FoundNumbers,
    FoundOrder,
    FoundOther,
    FoundPairs,
    FoundWords,
    Markup,
    is_whole,
)
from app.items.item import Tolerance, ToleranceKind
from tests.unit.authoring.moodle_files import RIGHT, WRONG, choice, one, question, read

PIXEL = b"\x89PNG not looked at yet"


def answer(fraction: str, text: str, inside: str = "") -> str:
    return f'<answer fraction="{fraction}"><text>{text}</text>{inside}</answer>'


def test_one_right_answer_with_feedback_of_its_own() -> None:
    said = '<feedback format="html"><text>By softmax.</text></feedback>'
    found = one(choice(answer("100", "each row", said) + answer("-25", "each column")))
    assert (found.name, found.line, found.stem.text) == ("Rows", 3, "<p>What sums to one?</p>")
    assert found.stem.markup is Markup.HTML
    assert isinstance(found.form, FoundChoice)
    assert not found.form.several
    assert [(option.text.text, option.share) for option in found.form.options] == [
        ("each row", 1.0),
        ("each column", -0.25),
    ]
    assert found.form.options[0].feedback is not None
    assert found.form.options[0].feedback.text == "By softmax."


def test_three_thirds_are_a_whole() -> None:
    """Trap 11: shares of a third add up to one, with the slack for what was cut off."""
    parts = [answer("33.33333", text) for text in "QKV"]
    form = one(choice("".join(parts) + answer("-100", "n"), single="false")).form
    assert isinstance(form, FoundChoice)
    assert form.several
    assert sum(option.share for option in form.options if option.share > 0) != 1
    assert is_whole(sum(option.share for option in form.options if option.share > 0))


@pytest.mark.parametrize(
    ("named", "markup"),
    [
        ("html", Markup.HTML),
        ("markdown", Markup.MARKDOWN),
        ("plain_text", Markup.PLAIN),
        ("moodle_auto_format", Markup.AUTO),
    ],
)
def test_texts_have_the_markup_that_they_name(named: str, markup: Markup) -> None:
    stem = f'<questiontext format="{named}"><text>$a &lt; b$</text></questiontext>'
    found = one(choice(stem=stem))
    assert (found.stem.text, found.stem.markup, found.losses) == ("$a < b$", markup, ())


def test_a_markup_that_nobody_knows_is_told() -> None:
    found = one(choice(stem='<questiontext format="wiki_like"><text>!Rows</text></questiontext>'))
    assert found.stem.markup is Markup.PLAIN
    assert [(loss.fate.value, loss.part, loss.line) for loss in found.losses] == [("changed", "markup", 3)]


def test_categories_hold_for_what_follows_and_a_doubled_slash_is_one() -> None:
    def category(path: str) -> str:
        return f'<question type="category"><category><text>{path}</text></category></question>'

    found = read(choice(), category("$course$/top/Attention/Q//K"), choice(), category("top"), choice())
    assert [one.category for one in found.questions] == ["", "Attention/Q//K", ""]
    assert category_parts("Attention/Q//K") == ("Attention", "Q/K")


def test_tags_and_the_outer_name() -> None:
    tags = (
        "<tags><tag><text>scale</text></tag><tag><text>softmax </text></tag></tags><idnumber>q-7</idnumber>"
    )
    found = one(choice(RIGHT + WRONG + tags))
    assert (found.tags, found.outer_id) == (("scale", "softmax"), "q-7")


def test_what_has_no_place_is_told_with_its_line() -> None:
    inside = """<defaultgrade>2.0</defaultgrade><penalty>0.3333333</penalty><hidden>1</hidden>
<shuffleanswers>false</shuffleanswers><answernumbering>iii</answernumbering>
<correctfeedback format="html"><text>Well done.</text></correctfeedback>
<incorrectfeedback format="html"><text></text></incorrectfeedback>
<hint format="html"><text>Look at the axis.</text></hint><hint><text>Rows.</text></hint>"""
    found = one(choice(RIGHT + WRONG + inside))
    told = [(loss.part, loss.line) for loss in found.losses]
    assert sorted(told) == [
        ("combined feedback", 5),
        ("hidden", 3),
        ("hints", 7),
        ("numbering", 4),
        ("order", 4),
        ("penalty", 3),
        ("points", 3),
    ]
    assert "2 hints" in next(loss.why for loss in found.losses if loss.part == "hints")


def test_settings_as_they_usually_are_lose_nothing() -> None:
    inside = "<defaultgrade>1.0000000</defaultgrade><penalty>0</penalty><hidden>0</hidden><shuffleanswers>1</shuffleanswers>"
    assert one(choice(RIGHT + WRONG + inside)).losses == ()


def test_general_feedback_is_said_to_everybody() -> None:
    found = one(choice(RIGHT + WRONG + "<generalfeedback><text>Rows.</text></generalfeedback>"))
    assert found.feedback is not None
    assert (found.feedback.text, found.feedback.markup) == ("Rows.", Markup.HTML)


def test_images_lie_in_the_file_once_and_texts_name_them() -> None:
    data = base64.b64encode(PIXEL).decode()
    shown = '<img src="@@PLUGINFILE@@/two%20rows.png" alt="Two rows">'
    file = f'<file name="two rows.png" path="/" encoding="base64">{data}</file>'
    stem = f"<questiontext format='html'><text><![CDATA[{shown}{shown}]]></text>{file}</questiontext>"
    found = read(choice(stem=stem), choice(stem=stem))
    (image,) = found.images
    assert (image.name, image.content) == ("two rows.png", PIXEL)
    assert all(one.stem.text.count(f'src="image:{image.id}" alt="Two rows"') == 2 for one in found.questions)
    assert all(one.losses == () for one in found.questions)


def test_an_image_that_is_missing_or_broken_and_a_file_that_is_no_image_are_told() -> None:
    stem = """<questiontext format="html"><text>&lt;img src="@@PLUGINFILE@@/a.png"></text>
<file name="b.pdf" encoding="base64">QUFB</file>
<file name="c.png" encoding="base64">???</file></questiontext>"""
    found = one(choice(stem=stem))
    assert sorted((loss.part, loss.line) for loss in found.losses) == [("file", 3), ("file", 5), ("image", 3)]


def test_true_and_false_keep_their_feedback() -> None:
    said = "<feedback><text>Softmax runs along it.</text></feedback>"
    form = one(question("truefalse", answer("0", "false", said) + answer("100", "true"))).form
    assert isinstance(form, FoundChoice)
    assert [(option.text.text, option.share) for option in form.options] == [("True", 1.0), ("False", 0.0)]
    assert form.options[1].feedback is not None


def test_typed_words_keep_case_and_stars() -> None:
    form = one(
        question("shortanswer", "<usecase>1</usecase>" + answer("100", "soft*") + answer("50", "max"))
    ).form
    assert isinstance(form, FoundWords)
    assert (form.case_counts, form.wildcards) == (True, True)
    assert [(word.text.text, word.share) for word in form.accepted] == [("soft*", 1.0), ("max", 0.5)]


def test_numbers_have_an_absolute_tolerance_whose_ends_count() -> None:
    inside = answer("100", "3.1415", "<tolerance>0.0005</tolerance>") + answer(
        "50", "3", "<tolerance>0.5</tolerance>"
    )
    form = one(question("numerical", inside + answer("0", "*", "<feedback><text>No.</text></feedback>"))).form
    assert isinstance(form, FoundNumbers)
    assert [(number.low, number.high, number.share) for number in form.accepted] == [
        (3.141, 3.142, 1.0),
        (2.5, 3.5, 0.5),
    ]
    assert form.accepted[0].target == 3.1415
    assert form.accepted[0].tolerance == Tolerance(ToleranceKind.ABSOLUTE, 0.0005)
    assert form.otherwise is not None


def test_the_noise_of_a_program_is_cut_off_and_told() -> None:
    """Trap 3: a range that became a number with a tolerance keeps its ends; a number with many digits stays."""
    inside = answer("100", "3.1415", "<tolerance>0.00050000000000017</tolerance>")
    found = one(question("numerical", inside))
    assert isinstance(found.form, FoundNumbers)
    assert (found.form.accepted[0].low, found.form.accepted[0].high) == (3.141, 3.142)
    assert [loss.part for loss in found.losses] == ["number"]
    exact = one(question("numerical", answer("100", "3.141592653589793")))
    assert isinstance(exact.form, FoundNumbers)
    assert (exact.form.accepted[0].target, exact.losses) == (3.141592653589793, ())


def test_units_are_told() -> None:
    units = "<units><unit><multiplier>1</multiplier><unit_name>ms</unit_name></unit></units>"
    found = one(question("numerical", answer("100", "3") + units))
    assert [(loss.part, "ms" in loss.why) for loss in found.losses] == [("units", True)]


def test_pairs_with_a_choice_too_many() -> None:
    def pair(left: str, right: str) -> str:
        return f'<subquestion format="html"><text>{left}</text><answer><text>{right}</text></answer></subquestion>'

    form = one(
        question("matching", pair("asks", "Query") + pair("answers", "Key") + pair("", "Softmax"))
    ).form
    assert isinstance(form, FoundPairs)
    assert [(left.text, right.text) for left, right in form.pairs] == [
        ("asks", "Query"),
        ("answers", "Key"),
        ("", "Softmax"),
    ]


def test_lines_to_be_put_in_order() -> None:
    inside = "<selecttype>1</selecttype>" + answer("1", "scale") + answer("2", "softmax")
    found = one(question("ordering", inside))
    assert isinstance(found.form, FoundOrder)
    assert [entry.text for entry in found.form.entries] == ["scale", "softmax"]
    assert [loss.part for loss in found.losses] == ["selection"]


def test_a_set_is_right_as_a_whole_alone() -> None:
    form = one(question("multichoiceset", answer("100", "Q") + answer("100", "K") + answer("0", "n"))).form
    assert isinstance(form, FoundChoice)
    assert (form.several, form.all_or_nothing) == (True, True)
    assert [option.share for option in form.options] == [0.5, 0.5, 0.0]


@pytest.mark.parametrize("kind", [*OTHER, "some-plugin"])
def test_kinds_that_have_no_form_are_named_with_a_reason(kind: str) -> None:
    form = one(question(kind, answer("100", "whatever"))).form
    assert isinstance(form, FoundOther)
    assert form.kind == kind
    assert form.why.endswith((".", "here."))


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        (choice(answer("0", "a") + answer("0", "b")), "No answer is right"),
        (choice(answer("150", "a")), "is no share"),
        (choice(answer("half", "a")), "is no number"),
        (choice("<answer><text>a</text></answer>"), "has no fraction"),
        (choice(answer("100", " ")), "has no text"),
        (choice(""), "has no answers"),
        (choice(stem=""), "has no text"),
        (question("", RIGHT), "has no type"),
        (question("truefalse", answer("100", "yes")), "neither true nor false"),
        (question("truefalse", answer("100", "true")), "both answers"),
        (question("truefalse", answer("0", "true") + answer("0", "false")), "One of true and false"),
        (question("numerical", answer("100", "3,14")), "with a point"),
        (question("numerical", answer("100", "3", "<tolerance>-1</tolerance>")), "is below 0"),
        (question("numerical", answer("0", "3")), "No number is right"),
        (question("shortanswer", answer("100", "")), "has no text"),
        (question("matching", "<subquestion><text>a</text></subquestion>"), "Nothing belongs"),
        (question("matching", ""), "nothing to match"),
        (question("ordering", answer("1", "")), "has no text"),
        ("<questoin/>", "is no question"),
    ],
)
def test_a_bad_question_is_left_out_alone_with_its_line(broken: str, words: str) -> None:
    found = read(choice(), broken, choice())
    assert len(found.questions) == 2
    (bad,) = found.bad
    assert bad.line == 4
    assert words in bad.sentence


def test_another_file_of_xml_is_no_quiz() -> None:
    (bad,) = read_moodle(b"<items/>").bad
    assert "not with <quiz>" in bad.sentence


@pytest.mark.parametrize(
    ("grading", "together", "told"),
    [
        ("", False, []),
        ("<gradingtype>ABSOLUTE_POSITION</gradingtype>", False, []),
        ("<gradingtype>0</gradingtype>", False, []),
        ("<gradingtype>ALL_OR_NOTHING</gradingtype>", True, []),
        ("<gradingtype>RELATIVE_NEXT_EXCLUDE_LAST</gradingtype>", False, ["points"]),
    ],
)
def test_how_an_order_earns_points_is_kept_or_told(grading: str, together: bool, told: list[str]) -> None:
    found = one(question("ordering", grading + answer("1", "scale") + answer("2", "softmax")))
    assert isinstance(found.form, FoundOrder)
    assert (found.form.all_or_nothing, [loss.part for loss in found.losses]) == (together, told)


def test_one_is_taken_where_nobody_says_so_and_one_earns_all() -> None:
    def several(*shares: str) -> bool:
        form = one(question("multichoice", "".join(answer(share, share) for share in shares))).form
        assert isinstance(form, FoundChoice)
        return form.several

    assert not several("100", "0")
    assert several("50", "50")
