"""Typed numbers of an author's from their file into the database: one variant, their misconceptions, and what exams know."""

from pathlib import Path

import pytest

from app.bank.cross import Known
from app.bank.parse import parse_item
from app.items.answer_key import FieldsAnswer
from app.kit.clock import FixedClock
from app.services.checks import kept_checks
from app.services.exam_supply import candidate_of
from app.services.sync_bank import sync_banks
from app.store.answer_keys import whole_variants
from app.store.database import Database
from app.store.exams import exam_item_rows
from app.store.items import item_row
from app.store.misconceptions import items_using
from app.store.unit import reading
from tests.databases import NOW
from tests.services.bank_tree import path_of
from tests.unit.bank.typed_numbers import NUMBERS, PATH

CLOCK = FixedClock(NOW)
ITEM = "scaled-score-typed"
TEXT = NUMBERS.replace("multiply-by-root", "no-exponential")


@pytest.mark.parametrize("by_head", [False, True])
def test_they_are_loaded_with_one_variant_and_exams_know_whether_they_want_a_calculator(
    database: Database, tree: Path, by_head: bool
) -> None:
    text = TEXT.replace("stem:", "head_workable: true\nstem:") if by_head else TEXT
    path_of(tree, ITEM).write_text(text)
    sync_banks(database, tree, CLOCK)
    with reading(database) as unit:
        row = item_row(unit, ITEM)
        assert row is not None
        (variant,) = whole_variants(unit, row.latest_revision_id)
        known = exam_item_rows(unit)[ITEM]
        assert items_using(unit, "no-exponential") >= {ITEM}
        findings = kept_checks(unit).findings[ITEM]
    assert (row.kind, row.recipe) == ("numbers", None)
    assert isinstance(variant.answer_key.answer, FieldsAnswer)
    assert variant.answer_key.proof is None
    assert (known.head_workable, known.places) == (by_head, 0)
    assert [one.rule for one in findings] == ["checks-missing"]
    assert candidate_of(parse_item(text, PATH, Known()).item).head_workable is by_head


def test_a_failing_check_is_listed_with_the_item_and_keeps_nothing_out(
    database: Database, tree: Path
) -> None:
    """Loading files refuses faults alone; what checks find is for instructors to see and for `bank check` to fail on."""
    path_of(tree, ITEM).write_text(TEXT + "checks:\n  - {typed: ['1.5'], expect: wrong}\n")
    sync_banks(database, tree, CLOCK)
    with reading(database) as unit:
        assert item_row(unit, ITEM) is not None
        found = {one.rule: one for one in kept_checks(unit).findings[ITEM]}
    assert found["own-check"].severity == "error"
    assert "should be wrong, and came out right" in found["own-check"].message
