"""Ranges of a drawn question on their whole way: typed, published, drawn, proven again, and given out as its file."""

from pathlib import Path

import orjson
import pytest

from app.bank.cross import Known
from app.bank.parse import parse_item
from app.engine.plain_engine import PlainEngine
from app.items.item import RecipeItem
from app.kit.clock import FixedClock
from app.services.authoring.checking import form_of
from app.services.authoring.drafting import Drafting
from app.services.authoring.publication import NotPublishable, Stamp
from app.services.authoring.publishing import Publishing
from app.services.sync_bank import sync_banks
from app.services.verifying import verify_all
from app.store.database import Database
from app.store.drafts import DraftRow
from app.store.items import item_row, item_source
from app.store.unit import reading, writing
from app.store.variants import add_variants
from app.variants.bake import bake
from app.variants.encode import encode
from app.variants.recipe import RECIPES
from tests.databases import NOW
from tests.services.test_verifying import Worker

CLOCK = FixedClock(NOW)
ITEM = "weights-row-typed"
STAMP = Stamp("Grace", NOW)
RANGES = 'settings:  # as in the lesson\n  tokens: "3"\n  entries: "−1 to  2"  # small\n'


@pytest.fixture
def drafting(sqlite_database: Database, tree: Path) -> Drafting:
    sync_banks(sqlite_database, tree, CLOCK)
    return Drafting(sqlite_database, CLOCK)


def narrowed(drafting: Drafting, settings: str) -> DraftRow:
    draft = drafting.begin(ITEM, "Ada")
    text = draft.text.replace("decimals: 3\n", f"decimals: 3\n{settings}")
    assert text != draft.text
    return drafting.save(draft.id, draft.version, text, actor="Ada")


def test_a_narrowed_question_is_published_drawn_and_proven_again(drafting: Drafting) -> None:
    draft = narrowed(drafting, RANGES)
    done = Publishing(drafting.database, CLOCK).publish(draft.id, draft.version, STAMP)
    item = done.revision.item
    assert isinstance(item, RecipeItem)
    assert item.settings == {"tokens": "3", "entries": "-1 to 2"}
    assert "settings:\n  entries: '-1 to 2'\n  tokens: 3\n" in done.revision.text
    variants = bake(done.revision, [f"narrow {n}" for n in range(12)], PlainEngine()).variants
    assert variants
    for one in variants:
        givens = orjson.loads(one.answer_key.givens)
        assert len(givens["Q"]) == 3
        assert {entry for name in "QKV" for row in givens[name] for entry in row} <= {-1, 0, 1, 2}
    with writing(drafting.database) as unit:
        add_variants(unit, list(map(encode, variants)), now=NOW)
        unit.commit()
    found = verify_all(drafting.database, Worker(), lambda _sentence: None)
    assert found.holds, found.broken
    assert found.computed >= len(variants)
    with reading(drafting.database) as unit:
        source = item_source(unit, ITEM)
        row = item_row(unit, ITEM)
    assert source == draft.text  # with the author's own comments
    assert row is not None
    again = parse_item(source.encode(), row.path, Known(None, None, RECIPES)).item
    assert again == item


def test_a_question_of_which_nothing_is_left_cannot_be_published(drafting: Drafting) -> None:
    draft = narrowed(drafting, 'settings: {entries: "3"}\n')
    with pytest.raises(NotPublishable) as refused:
        Publishing(drafting.database, CLOCK).publish(draft.id, draft.version, STAMP)
    (line,) = refused.value.lines
    assert "narrow-ranges" in line
    assert "none makes a question of its own. Most often: The row has two equal raw scores" in line


def test_a_form_whose_recipe_was_emptied_keeps_its_fields() -> None:
    """Nothing was chosen for the recipe, so that it is left out of the text; the form still asks for it."""
    fields, plan = form_of("id: a\nkind: numbers\ndecimals: 2\nsettings:\n  entries: 1 to 2\n")
    assert fields is not None
    assert plan is not None
    names = [one.name for one in plan.fields()]
    assert "recipe" in names
    assert "settings.entries" in names
    assert "Choose one first" in next(one.hint for one in plan.fields() if one.name == "settings.entries")
    _, written = form_of("id: a\nkind: numbers\ndecimals: 2\nfields: []\n")
    assert written is None or "recipe" not in [one.name for one in written.fields()]
