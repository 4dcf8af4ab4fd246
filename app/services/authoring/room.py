"""All that instructors do with questions, joined over one database."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.kit.clock import Clock
from app.services.authoring.drafting import Drafting
from app.services.authoring.import_bringing import Bringing
from app.services.authoring.import_looking import Looking
from app.services.authoring.importing import Importing
from app.services.authoring.listing import Listing
from app.services.authoring.measured import Measures
from app.services.authoring.retiring import Retiring
from app.services.vocabulary import Vocabulary
from app.store.database import Database

if TYPE_CHECKING:
    from app.services.authoring.measuring import Measuring
    from app.services.authoring.publishing import Publishing

MakePublishing = Callable[[], "Publishing"]
MakeMeasuring = Callable[[], "Measuring"]


def no_publishing() -> "Publishing":
    """For a house in which nobody publishes."""
    raise AssertionError("these services were joined without publishing")


def no_measuring() -> "Measuring":
    """For a house in which nobody counts answers."""
    raise AssertionError("these services were joined without measuring")


@dataclass(frozen=True, slots=True)
class AuthoringRoom:
    """One of each use. `publishing` is called for, since what it needs takes longer to load than a start may."""

    drafting: Drafting
    publishing: MakePublishing
    listing: Listing
    retiring: Retiring
    importing: Importing
    import_looking: Looking
    import_bringing: Bringing
    measures: Measures


def join_authoring(
    database: Database,
    vocabulary: Vocabulary,
    clock: Clock,
    *,
    make_publishing: MakePublishing = no_publishing,
    make_measuring: MakeMeasuring = no_measuring,
) -> AuthoringRoom:
    """The uses of authoring over an opened database."""
    return AuthoringRoom(
        drafting=Drafting(database, clock),
        publishing=make_publishing,
        listing=Listing(database, vocabulary),
        retiring=Retiring(database, clock),
        importing=Importing(database, clock),
        import_looking=Looking(database),
        import_bringing=Bringing(database, clock),
        measures=Measures(database, vocabulary, make_measuring),
    )
