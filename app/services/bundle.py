"""All services that the pages use, joined over one database."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.kit.clock import Clock
from app.kit.once import Once as MadeOnce
from app.services.authoring.imaging import Imaging, Remake, no_remaking
from app.services.exams.grading import Grading
from app.services.exams.room import ExamRoom, join_exams
from app.services.experiments import Experiments
from app.services.first import FirstServices, join_first
from app.services.guests import Guests
from app.services.instructor import Instructor
from app.services.lab import Lab
from app.services.lab_questions import LabQuestions
from app.services.live_engine import Client, LiveEngine, no_engine
from app.services.misconceptions import MakeExamples, Once, ReadingRoom, no_examples
from app.services.offering import Offering
from app.services.overview import Overview
from app.services.own_data import OwnData
from app.services.plans import Plans
from app.services.practise import Practise
from app.services.proving import Proving
from app.services.remarks import Remarks
from app.services.vocabulary import Vocabulary
from app.store.database import Database
from app.store.writer import Writer

if TYPE_CHECKING:
    from app.services.authoring.room import AuthoringRoom

MakeAuthoring = Callable[[Database, Vocabulary, Clock, LiveEngine], "AuthoringRoom"]


def no_authoring(
    _database: Database, _words: Vocabulary, _clock: Clock, _live: LiveEngine
) -> "AuthoringRoom":
    """For a house without instructors."""
    raise AssertionError("these services were joined without authoring")


@dataclass(frozen=True, slots=True)
class Services:
    """One of each. `first` are those that a start joins before all others; some of them have a name here as well."""

    first: FirstServices
    practise: Practise
    offering: Offering
    guests: Guests
    overview: Overview
    instructor: Instructor
    writer: Writer
    vocabulary: Vocabulary
    reading_room: ReadingRoom
    remarks: Remarks
    own_data: OwnData
    lab: Lab
    experiments: Experiments
    plans: Plans
    proving: Proving
    exams: ExamRoom
    images: Imaging
    authoring_room: "MadeOnce[AuthoringRoom]"

    @property
    def authoring(self) -> "AuthoringRoom":
        """All that instructors do with questions; joined when somebody first asks for it."""
        return self.authoring_room()

    def close(self) -> None:
        """Save the answers that wait; later ones are refused with a sentence. The lab's engine ends."""
        self.lab.live.close()
        self.writer.stop()


@dataclass(frozen=True, slots=True)
class Outside:
    """What the services are given from outside of them.

    `baking` gives a sentence on what is still being baked, or nothing; `make_examples` is called when a page first
    shows a worked example, `make_live` when something is first computed in the lab, `make_authoring` when an instructor
    first comes, `remake` when an image does.
    """

    baking: Callable[[], str] = str
    make_examples: MakeExamples = no_examples
    make_live: Callable[[], Client] = no_engine
    make_authoring: MakeAuthoring = no_authoring
    remake: Remake = no_remaking


def join_services(
    database: Database, clock: Clock, outside: Outside = Outside(), first: FirstServices | None = None
) -> Services:
    """The services over an opened database, joined to the first ones where these are there."""
    first = first or join_first(database, clock, lambda: Grading(database, clock))
    pages, writer, vocabulary = first.pages, first.writer, Vocabulary(database)
    live = LiveEngine(outside.make_live, clock)
    return Services(
        first=first,
        practise=Practise(database, pages, writer, vocabulary, clock, outside.baking),
        offering=Offering(database, vocabulary, clock),
        guests=first.guests,
        overview=Overview(database, pages, vocabulary, clock),
        instructor=first.instructor,
        writer=writer,
        vocabulary=vocabulary,
        reading_room=ReadingRoom(database, vocabulary, Once(outside.make_examples)),
        remarks=Remarks(database, pages, clock),
        own_data=OwnData.over(database, pages, clock),
        lab=Lab(live, vocabulary, LabQuestions(database, live, clock)),
        experiments=Experiments(live, clock),
        plans=Plans(database, clock),
        proving=Proving(database, live, vocabulary, clock),
        exams=join_exams(database, clock, first),
        images=Imaging(database, clock, outside.remake),
        authoring_room=MadeOnce(lambda: outside.make_authoring(database, vocabulary, clock, live)),
    )
