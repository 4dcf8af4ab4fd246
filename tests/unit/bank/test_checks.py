"""An item's own checks in its file: refused with reasons where they do not fit the item, and written as they were read."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.bank.dump import dump
from app.bank.faults import BankFaults
from app.bank.parse import parse_item
from app.items.own_check import Chosen, Expected, Ordered, OwnCheck, Paired, Slipped, Typed, Word
from tests.unit.bank import placed, samples, typed_numbers

TEXTS = {
    "choice": (samples.AUTHORED, samples.PATH, samples.KNOWN),
    "drawn": (samples.RECIPE, samples.RECIPE_PATH, samples.KNOWN),
    "matching": (placed.MATCHING, placed.MATCHING_PATH, placed.KNOWN),
    "ordering": (placed.ORDERING, placed.ORDERING_PATH, placed.KNOWN),
    "numbers": (typed_numbers.NUMBERS, typed_numbers.PATH, typed_numbers.KNOWN),
}


def faults(name: str, checks: str) -> list[str]:
    text, path, known = TEXTS[name]
    with pytest.raises(BankFaults) as caught:
        parse_item(f"{text}checks:\n{checks}", path, known)
    return [f"{fault.field}: {fault.sentence}" for fault in caught.value.faults]


FAULTS = [
    ("choice", "{expect: right}", "checks[1]: has no answer. Write exactly one of: given, slip, chosen, typed, pairs, order."),
    ("choice", "{given: right, chosen: [values], expect: right}", "checks[1]: has given and chosen. Write exactly one of"),
    ("choice", "{given: right}", "checks[1].expect: is missing."),
    ("choice", "{given: wrong, expect: wrong}", "checks[1].given: is 'wrong'. Write one of: right, nothing"),
    ("choice", "{given: right, expect: correct}", "checks[1].expect: is 'correct'. Write one of: right, wrong, too_few_digits, invalid"),
    ("choice", "{typed: ['1'], expect: invalid}", "checks[1].typed: is no answer to an item of kind single_choice. Write chosen in its place."),
    ("matching", "{slip: key-asks, expect: wrong}", "checks[1].slip: is no answer to an item of kind matching. Write given in its place."),
    ("choice", "{chosen: [valeus], expect: right}", "checks[1].chosen[1]: 'valeus' is no option of this item. Write the id of one."),
    ("ordering", "{order: [scores, sume], expect: invalid}", "checks[1].order[2]: 'sume' is no entry of this item."),
    ("matching", "{pairs: {query: askss}, expect: invalid}", "checks[1].pairs.query: 'askss' is no choice of this item."),
    ("matching", "{pairs: {quary: asks}, expect: invalid}", "checks[1].pairs.quary: 'quary' is no prompt of this item."),
    ("numbers", "{typed: ['1', '2'], expect: invalid}", "checks[1].typed: has 2 members, and the item 1 fields."),
    ("numbers", "{slip: no-scalee, expect: wrong}", "checks[1].slip: 'no-scalee' is not in the registry."),
    ("numbers", "{typed: ['12'], expect: wrong, slips: [no-scalee]}", "checks[1].slips[1]: 'no-scalee' is not in the registry."),
    ("numbers", "{typed: ['12'], expect: invalid, slips: [no-scale]}", "checks[1].slips: stands at an answer that should be refused."),
    ("numbers", "{typed: ['12'], expect: invalid, points: 0.5}", "checks[1].points: stands at an answer that should be refused."),
    ("numbers", "{typed: ['12'], expect: wrong, points: 2}", "checks[1].points: must be at most 1."),
    ("numbers", "{typed: ['12'], expect: wrong, variant: one}", "checks[1].variant: 'one' is no fixed variant of this item."),
    ("drawn", "{typed: ['0.5'], expect: right}", "checks[1].typed: is given to numbers that are drawn. Name the fixed variant that it answers"),
    ("drawn", "{typed: ['0.5'], expect: right, variant: lesson-example-2}", "'lesson-example-2' is no fixed variant of this item."),
    ("choice", "{chosen: values, expect: right}", "checks[1].chosen: text or a mapping stands where a list belongs."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "check", "told"), FAULTS)
def test_a_check_that_does_not_fit_is_refused(name: str, check: str, told: str) -> None:
    found = faults(name, f"  - {check}\n")
    assert any(told in line for line in found), found


def test_checks_have_names_of_their_own_and_are_not_too_many() -> None:
    twice = "  - {name: one, given: right, expect: right}\n  - {name: one, given: nothing, expect: invalid}\n"
    assert any(
        "checks[2].name: is 'one', as the name of a check before it." in one
        for one in faults("choice", twice)
    )
    many = "  - {given: right, expect: right}\n" * 41
    assert any("checks: has 41 members. Keep 40" in one for one in faults("choice", many))


def test_typed_numbers_of_a_drawn_item_may_be_unreadable_or_of_a_fixed_variant() -> None:
    text, path, known = TEXTS["drawn"]
    checks = (
        "  - {typed: [one half], expect: invalid}\n"
        "  - {typed: ['0.5', ''], variant: lesson-example-1, expect: right}\n"
    )
    item = parse_item(f"{text}checks:\n{checks}", path, known).item
    assert item.header.checks == (
        OwnCheck(Typed(("one half",)), Expected.INVALID),
        OwnCheck(Typed(("0.5", "")), Expected.RIGHT, variant="lesson-example-1"),
    )


RELATIVE = st.sampled_from([*Word])
ANSWERS = {
    "choice": RELATIVE
    | st.lists(st.sampled_from(["values", "keys", "mean"]), max_size=2, unique=True).map(tuple).map(Chosen)
    | st.just(Slipped("carry-keys")),
    "matching": RELATIVE
    | st.dictionaries(st.sampled_from(["query", "key"]), st.sampled_from(["asks", "gives"]), max_size=2).map(
        lambda pairs: Paired(tuple(pairs.items()))
    ),
    "ordering": RELATIVE
    | st.lists(st.sampled_from(["scores", "sum"]), max_size=2, unique=True).map(tuple).map(Ordered),
    "numbers": RELATIVE
    | st.sampled_from(["1.50", "", "no", "- 1", "1,5", "#", "': x"]).map(lambda text: Typed((text,)))
    | st.just(Slipped("no-scale")),
}
NAMES = st.sampled_from(["", "no", "a: b", "012", "it's #1"])


@st.composite
def checks(draw: st.DrawFn, name: str) -> tuple[OwnCheck, ...]:
    found = []
    slugs = sorted(TEXTS[name][2].misconceptions or ())
    for label in draw(st.lists(NAMES, max_size=3, unique=True)):
        expect = draw(st.sampled_from(Expected))
        wrong = expect is Expected.WRONG
        slips = tuple(draw(st.lists(st.sampled_from(slugs), max_size=2))) if wrong else ()
        points = draw(st.none() | st.sampled_from([0.0, 0.5, 0.25])) if wrong else None
        found.append(OwnCheck(draw(ANSWERS[name]), expect, slips, points, name=label))
    return tuple(found)


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.data())
def test_reading_what_was_written_gives_the_same_checks(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(ANSWERS)))
    text, path, known = TEXTS[name]
    item = parse_item(text, path, known).item
    item = replace(item, header=replace(item.header, checks=data.draw(checks(name))))
    again = parse_item(dump(item), path, known).item
    assert again == item
    assert dump(again) == dump(item)
