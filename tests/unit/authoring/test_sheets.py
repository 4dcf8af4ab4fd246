"""Tables of questions: delimiter, columns, what is right, and rows that cannot be read."""

import pytest

from app.authoring.formats.sheets import read_csv
from app.authoring.found import (
    ColumnWish,
    Format,
    FoundChoice,
    FoundFile,
    FoundForm,
    FoundNumbers,
    FoundOrder,
    FoundOther,
    FoundPairs,
    FoundQuestion,
    FoundWords,
    ReadWishes,
)

HEAD = "Question,A,B,C,Correct\n"


def read(text: str, *wishes: ColumnWish) -> FoundFile:
    return read_csv(text, ReadWishes(columns=wishes))


def one(text: str) -> FoundQuestion:
    found = read(text)
    assert found.bad == (), found.bad
    (question,) = found.questions
    return question


def right(form: FoundForm) -> list[str]:
    assert isinstance(form, FoundChoice)
    return [option.text.text for option in form.options if option.share > 0]


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(sign: str) -> None:
    text = f'{HEAD}"What, or; what | is	right?",Q,K,V,B\n'.replace(",", sign).replace(
        f"What{sign} or", "What, or"
    )
    found = one(text)
    assert (right(found.form), found.line) == (["K"], 2)


def test_a_first_line_may_name_the_delimiter() -> None:
    found = one(f"sep=;\n{HEAD}What?,Q,K,V,A\n".replace(",", ";"))
    assert (right(found.form), found.line) == (["Q"], 3)


def test_values_in_quotes_may_have_lines_and_rows_know_where_they_begin() -> None:
    found = read(HEAD + '"What\nis ""right""?",Q,K,V,B\nAnd now?,Q,K,V,C\n')
    assert [(one.line, one.stem.text) for one in found.questions] == [
        (2, 'What\nis "right"?'),
        (4, "And now?"),
    ]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("B", ["K"]), ("b)", ["K"]), ("2", ["K"]), ("K", ["K"]), (" k ", ["K"]), ("Option B", ["K"]), ("Answer 2", ["K"]),
        ('"A,C"', ["Q", "V"]), ("A;C", ["Q", "V"]), ("1 & 3", ["Q", "V"]), ("AC", ["Q", "V"]), ("Q|V", ["Q", "V"]),
        ("0 1 0", ["K"]),
    ],
)  # fmt: skip
def test_what_is_right_is_named_by_letter_number_or_text(written: str, expected: list[str]) -> None:
    form = one(f"{HEAD}What?,Q,K,V,{written}\n").form
    assert isinstance(form, FoundChoice)
    assert right(form) == expected
    assert (form.several, form.all_or_nothing) == (len(expected) > 1,) * 2


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("What?,1,2,3,2", ""),
        ("What?,2,1,3,2", "is the text of one option and the place of another"),
        ("What?,Q,K,V,D", "names none of the 3 options"),
        ("What?,Q,K,V,", "No option is right"),
        ("What?,Q,,V,B", "names none of the 2 options"),
        ("What?,Q,Q,V,Q", "names none"),
        (",Q,K,V,B", "says nothing of what is asked"),
    ],
)
def test_nothing_is_guessed_of_what_is_right(row: str, words: str) -> None:
    found = read(f"{HEAD}Good?,Q,K,V,A\n{row}\nGood?,Q,K,V,A\n")
    assert len(found.questions) == (2 if words else 3)
    assert [(bad.line, words in bad.sentence) for bad in found.bad] == ([(3, True)] if words else [])


def test_right_and_wrong_options_in_columns_of_their_own() -> None:
    form = one("Question,Correct Answer,Wrong Answer 1,Wrong Answer 2\nWhat?,K,Q,V\n").form
    assert isinstance(form, FoundChoice)
    assert [(option.text.text, option.share) for option in form.options] == [
        ("K", 1.0),
        ("Q", 0.0),
        ("V", 0.0),
    ]


def test_feedback_to_each_option_and_to_everybody() -> None:
    found = one(
        "Question,Option A,Feedback A,Option B,Feedback B,Answer,Explanation\nWhat?,Q,asks,K,,A,Since.\n"
    )
    assert isinstance(found.form, FoundChoice)
    assert [option.feedback.text if option.feedback else "" for option in found.form.options] == ["asks", ""]
    assert found.feedback is not None
    assert found.feedback.text == "Since."


