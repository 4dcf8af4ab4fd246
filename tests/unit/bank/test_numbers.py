"""Items with typed numbers are read, refused with reasons, and written as they were read."""

from decimal import Decimal

import pytest

from app.bank.dump import dump
from app.bank.faults import BankFaults
from app.bank.parse import parse_item
from app.items.item import NumbersItem
from app.items.tolerance import Span, ToleranceKind, Within
from tests.unit.bank.typed_numbers import KNOWN, NUMBERS, PATH


def item_of(text: str) -> NumbersItem:
    item = parse_item(text, PATH, KNOWN).item
    assert isinstance(item, NumbersItem)
    return item


def faults(text: str) -> list[str]:
    with pytest.raises(BankFaults) as caught:
        parse_item(text, PATH, KNOWN)
    return [f"{fault.field}: {fault.sentence}" for fault in caught.value.faults]


def test_what_an_author_wrote_is_what_the_item_says() -> None:
    item = item_of(NUMBERS)
    (field,) = item.fields
    assert (field.label, field.unit, field.decimals) == ("Scaled score", "bits", 2)
    right, near = field.accepted
    assert right.span == Span(Decimal("1.5"), Within(ToleranceKind.ABSOLUTE, Decimal("0.005")))
    assert near.span.within == Within(ToleranceKind.RANGE, low=Decimal("1.4"), high=Decimal("1.6"))
    assert (right.share, near.share) == (1.0, 0.5)
    assert [one.misconception for one in field.wrong] == ["divide-by-d-k", "no-scale", "multiply-by-root"]
    assert item.rounding.startswith("Round once")
    assert not item.head_workable
    assert item_of(NUMBERS.replace("stem:", "head_workable: true\nstem:")).head_workable


@pytest.mark.parametrize(
    "digits", ["6.02e23", "0.1000000000000000055511151231257827", "-0.5", "1e-40", "120"]
)
def test_numbers_keep_every_digit_through_writing_and_reading(digits: str) -> None:
    item = item_of(NUMBERS.replace("value: 12\n", f"value: {digits}\n"))
    assert item.fields[0].wrong[1].span.value == Decimal(digits)
    assert item_of(dump(item)) == item


def test_one_number_has_one_way_of_writing() -> None:
    assert dump(item_of(NUMBERS)) == dump(item_of(NUMBERS.replace("value: 12\n", "value: '12.00'\n")))


FAULTS = [
    ("value: 12\n", "value: 12,5\n", "fields[1].wrong[2].value: is '12,5'. Write a number in plain digits"),
    ("kind: absolute,", "kind: fair,", "fields[1].accepted[1].tolerance.kind: is 'fair'. Write one of: absolute, relative"),
    ("      - value: 12\n        mis", "      - mis", "fields[1].wrong[2].value: is missing. Write the number, or a tolerance of kind range."),
    ("amount: 0.005", "low: 1", "fields[1].accepted[1].tolerance.amount: is missing. A tolerance of kind absolute needs it."),
    ("amount: 0.005", "amount: 0.005, low: 1", "fields[1].accepted[1].tolerance.low: has no meaning for the kind absolute."),
    ("amount: 0.005", "amount: 0", "fields[1].accepted[1].tolerance.amount: must be more than 0."),
    ("low: 1.4, high: 1.6", "low: 1.6, high: 1.4", "fields[1].accepted[2].tolerance.high: must be more than low."),
    ("- tolerance: {kind: range", "- value: 2\n        tolerance: {kind: range", "fields[1].accepted[2].value: lies outside of its range."),
    ("{kind: decimals, amount: 2}", "{kind: decimals, amount: 1.5}", "fields[1].wrong[1].tolerance.amount: counts digits. Write a whole number from 0 to 30."),
    ("{kind: decimals, amount: 2}", "{kind: significant_figures, amount: 0}", "counts digits. Write a whole number from 1 to 30."),
    ("value: 0.1875\n        tolerance: {kind: decimals, amount: 2}", "value: 0\n        tolerance: {kind: relative, amount: 0.1}", "lets nothing but 0 be right, as relative is measured by the value. Write absolute."),
    ("share: 0.5", "share: 1.5", "fields[1].accepted[2].share: must be at most 1."),
    ("scoring: {all_or_nothing: false}\n", "", "fields[1].accepted[2].share: counts only where points are given in parts."),
    ("        rationale: The product is", "        share: 0.9\n        rationale: The product is", "fields[1].accepted: has nothing that is right as a whole."),
    ("misconception: no-scale", "misconception: no-scales", "'no-scales' is not in the registry."),
    ("value: 12\n", "value: 1.501\n", "fields[1].wrong[2]: can never be met: all of it is right by what stands before it."),
    ("low: 1.4, high: 1.6", "low: 1.496, high: 1.504", "fields[1].accepted[2]: can never be met: all of it is accepted already by what stands before it."),
    ("1.50\n        tolerance: {kind: absolute, amount: 0.005}", "1.5049\n        tolerance: {kind: absolute, amount: 0.0001}", "is shown as 1.50, which"),
    ("value: 1.50\n        tolerance: {kind: absolute, amount: 0.005}", "value: 1.504", "fields[1].accepted[1].value: is shown as 1.50, which the tolerance does not accept."),
    ("wrong:", "wrongs:", "fields[1].wrongs: is no field here. Write wrong if that is meant"),
    ("\nfields:", "\nparts:", "parts: is no field here (the fields are"),
    ("rounding: Round", "rounding: $Round", "rounding: has a $ without its partner."),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "told"), FAULTS)
def test_a_fault_says_where_it_is_and_what_to_do(old: str, new: str, told: str) -> None:
    text = NUMBERS.replace(old, new)
    assert text != NUMBERS
    assert any(told in line for line in faults(text)), faults(text)


def test_numbers_that_earn_nothing_need_no_points_in_parts() -> None:
    text = NUMBERS.replace("scoring: {all_or_nothing: false}\n", "").replace("share: 0.5", "share: 0")
    assert item_of(text).fields[0].accepted[1].share == 0.0


def test_a_wrong_value_may_lie_where_only_a_part_is_earned() -> None:
    item = item_of(NUMBERS.replace("value: 12\n", "value: 1.55\n"))
    assert item.fields[0].wrong[1].span.value == Decimal("1.55")


def test_a_field_has_a_label_of_its_own_and_there_are_not_too_many() -> None:
    start = NUMBERS.index("  - label")
    several = NUMBERS[:start] + NUMBERS[start:] * 2
    assert any(
        "fields[2].label: is 'Scaled score', as the label before it." in one for one in faults(several)
    )
    many = NUMBERS[:start] + "".join(NUMBERS[start:].replace("Scaled", f"Scaled {n}") for n in range(13))
    assert any("fields: has 13 members. Write 1 to 12." in one for one in faults(many))
    assert any(
        "fields: has 0 members." in one for one in faults(NUMBERS[:start].replace("fields:", "fields: []"))
    )


def test_a_drawn_item_without_its_recipe_is_told_so() -> None:
    drawn = NUMBERS[: NUMBERS.index("scoring")] + "decimals: 2\n"
    assert faults(drawn) == ["recipe: is missing. Write this field."]
