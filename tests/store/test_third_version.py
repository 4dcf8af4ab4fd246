"""The third version of the schema: memories are converted, and answers and practices of before are kept."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import select, text

from app.scheduling.memory import Standing, due_at, standing
from app.store.database import Database
from app.store.items import live_items
from app.store.memories import memories, memories_of
from app.store.migrate import to_version
from app.store.moments import to_micros
from app.store.unit import reading, writing
from tests.services.house import fill

LAST = datetime(2026, 11, 1, 8, tzinfo=UTC)
HOUR = timedelta(hours=1)


def remember_as_before(database: Database, rows: dict[str, tuple[int, int, int, datetime, bool]]) -> None:
    """Put memories into the second version: seen, right, streak, last at, last right."""
    with writing(database) as unit:
        run = unit.connection.execute
        run(text("INSERT INTO learners (id, created_at) VALUES (7, 0), (8, 0)"))
        for item_id, (seen, right, streak, last_at, last_right) in rows.items():
            values = {
                "item": item_id,
                "seen": seen,
                "right": right,
                "streak": streak,
                "last": to_micros(last_at),
                "fine": last_right,
            }
            run(text("INSERT INTO memories VALUES (7, :item, :seen, :right, :streak, :last, :fine)"), values)
        unit.commit()


def second_version(database: Database) -> tuple[list[str], list[str]]:
    """A filled database of the second version; the names of its computations and of its concepts."""
    fill(database)
    with writing(database) as unit:
        unit.connection.execute(text("UPDATE items SET recipe = 'weights-row' WHERE recipe IS NOT NULL"))
        unit.commit()
    with reading(database) as unit:
        items = live_items(unit)
    to_version(database, "0002")
    return [one.id for one in items if one.recipe], [one.id for one in items if not one.recipe]


def test_what_was_due_stays_due_when_it_was(database: Database) -> None:
    _, (first, second) = second_version(database)
    remember_as_before(database, {first: (5, 4, 3, LAST, True), second: (4, 2, 0, LAST, False)})
    to_version(database, "head")
    with reading(database) as unit:
        found = memories_of(unit, 7)
        assert memories_of(unit, 8) == {}
    known, missed = found[first], found[second]
    assert (known.seen, known.right, known.streak, known.last_at) == (5, 4, 3, LAST)
    assert (known.last_right, known.last_confidence, known.plan.stability) == (True, None, 7.0)
    assert due_at(known) == LAST + timedelta(days=7)
    assert due_at(missed) == LAST + timedelta(minutes=10)
    assert standing(known, LAST + HOUR) is Standing.KNOWN
    assert standing(missed, LAST + HOUR) is Standing.DUE


def test_both_forms_of_a_recipe_become_one_memory(database: Database) -> None:
    (one, other), _ = second_version(database)
    remember_as_before(database, {one: (3, 2, 2, LAST, True), other: (2, 1, 0, LAST + HOUR, False)})
    to_version(database, "head")
    with reading(database) as unit:
        (memory,) = memories_of(unit, 7).values()
        assert list(unit.connection.scalars(select(memories.c.family))) == ["weights-row"]
    assert (memory.seen, memory.right, memory.streak) == (5, 3, 0)
    assert (memory.last_at, memory.last_right) == (LAST + HOUR, False)


def test_practices_and_answers_of_before_are_kept(database: Database) -> None:
    second_version(database)
    with writing(database) as unit:
        run = unit.connection.execute
        run(text("INSERT INTO learners (id, created_at) VALUES (7, 0)"))
        columns = "id, learner_id, kind, length, started_at"
        run(text(f"INSERT INTO practices ({columns}) VALUES ('abcdefghijklmnop', 7, 'mixed', 10, 0)"))
        place = {"variant": unit.connection.scalar(text("SELECT min(id) FROM variants"))}
        run(
            text(
                "INSERT INTO presentations (id, practice_id, n, learner_id, item_id, variant_id, why, presented_at) "
                "SELECT 1, 'abcdefghijklmnop', 1, 7, item_id, id, 'new', 0 FROM variants WHERE id = :variant"
            ),
            place,
        )
        columns = "id, presentation_id, learner_id, given, points, correct, judged, received_at"
        run(
            text(f"INSERT INTO responses ({columns}) VALUES (1, 1, 7, '', 1.0, :fine, '', 0)"), {"fine": True}
        )
        unit.commit()
    to_version(database, "head")
    with reading(database) as unit:
        practice = unit.connection.execute(text("SELECT state, scheduled FROM practices")).one()
        assert (practice[0], bool(practice[1])) == ("all", True)
        assert unit.connection.execute(text("SELECT points, confidence FROM responses")).one() == (1.0, None)


def test_going_back_keeps_counts_and_guards(database: Database) -> None:
    computations, (first, _) = second_version(database)
    remember_as_before(database, {first: (5, 4, 3, LAST, True), computations[0]: (3, 2, 2, LAST, True)})
    to_version(database, "head")
    to_version(database, "0002")
    with reading(database) as unit:
        rows = unit.connection.execute(text("SELECT item_id, seen, right_count, streak FROM memories")).all()
        assert sorted(map(tuple, rows)) == sorted([(first, 5, 4, 3), (min(computations), 3, 2, 2)])
        if database.is_sqlite:
            guards = "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'responses'"
        else:
            guards = "SELECT count(*) FROM information_schema.triggers WHERE event_object_table = 'responses'"
        assert unit.connection.scalar(text(guards)) == 1
    to_version(database, "head")
