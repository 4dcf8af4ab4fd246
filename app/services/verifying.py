"""Everything that is stored proven once more: by both routes, in small batches, and whatever does not hold by its name."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from app.bank.cross import Known
from app.bank.faults import BankFaults
from app.bank.parse import parse_item
from app.items.item import RecipeItem, Revision
from app.kit.counts import sized, verb
from app.kit.errors import NotReady
from app.kit.ids import content_hash
from app.store.answer_keys import stored_variants
from app.store.database import Database
from app.store.items import live_items
from app.store.unit import reading
from app.store.variants import ShelfRow, counts_by_revision, shelves
from app.variants.decode import decode
from app.variants.encode import EncodedVariant, has_evidence, is_whole
from app.variants.realise import realise
from app.variants.wire import Answer, Order, Proved, ProveOrder

EACH = "*"  # in place of a variant's name: each of the revision
BATCH = 100  # variants in hand at a time, whatever the database holds
_NAMED = 3  # variants of an item that are named where there are many
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
    are those of the computed that are stored without the numbers that their proof rests on, and without a seal, by
    item; `without` the computed questions that are asked and have no variant.
    """

    computed: int
    written: int
    older: int
    broken: tuple[Broken, ...]
    bare: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    without: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether there is something, and everything does."""
        return not self.broken and self.computed + self.written + self.older > 0

    def lines(self) -> list[str]:
        """What is broken, one line each, and then the sum."""
        if not self.broken and not self.holds:
            return [
                "There is nothing to prove: no variant is stored. `keyed variants bake` makes them.",
                *self._lacking(),
            ]
        several = len({one.variant or one.item for one in self.broken})
        ends = ", and all of it holds." if self.holds else "."
        return [
            *(one.line() for one in self.broken),
            f"{sized(self.computed, 'computed variant')} {verb(self.computed, 'was', 'were')} proven again by both routes{ends}",
            f"{sized(self.written, 'variant')} {verb(self.written, 'was', 'were')} written by authors: there is nothing to compute; "
            "hashes, twins and orders were compared.",
            *self._bare(),
            *self._older(),
            *self._lacking(),
            *(
                [f"Not everything holds: {several:,} of all these {verb(several, 'does', 'do')} not."]
                * bool(several)
            ),
        ]

    def _bare(self) -> Iterator[str]:
        count = sum(map(len, self.bare.values()))
        if count:
            which = "; ".join(f"{item}: {_some(names)}" for item, names in self.bare.items())
            yield (
                f"{count:,} of the computed variants {verb(count, 'is', 'are')} stored without evidence and seal, as all were before Keyed "
                f"kept them; nothing else is missing, and {verb(count, 'it was', 'they were')} proven like the others: {which}."
            )

    def _older(self) -> Iterator[str]:
        if self.older:
            yield (
                f"{sized(self.older, 'variant')} of older recipes {verb(self.older, 'is', 'are')} asked no more and "
                f"{verb(self.older, 'was', 'were')} left as {verb(self.older, 'it is', 'they are')}."
            )

    def _lacking(self) -> Iterator[str]:
        count = len(self.without)
        if count:
            yield (
                f"{sized(count, 'computed question')} {verb(count, 'has', 'have')} no variant yet: "
                f"{', '.join(self.without)}. `keyed variants bake` makes them."
            )


def _some(names: Sequence[str]) -> str:
    """The first few names, and how many more there are."""
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more:,} more" if more > 0 else "")


def verify_all(database: Database, engine: Engine, told: Callable[[str], None]) -> Verified:
    """Proves all variants again, those of retired items and of older revisions too. `told` hears how far it is.

    Raises NotReady where the engine fails.
    """
    with reading(database) as unit:
        found, counts = shelves(unit), counts_by_revision(unit)
        without = [
            one.id for one in live_items(unit) if one.recipe and not counts.get(one.latest_revision_id)
        ]
    computed = written = older = done = 0
    bare: dict[str, tuple[str, ...]] = {}
    broken: list[Broken] = []
    whole = sum(shelf.count for shelf in found)
    for shelf in found:
        revision = _revision(shelf)
        if isinstance(revision, Broken):
            broken += _each(database, shelf, revision)
            continue
        for batch in _batches(database, shelf):
            if isinstance(revision.item, RecipeItem):
                left, faults = _computed(shelf, revision, batch, engine)
                computed, older = computed + len(batch) - left, older + left
                names = tuple(one.id for one in batch if not has_evidence(one))
                if names:
                    bare[shelf.item_id] = (*bare.get(shelf.item_id, ()), *names)
            else:
                faults = list(_written(shelf, revision, batch))
                written += len(batch)
            broken += faults
            done += len(batch)
            told(f"{done:,} of {whole:,} variants; {shelf.item_id}")
    return Verified(computed, written, older, tuple(broken), bare, tuple(without))


def _revision(shelf: ShelfRow) -> Revision | Broken:
    """The item as its variants were made of it, or why it cannot be read."""
    if not shelf.path:
        return Broken(shelf.item_id, EACH, _GONE)
    if not shelf.text:
        return Broken(shelf.item_id, EACH, f"its revision {shelf.revision_id} is not stored any more")
    if content_hash(shelf.text.encode()) != shelf.revision_id:
        return Broken(
            shelf.item_id, "", f"the text of its revision {shelf.revision_id} was changed after it was stored"
        )
    try:
        revision = Revision(shelf.revision_id, parse_item(shelf.text, shelf.path, Known()).item, shelf.text)
    except BankFaults as faults:
        return Broken(
            shelf.item_id, EACH, f"its revision {shelf.revision_id} cannot be read: {faults.faults[0]}"
        )
    return revision


def _each(database: Database, shelf: ShelfRow, found: Broken) -> Iterator[Broken]:
    """What concerns a text once, and what concerns the place of variants for each of them by its name."""
    if found.variant != EACH:
        yield found
        return
    for batch in _batches(database, shelf):
        yield from (Broken(shelf.item_id, one.id, found.sentence) for one in batch)


def _batches(database: Database, shelf: ShelfRow) -> Iterator[list[EncodedVariant]]:
    """The variants of a revision, so many at a time; between two batches nothing is held open."""
    after = ""
    while True:
        with reading(database) as unit:
            batch = stored_variants(unit, shelf.revision_id, after=after, most=BATCH)
        if not batch:
            return
        yield [one for one in batch if one.item_id == shelf.item_id]
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


def _written(shelf: ShelfRow, revision: Revision, batch: list[EncodedVariant]) -> Iterator[Broken]:
    """What is broken of variants whose text an author wrote: they must be read, their hash must be theirs, their twin
    that of the revision, and their order the one that their seed gives.
    """
    for one in batch:
        try:
            stored, again = decode(one), realise(revision, one.seed)
        except (KeyError, TypeError, ValueError, IndexError) as problem:
            yield Broken(shelf.item_id, one.id, f"it cannot be read: {problem}")
            continue
        if not is_whole(one):
            yield Broken(shelf.item_id, one.id, _CHANGED)
        if one.twin != again.twin:
            yield Broken(shelf.item_id, one.id, "its twin is not that of its revision")
        if stored.shown.form != again.shown.form:
            yield Broken(shelf.item_id, one.id, "its order is not the one that its seed gives")
