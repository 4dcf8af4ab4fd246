"""Items are read strictly: each kind of fault is refused with its place and with what to do, all at once."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.bank.cross import Known
from app.bank.faults import BankFaults, Fault
from app.bank.parse import (
    parse_bank,
    parse_blueprint,
    parse_item,
    parse_misconceptions,
)
from app.items.item import AuthoredItem, Kind, RecipeItem, ToleranceKind
from tests.unit.bank.samples import AUTHORED, KNOWN, PATH, RECIPE, RECIPE_PATH


def faults_of(text: str | bytes, path: str = PATH) -> tuple[Fault, ...]:
    with pytest.raises(BankFaults) as caught:
        parse_item(text, path, KNOWN)
    return caught.value.faults


def test_an_authored_item() -> None:
    item = parse_item(AUTHORED, PATH, KNOWN).item
    assert isinstance(item, AuthoredItem)
    assert item.header.id == "what-is-mixed"
    assert item.header.bank == "attention"
    assert item.header.kind is Kind.SINGLE_CHOICE
    assert item.stem == "Which rows are mixed with the weights of token $i$?"
    assert [option.correct for option in item.options] == [True, False, False, False]
    assert [option.weight for option in item.options] == [1.0, 0.0, 0.0, 0.0]
    assert item.options[2].text == "The rows of $QK^\\top$"
    assert item.choose == 1


def test_a_recipe_item() -> None:
    item = parse_item(RECIPE, RECIPE_PATH, KNOWN).item
    assert isinstance(item, RecipeItem)
    assert item.tolerance.kind is ToleranceKind.ABSOLUTE
    assert item.tolerance.amount == 0.01
    assert item.settings == {"tokens": "3"}
    assert item.fixed[0].givens == {
        "Q": (("1", "0"), ("0.5", "1")),
        "K": (("1", "1"), ("0", "1")),
        "row": "A",
    }


@pytest.mark.parametrize("written", ["no", "0.50", "12:30:00", "012", "1e5", "null", "~", "2026-11-29"])
def test_strings_stay_strings(written: str) -> None:
    item = parse_item(AUTHORED.replace("The rows of $K$", written), PATH, KNOWN).item
    assert isinstance(item, AuthoredItem)
    assert item.options[1].text == written


CHANGES = [
    # id, old text, new text, line, column, field, words of the sentence
    ("unknown field", "level:", "levle: x\nlevel:", 4, 1, "levle", "Write level"),
    ("unknown field without likeness", "level:", "zzz: x\nlevel:", 4, 1, "zzz", "the fields are"),
    ("missing field", "level: mechanism\n", "", 1, 1, "level", "is missing"),
    ("name twice", "level:", "id: a\nlevel:", 4, 1, "id", "first in line 1"),
    ("alias", "level: mechanism", "level: *x", 4, 8, "level", "alias"),
    ("anchor", "level: mechanism", "level: &x mechanism", 4, 8, "level", "anchor"),
    ("tag", "level: mechanism", "level: !!str mechanism", 4, 8, "level", "tag"),
    ("tag on a list", "objectives: [", "objectives: !!set [", 3, 13, "objectives", "tag"),
    ("tab", "level: mechanism", "level:\tmechanism", 4, 7, "", "a tab"),
    ("control character", "mechanism", "mech\x07anism", 4, 12, "", "U+0007"),
    ("escaped control character", "mechanism", '"a\\u0007b"', 4, 8, "level", "U+0007"),
    ("line separator", "Which rows", "Which\u2028rows", 11, 8, "", "U+2028"),
    ("wrong word", "level: mechanism", "level: mechanics", 4, 8, "level", "perhaps mechanism"),
    ("list for text", "level: mechanism", "level: [mechanism]", 4, 8, "level", "Write text"),
    ("text for list", 'objectives: ["1.2"]', "objectives: 1.2", 3, 13, "objectives", "a list belongs"),
    ("number with exponent", "difficulty: 0.7", "difficulty: 7e-1", 6, 13, "difficulty", "plain digits"),
    ("not a number", "difficulty: 0.7", "difficulty: nan", 6, 13, "difficulty", "plain digits"),
    ("number out of range", "difficulty: 0.7", "difficulty: 1", 6, 13, "difficulty", "less than 1"),
    ("yes for true", "correct: true", "correct: yes", 15, 14, "options[1].correct", "true or false"),
    ("empty text", "text: The rows of $V$", "text:", 14, 10, "options[1].text", "is empty"),
    ("blank text", "text: The rows of $V$", 'text: "  "', 14, 11, "options[1].text", "is empty"),
    ("wrong date", '"2026-11-29"', '"2026-11-31"', 9, 10, "source.as_of", "year-month-day"),
    ("citation over lines", "citation: V", 'citation: "a\\nb"\n  x: V', 8, 13, "source.citation", "one line"),
    ("wrong file name", "id: what-is-mixed", "id: what-mixes", 1, 5, "id", "what-is-mixed.yaml"),
    ("id with capitals", "id: what-is-mixed", "id: What", 1, 5, "id", "small letters"),
    ("wrong folder", '["1.2"]', '["4.6", "1.2"]', 3, 14, "objectives[1]", "in the folder 1.2"),
    ("unknown objective", '["1.2"]', '["1.2", "7.9"]', 3, 21, "objectives[2]", "not in the blueprint"),
    ("objective twice", '["1.2"]', '["1.2", "1.2"]', 3, 21, "objectives[2]", "Give each its own"),
    ("no objective", '["1.2"]', "[]", 3, 13, "objectives", "one to six"),
    ("option id twice", "id: keys", "id: values", 17, 9, "options[2].id", "the id of an option before it"),
    ("unknown misconception", ": carry-keys", ": carry-keyz", 19, 20, "options[2].misconception", "registry"),
    (
        "misconception missing",
        "    misconception: carry-keys\n",
        "",
        17,
        5,
        "options[2].misconception",
        "Name the misconception",
    ),
    (
        "misconception of a right option",
        "correct: true",
        "correct: true\n    misconception: plain-mean",
        16,
        20,
        "options[1].misconception",
        "Delete it",
    ),
    (
        "rationale missing",
        "    rationale: This would need no weights at all.\n",
        "",
        25,
        5,
        "options[4].rationale",
        "is m",
    ),
    ("two right options", "misconception: carry-keys", "correct: true", 13, 3, "options", "Mark exactly 1"),
    ("no right option", "correct: true", "misconception: plain-mean", 13, 3, "options", "Mark exactly 1"),
    ("choose in a single choice", "level:", "choose: 2\nlevel:", 4, 9, "choose", "multiple_select"),
    ("multiple without choose", "single_choice", "multiple_select", 1, 1, "choose", "choose: 2"),
    (
        "weight too large",
        "correct: true",
        "correct: true\n    weight: 1.5",
        16,
        13,
        "options[1].weight",
        "at most 1",
    ),
    (
        "weights that fall short",
        "correct: true",
        "correct: true\n    weight: 0.5",
        13,
        3,
        "options",
        "add up to 1",
    ),
    ("open dollar in the stem", "token $i$", "token $i", 10, 7, "stem", "without its partner"),
    ("open dollar in an option", "of $K$", "of $K", 18, 11, "options[2].text", "without its partner"),
    ("wrong kind", "single_choice", "essay", 2, 7, "kind", "single_choice, multiple_select"),
    ("unknown scoring", "stem:", "scoring: {all: true}\nstem:", 10, 11, "scoring.all", "all_or_nothing"),
    ("colon in plain text", "Vaswani et", "Vaswani: et", 8, 20, "", "must be quoted"),
    ("second document", "level:", "---\nlevel:", 4, 1, "", "One document"),
]


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "field", "words"),
    [pytest.param(*change[1:], id=str(change[0])) for change in CHANGES],
)
def test_fault(old: str, new: str, line: int, column: int, field: str, words: str) -> None:
    text = AUTHORED.replace(old, new, 1)
    assert text != AUTHORED
    found = faults_of(text)
    assert (PATH, line, column, field) in [(f.path, f.line, f.column, f.field) for f in found], list(
        map(str, found)
    )
    assert any(words.lower() in fault.sentence.lower() for fault in found), list(map(str, found))
    assert all(fault.sentence.endswith(".") for fault in found)


RECIPE_CHANGES = [
    (
        "unknown recipe",
        "recipe: weights-row",
        "recipe: weight-row",
        "recipe",
        "Write one of: spread, weights-row",
    ),
    ("option on a recipe", "decimals:", "options: []\ndecimals:", "options", "is no field here"),
    ("decimals as words", "decimals: 3", "decimals: three", "decimals", "whole number"),
    ("decimals with zero", "decimals: 3", "decimals: 03", "decimals", "whole number"),
    ("too many decimals", "decimals: 3", "decimals: 11", "decimals", "at most 10"),
    ("tolerance without amount", ", amount: 0.01", "", "tolerance.amount", "needs it"),
    ("tolerance of nothing", "amount: 0.01", "amount: 0", "tolerance.amount", "more than 0"),
    ("tolerance with low", "amount: 0.01", "amount: 0.01, low: 1", "tolerance.low", "no meaning"),
    (
        "empty range",
        "kind: absolute, amount: 0.01",
        "kind: range, low: 2, high: 1",
        "tolerance.high",
        "more than low",
    ),
    ("half a digit", "absolute, amount: 0.01", "decimals, amount: 0.5", "tolerance.amount", "whole number"),
    ("tolerance of a choice", "kind: numbers", "kind: single_choice", "tolerance", "typed numbers"),
    (
        "no givens",
        "{Q: [[1, 0], [0.5, 1]], K: [[1, 1], [0, 1]], row: A}",
        "{}",
        "fixed[1].givens",
        "is empty",
    ),
    ("setting with a list", 'tokens: "3"', "tokens: [3]", "settings.tokens", "Write text"),
    ("unknown difficulty", 'tokens: "3"', 'difficulty: "9"', "settings.difficulty", "Write one of: 1, 2"),
    (
        "wrong name in fixed",
        "    citation: Lesson",
        "    citatoin: x\n    citation: Lesson",
        "fixed[1].citatoin",
        "Write citation",
    ),
]


@pytest.mark.parametrize(
    ("old", "new", "field", "words"), [pytest.param(*change[1:], id=change[0]) for change in RECIPE_CHANGES]
)
def test_fault_of_a_recipe_item(old: str, new: str, field: str, words: str) -> None:
    assert old in RECIPE
    found = faults_of(RECIPE.replace(old, new, 1), RECIPE_PATH)
    assert field in [fault.field for fault in found], list(map(str, found))
    assert any(words in fault.sentence for fault in found), list(map(str, found))


def test_all_faults_at_once_in_the_order_of_lines() -> None:
    text = (
        AUTHORED.replace("level: mechanism", "levels: mechanism")
        .replace("difficulty: 0.7", "difficulty: easy")
        .replace(": carry-keys", ": unheard-of")
        .replace("token $i$", "token $i")
        .replace("    rationale: This would need no weights at all.\n", "")
    )
    found = faults_of(text)
    fields = ["level", "levels", "difficulty", "stem", "options[2].misconception", "options[4].rationale"]
    assert [fault.field for fault in found] == fields
    assert str(found[2]).startswith(f"{PATH}:6:13: difficulty: is 'easy'.")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        pytest.param(b"", "is empty", id="empty"),
        pytest.param(b"# only a comment\n", "is empty", id="comment"),
        pytest.param(b"just words", "not a mapping", id="text"),
        pytest.param(b"- a\n- b\n", "not a mapping", id="list"),
        pytest.param(b"a: \xff\xfe", "UTF-8", id="bytes"),
        pytest.param("a: \ud800", "UTF-8", id="surrogate"),
        pytest.param(b"\xef\xbb\xbfid: a", "byte order mark", id="bom"),
        pytest.param(b"a: " + b"[" * 5000, "flatter", id="deep"),
        pytest.param(b"a: " + b"{a: " * 200 + b"1" + b"}" * 200, "30 deep", id="deep mappings"),
        pytest.param(b"- " * 3000 + b"a", "30 deep", id="deep lists"),
        pytest.param(b"a: " + b"x" * 300_000, "262,144 is the most", id="large"),
        pytest.param(b"%YAML 1.1\n---\na: b\n", "directive", id="directive"),
        pytest.param(b"? [a, b]\n: c\n", "plain name", id="list as a name"),
        pytest.param(b"a: 'x\n", "not YAML", id="open quote"),
        pytest.param(b"a: [1, 2\n", "not YAML", id="open bracket"),
        pytest.param(b'a: "\\d"', "use single quotes", id="escape"),
        pytest.param(b"a: @b", "must be quoted", id="reserved sign"),
        pytest.param(b"a: *\n", "not YAML", id="lone star"),
    ],
)
def test_a_file_that_cannot_be_followed(content: bytes | str, words: str) -> None:
    found = faults_of(content)
    assert any(words in fault.sentence for fault in found), list(map(str, found))


def test_an_alias_bomb_is_refused_at_its_first_alias() -> None:
    bomb = "a: &a [x]\n" + "".join(f"b{n}: &b{n} [*a, *a, *a]\n" for n in range(30))
    assert [fault.line for fault in faults_of(bomb)] == [1, 2, 2]


def test_windows_lines_are_read() -> None:
    windows = AUTHORED.replace("\n", "\r\n")
    assert parse_item(windows, PATH, KNOWN).item == parse_item(AUTHORED, PATH, KNOWN).item


def test_a_path_outside_a_bank() -> None:
    assert "outside a bank" in faults_of(AUTHORED, "what-is-mixed.yaml")[0].sentence


def test_multiple_select() -> None:
    text = (
        AUTHORED.replace("single_choice", "multiple_select\nchoose: 2")
        .replace("misconception: plain-mean", "correct: true")
        .replace("stem:", "scoring: {all_or_nothing: false}\nstem:")
    )
    fifth = (
        "  - {id: fifth, text: Nothing, misconception: plain-mean, weight: -0.5, rationale: Something is.}\n"
    )
    more = "".join(fifth.replace("fifth", f"option-{n}") for n in range(5, 10))
    assert "has 9 members. Write 3 to 8 where 2 are right" in faults_of(text + more)[0].sentence
    item = parse_item(text + fifth, PATH, KNOWN).item
    assert isinstance(item, AuthoredItem)
    assert item.choose == 2
    assert [option.weight for option in item.options] == [0.5, 0.0, 0.0, 0.5, -0.5]
    assert not item.scoring.all_or_nothing


@pytest.mark.parametrize(
    ("right", "field", "words"),
    [(5, "options", "Write 6 to 8 where 5 are right"), (6, "choose", "at most 5")],
)
def test_how_many_right_options_there_may_be(right: int, field: str, words: str) -> None:
    first = AUTHORED.replace("single_choice", f"multiple_select\nchoose: {right}")
    text = "  - {id: nothing, text: Nothing, misconception: plain-mean, rationale: Something is.}\n"
    for n in range(right - 1):
        text += f"  - {{id: more-{n}, text: More {n}, correct: true, rationale: It is so.}}\n"
    found = [fault for fault in faults_of(first + text) if fault.field == field]
    assert [words in fault.sentence for fault in found] == [True]


def any_faults(text: str) -> tuple[Fault, ...]:
    try:
        parse_item(text, PATH, KNOWN)
    except BankFaults as found:
        return found.faults
    return ()


LINES = st.sampled_from(AUTHORED.splitlines(keepends=True) + RECIPE.splitlines(keepends=True))
SCRAPS = st.sampled_from(
    ["- ", "  ", ": ", "[", "]", "{", "}", "&a ", "*a ", "!x ", "|", ">", '"', "'", "#", "\n", "$"]
)


@settings(max_examples=150, derandomize=True, deadline=None)
@given(st.lists(LINES | SCRAPS | st.text(max_size=6), max_size=40).map("".join))
def test_any_text_gives_an_item_or_faults(text: str) -> None:
    """Whatever is written, nothing but faults comes out, each within the text."""
    for fault in any_faults(text):
        assert 1 <= fault.line <= text.count("\n") + 2
        assert fault.sentence.endswith(".")


def test_a_bank() -> None:
    text = "id: attention\ntitle: Attention\ndescription: All of it.\nlicence: CC BY 4.0\n"
    assert parse_bank(text, "questions/attention/bank.yaml").title == "Attention"
    with pytest.raises(BankFaults, match=r"bank.yaml:1:5: id: is 'attention' in the folder 'other'"):
        parse_bank(text, "questions/other/bank.yaml")


def test_misconceptions() -> None:
    text = "- slug: plain-mean\n  name: Plain mean\n  belief: All count alike.\n  truth: Weights differ, $w_i$.\n"
    entries, _ = parse_misconceptions(text, "m.yaml")
    assert entries[0].name == "Plain mean"
    with pytest.raises(BankFaults) as caught:
        parse_misconceptions(
            text.replace("w_i$", "w_i").replace("  name: Plain mean\n", "  nam: x\n"), "m.yaml"
        )
    assert [(f.line, f.field) for f in caught.value.faults] == [
        (1, "[1].name"),
        (2, "[1].nam"),
        (4, "[1].truth"),
    ]
    with pytest.raises(BankFaults, match="the registry is a list"):
        parse_misconceptions("slug: a\n", "m.yaml")


BLUEPRINT = """\
exam: X
title: The exam
source: A guide
as_of: "2026-11-29"
domains:
  - number: 1
    name: One
    percent: 60
    summary: All.
    objectives: [{number: "1.1", wording: Do.}]
  - number: 2
    name: Two
    percent: 40
    summary: All.
    objectives: [{number: "2.1", wording: Do.}]
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("percent: 40", "percent: 41", "101 percent together"),
        ('number: "2.1"', 'number: "1.1"', "Give each its own"),
        ('number: "2.1"', 'number: "3.1"', "is not of domain 2"),
        ("number: 2", "number: 1", "a domain before it"),
        ("name: Two", "nam: Two", "Write name"),
    ],
)
def test_faults_of_a_blueprint(old: str, new: str, words: str) -> None:
    assert parse_blueprint(BLUEPRINT, "b.yaml").objective("2.1") is not None
    with pytest.raises(BankFaults, match=words):
        parse_blueprint(BLUEPRINT.replace(old, new, 1), "b.yaml")


def test_an_item_may_name_the_experiment_by_which_it_can_be_tried() -> None:
    named = AUTHORED.replace("stem: ", "experiment: variance\nstem: ", 1)
    assert parse_item(named, PATH, KNOWN).item.header.experiment == "variance"
    assert parse_item(AUTHORED, PATH, KNOWN).item.header.experiment == ""
    (fault,) = faults_of(named.replace("variance", "alchemy"))
    assert fault.field == "experiment"
    assert "is no experiment. Write one of: variance," in fault.sentence


def test_a_setting_that_the_recipe_does_not_take_is_told_at_its_own_line() -> None:
    text = RECIPE.replace('settings: {tokens: "3"}', 'settings:\n  tokens: "3"\n  difficulty: "9"')
    assert [str(fault) for fault in faults_of(text, RECIPE_PATH)] == [
        f"{RECIPE_PATH}:12:15: settings.difficulty: '9' is no difficulty here. Write one of: 1, 2."
    ]
    assert parse_item(text, RECIPE_PATH, Known()).item  # what is stored stays readable
