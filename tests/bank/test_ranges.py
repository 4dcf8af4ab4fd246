"""Ranges in the text of an item: faults at their lines, one canonical way, and what hardly anything passes is found."""

from datetime import date

import pytest

from app.bank.cross import Known
from app.bank.dump import dump, revision_of
from app.bank.faults import BankFaults
from app.bank.findings import Finding, Severity
from app.bank.load import LoadedItem
from app.bank.parse import parse_item
from app.items.item import RecipeItem
from app.services.authoring.trying import NARROW, bank_findings, narrow_findings
from app.variants.recipe import RECIPES

PATH = "attention/1.2/narrowed.yaml"
TEXT = """\
id: narrowed
kind: numbers
objectives: [1.2]
level: mechanism
shape: computation
difficulty: 0.6
source: {citation: a test, as_of: 2026-01-01}
recipe: %s
decimals: 3
settings:
"""


def text_of(recipe: str, **settings: str) -> str:
    lines = [f'  {name.replace("_", "-")}: "{text}"\n' for name, text in settings.items()]
    return TEXT % recipe + "".join(lines)


def faults_of(text: str) -> list[str]:
    with pytest.raises(BankFaults) as found:
        parse_item(text.encode(), PATH, Known(None, None, RECIPES))
    return [str(fault).removeprefix(f"{PATH}:") for fault in found.value.faults]


def loaded(text: str) -> LoadedItem:
    parsed = parse_item(text.encode(), PATH, Known(None, None, RECIPES))
    return LoadedItem(revision_of(parsed.item), parsed.document)


def test_each_fault_stands_at_its_line() -> None:
    found = faults_of(text_of("weights-row", difficulty="2", tokens="4 to 3", entries="-9 to 2", length="3"))
    assert found == [
        "12:11: settings.tokens: goes from 4 down to 3. Write the lower number first: 3 to 4.",
        "13:12: settings.entries: '-9 to 2' reaches outside of what weights-row draws: −2 to 3. "
        "Write a range within that.",
        "14:11: settings.length: is no setting of weights-row at difficulty 2. "
        "Write one of difficulty, tokens, width, entries, or delete it.",
    ]


def test_ranges_that_leave_nothing_together_are_told_once() -> None:
    (fault,) = faults_of(text_of("weights-row", tokens="4", width="2"))
    assert fault.startswith("12:10: settings.width: "), fault
    assert "the ranges of tokens and width leave nothing that weights-row draws." in fault


def test_a_wrong_difficulty_is_told_before_what_depends_on_it() -> None:
    (fault,) = faults_of(text_of("temperature", difficulty="7", numbers="1 to 9"))
    assert "'7' is no difficulty of temperature" in fault
    (fault,) = faults_of(text_of("temperature", difficulty="2", numbers="1 to 9"))
    assert "numbers: is no setting of temperature at difficulty 2. Write one of difficulty, scores," in fault


def test_the_revision_says_the_ranges_in_one_way() -> None:
    one, two = (
        loaded(text_of("weights-row", tokens=t, entries=e))
        for t, e in (("4 to 4", "−1  to 2.0"), ("4", "-1 to 2"))
    )
    assert one.revision == two.revision
    item = one.revision.item
    assert isinstance(item, RecipeItem)
    assert item.settings == {"tokens": "4", "entries": "-1 to 2"}
    assert "settings:\n  entries: '-1 to 2'\n  tokens: 4\n" in one.revision.text
    assert parse_item(dump(item).encode(), PATH, Known(None, None, RECIPES)).item == item
    assert one.revision.id != loaded(text_of("weights-row", tokens="4")).revision.id


def found_in(recipe: str, **settings: str) -> tuple[Finding, ...]:
    return narrow_findings(loaded(text_of(recipe, **settings)))


def test_ranges_that_hardly_anything_passes_are_found() -> None:
    assert found_in("weights-row", entries="0 to 1", width="2") == ()  # the search finds them too
    assert found_in("weights-row", tokens="4") == found_in("weights-row", difficulty="2") == ()
    (none,) = found_in("weights-row", entries="2")
    assert none.severity is Severity.ERROR
    assert none.rule == NARROW
    assert (
        "Of 300 draws within its ranges none makes a question of its own. Most often: The row has two equal raw scores"
        in none.message
    )
    assert none.line >= 10
    (few,) = found_in("temperature", scores="0.5 to 1.5", temperature="2")
    assert few.severity is Severity.WARNING
    assert few.message.endswith("Widen the ranges, or choose others.")
    today = date(2026, 11, 30)
    items = [loaded(text_of("temperature", scores="0.5 to 1.5", temperature="2"))]
    assert [one.rule for one in bank_findings(items, today, seeds=0).findings if one.rule == NARROW] == [
        NARROW
    ]
    assert [one for one in bank_findings(items, today).findings if one.rule == NARROW] == []  # draws nothing
