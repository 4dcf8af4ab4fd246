"""What pages of imports show: the list, and one import question by question."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from app.authoring.filling import Need, PartWish
from app.authoring.found import BadPart, FoundTable, Loss
from app.authoring.import_wishes import HeaderWish, ImportWishes, Take
from app.authoring.incoming import Incoming
from app.items.public import PublicVariant
from app.services.authoring.import_alike import Like
from app.services.authoring.import_texts import Lack


class Stand(StrEnum):
    """How a question of a file stands to what is here already."""

    NEW = "new"  # nothing has its name
    SAME = "same"  # an earlier import of the same question, unchanged in the file since
    CHANGED = "changed"  # an earlier import of the question, and the file says something else now
    TAKEN = "taken"  # an item of another origin has its name
    REVIEWED = "reviewed"  # its item's draft is in review, and nothing may come over it
    REFUSED = "refused"  # it has no form of ours


@dataclass(frozen=True, slots=True)
class ImportLine:
    """An import in the list of them."""

    import_id: str
    name: str
    format: str
    actor: str
    at: datetime
    brought: bool
    undone: bool


@dataclass(frozen=True, slots=True)
class Became:
    """What became of a question: its item, its draft where that is still there, and whether it is published."""

    item_id: str
    draft_id: str | None
    published: bool = False


@dataclass(frozen=True, slots=True)
class QuestionView:
    """One question of a file: what it is, how it stands, what is wished, and what it will be."""

    question: Incoming
    stand: Stand
    take: Take
    takes: tuple[Take, ...]  # what may be wished of it
    undecided: bool
    item_id: str  # the name that its draft gets by what is wished
    header: HeaderWish  # of its own
    effective: HeaderWish  # what it gets by all wishes and by the file
    likes: tuple[Like, ...] = ()
    parts: tuple[
        tuple[Need, PartWish], ...
    ] = ()  # what lacks something in the file, with what is wished of it alone
    chosen: str = ""  # what of it was chosen for several questions or parts at once
    lacks: tuple[Lack, ...] = ()
    became: Became | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """How many questions there are of each sort."""

    found: int
    refused: int
    coming: int
    left: int
    undecided: int  # of those that have the name of something that is here


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undoing took away, and what it kept and why."""

    removed: tuple[str, ...]
    kept: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ImportView:
    """One import with the questions of one page."""

    import_id: str
    name: str
    format: str
    actor: str
    at: datetime
    wishes: ImportWishes
    banks: tuple[str, ...]
    objectives: tuple[tuple[str, str], ...]
    beliefs: tuple[tuple[str, str], ...]  # misconceptions by slug, each with its name
    categories: tuple[tuple[str, int], ...]
    counts: Counts
    common: tuple[tuple[Loss, int], ...]  # losses that most questions share, each with how many
    questions: tuple[QuestionView, ...]
    page: int
    pages: int
    bad: tuple[BadPart, ...]
    tables: tuple[FoundTable, ...]
    sheets: tuple[str, ...]
    may_reread: bool
    again: tuple[ImportLine, ...]  # earlier imports of the same file
    brought_at: datetime | None
    undone_at: datetime | None
    undone: Undone | None
    stays: str  # why it cannot be taken back as a whole; "" where it can
    drafts: Mapping[str, str]  # the ids of all drafts by the names of their items


@dataclass(frozen=True, slots=True)
class OneView:
    """One question of an import alone: as learners see it, and the text of its draft."""

    import_id: str
    name: str
    view: QuestionView
    shown: PublicVariant | None
    text: str
