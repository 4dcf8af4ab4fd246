"""Everything that is stored is proven once more, and whatever does not hold is named: item, variant, sentence."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import update

from app.engine.plain_engine import PlainEngine
from app.kit.clock import FixedClock, SystemClock
from app.kit.errors import NotReady
from app.services.revisions import stored_revision
from app.services.sync_bank import sync_banks
from app.services.verifying import BATCH, Verified, verify_all
from app.store.answer_keys import stored_variant, stored_variants, whole_variants
from app.store.database import Database
from app.store.items import item_revisions, item_row, items, retire_others
from app.store.unit import Writing, reading, writing
from app.store.variants import add_variants, shelves, variants
from app.variants.bake import bake
from app.variants.encode import encode
from app.variants.wire import Answer, Fault, Introduction, Order, Pong, ProveOrder
from app.worker import answer
from tests.databases import NOW

CHANGED = "its hash is another than that of what is stored: something was changed after it was packed"
CLOCK = FixedClock(NOW)
TYPED, CHOICE = "weights-row-typed", "raw-score-choice"


class Worker:
    """The engine's process without the process; it counts how many variants it is given at once."""

    def __init__(self) -> None:
        self.most = 0

    def ask(self, order: Order, *, within: float) -> Answer:
        assert isinstance(order, ProveOrder)
        self.most = max(self.most, len(order.variants))
        introduction = Introduction("none", "cpu", "a test")
        found = answer(order, PlainEngine(), introduction=introduction, clock=SystemClock())
        if isinstance(found, Fault):
            raise NotReady(found.sentence)
        return found


def verified(database: Database) -> Verified:
    return verify_all(database, Worker(), lambda _sentence: None)


@pytest.fixture
def filled(sqlite_database: Database, tree: Path) -> Database:
    return fill(sqlite_database, tree)


def fill(database: Database, tree: Path) -> Database:
    """The small bank with a few variants of each computation."""
    sync_banks(database, tree, CLOCK)
    with reading(database) as unit:
        rows = [item_row(unit, name) for name in (TYPED, CHOICE)]
        revisions = [stored_revision(unit, row) for row in rows if row is not None]
    baked = [
        encode(one)
        for each in revisions
        for one in bake(each, [f"seed {n}" for n in range(4)], PlainEngine()).variants
    ]
    change(database, lambda unit: add_variants(unit, baked, now=NOW))
    return database


def change(database: Database, act: Callable[[Writing], object]) -> None:
    with writing(database) as unit:
        act(unit)
        unit.commit()


def unguarded(database: Database) -> None:
    """Take away what keeps stored variants and revisions as they are."""
    with writing(database) as unit:
        found = unit.connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in found.fetchall():
            unit.connection.exec_driver_sql(f"DROP TRIGGER {name}")
        unit.commit()


def one_of(database: Database, item_id: str) -> str:
    """The name of a variant that was drawn."""
    with reading(database) as unit:
        row = item_row(unit, item_id)
        assert row is not None
        return next(one.id for one in whole_variants(unit, row.latest_revision_id) if one.fixed is None)


def tamper(database: Database, variant_id: str, old: bytes, new: bytes) -> None:
    """Change the bytes of a stored answer key behind the product's back."""
    with reading(database) as unit:
        statement = variants.select().where(variants.c.id == variant_id)
        before = unit.connection.execute(statement).one().answer_key
    assert old in before
    after = before.replace(old, new, 1)
    unguarded(database)
    change(
        database,
        lambda unit: unit.connection.execute(
            update(variants).where(variants.c.id == variant_id).values(answer_key=after)
        ),
    )


def test_a_database_that_nobody_touched_holds(database: Database, tree: Path) -> None:
    filled, told = fill(database, tree), list[str]()
    found = verify_all(filled, Worker(), told.append)
    assert found.holds
    assert (found.older, found.broken) == (0, ())
    assert found.computed >= 6
    with reading(filled) as unit:
        assert found.computed + found.written == sum(one.count for one in shelves(unit))
    assert told[-1].startswith(f"{found.computed + found.written:,} of {found.computed + found.written:,}")
    assert found.lines()[0].endswith("all of it holds.")


