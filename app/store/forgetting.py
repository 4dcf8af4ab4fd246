"""Forgetting a learner: every row that refers to them goes, counts that name nobody stay."""

from sqlalchemy import Column, ForeignKey, Integer, String, Table, delete, select, text

from app.store.database import Database
from app.store.faults import spoken
from app.store.learners import learners
from app.store.schema import METADATA
from app.store.unit import Reading, Writing

forgotten_answers = Table(
    "forgotten_answers",
    METADATA,
    Column("item_id", String(128), ForeignKey("items.id"), primary_key=True),
    Column("answered", Integer, nullable=False),
    Column("right_count", Integer, nullable=False),
)

_COUNT = text(
    """
    INSERT INTO forgotten_answers (item_id, answered, right_count)
    SELECT item_id, count(*), sum(CASE WHEN correct THEN 1 ELSE 0 END)
    FROM (
      SELECT presentations.item_id, responses.correct
      FROM responses JOIN presentations ON presentations.id = responses.presentation_id
      WHERE responses.learner_id = :learner_id
      UNION ALL
      SELECT sitting_slots.item_id, sitting_results.correct
      FROM sitting_results JOIN sitting_slots
        ON sitting_slots.sitting_id = sitting_results.sitting_id AND sitting_slots.n = sitting_results.n
      WHERE sitting_results.learner_id = :learner_id AND sitting_results.answered
    ) AS given
    GROUP BY item_id ORDER BY item_id
    ON CONFLICT (item_id) DO UPDATE SET
      answered = forgotten_answers.answered + excluded.answered,
      right_count = forgotten_answers.right_count + excluded.right_count
    """
)


def forget(unit: Writing, learner_id: int) -> None:
    """Add the learner's answers, in practice and in exams that were graded, to the counts by item; then delete them.

    All that is theirs, the events of exams too, hangs on the learner's row and goes with it; reports of faults only lose their author.
    SQLite overwrites what it deletes with zeros on this connection, which costs what the deletion costs.
    """
    if unit.connection.dialect.name == "sqlite":
        unit.connection.exec_driver_sql("PRAGMA secure_delete = ON")
    unit.connection.execute(_COUNT, {"learner_id": learner_id})
    unit.connection.execute(delete(learners).where(learners.c.id == learner_id))


def scrub(database: Database) -> None:
    """Write SQLite's log back and cut it off, so that no older page of what was deleted is left in it.

    Where somebody reads at this moment the log stays for the next time; PostgreSQL cleans up by itself.
    """
    if database.is_sqlite:
        with spoken(), database.write_lock, database.engine.connect() as connection:
            connection.rollback()
            connection.connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")


def answers_kept(unit: Reading) -> dict[str, tuple[int, int]]:
    """By item, how many answers of forgotten learners there were and how many were right."""
    kept = forgotten_answers.c
    return {
        item: (answered, right)
        for item, answered, right in unit.connection.execute(
            select(kept.item_id, kept.answered, kept.right_count)
        )
    }
