"""The two uses of the editor that load the recipes, joined: made together when somebody first opens a draft."""

from dataclasses import dataclass

from app.services.authoring.drafting import Drafting
from app.services.authoring.editing import Editing
from app.services.authoring.sampling import Sampling
from app.services.live_engine import LiveEngine
from app.services.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Desk:
    """Editing, and looking at drawn numbers."""

    editing: Editing
    sampling: Sampling


def desk_over(drafting: Drafting, vocabulary: Vocabulary, live: LiveEngine) -> Desk:
    """The desk of a house."""
    database, clock = drafting.database, drafting.clock
    return Desk(Editing(database, clock, vocabulary, drafting), Sampling(database, live, vocabulary))
