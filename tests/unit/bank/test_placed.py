"""Matchings and orderings as YAML: read, written again, and every fault told at once with its place."""

import pytest

from app.bank.dump import dump
from app.bank.faults import BankFaults
from app.bank.parse import parse_item
from app.items.item import Kind, MatchingItem, OrderingItem
from tests.unit.bank.placed import KNOWN, MATCHING, MATCHING_PATH, ORDERING, ORDERING_PATH


def faults(text: str, path: str) -> list[str]:
    with pytest.raises(BankFaults) as caught:
        parse_item(text, path, KNOWN)
    return [line.partition(".yaml:")[2] for line in str(caught.value).splitlines()]


@pytest.mark.parametrize(("text", "path"), [(MATCHING, MATCHING_PATH), (ORDERING, ORDERING_PATH)])
def test_what_is_written_and_read_again_is_the_same(text: str, path: str) -> None:
    item = parse_item(text, path, KNOWN).item
    assert parse_item(dump(item), path, KNOWN).item == item
    assert dump(parse_item(dump(item), path, KNOWN).item) == dump(item)


def test_a_matching_has_a_reason_for_every_wrong_pair() -> None:
    item = parse_item(MATCHING, MATCHING_PATH, KNOWN).item
    assert isinstance(item, MatchingItem)
    assert item.header.kind is Kind.MATCHING
    assert not item.scoring.all_or_nothing
    pairs = {(pair.prompt, pair.choice): pair.misconception for pair in item.wrong_pairs()}
    assert len(pairs) == 3 * 4 - 3
    assert pairs["query", "fits"] == "key-asks"
    assert pairs["key", "asks"] == "key-asks"
    assert pairs["value", "asks"] == "value-asks"
    assert pairs["query", "place"] == pairs["value", "place"] == "knows-word-order"
    assert all(pair.misconception and pair.rationale for pair in item.wrong_pairs())


def test_an_ordering_stands_in_its_right_order() -> None:
    item = parse_item(ORDERING, ORDERING_PATH, KNOWN).item
    assert isinstance(item, OrderingItem)
    assert [entry.id for entry in item.entries] == ["scores", "powers", "shares", "sum"]
    assert item.scoring.all_or_nothing
    assert item.reversals[-1].misconception == "value-asks"


def test_all_faults_of_a_matching_come_at_once() -> None:
    text = MATCHING.replace("choice: gives, rationale: The output", "choice: fits, rationale: The output")
    text = text.replace("misconception: value-compared", "misconception: unheard-of")
    text = text.replace("prompt: value, choice: asks", "prompt: valeu, choice: place")
    text = text.replace(
        "misconception: knows-word-order, rationale: No vector says where its token stands.",
        "rationale: Nothing does.",
    )
    assert faults(text, MATCHING_PATH) == [
        "13:51: prompts[3].choice: is 'fits', as the choice of a prompt before it. Give each its own.",
        "21:5: choices[4].misconception: is missing. Write it beside the rationale, or delete both.",
        "24:29: cells[2].choice: 'fits' belongs with 'value'. Delete the cell: cells are for wrong pairs.",
        "24:50: cells[2].misconception: 'unheard-of' is not in the registry. "
        "Choose one that is there, or write it down first: on its pages, or in questions/_facts/misconceptions/.",
        "25:14: cells[3].prompt: 'valeu' is no prompt of this item. Write the id of one.",
    ]


def test_all_faults_of_an_ordering_come_at_once() -> None:
    text = ORDERING.replace(
        "  - {earlier: powers, later: shares, misconception: no-exponential, rationale: Shares are made of powers.}\n",
        "",
    )
    text = text.replace("earlier: scores, later: sum", "earlier: sum, later: scores")
    text = text.replace("earlier: shares, later: sum", "earlier: shares, later: summe")
    assert faults(text, ORDERING_PATH) == [
        "15:3: reversals: has none for 'powers' and 'shares', which follow each other. "
        "Write what one believes who puts them the other way.",
        "15:3: reversals: has none for 'shares' and 'sum', which follow each other. "
        "Write what one believes who puts them the other way.",
        "16:30: reversals[2].later: 'summe' is no entry of this item. Write the id of one.",
        "17:27: reversals[3].later: 'scores' does not come after 'sum' in the list. Exchange the two.",
    ]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("kind: matching", "kind: matchin", "Write one of: single_choice, multiple_select, matching, ordering, numbers (perhaps matching)."),
        ("choice: asks, rationale: It is", "choice: ask, rationale: It is", "'ask' is no choice of this item. Write the id of one."),
        ("prompt: value, choice: asks", "prompt: value, choice: fits", "speaks of 'value' with 'fits' as a cell before it. Keep one."),
        ("{prompt: value, choice: fits, misc", "{prompt: query, choice: gives, misc", "no cell says what one believes who chooses it for 'value'."),
        ("{id: fits, text: Is found by searches}", "{id: asks, text: Is found by searches}", "as the id of a choice before it."),
    ],
)  # fmt: skip
def test_a_fault_of_a_matching_says_what_to_do(old: str, new: str, told: str) -> None:
    assert any(told in line for line in faults(MATCHING.replace(old, new), MATCHING_PATH))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("id: powers, text", "id: scores, text", "as the id of an entry before it."),
        ("  - {id: powers, text: Powers of $e$ are taken, rationale: The softmax begins with them.}\n  - {id: shares, text: Shares are taken, rationale: They end the softmax of the row.}\n", "", "has 2 members. Write 3 to 7."),
        ("earlier: scores, later: sum", "earlier: shares, later: sum", "as a reversal before it. Keep one."),
        ("reversals:", "reversions:", "is no field here. Write reversals if that is meant"),
    ],
)  # fmt: skip
def test_a_fault_of_an_ordering_says_what_to_do(old: str, new: str, told: str) -> None:
    assert any(told in line for line in faults(ORDERING.replace(old, new), ORDERING_PATH))
