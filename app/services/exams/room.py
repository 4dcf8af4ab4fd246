"""All uses of exams, joined over one database."""

from dataclasses import dataclass
from datetime import timedelta

from app.kit.clock import Clock
from app.services.exams.acting import Instructing
from app.services.exams.catalogue import Catalogue
from app.services.exams.clock import ClockDesk
from app.services.exams.finishing import Closing, Finishing
from app.services.exams.grading import Grading
from app.services.exams.presence import Presence, Turnstile, Underway
from app.services.exams.receipts import Receipts
from app.services.exams.reporting import Reporting
from app.services.exams.reviewing import Reviewing
from app.services.exams.ruling import Rulings
from app.services.exams.saving import Saving
from app.services.exams.showing import Showing
from app.services.exams.starting import Starting
from app.services.exams.supply import Supply
from app.services.exams.watching import Watching
from app.services.vocabulary import Vocabulary
from app.store.database import Database
from app.store.pages import Pages
from app.store.sitting_forms import SittingForms
from app.store.sitting_reads import SittingReads
from app.store.writer import Writer

GRACE = timedelta(seconds=5)


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


def join_exams(
    database: Database, clock: Clock, *, pages: Pages, writer: Writer, grace: timedelta = GRACE
) -> ExamRoom:
    """The uses of exams over an opened database; answers count until `grace` after the deadline."""
    underway, presence, grading = Underway(clock), Presence(), Grading(database, clock)
    vocabulary = Vocabulary(database)
    finishing = Finishing(writer, clock, Closing(grace, underway), grading)
    return ExamRoom(
        starting=Starting(database, clock, Supply(database, clock), writer),
        showing=Showing(database, clock),
        catalogue=Catalogue(database, clock),
        saving=Saving(
            writer=writer,
            forms=SittingForms(database),
            pages=pages,
            clock=clock,
            finishing=finishing,
            underway=underway,
            presence=presence,
            turnstile=Turnstile(clock),
        ),
        finishing=finishing,
        grading=grading,
        presence=presence,
        desk=ClockDesk(SittingReads(database), clock, finishing, presence),
        reporting=Reporting(database, vocabulary, clock, finishing),
        reviewing=Reviewing(database, vocabulary),
        receipts=Receipts(database),
        watching=Watching(database, clock, grace, presence.last_seen),
        instructing=Instructing(database, writer, clock, finishing),
        rulings=Rulings(database, clock),
    )
