"""How the questions of a file stand to the items and drafts that are here, and what becomes of each by what is wished."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.authoring.import_wishes import ImportWishes, Take
from app.authoring.incoming import Incoming
from app.authoring.incoming_names import unique
from app.bank.cross import Known
from app.bank.dump import revision_of
from app.bank.faults import BankFaults
from app.kit.ids import content_hash
from app.services.authoring.import_alike import SAME, Like
from app.services.authoring.import_views import Stand
from app.services.authoring.known import parse_typed
from app.store.drafts import DraftRow, all_drafts
from app.store.items import item_names, item_row, latest_revisions
from app.store.question_imports import ImportLineRow, earlier_lines
from app.store.unit import Reading

_PUBLISHED = (
    "{names} {was} published since, so this import is not taken back as a whole. Retire what is published, "
    "and give up the other drafts one by one."
)


def body_hash(question: Incoming) -> str:
    """What a question says, whatever is wished of it: equal for the same question of the same file."""
    said = [question.kind, question.body, question.ours, question.text]
    return content_hash(json.dumps(said, sort_keys=True).encode())


@dataclass(frozen=True, slots=True)
class Shelf:
    """What is here: names of all items, all drafts, and what earlier imports brought in under these names."""

    unit: Reading
    names: frozenset[str]
    drafts: Mapping[str, DraftRow]
    earlier: Mapping[str, ImportLineRow]

    @classmethod
    def of(cls, unit: Reading, questions: tuple[Incoming, ...]) -> "Shelf":
        """The shelf that questions are held against."""
        drafts = {draft.item_id: draft for draft in all_drafts(unit)}
        names = item_names(unit)
        here = [one.slug for one in questions if one.slug in names or one.slug in drafts]
        return cls(unit, names, drafts, earlier_lines(unit, here))

    @property
    def taken(self) -> frozenset[str]:
        """All names that no new item can have."""
        return self.names | self.drafts.keys()

    def stand(self, question: Incoming) -> Stand:
        """How a question stands."""
        if question.refused:
            return Stand.REFUSED
        name = question.slug
        if name not in self.names and name not in self.drafts:
            return Stand.NEW
        draft = self.drafts.get(name)
        earlier = self.earlier.get(name)
        if earlier is not None and json.loads(earlier.losses)["body"] == body_hash(question):
            return Stand.SAME
        if question.text and self._says_the_same(question, draft):
            return Stand.SAME
        if draft is not None and draft.state != "draft":
            return Stand.REVIEWED
        return Stand.TAKEN if earlier is None else Stand.CHANGED

    def _says_the_same(self, question: Incoming, draft: DraftRow | None) -> bool:
        """Whether a file of ours says what its draft says, or what is published of it."""
        if draft is not None:
            return draft.text == question.text
        item = item_row(self.unit, question.slug)
        if item is None:
            return False
        try:
            parsed = parse_typed(question.text, question.slug, item.bank, known=Known())
        except BankFaults:
            return False
        return revision_of(parsed.item).id == item.latest_revision_id


def takes_of(stand: Stand) -> tuple[Take, ...]:
    """What may be wished of a question; what stands first is usual."""
    match stand:
        case Stand.REFUSED:
            return (Take.LEAVE,)
        case Stand.NEW:
            return (Take.NEW, Take.LEAVE)
        case Stand.REVIEWED:
            return (Take.LEAVE, Take.BOTH)
        case _:
            return (Take.LEAVE, Take.REPLACE, Take.BOTH)


def take_of(question: Incoming, stand: Stand, wishes: ImportWishes, likes: tuple[Like, ...]) -> Take:
    """What becomes of a question: what is wished, if that may be, else what is usual.

    A question that the bank asks already in the same words is usually left out, and so is one whose name is taken.
    """
    allowed = takes_of(stand)
    wished = wishes.of(question.n).take
    if wished in allowed:
        return wished
    doubled = any(like.in_bank and like.share >= SAME for like in likes)
    return Take.LEAVE if stand is Stand.NEW and doubled else allowed[0]


def is_undecided(question: Incoming, stand: Stand, wishes: ImportWishes) -> bool:
    """Whether somebody has to say what becomes of a question, and has not."""
    return stand in (Stand.CHANGED, Stand.TAKEN, Stand.REVIEWED) and wishes.of(question.n).take is None


def names_of(
    questions: tuple[Incoming, ...], takes: Mapping[int, Take], taken: frozenset[str]
) -> dict[int, str]:
    """The name of each question's item: its own, and another one beside an item that has it."""
    own = {one.slug for one in questions}
    beside = [one for one in questions if takes[one.n] is Take.BOTH]
    fresh = unique((one.slug for one in beside), taken | own)
    named = {one.n: one.slug for one in questions}
    return named | {one.n: name for one, name in zip(beside, fresh, strict=True)}


def published_since(unit: Reading, lines: Iterable[ImportLineRow]) -> str:
    """Why an import is not taken back: its items that have another revision than when their drafts came in; "" for none."""
    items = latest_revisions(unit)
    names = [
        str(line.item_id)
        for line in lines
        if line.draft_id is not None
        and line.item_id in items
        and items[line.item_id][1] != json.loads(line.losses)["base"]
    ]
    shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return _PUBLISHED.format(names=shown, was="was" if len(names) == 1 else "were") if names else ""
