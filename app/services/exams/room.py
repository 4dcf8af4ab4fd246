"""All uses of exams, joined over one database."""

from dataclasses import dataclass

from app.kit.clock import Clock
from app.services.exams.acting import Instructing
from app.services.exams.catalogue import Catalogue
from app.services.exams.clock import ClockDesk
from app.services.exams.finishing import Finishing
from app.services.exams.grading import Grading
from app.services.exams.presence import Presence
from app.services.exams.receipts import Receipts
from app.services.exams.reporting import Reporting
from app.services.exams.reviewing import Reviewing
from app.services.exams.ruling import Rulings
from app.services.exams.saving import Saving
from app.services.exams.showing import Showing
from app.services.exams.starting import Starting
from app.services.exams.supply import Supply
from app.services.exams.watching import Watching
from app.services.first import FirstServices
from app.services.vocabulary import Vocabulary
from app.store.database import Database


@dataclass(frozen=True, slots=True)
class ExamRoom:
    """One of each use."""

    starting: Starting
    showing: Showing
    catalogue: Catalogue
    saving: Saving
    finishing: Finishing
    grading: Grading
    presence: Presence
    desk: ClockDesk
    reporting: Reporting
    reviewing: Reviewing
    receipts: Receipts
    watching: Watching
    instructing: Instructing
    rulings: Rulings


def join_exams(database: Database, clock: Clock, first: FirstServices) -> ExamRoom:
    """The uses of exams over an opened database, joined to those of running ones."""
    finishing, vocabulary = first.finishing, Vocabulary(database)
    return ExamRoom(
        starting=Starting(database, clock, Supply(database, clock), first.writer),
        showing=Showing(database, clock),
        catalogue=Catalogue(database, clock),
        saving=first.saving,
        finishing=finishing,
        grading=finishing.grading(),
        presence=first.presence,
        desk=first.desk,
        reporting=Reporting(database, vocabulary, clock, finishing),
        reviewing=Reviewing(database, vocabulary),
        receipts=Receipts(database),
        watching=Watching(database, clock, finishing.closing.grace, first.presence.last_seen),
        instructing=Instructing(database, first.writer, clock, finishing),
        rulings=Rulings(database, clock),
    )
