"""All uses of exams, joined over one database."""

from dataclasses import dataclass

from app.kit.clock import Clock
from app.services.exams.starting import Starting
from app.store.database import Database


@dataclass(frozen=True, slots=True)
class ExamRoom:
    """One of each use."""

    starting: Starting


def join_exams(database: Database, clock: Clock) -> ExamRoom:
    """The uses of exams over an opened database."""
    return ExamRoom(starting=Starting(database, clock))
