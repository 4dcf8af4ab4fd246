"""The services of imports over one database, and a file to be brought in, for tests of both."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.authoring.found import ReadWishes
from app.authoring.import_wishes import HeaderWish, ImportWishes, QuestionWish, Take, with_wishes
from app.authoring.incoming import IncomingFile
from app.kit.clock import FixedClock
from app.services.authoring.drafting import Drafting
from app.services.authoring.import_bringing import Bringing
from app.services.authoring.import_looking import Looking
from app.services.authoring.import_process import Unread
from app.services.authoring.import_views import ImportView, QuestionView
from app.services.authoring.importing import Importing
from app.services.authoring.taking_in import take_in
from app.store.database import Database
from app.store.drafts import DraftRow, all_drafts
from app.store.item_history import events_of
from app.store.unit import reading
from tests.databases import NOW

CLOCK = FixedClock(NOW)
FILE = b"""$CATEGORY: top/Scale

::Why the root:: Why are the scaled scores divided by the root of the width of a head? {
=The spread of scores grows with the width#It is a sum of so many products.
~The rows must sum to one#The softmax does that. ~The products would be slow ####Section 3.2.1}

::Two of them:: Which two of these are learned when a model is trained on text? {~%50%weights ~%50%biases ~%-50%tokens}

::Who:: Who wrote it? {=Vaswani}

::How many:: How many heads are there in the base model of the paper? {#8}
"""
HEADER = HeaderWish("1.2", "mechanism", "formula", "0.6", "A book", "2026-11-29")


def read_here(name: str, content: bytes, wishes: ReadWishes) -> IncomingFile | Unread:
    """What the reading process does, without the process."""
    found = take_in(name, content, wishes)
    return Unread(found) if isinstance(found, str) else found


@dataclass
class Desk:
    """The services of imports over one database, and what a test asks of them."""

    database: Database

    def __post_init__(self) -> None:
        self.importing = Importing(self.database, CLOCK, read_here)
        self.looking = Looking(self.database)
        self.bringing = Bringing(self.database, CLOCK)
        self.drafting = Drafting(self.database, CLOCK)

    def take(self, content: bytes = FILE, name: str = "bank.gift") -> str:
        return self.importing.take(name, content, actor="Ada")

    def wish(self, import_id: str, change: Callable[[ImportWishes], ImportWishes]) -> None:
        self.importing.wish(import_id, change)

    def brought(self, content: bytes = FILE, name: str = "bank.gift") -> str:
        import_id = self.take(content, name)
        self.wish(import_id, lambda wishes: replace(wishes, bank="attention", for_all=HEADER))
        self.bringing.bring(import_id, actor="Ada")
        return import_id

    def takes(self, import_id: str, **takes: Take) -> None:
        """Wish for questions by their names what becomes of them."""
        numbers = {one.question.slug: one.question.n for one in self.view(import_id).questions}
        wished = {numbers[name.replace("_", "-")]: QuestionWish(take) for name, take in takes.items()}
        self.wish(import_id, lambda wishes: with_wishes(replace(wishes, bank="attention"), wished))

    def view(self, import_id: str) -> ImportView:
        return self.looking.view(import_id, 1)

    def line(self, import_id: str, slug: str) -> QuestionView:
        return next(one for one in self.view(import_id).questions if one.question.slug == slug)

    def drafts(self) -> dict[str, DraftRow]:
        with reading(self.database) as unit:
            return {one.item_id: one for one in all_drafts(unit)}

    def whats(self, item_id: str) -> list[str]:
        with reading(self.database) as unit:
            return [one.what for one in events_of(unit, item_id)]