def test_few_variants_are_in_hand_at_a_time(filled: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    assert BATCH <= 200
    monkeypatch.setattr("app.services.verifying.BATCH", 2)
    worker = Worker()
    found = verify_all(filled, worker, lambda _sentence: None)
    assert worker.most == 2
    assert found == verified(filled)
    with reading(filled) as unit:
        (shelf,) = (one for one in shelves(unit) if one.item_id == TYPED)
        first = stored_variants(unit, shelf.revision_id, after="", most=3)
        rest = stored_variants(unit, shelf.revision_id, after=first[-1].id, most=1000)
    assert len(first) == 3
    assert len(first) + len(rest) == shelf.count
    assert {one.id for one in first}.isdisjoint(one.id for one in rest)


def test_a_tampered_variant_is_named(filled: Database) -> None:
    name = one_of(filled, TYPED)
    tamper(filled, name, b'"answer":{"numbers":[{"printed":"0.', b'"answer":{"numbers":[{"printed":"1.')
    found = verified(filled)
    assert not found.holds
    assert {(one.item, one.variant) for one in found.broken} == {(TYPED, name)}
    sentences = [one.sentence for one in found.broken]
    assert sentences[0].startswith("the printed answer is not [0.")
    assert sentences[-1] == CHANGED
    assert found.lines()[0] == f"{TYPED}, variant {name}: {sentences[0]}"
    assert found.lines()[-1] == "Not everything holds: 1 of all these does not."
    assert not any("all of it holds" in line for line in found.lines())


def test_tampered_evidence_is_named(filled: Database) -> None:
    name = one_of(filled, CHOICE)
    tamper(filled, name, b'"bits":64', b'"bits":99')
    sentences = [one.sentence for one in verified(filled).broken]
    assert sentences == ["the numbers that its proof rests on are not what comes out", CHANGED]


def test_variants_without_evidence_are_proven_and_counted(filled: Database) -> None:
    name = one_of(filled, CHOICE)
    with reading(filled) as unit:
        before = stored_variant(unit, name).answer_key
    tamper(filled, name, before[before.index(b',"evidence":') :], b"}")
    found = verified(filled)
    assert (found.holds, found.bare) == (True, 1)
    assert found.lines()[-1].startswith("1 of the computed variants are stored without evidence and seal")


def test_variants_of_retired_items_and_of_older_revisions_are_proven_too(filled: Database) -> None:
    name, before = one_of(filled, TYPED), verified(filled)
    change(filled, lambda unit: retire_others(unit, [], now=NOW))
    assert verified(filled) == before
    tamper(filled, name, b'"reach":', b'"reach":9')
    assert {one.variant for one in verified(filled).broken} == {name}


def test_a_written_variant_that_was_changed_is_named(filled: Database) -> None:
    with reading(filled) as unit:
        shelf = next(one for one in shelves(unit) if one.item_id not in (TYPED, CHOICE))
        (first, second, *_) = stored_variants(unit, shelf.revision_id, after="", most=9)
    tamper(filled, first.id, b'"correct":false', b'"correct":true ')
    tamper(filled, second.id, b'"answer"', b'"answers"')
    broken = {one.variant: one.sentence for one in verified(filled).broken}
    assert broken == {
        first.id: CHANGED,
        second.id: "it cannot be read: Object missing required field `answer`",
    }


def test_a_changed_text_of_an_item_is_named(filled: Database) -> None:
    with reading(filled) as unit:
        (shelf,) = (one for one in shelves(unit) if one.item_id == TYPED)
    statement = update(item_revisions).where(item_revisions.c.id == shelf.revision_id)
    text = shelf.text.replace("decimals: 3", "decimals: 2")
    assert text != shelf.text
    unguarded(filled)
    change(filled, lambda unit: unit.connection.execute(statement.values(text=text)))
    (broken,) = verified(filled).broken
    assert (broken.item, broken.variant) == (TYPED, "")
    assert broken.line().startswith(f"{TYPED}: the text of its revision {shelf.revision_id} was changed")


def test_a_revision_that_is_gone_is_named(filled: Database) -> None:
    with reading(filled) as unit:
        (shelf,) = (one for one in shelves(unit) if one.item_id == TYPED)
    unguarded(filled)
    with closing(sqlite3.connect(str(filled.path))) as bare:
        bare.execute("DELETE FROM item_revisions WHERE id = ?", (shelf.revision_id,))
        bare.commit()
    (broken,) = verified(filled).broken
    assert broken.line() == f"{TYPED}: its revision {shelf.revision_id} is not stored any more"


def test_another_version_of_a_recipe_counts_only_where_it_is_asked(
    filled: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.variants.made_by._RAISED", {"weights-row": 2})
    found = verified(filled)
    assert {one.item for one in found.broken} == {TYPED}
    assert (
        found.broken[0].sentence == "it was made by recipe weights-row 1, and the recipe is now in version 2"
    )
    retired = update(items).where(items.c.id == TYPED).values(retired_at=NOW)
    change(filled, lambda unit: unit.connection.execute(retired))
    after = verified(filled)
    assert after.holds
    assert after.older == len({one.variant for one in found.broken})
    assert "left as they are" in after.lines()[-1]


def test_an_engine_that_answers_something_else_is_an_end_with_a_sentence(filled: Database) -> None:
    class Odd(Worker):
        def ask(self, order: Order, *, within: float) -> Answer:
            return Pong()

    with pytest.raises(NotReady, match="something else than proofs"):
        verify_all(filled, Odd(), lambda _sentence: None)