def test_a_number_without_options_is_typed_with_its_tolerance() -> None:
    def ends(row: str) -> tuple[float, float]:
        form = one(f"Question,Answer,Tolerance\nHow much?,{row}\n").form
        assert isinstance(form, FoundNumbers)
        return form.accepted[0].low, form.accepted[0].high

    assert ends("3.14,0.01") == (3.13, 3.15)
    assert ends("-20,5%") == (-21, -19)
    assert ends("3.175,3 figures") == (3.175, 3.185)
    assert ends("0.5,1 decimal") == (0.45, 0.55)
    assert ends("3,2.5..3.5") == (2.5, 3.5)
    silent = one("Question,Answer\nHow much?,3\n")
    assert [loss.part for loss in silent.losses] == ["tolerance"]


@pytest.mark.parametrize(
    ("row", "words"),
    [("3,near", "is not known"), ("3,4..2", "runs backwards"), ("1e999,1", "larger than any")],
)
def test_numbers_that_make_no_sense_are_refused(row: str, words: str) -> None:
    (bad,) = read(f"Question,Answer,Tolerance\nHow much?,{row}\n").bad
    assert words in bad.sentence


def test_words_truths_pairs_lines_and_essays() -> None:
    assert isinstance(one("Question,Answer\nWho asks?,the Query\n").form, FoundWords)
    truth = one("Statement,Question,Answer\n,Rows sum to one.,TRUE\n")
    assert right(truth.form) == ["True"]
    assert [loss.part for loss in truth.losses] == ["options"]
    accepted = one("Question,Type,Option 1,Option 2\nWho asks?,Fill-in-the-Blank,Query,the Query\n").form
    assert isinstance(accepted, FoundWords)
    assert [word.text.text for word in accepted.accepted] == ["Query", "the Query"]
    pairs = one(
        "Question,Prompt 1,Prompt 2,Match 1,Match 2,Match 3\nMatch.,asks,answers,Query,Key,Value\n"
    ).form
    assert isinstance(pairs, FoundPairs)
    assert [(left.text, other.text) for left, other in pairs.pairs] == [
        ("asks", "Query"),
        ("answers", "Key"),
        ("", "Value"),
    ]
    lines = one("Question,Step 1,Step 2,Step 3\nOrder.,scale,softmax,\n").form
    assert isinstance(lines, FoundOrder)
    assert [entry.text for entry in lines.entries] == ["scale", "softmax"]
    assert isinstance(one("Question,Type,Answer\nWhy?,Essay,Because\n").form, FoundOther)


def test_a_kind_that_nobody_knows_is_told_and_one_that_is_known_counts() -> None:
    assert [loss.part for loss in one("Question,Type,A,B,Answer\nWhat?,Hotspot,Q,K,A\n").losses] == ["kind"]
    form = one("Question,Type,A,B,Answer\nWhat?,Multiple Response,Q,K,A\n").form
    assert isinstance(form, FoundChoice)
    assert form.several
    (bad,) = read("Question,Type,A,B,Answer\nWhat?,MC,Q,K,AB\n").bad
    assert "says that one is right" in bad.sentence


def test_how_columns_were_understood_is_told_with_examples() -> None:
    (table,) = read(f"Points,{HEAD}1,What?,Q,K,V,A\n1,Who?,Q,K,V,B\n2,Why?,Q,K,V,C\n").tables
    assert table.rows == 3
    assert [(column.name, column.field) for column in table.columns] == [
        ("Points", ""), ("Question", "stem"), ("A", "option"), ("B", "option"), ("C", "option"), ("Correct", "right"),
    ]  # fmt: skip
    assert table.columns[0].examples == ("1", "2")
    assert table.columns[1].examples == ("What?", "Who?", "Why?")
    assert table.columns[0].why == "No field is known by its name."


def test_somebody_s_word_goes_before_what_a_name_gives_away() -> None:
    text = "Was,Ja,Nein,Was stimmt\nWhat?,K,Q,K\n"
    unknown = read(text)
    assert "Say which one it is" in unknown.bad[0].sentence
    assert len(unknown.tables[0].columns) == 4
    wishes = [("Was", "stem"), ("Ja", "right_option"), ("Nein", "wrong_option"), ("Was stimmt", "")]
    found = read(text, *(ColumnWish("", column, name) for column, name in wishes))
    assert [right(one.form) for one in found.questions] == [["Ja"], ["K"]]
    assert [column.why for column in found.tables[0].columns] == ["Somebody said so."] * 4


def test_columns_of_one_name_and_values_without_a_name() -> None:
    (table,) = read("Question,,Answer,Answer\nWhat?,x,3,4\n").tables
    assert [column.name for column in table.columns] == ["Question", "column 2", "Answer", "Answer (2)"]


def test_no_question_is_lost_where_nobody_named_the_columns() -> None:
    text = "Who asks?,Query,Key,A\nWho is asked?,Query,Key,B\n"
    told = read(text).tables[0]
    assert (told.rows, {column.why[:34] for column in told.columns}) == (
        2,
        {"No name in the first row is known,"},
    )
    fields = zip(("Who asks?", "Query", "Key", "A"), ("stem", "option", "option", "right"), strict=True)
    found = read(text, *(ColumnWish("", column, name) for column, name in fields))
    assert [(one.line, right(one.form)) for one in found.questions] == [(1, ["Query"]), (2, ["Key"])]


