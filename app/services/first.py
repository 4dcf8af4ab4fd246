"""The services that a start joins before all others: they take what candidates send whose exam is running.

Nothing that these modules import may be heavy: `tests/house/test_start.py` holds the list of what they load.
"""

from dataclasses import dataclass
from datetime import timedelta

from app.kit.clock import Clock
from app.kit.once import Once
from app.services.exams.clock import ClockDesk
from app.services.exams.finishing import Closing, Finishing, MakeGrading
from app.services.exams.presence import Presence, Turnstile, Underway
from app.services.exams.saving import Saving
from app.services.guests import Guests
from app.services.instructor import Instructor
from app.store.database import Database
from app.store.pages import Pages
from app.store.sitting_forms import SittingForms
from app.store.sitting_reads import SittingReads
from app.store.writer import Writer

GRACE = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class FirstServices:
    """What saves in an exam, ends it and tells its time, and knows who asks. All later services share these."""

    pages: Pages
    writer: Writer
    guests: Guests
    instructor: Instructor
    presence: Presence
    finishing: Finishing
    saving: Saving
    desk: ClockDesk


def join_first(
    database: Database, clock: Clock, make_grading: MakeGrading, *, grace: timedelta = GRACE
) -> FirstServices:
    """The first services over an opened database; answers count until `grace` after the deadline.

    `make_grading` is called when a sitting is first to be graded: grading is loaded then.
    """
    pages, writer, presence, underway = Pages(database), Writer(database), Presence(), Underway(clock)
    finishing = Finishing(writer, clock, Closing(grace, underway), Once(make_grading))
    return FirstServices(
        pages=pages,
        writer=writer,
        guests=Guests(database, pages, clock),
        instructor=Instructor(database, clock),
        presence=presence,
        finishing=finishing,
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
        desk=ClockDesk(SittingReads(database), clock, finishing, presence),
    )
