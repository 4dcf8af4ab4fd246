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
from app.variants.decode import decode
from app.variants.encode import EncodedVariant, encode
from app.variants.realise import realise
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
    assert (found.holds, found.bare) == (True, {CHOICE: (name,)})
    (line,) = (one for one in found.lines() if "without evidence" in one)
    assert line.startswith("1 of the computed variants is stored without evidence and seal")
    assert line.endswith(f"it was proven like the others: {CHOICE}: {name}.")


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
        names = [row[0] for row in bare.execute("SELECT id FROM variants WHERE item_id = ?", (TYPED,))]
    broken = verified(filled).broken
    assert len(names) == shelf.count
    assert sorted(one.variant for one in broken) == sorted(names)
    assert {one.sentence for one in broken} == {f"its revision {shelf.revision_id} is not stored any more"}


def moved(database: Database, variant_id: str, **values: str) -> list[tuple[str, str, str]]:
    """What is found once somebody has changed columns of a stored variant by hand."""
    unguarded(database)
    with closing(sqlite3.connect(str(database.path))) as bare:
        for column, value in values.items():
            bare.execute(f"UPDATE variants SET {column} = ? WHERE id = ?", (value, variant_id))
        bare.commit()
    return [(one.item, one.variant, one.sentence) for one in verified(database).broken]


def written_choice(database: Database) -> EncodedVariant:
    with reading(database) as unit:
        shelf = next(
            one for one in shelves(unit) if one.item_id not in (TYPED, CHOICE) and "options:" in one.text
        )
        return stored_variants(unit, shelf.revision_id, after="", most=1)[0]


def test_twin_and_seed_of_a_written_variant_are_worked_out_again(filled: Database) -> None:
    one = written_choice(filled)
    assert moved(filled, one.id, twin="0" * 32) == [
        (one.item_id, one.id, "its twin is not that of its revision")
    ]
    with reading(filled) as unit:
        row = item_row(unit, one.item_id)
        assert row is not None
        revision = stored_revision(unit, row)
    form = decode(one).shown.form
    other = next(f"{n}" for n in range(99) if realise(revision, f"{n}").shown.form != form)
    found = moved(filled, one.id, twin=one.twin, seed=other)
    assert found == [(one.item_id, one.id, "its order is not the one that its seed gives")]
    assert moved(filled, one.id, seed=one.seed) == []


def test_a_variant_under_another_item_or_revision_is_named_itself(filled: Database) -> None:
    written, computed = written_choice(filled), one_of(filled, TYPED)
    for item_id, sentence in ((TYPED, "cannot be read"), ("nobody", "is not stored any more")):
        broken = moved(filled, written.id, item_id=item_id)
        assert {one[:2] for one in broken} == {(item_id, written.id)}
        assert any(sentence in one[2] for one in broken)
    assert moved(filled, written.id, item_id=written.item_id) == []
    for item_id, revision_id in ((CHOICE, ""), (TYPED, written.revision_id)):
        broken = moved(
            filled, computed, item_id=item_id, **({"revision_id": revision_id} if revision_id else {})
        )
        assert {one[:2] for one in broken} == {(item_id, computed)}


def test_where_nothing_is_stored_there_is_nothing_to_prove(sqlite_database: Database) -> None:
    found = verified(sqlite_database)
    assert not found.holds
    assert found.lines() == [
        "There is nothing to prove: no variant is stored. `keyed variants bake` makes them."
    ]


def test_computed_questions_without_variants_are_named(sqlite_database: Database, tree: Path) -> None:
    sync_banks(sqlite_database, tree, CLOCK)
    assert verified(sqlite_database).without == ()  # since authors fixed some
    unguarded(sqlite_database)
    gone = variants.delete().where(variants.c.item_id == CHOICE)
    change(sqlite_database, lambda unit: unit.connection.execute(gone))
    found = verified(sqlite_database)
    assert (found.holds, found.without) == (True, (CHOICE,))
    assert found.lines()[-1] == (
        f"1 computed question has no variant yet: {CHOICE}. `keyed variants bake` makes them."
    )


def test_sentences_about_one_are_about_one() -> None:
    lines = Verified(1, 1, 1, (), {"a": ("x", "y", "z", "u", "v")}, ("b",)).lines()
    assert lines[0] == "1 computed variant was proven again by both routes, and all of it holds."
    assert lines[1].startswith("1 variant was written by authors")
    assert "5 of the computed variants are stored without" in lines[2]
    assert lines[2].endswith("a: x, y, z and 2 more.")
    assert lines[3] == "1 variant of older recipes is asked no more and was left as it is."
    assert lines[4] == "1 computed question has no variant yet: b. `keyed variants bake` makes them."


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
    assert any("left as they are" in line for line in after.lines())


def test_an_engine_that_answers_something_else_is_an_end_with_a_sentence(filled: Database) -> None:
    class Odd(Worker):
        def ask(self, order: Order, *, within: float) -> Answer:
            return Pong()

    with pytest.raises(NotReady, match="something else than proofs"):
        verify_all(filled, Odd(), lambda _sentence: None)
