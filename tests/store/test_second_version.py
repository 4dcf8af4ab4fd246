"""The second version of the schema: what was stored before stays, and the questions are read again."""

from sqlalchemy import inspect, text

from app.store.database import Database
from app.store.meta import fact, put_fact
from app.store.migrate import to_version
from app.store.misconceptions import (
    items_using,
    replace_item_misconceptions,
    uses_by_misconception,
)
from app.store.unit import reading, writing
from tests.services.house import fill


def test_a_practice_of_the_first_version_is_kept_and_narrowed_to_nothing(database: Database) -> None:
    fill(database)
    to_version(database, "0001")
    with writing(database) as unit:
        put_fact(unit, "questions digest", "old")
        put_fact(unit, "questions look", "old")
        run = unit.connection.execute
        run(text("INSERT INTO learners (id, created_at) VALUES (7, 0)"))
        columns = "id, learner_id, kind, level, length, started_at"
        run(text(f"INSERT INTO practices ({columns}) VALUES ('abcdefghijklmnop', 7, 'mixed', NULL, 10, 0)"))
        unit.commit()
    to_version(database, "head")
    with reading(database) as unit:
        found = unit.connection.execute(text("SELECT learner_id, misconception, shape FROM practices")).all()
        assert [tuple(row) for row in found] == [(7, None, None)]
        assert fact(unit, "questions digest") is None
        assert fact(unit, "questions look") is None


def test_going_back_leaves_practices_without_the_narrowing(database: Database) -> None:
    to_version(database, "0001")
    with reading(database) as unit:
        seen = inspect(unit.connection)
        assert "item_misconceptions" not in seen.get_table_names()
        assert {"misconception", "shape"}.isdisjoint(one["name"] for one in seen.get_columns("practices"))


def test_what_items_use_is_replaced_as_a_whole(database: Database) -> None:
    fill(database)
    with writing(database) as unit:
        replace_item_misconceptions(
            unit, {"weights-row-choice": ["a", "b", "a"], "two-facts-about-values": ["b"]}
        )
        replace_item_misconceptions(unit, {"weights-row-choice": ["b", "c"], "two-facts-about-values": ["b"]})
        unit.commit()
    with reading(database) as unit:
        assert items_using(unit, "a") == frozenset()
        assert items_using(unit, "b") == {"weights-row-choice", "two-facts-about-values"}
        found = uses_by_misconception(unit)
        assert {slug: sorted(items) for slug, items in found.items()} == {
            "b": ["two-facts-about-values", "weights-row-choice"],
            "c": ["weights-row-choice"],
        }
