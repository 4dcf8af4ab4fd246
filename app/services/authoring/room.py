"""All that instructors do with questions, joined over one database."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.kit.clock import Clock
from app.services.authoring.baked_variants import BakedVariants
from app.services.authoring.beginning import Beginning
from app.services.authoring.comparing import Comparing
from app.services.authoring.conflicts import Conflicts
from app.services.authoring.covering import Coverages
from app.services.authoring.drafting import Drafting
from app.services.authoring.history import Histories
from app.services.authoring.import_bringing import Bringing
from app.services.authoring.import_looking import Looking
from app.services.authoring.importing import Importing
from app.services.authoring.listing import Listing
from app.services.authoring.measured import Measures
from app.services.authoring.paper_answering import PaperAnswering
from app.services.authoring.papering import Papering
from app.services.authoring.registry import Registry
from app.services.authoring.retiring import Retiring
from app.services.exams.supply import Supply
from app.services.live_engine import LiveEngine
from app.services.vocabulary import Vocabulary
from app.store.database import Database
from app.store.pages import Pages

if TYPE_CHECKING:
    from app.services.authoring.desk import Desk
    from app.services.authoring.exporting import Exporting
    from app.services.authoring.measuring import Measuring
    from app.services.authoring.publishing import Publishing
    from app.services.authoring.releasing import Releasing
    from app.services.authoring.reviewing import Reviewing

MakePublishing = Callable[[], "Publishing"]
MakeMeasuring = Callable[[], "Measuring"]
MakeReviewing = Callable[[], "Reviewing"]
MakeDesk = Callable[[Drafting, Vocabulary, LiveEngine], "Desk"]
MakeExporting = Callable[[], "Exporting"]
MakeReleasing = Callable[[], "Releasing"]


def no_publishing() -> "Publishing":
    """For a house in which nobody publishes."""
    raise AssertionError("these services were joined without publishing")


def no_measuring() -> "Measuring":
    """For a house in which nobody counts answers."""
    raise AssertionError("these services were joined without measuring")


def no_reviewing() -> "Reviewing":
    """For a house in which nobody reviews."""
    raise AssertionError("these services were joined without reviews")


def no_desk(_drafting: Drafting, _vocabulary: Vocabulary, _live: LiveEngine) -> "Desk":
    """For a house in which nobody edits."""
    raise AssertionError("these services were joined without a desk")


def no_exporting() -> "Exporting":
    """For a house in which nobody exports."""
    raise AssertionError("these services were joined without exports")


def no_releasing() -> "Releasing":
    """For a house in which nothing that was reviewed is published."""
    raise AssertionError("these services were joined without releasing")


@dataclass(frozen=True, slots=True)
class Later:
    """What needs more than a start has time to load: each is made when somebody first uses it."""

    publishing: MakePublishing = no_publishing
    measuring: MakeMeasuring = no_measuring
    reviewing: MakeReviewing = no_reviewing
    desk: MakeDesk = no_desk
    exporting: MakeExporting = no_exporting
    releasing: MakeReleasing = no_releasing


NOTHING_LATER = Later()


@dataclass(frozen=True, slots=True)
class AuthoringRoom:
    """One of each use. What is called for here needs more than a start has time to load."""

    drafting: Drafting
    publishing: MakePublishing
    reviewing: MakeReviewing
    exporting: MakeExporting
    releasing: MakeReleasing
    histories: Histories
    listing: Listing
    retiring: Retiring
    importing: Importing
    import_looking: Looking
    import_bringing: Bringing
    measures: Measures
    beginning: Beginning
    desk: Callable[[], "Desk"]
    coverages: Coverages
    papering: Papering
    paper_answering: PaperAnswering
    conflicts: Conflicts
    comparing: Comparing
    registry: Registry
    baked_variants: BakedVariants


def join_authoring(
    database: Database,
    vocabulary: Vocabulary,
    clock: Clock,
    live: LiveEngine,
    *,
    later: Later = NOTHING_LATER,
) -> AuthoringRoom:
    """The uses of authoring over an opened database."""
    drafting = Drafting(database, clock)
    return AuthoringRoom(
        drafting=drafting,
        publishing=later.publishing,
        reviewing=later.reviewing,
        exporting=later.exporting,
        releasing=later.releasing,
        histories=Histories(database),
        listing=Listing(database, vocabulary),
        retiring=Retiring(database, clock),
        importing=Importing(database, clock),
        import_looking=Looking(database),
        import_bringing=Bringing(database, clock),
        measures=Measures(database, vocabulary, later.measuring),
        beginning=Beginning(database, clock, drafting),
        desk=lambda: later.desk(drafting, vocabulary, live),
        coverages=Coverages(database),
        papering=Papering(database, Pages(database), Supply(database, clock), clock),
        paper_answering=PaperAnswering(database),
        conflicts=Conflicts(database, clock, later.publishing),
        comparing=Comparing(database),
        registry=Registry(database, clock, vocabulary),
        baked_variants=BakedVariants(database, vocabulary),
    )
