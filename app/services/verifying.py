"""Everything that is stored proven once more: by both routes, in small batches, and whatever does not hold by its name."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from app.bank.cross import Known
from app.bank.faults import BankFaults
from app.bank.parse import parse_item
from app.items.item import RecipeItem, Revision
from app.kit.errors import NotReady
from app.kit.ids import content_hash
from app.store.answer_keys import stored_variants
from app.store.database import Database
from app.store.unit import reading
from app.store.variants import ShelfRow, shelves
from app.variants.decode import decode
from app.variants.encode import EncodedVariant, has_evidence, is_whole
from app.variants.wire import Answer, Order, Proved, ProveOrder

BATCH = 100  # variants in hand at a time, whatever the database holds
_WITHIN = 120.0  # seconds for a batch, after which the engine is taken to hang
_CHANGED = "its hash is another than that of what is stored: something was changed after it was packed"
_GONE = "its item is not stored any more, so that its text cannot be read"


class Engine(Protocol):
    """What proves: an `EngineClient`."""

    def ask(self, order: Order, *, within: float) -> Answer:
        """The answer, or NotReady with a sentence."""
        ...


@dataclass(frozen=True, slots=True)
class Broken:
    """Something that does not hold: of which item, which variant of it (empty for the item's text), and what."""

    item: str
    variant: str
    sentence: str

    def line(self) -> str:
        """As it is printed."""
        return (
            f"{self.item}, variant {self.variant}: {self.sentence}"
            if self.variant
            else f"{self.item}: {self.sentence}"
        )


@dataclass(frozen=True, slots=True)
class Verified:
    """What became of everything: computed variants that were proven, written ones that are whole, and what is broken.

    `older` were made by another version of their recipe and are asked no more, so that there is nothing to say. `bare`
    are those of the computed that are stored without the numbers that their proof rests on, and without a seal.
    """

    computed: int
    written: int
    older: int
    broken: tuple[Broken, ...]
    bare: int = 0

    @property
    def holds(self) -> bool:
        """Whether everything does."""
        return not self.broken

    def lines(self) -> list[str]:
        """What is broken, one line each, and then the sum."""
        several = len({one.variant or one.item for one in self.broken})
        ends = ", and all of it holds." if self.holds else "."
        told = [
            *(one.line() for one in self.broken),
            f"{self.computed:,} computed variants were proven again by both routes{ends}",
            f"{self.written:,} variants were written by authors: there is nothing to compute, and their hashes were compared.",
        ]
        if self.bare:
            told.append(
                f"{self.bare:,} of the computed variants are stored without evidence and seal, as all were before Keyed "
                "kept them; nothing else is missing, and they were proven like the others."
            )
        if self.older:
            told.append(
                f"{self.older:,} variants of older recipes are asked no more and were left as they are."
            )
        if several:
            told.append(
                f"Not everything holds: {several:,} of all these {'does' if several == 1 else 'do'} not."
            )
        return told


def verify_all(database: Database, engine: Engine, told: Callable[[str], None]) -> Verified:
    """Proves all variants again, those of retired items and of older revisions too. `told` hears how far it is.

    Raises NotReady where the engine fails.
    """
    with reading(database) as unit:
        found = shelves(unit)
    computed = written = older = done = bare = 0
    broken: list[Broken] = []
    whole = sum(shelf.count for shelf in found)
    for shelf in found:
        revision = _revision(shelf)
        if isinstance(revision, Broken):
            broken.append(revision)
            continue
        for batch in _batches(database, shelf):
            if isinstance(revision.item, RecipeItem):
                left, faults = _computed(shelf, revision, batch, engine)
                computed, older = computed + len(batch) - left, older + left
                bare += sum(not has_evidence(one) for one in batch)
            else:
                faults = list(_written(shelf, batch))
                written += len(batch)
            broken += faults
            done += len(batch)
            told(f"{done:,} of {whole:,} variants; {shelf.item_id}")
    return Verified(computed, written, older, tuple(broken), bare)


def _revision(shelf: ShelfRow) -> Revision | Broken:
    """The item as its variants were made of it, or why it cannot be read."""
    if not shelf.path:
        return Broken(shelf.item_id, "", _GONE)
    if not shelf.text:
        return Broken(shelf.item_id, "", f"its revision {shelf.revision_id} is not stored any more")
    if content_hash(shelf.text.encode()) != shelf.revision_id:
        return Broken(
            shelf.item_id, "", f"the text of its revision {shelf.revision_id} was changed after it was stored"
        )
    try:
        return Revision(shelf.revision_id, parse_item(shelf.text, shelf.path, Known()).item, shelf.text)
    except BankFaults as faults:
        return Broken(
            shelf.item_id, "", f"its revision {shelf.revision_id} cannot be read: {faults.faults[0]}"
        )


def _batches(database: Database, shelf: ShelfRow) -> Iterator[list[EncodedVariant]]:
    """The variants of a revision, so many at a time; between two batches nothing is held open."""
    after = ""
    while True:
        with reading(database) as unit:
            batch = stored_variants(unit, shelf.revision_id, after=after, most=BATCH)
        if not batch:
            return
        yield batch
        after = batch[-1].id


def _computed(
    shelf: ShelfRow, revision: Revision, batch: list[EncodedVariant], engine: Engine
) -> tuple[int, list[Broken]]:
    """How many were made by another version of the recipe and are asked no more, and what is broken of the others."""
    answer = engine.ask(ProveOrder(revision, tuple(batch)), within=_WITHIN)
    if not isinstance(answer, Proved) or len(answer.proofs) != len(batch):
        raise NotReady("The engine answered something else than proofs.")
    left = [one for one in answer.proofs if one.older and not shelf.asked]
    faults = [
        Broken(shelf.item_id, one.variant_id, sentence)
        for one in answer.proofs
        if one not in left
        for sentence in one.faults
    ]
    return len(left), faults


def _written(shelf: ShelfRow, batch: list[EncodedVariant]) -> Iterator[Broken]:
    """What is broken of variants whose text an author wrote: they must be read, and their hash must be theirs."""
    for one in batch:
        try:
            decode(one)
        except (KeyError, TypeError, ValueError, IndexError) as problem:
            yield Broken(shelf.item_id, one.id, f"it cannot be read: {problem}")
            continue
        if not is_whole(one):
            yield Broken(shelf.item_id, one.id, _CHANGED)
