"""GIFT is read as Moodle means it, and one bad question takes no other with it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.authoring.formats.gift import GAP, read_gift
from app.authoring.found import (
    FoundChoice,
    FoundForm,
    FoundNumbers,
    FoundOther,
    FoundPairs,
    FoundQuestion,
    FoundWords,
    Markup,
    is_whole,
)
from app.items.item import Tolerance, ToleranceKind


def one(text: str) -> FoundQuestion:
    found = read_gift(text)
    assert found.bad == (), found.bad
    (question,) = found.questions
    return question


def shares(form: FoundForm) -> dict[str, float]:
    assert isinstance(form, FoundChoice | FoundWords)
    options = form.options if isinstance(form, FoundChoice) else form.accepted
    return {option.text.text: option.share for option in options}


def said(form: FoundForm) -> dict[str, str]:
    assert isinstance(form, FoundChoice)
    return {one.text.text: one.feedback.text for one in form.options if one.feedback}


def test_one_right_answer_among_wrong_ones() -> None:
    question = one("::Rows::What sums to one? { =each row#by softmax ~each column#not by rows ~both }")
    assert (question.name, question.stem.text, question.line) == ("Rows", "What sums to one?", 1)
    assert shares(question.form) == {"each row": 1.0, "each column": 0.0, "both": 0.0}
    assert said(question.form) == {"each row": "by softmax", "each column": "not by rows"}
    assert isinstance(question.form, FoundChoice)
    assert not question.form.several


def test_shares_without_a_right_answer_make_it_several() -> None:
    question = one("Which are matrices? {~%33.33333%Q ~%33.33333%K ~%33.33333%V ~%-100%n}")
    assert isinstance(question.form, FoundChoice)
    assert question.form.several
    assert is_whole(sum(share for share in shares(question.form).values() if share > 0))
    assert shares(question.form)["n"] == -1.0


def test_two_right_answers_beside_a_wrong_one_are_one_choice() -> None:
    form = one("Which? {=one =two ~three}").form
    assert isinstance(form, FoundChoice)
    assert not form.several
    assert shares(form) == {"one": 1.0, "two": 1.0, "three": 0.0}


def test_right_answers_alone_are_typed() -> None:
    form = one("Who? {=no one =%50%nobody}").form
    assert isinstance(form, FoundWords)
    assert shares(form) == {"no one": 1.0, "nobody": 0.5}


@pytest.mark.parametrize("word", ["T", "TRUE", "true", "t"])
def test_of_two_feedbacks_the_first_is_for_who_is_wrong(word: str) -> None:
    form = one(f"Rows sum to one. {{{word}#no, they do#yes, they do}}").form
    assert shares(form) == {"True": 1.0, "False": 0.0}
    assert said(form) == {"False": "no, they do", "True": "yes, they do"}


@pytest.mark.parametrize(
    ("written", "low", "high"),
    [
        ("4", 4.0, 4.0),
        ("-1", -1.0, -1.0),
        ("3.1415:0.0005", 3.141, 3.142),
        ("3.141..3.142", 3.141, 3.142),
        ("-3.142..-3.141", -3.142, -3.141),
        ("1e-3", 0.001, 0.001),
        ("=%100%3:0.1#", 2.9, 3.1),
    ],
)
def test_numbers_are_ranges_without_noise(written: str, low: float, high: float) -> None:
    form = one(f"How much? {{#{written}}}").form
    assert isinstance(form, FoundNumbers)
    (number,) = form.accepted
    assert (number.low, number.high, number.share) == (low, high, 1.0)


def test_several_numbers_have_shares_and_one_word_for_the_rest() -> None:
    form = one("How much? {#=3:0.1#good =%50%3:0.5#near ~#far off}").form
    assert isinstance(form, FoundNumbers)
    assert [(round(n.low, 9), round(n.high, 9), n.share) for n in form.accepted] == [
        (2.9, 3.1, 1.0),
        (2.5, 3.5, 0.5),
    ]
    assert form.otherwise is not None
    assert form.otherwise.text == "far off"


def test_pairs() -> None:
    form = one("Match. { =asks -> Query =is compared -> Key = -> Softmax }").form
    assert isinstance(form, FoundPairs)
    assert [(left.text, right.text) for left, right in form.pairs] == [
        ("asks", "Query"),
        ("is compared", "Key"),
        ("", "Softmax"),
    ]


def test_answers_within_the_sentence_leave_a_gap_that_is_told() -> None:
    question = one("Softmax works {~by columns =by rows} in attention.")
    assert question.stem.text == f"Softmax works {GAP} in attention."
    assert [(loss.fate.value, loss.part) for loss in question.losses] == [("changed", "stem")]
    assert one("Softmax works {~by columns =by rows}.").losses == ()


def test_escapes_are_undone_and_formulas_stay() -> None:
    question = one(r"What is $\\frac\{a\}\{b\}$ if $a \neq b$\n\: one line? {=a \= b\#1 ~\~c#no\: \{c\}}")
    assert question.stem.text == "What is $\\frac{a}{b}$ if $a \\neq b$\n: one line?"
    assert shares(question.form) == {"a = b#1": 1.0, "~c": 0.0}
    assert said(question.form) == {"~c": "no: {c}"}


def test_comments_carry_name_and_tags_and_a_category_holds_on() -> None:
    text = "$CATEGORY: top/Attention\n\n// [id:q-1] [tag:easy] [tag:rows]\nOne? {T}\n\nTwo? {F}"
    first, second = read_gift(text).questions
    assert (first.outer_id, first.tags, first.category, first.line) == (
        "q-1",
        ("easy", "rows"),
        "Attention",
        4,
    )
    assert (second.outer_id, second.tags, second.category) == ("", (), "Attention")


def test_general_feedback_and_markup() -> None:
    question = one("[html]<b>Which?</b>{=[plain]a ~b#no####for all}")
    assert question.stem.markup is Markup.HTML
    assert question.feedback is not None
    assert (question.feedback.text, question.feedback.markup) == ("for all", Markup.HTML)
    assert isinstance(question.form, FoundChoice)
    assert [option.text.markup for option in question.form.options] == [Markup.PLAIN, Markup.HTML]


def test_essays_and_descriptions_are_what_they_are() -> None:
    assert one("Write about attention. {}").form == FoundOther("essay")
    assert one("Attention looks at all tokens.").form == FoundOther("description")


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        ("Which? {=a ~b", "do not end"),
        ("Which? a}", "was not opened"),
        ("Which? {=a ~b} and {=c}", "two groups"),
        ("::name Which? {=a ~b}", "does not end"),
        ("Which? {a}", "before the first"),
        ("Which? {~a ~b}", "No answer is right"),
        ("Which? {~%500%a ~b}", "no share"),
        ("How much? {#abc}", "is no number"),
        ("How much? {#4..3}", "runs backwards"),
        ("How much? {#4:-1}", "below 0"),
        ("How much? {#~3}", "No number is right"),
        ("Match. {=a -> b =c}", "Make all of them pairs"),
    ],
)
def test_a_bad_question_is_told_by_its_line_and_takes_no_other_with_it(bad: str, sentence: str) -> None:
    found = read_gift(f"One? {{T}}\n\n{bad}\n\nTwo? {{F}}")
    assert [question.stem.text for question in found.questions] == ["One?", "Two?"]
    (part,) = found.bad
    assert part.line == 3
    assert sentence in part.sentence
    assert part.sentence.endswith(".")


@given(st.text(alphabet="ab1 .:=~#%{}\\\n->$/[]TF", max_size=120))
def test_any_text_is_read(text: str) -> None:
    found = read_gift(text)
    assert all(part.sentence.endswith(".") for part in found.bad)
    lines = [one.line for one in (*found.questions, *found.bad)]
    assert all(1 <= line <= text.count("\n") + 1 for line in lines)


def test_a_number_keeps_what_was_named_as_right_and_a_range_has_no_such_number() -> None:
    """Trap 3: a range stays a range."""
    around, between = (one(f"How much? {{#{text}}}").form for text in ("3.14:0.01", "3.13..3.15"))
    assert isinstance(around, FoundNumbers)
    assert isinstance(between, FoundNumbers)
    assert around.accepted[0].target == 3.14
    assert around.accepted[0].tolerance == Tolerance(ToleranceKind.ABSOLUTE, 0.01)
    assert (between.accepted[0].target, between.accepted[0].tolerance) == (None, None)
    assert (around.accepted[0].low, around.accepted[0].high) == (
        between.accepted[0].low,
        between.accepted[0].high,
    )


def test_what_is_too_long_is_refused() -> None:
    assert "more than 100,000 signs" in read_gift(f"{'a' * 100_001} {{T}}").bad[0].sentence
    assert "more than 4,000,000 signs" in read_gift("a {T}\n\n" * 600_000).bad[0].sentence


@pytest.mark.parametrize("text", ["What? {=a ~}", "What? {=a =}", "Match {=a -> b =c -> }"])
def test_an_empty_answer_is_refused(text: str) -> None:
    assert len(read_gift(text).bad) == 1


def test_an_arrow_beside_a_wrong_answer_makes_no_pair() -> None:
    form = one("How? {~menu -> file =menu -> page}").form
    assert shares(form) == {"menu -> file": 0.0, "menu -> page": 1.0}


def test_a_backslash_n_ends_a_line_unless_it_begins_a_command() -> None:
    """Moodle writes each end of a line in a text so, whatever letter follows."""
    (question,) = read_gift("One\\nline, \\nabla f \\neq \\nu\\nAnd another. {=a ~b}").questions
    assert question.stem.text == "One\nline, \\nabla f \\neq \\nu\nAnd another."
