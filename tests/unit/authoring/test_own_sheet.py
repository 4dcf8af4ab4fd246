"""Our own sheet: every row is a whole item again."""

import csv
import io

import pytest

from app.authoring.formats.sheets import read_csv
from app.authoring.found import (
    FoundChoice,
    FoundFile,
    FoundNumbers,
    FoundOrder,
    FoundOther,
    FoundPairs,
    FoundQuestion,
    Markup,
    ReadWishes,
)

USUAL = {
    "id": "who-asks", "bank": "attention", "kind": "single_choice", "objectives": "1.2; 3.1", "level": "mechanism",
    "shape": "role", "difficulty": "0.6", "source": "Vaswani et al. 2017", "source_as_of": "2026-11-29", "enemies": "a; b",
    "tags": "one; two", "stem": "Which one asks?", "right": "2",
    "option_1": "Key", "option_1_misconception": "swap-query-key", "option_1_rationale": "It is compared.",
    "option_2": "Query", "option_2_id": "asks", "option_2_rationale": "It asks.",
}  # fmt: skip
MATCHING = {
    "kind": "matching", "right": "2; 1", "prompt_1": "asks", "prompt_1_rationale": "It does.", "prompt_2": "answers",
    "choice_1": "Key", "choice_2": "Query", "choice_3": "Value", "choice_3_misconception": "x", "choice_3_rationale": "No.",
    "cell_1": "2 > 2", "cell_1_misconception": "swap-query-key", "cell_1_rationale": "The other way.",
}  # fmt: skip
ORDERING = {
    "kind": "ordering", "right": "", "entry_1": "scale", "entry_2": "softmax", "reversal_1": "1 > 2",
    "reversal_1_misconception": "scale-after-softmax", "reversal_1_rationale": "No.",
}  # fmt: skip


def sheet(*changes: dict[str, str]) -> str:
    texts = [USUAL | change for change in changes]
    names = list(dict.fromkeys(name for row in texts for name in row))
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, names, restval="")
    writer.writeheader()
    writer.writerows(texts)
    return out.getvalue()


def read(*changes: dict[str, str]) -> FoundFile:
    return read_csv(sheet(*changes), ReadWishes())


def one(change: dict[str, str]) -> FoundQuestion:
    found = read(change)
    assert found.bad == (), found.bad
    (question,) = found.questions
    return question


def test_a_choice_is_the_whole_item() -> None:
    found = one({"tags": "one; two", "feedback": "Since."})
    assert found.own == {
        "id": "who-asks", "kind": "single_choice", "objectives": ["1.2", "3.1"], "enemies": ["a", "b"],
        "level": "mechanism", "shape": "role", "difficulty": "0.6",
        "source": {"citation": "Vaswani et al. 2017", "as_of": "2026-11-29"}, "stem": "Which one asks?",
        "scoring": {"all_or_nothing": "true"},
        "options": [
            {"id": "option-1", "text": "Key", "misconception": "swap-query-key", "rationale": "It is compared."},
            {"id": "asks", "text": "Query", "correct": "true", "rationale": "It asks."},
        ],
    }  # fmt: skip
    assert (found.outer_id, found.tags, found.stem.markup) == ("who-asks", ("one", "two"), Markup.MARKDOWN)
    assert dict(found.ours)["citation"] == "Vaswani et al. 2017"
    assert isinstance(found.form, FoundChoice)
    assert [(option.share, option.misconception) for option in found.form.options] == [
        (0.0, "swap-query-key"),
        (1.0, ""),
    ]
    assert found.feedback is not None


def test_several_with_weights() -> None:
    more = {"kind": "multiple_select", "right": "1; 2", "scoring": "parts", "option_1_misconception": "",
            "option_1_weight": "0.75", "option_2_weight": "0.25", "option_3": "Value", "option_3_weight": "-0.5"}  # fmt: skip
    found = one(more)
    assert found.own["choose"] == "2"
    assert found.own["scoring"] == {"all_or_nothing": "false"}
    assert isinstance(found.form, FoundChoice)
    assert (found.form.several, found.form.all_or_nothing) == (True, False)
    assert [option.share for option in found.form.options] == [0.75, 0.25, -0.5]


def test_pairs_with_their_cells() -> None:
    found = one(MATCHING)
    assert found.own["prompts"] == [
        {"id": "prompt-1", "text": "asks", "choice": "choice-2", "rationale": "It does."},
        {"id": "prompt-2", "text": "answers", "choice": "choice-1"},
    ]
    assert found.own["cells"] == [
        {
            "prompt": "prompt-2",
            "choice": "choice-2",
            "misconception": "swap-query-key",
            "rationale": "The other way.",
        }
    ]
    assert isinstance(found.form, FoundPairs)
    assert [(left.text, right.text) for left, right in found.form.pairs] == [
        ("asks", "Query"),
        ("answers", "Key"),
        ("", "Value"),
    ]


def test_lines_with_their_reversals() -> None:
    found = one(ORDERING)
    assert found.own["reversals"] == [
        {"earlier": "entry-1", "later": "entry-2", "misconception": "scale-after-softmax", "rationale": "No."}
    ]
    assert isinstance(found.form, FoundOrder)
    assert [entry.text for entry in found.form.entries] == ["scale", "softmax"]


