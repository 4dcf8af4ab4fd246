"""Narrowed questions leave: their files with the ranges, else with variants drawn within them; and they come back."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from app.authoring.incoming_notes import Notes
from app.authoring.incoming_text import markdown_of
from app.authoring.outgoing.formats import FORMATS, ExportFormat
from app.authoring.outgoing.frozen import frozen_id
from app.authoring.outgoing.wish import ExportWish
from app.bank.cross import Known
from app.bank.parse import parse_item
from app.engine.plain_engine import PlainEngine
from app.items.item import RecipeItem
from app.services.authoring.drafting import Drafting
from app.services.authoring.exporting import Exporting
from app.services.authoring.publishing import Publishing, Stamp
from app.services.authoring.reading import read_questions
from app.services.sync_bank import sync_banks
from app.services.vocabulary import Vocabulary
from app.store.database import Database
from app.store.items import item_row
from app.store.unit import reading, writing
from app.store.variants import add_variants, variant_ids
from app.variants.bake import bake
from app.variants.encode import encode
from app.variants.recipe import RECIPES
from tests.databases import NOW
from tests.services.authoring.import_desk import CLOCK, Desk

RANGES = 'settings:  # as in the lesson\n  tokens: "3"\n  entries: "-1 to 2"  # small\n'
DECIMALS = {"raw-score-choice": "decimals: 2\n", "weights-row-typed": "decimals: 3\n"}
COUNT = 4  # the lesson's own numbers, which an author fixed, and three that were drawn
ENTRY = re.compile(r"(?:(?<=\| )|(?<=\[)|(?<=, ))-?[0-9]+(?= \||,|\])")  # in a table, or in Aiken's rows
Narrowed = Mapping[str, tuple[str, ...]]  # the names of the variants of each question, as they leave


@pytest.fixture
def narrowed(sqlite_database: Database, tree: Path) -> Narrowed:
    """Two narrowed questions, published, each with a few variants."""
    sync_banks(sqlite_database, tree, CLOCK)
    return {item_id: published(sqlite_database, item_id) for item_id in DECIMALS}


def published(database: Database, item_id: str) -> tuple[str, ...]:
    drafting = Drafting(database, CLOCK)
    draft = drafting.begin(item_id, "Ada")
    after = DECIMALS[item_id]
    assert draft.text.count(after) == 1
    text = draft.text.replace(after, after + RANGES)
    draft = drafting.save(draft.id, draft.version, text, actor="Ada")
    done = Publishing(database, CLOCK).publish(draft.id, draft.version, Stamp("Grace", NOW))
    variants = bake(done.revision, [f"leave {n}" for n in range(12)], PlainEngine()).variants[:COUNT]
    assert len(variants) == COUNT
    with writing(database) as unit:
        add_variants(unit, list(map(encode, variants)), now=NOW)
        unit.commit()
    with reading(database) as unit:
        names = variant_ids(unit, done.revision.id)[:COUNT]
    return tuple(frozen_id(item_id, name) for name in names)


def saved(database: Database, form: ExportFormat) -> bytes:
    wish = ExportWish(names=tuple(DECIMALS), format=form, variants=COUNT)
    return Exporting(database, Vocabulary(database), CLOCK).save(wish, "Ada").content


def test_narrowed_questions_leave_in_every_format_and_come_back(
    sqlite_database: Database, narrowed: Narrowed
) -> None:
    ranges_come_back_to_the_byte(sqlite_database, saved(sqlite_database, ExportFormat.FILES))
    for form in ExportFormat:
        if form is not ExportFormat.FILES:
            variants_come_back(narrowed, form, saved(sqlite_database, form))


def ranges_come_back_to_the_byte(database: Database, file: bytes) -> None:
    desk = Desk(database)
    found = {one.question.slug: one.question for one in desk.view(desk.take(file, "questions.zip")).questions}
    assert found.keys() == DECIMALS.keys()
    for name, one in found.items():
        with reading(database) as unit:
            row = item_row(unit, name)
        assert row is not None
        assert (one.losses, RANGES in one.text) == ((), True)
        item = parse_item(one.text.encode(), row.path, Known(None, None, RECIPES)).item
        assert isinstance(item, RecipeItem)
        assert item.settings == {"tokens": "3", "entries": "-1 to 2"}


def variants_come_back(narrowed: Narrowed, form: ExportFormat, file: bytes) -> None:
    """As they were drawn, by their lasting names; Aiken has no names, and takes choices alone."""
    found = read_questions(f"questions.{FORMATS[form].ending}", file)
    assert found.bad == ()
    if form is ExportFormat.AIKEN:
        assert len(found.questions) == COUNT
    else:
        names = {re.sub("-[0-9]$", "", one.outer_id) for one in found.questions}
        assert names == {name for each in narrowed.values() for name in each}
    for one in found.questions:
        stem = markdown_of(one.stem, Notes()).replace("−", "-")
        drawn = {int(entry) for entry in ENTRY.findall(stem)}
        assert drawn
        assert drawn <= {-1, 0, 1, 2}