def test_names_may_stand_below_titles() -> None:
    text = f"Quiz name:,Attention,,,\nMade for,my class,,,\n{HEAD}What?,Q,K,V,B\n"
    assert [(one.line, right(one.form)) for one in read(text).questions] == [(4, ["K"])]


def test_a_row_whose_values_may_have_moved_is_left_out_and_each_is_told() -> None:
    """An unquoted comma moves the letter of the right option onto another one."""
    rows = "What, or who?,1,2,3,A\nWhat?,1,2,3,A\nWho, then?,Q,K,V,B\nWho?,Q,K,V,B,,\n"
    found = read(HEAD + rows)
    assert [one.line for one in found.questions] == [3, 5]
    assert [(bad.line, "6 values, and there are 5 names" in bad.sentence) for bad in found.bad] == [
        (2, True),
        (4, True),
    ]


@pytest.mark.parametrize(
    ("names", "row", "expected"),
    [
        ("Correct,Correct,Correct", "A,C,", ["Q", "V"]),
        ("Correct answer 1,Correct answer 2", "A,C", ["Q", "V"]),
        ("CorrectAnswer", "2", ["K"]),
        ("Correct", "optionB", ["K"]),
        ("Correct", "option_2", ["K"]),
        ("Correct", "B) K", ["K"]),
    ],
)
def test_what_other_programs_write_of_what_is_right(names: str, row: str, expected: list[str]) -> None:
    form = one(f"Question,A,B,C,{names}\nWhat?,Q,K,V,{row}\n").form
    assert right(form) == expected


def test_right_options_counted_from_0_are_and_it_is_told() -> None:
    text = "Question,A,B,C,Answer\nWho?,Q,K,V,0\nWhat?,Q,K,V,{}\n"
    found = read(text.format(2)).questions
    assert [right(one.form) for one in found] == [["Q"], ["V"]]
    assert ["from 0" in loss.why for one in found for loss in one.losses] == [True, True]
    assert [bad.line for bad in read(text.format(3)).bad] == [
        2
    ]  # with a 3 nobody counts three options from 0


def test_letters_before_options_are_left_out() -> None:
    found = one("Question,Option 1,Option 2,Answer\nWho?,A) Query,B) Key,A) Query\n")
    assert isinstance(found.form, FoundChoice)
    assert [option.text.text for option in found.form.options] == ["Query", "Key"]
    assert (right(found.form), [loss.part for loss in found.losses]) == (["Query"], ["options"])


@pytest.mark.parametrize(
    "cell", ['"Q\nK\nV"', "Q | K | V", "Q;K;V", '"[""Q"", ""K"", ""V""]"', '"A) Q\nB) K\nC) V"']
)
@pytest.mark.parametrize("answer", ["K", "B", "2"])
def test_all_options_in_one_cell(cell: str, answer: str) -> None:
    answer = "B) K" if "A)" in cell and answer == "K" else answer
    form = one(f"Question,Answers,Correct answer\nWho?,{cell},{answer}\n").form
    assert isinstance(form, FoundChoice)
    assert ([option.text.text for option in form.options], right(form)) == (["Q", "K", "V"], ["K"])


def test_options_that_nothing_parts_are_refused() -> None:
    (bad,) = read("Question,Options,Correct\nWho?,Q and K,A\n").bad
    assert "what parts the options" in bad.sentence


def test_a_quote_that_does_not_end_takes_only_what_follows_it() -> None:
    found = read(HEAD + 'What?,Q,K,V,A\n"Who?,Q,K,V,A\nWhy?,Q,K,V,A\n')
    assert len(found.questions) == 1
    assert [(bad.line, "closing one" in bad.sentence) for bad in found.bad] == [(3, True)]


@pytest.mark.parametrize("text", ["words alone\nand more\n", "a,b\n"])
def test_what_is_no_table_of_questions_is_said(text: str) -> None:
    found = read(text)
    assert (found.questions, found.format, len(found.bad)) == ((), Format.CSV, 1)


def test_other_fields_come_along() -> None:
    found = one(
        "Question,Answer,Title,ID,Deck,Tags,Difficulty,Source\nWho?,the Query,Roles,q7,A/B,one; two,0.4,Vaswani\n"
    )
    assert (found.name, found.outer_id, found.category, found.tags) == ("Roles", "q7", "A/B", ("one", "two"))
    assert dict(found.ours) == {"difficulty": "0.4", "citation": "Vaswani"}