@pytest.mark.parametrize(
    ("value", "tolerance", "fields", "ends"),
    [
        ("64", "", {}, (64, 64)),
        ("", "0.505..0.507", {"kind": "range", "low": "0.505", "high": "0.507"}, (0.505, 0.507)),
        ("3", "0.05%", {"kind": "relative", "amount": "0.0005"}, (2.9985, 3.0015)),
        ("0.506", "0.01", {"kind": "absolute", "amount": "0.01"}, (0.496, 0.516)),
        ("200", "1%", {"kind": "relative", "amount": "0.01"}, (198, 202)),
        ("3.175", "3 figures", {"kind": "significant_figures", "amount": "3"}, (3.175, 3.185)),
        ("0.506", "0.505..0.507", {"kind": "range", "low": "0.505", "high": "0.507"}, (0.505, 0.507)),
    ],
)
def test_numbers_and_how_near_is_near_enough(
    value: str, tolerance: str, fields: dict[str, str], ends: tuple[float, float]
) -> None:
    found = one(
        {
            "kind": "numbers",
            "right": "",
            "number_1": value,
            "number_1_tolerance": tolerance,
            "number_1_label": "Weight",
        }
    )
    accepted = ({"value": value} if value else {}) | ({"tolerance": fields} if fields else {})
    assert found.own["fields"] == [{"label": "Weight", "accepted": [accepted]}]
    assert isinstance(found.form, FoundNumbers)
    assert (found.form.accepted[0].low, found.form.accepted[0].high) == ends


def test_further_numbers_and_wrong_ones_belong_to_their_fields() -> None:
    more = {
        "kind": "numbers", "right": "", "scoring": "parts", "rounding": "Round once.", "head_workable": "true",
        "number_1": "0.4", "number_1_label": "First", "number_1_unit": "ms", "number_1_decimals": "1",
        "number_2": "0.6", "number_2_label": "Second", "number_2_rationale": "The rest.",
        "also_1": "0.5", "also_1_field": "2", "also_1_tolerance": "0.1", "also_1_share": "0.5",
        "wrong_1": "4", "wrong_1_field": "1", "wrong_1_misconception": "no-scale", "wrong_1_rationale": "No.",
    }  # fmt: skip
    own = one(more).own
    assert (own["rounding"], own["head_workable"]) == ("Round once.", "true")
    assert own["fields"] == [
        {
            "label": "First", "unit": "ms", "decimals": "1", "accepted": [{"value": "0.4"}],
            "wrong": [{"value": "4", "misconception": "no-scale", "rationale": "No."}],
        },
        {
            "label": "Second",
            "accepted": [
                {"value": "0.6", "rationale": "The rest."},
                {"value": "0.5", "tolerance": {"kind": "absolute", "amount": "0.1"}, "share": "0.5"},
            ],
        },
    ]  # fmt: skip


def test_several_numbers_are_one_item_and_a_drawn_variant_is_told() -> None:
    found = one(
        {"kind": "numbers", "right": "", "number_1": "0.4", "number_2": "0.6", "variant": "abc", "seed": "7"}
    )
    fields = found.own["fields"]
    assert isinstance(fields, list)
    assert len(fields) == 2
    assert isinstance(found.form, FoundOther)
    assert [loss.part for loss in found.losses] == ["recipe"]


def test_an_apostrophe_that_keeps_off_formulas_is_taken_away_once() -> None:
    def text(written: str) -> object:
        options = one({"option_1": written}).own["options"]
        assert isinstance(options, list)
        assert isinstance(options[0], dict)
        return options[0]["text"]

    assert text("'=QK") == "=QK"
    assert text("''-d") == "'-d"
    assert text("'quoted'") == "'quoted'"
    assert text("-1") == "-1"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "essay"}, "'essay' is not known"),
        ({"stem": ""}, "has no stem"),
        ({"right": "3"}, "does not name options"),
        ({"right": "Query"}, "Write the numbers"),
        ({"option_1_weight": "2"}, "is no share"),
        ({**MATCHING, "right": "1"}, "a choice for each prompt"),
        ({**MATCHING, "cell_1": "2 > 9"}, "Write two numbers of this row"),
        ({"kind": "ordering", "right": ""}, "has no lines"),
        ({"kind": "matching", "right": ""}, "a choice for each prompt"),
        ({**ORDERING, "reversal_1": "first"}, "Write two numbers of this row"),
        ({"kind": "numbers", "right": ""}, "has no number"),
        ({"kind": "numbers", "right": "", "number_1": "many"}, "is no number"),
        ({"kind": "numbers", "right": "", "number_1": "1", "number_1_tolerance": "2..1"}, "runs backwards"),
        ({"kind": "numbers", "right": "", "number_1_tolerance": "0.1"}, "without its number"),
        ({"kind": "numbers", "right": "", "number_1": "1", "number_1_share": "2"}, "from -1 to 1"),
        (
            {"kind": "numbers", "right": "", "number_1": "1", "also_1": "2", "also_1_field": "3"},
            "number of the field",
        ),
    ],
)
def test_a_bad_row_is_left_out_alone(change: dict[str, str], words: str) -> None:
    found = read({}, change, {})
    assert len(found.questions) == 2
    assert [(bad.line, words in bad.sentence) for bad in found.bad] == [(3, True)]
