"""What forms are put together from: every question that can be asked, with its variants; read once per state of the banks."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import orjson

from app.exams.candidates import Candidate
from app.items.item import Kind, Shape
from app.kit.clock import Clock
from app.kit.ids import content_hash
from app.services.bank_state import DIGEST
from app.store.exams import ExamItemRow, exam_item_rows
from app.store.items import ItemRow, live_items
from app.store.met import count_sittings, times_asked
from app.store.meta import fact
from app.store.right_places import put_places, read_places, stocked
from app.store.unit import Reading, Writing
from app.store.variants import count_variants

_NEWS = 50  # shares are counted again when one sitting in so many is new
_SETTLES = 10.0  # seconds before variants that were baked since are looked at; baking adds some all the time


@dataclass(frozen=True, slots=True)
class Shelf:
    """All questions as exams look at them, before anybody has met them.

    `variants` has for each item the names of its variants with the place of the right option, or None. `name` is the
    hash of what forms hang on (`text`), so that a sitting can say what it was made from.
    """

    candidates: Mapping[str, Candidate]
    camps: Mapping[str, str]
    variants: Mapping[str, Mapping[str, int | None]]
    text: str
    name: str


@dataclass(frozen=True, slots=True)
class _Kept:
    """A shelf with the state of the banks that it was read in, and when by the steady clock."""

    shelf: Shelf
    digest: str | None
    count: int
    at: float


class Supply:
    """Remembers the shelf of the present state of the banks, and how often items were asked in each exam.

    Threads may share it: what two of them read at the same time is merely read twice.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kept: _Kept | None = None
        self._places: dict[str, int] = {}
        self._unwritten: dict[str, int] = {}
        self._asked: dict[str, tuple[int, Mapping[str, int]]] = {}
        self.reads = 0

    def shelf(self, unit: Reading, *, fresh: bool = False) -> Shelf:
        """What can be asked now: as the files are, with the variants of a few seconds ago, or with `fresh` with all."""
        digest, count, now = fact(unit, DIGEST), count_variants(unit), self._clock.steady()
        kept = self._kept
        if kept is None or kept.digest != digest:
            fresh = True
        elif kept.count != count:
            fresh = fresh or now - kept.at >= _SETTLES
        else:
            fresh = False
        if fresh or kept is None:
            kept = _Kept(self._read(unit), digest, count, now)
            self._kept = kept
        return kept.shelf

    def exposures(self, unit: Reading, exam_id: str) -> dict[str, float]:
        """The share of all sittings of an exam that ask each item, in [0, 1]; of many sittings the newest may be missing."""
        total = count_sittings(unit, exam_id)
        counted, asked = self._asked.get(exam_id, (-1, {}))
        if not counted <= total <= counted + max(counted, 0) // _NEWS:
            counted, asked = total, times_asked(unit, exam_id)
            self._asked[exam_id] = (counted, asked)
        return {item_id: count / counted for item_id, count in asked.items()} if counted else {}

    def write_down(self, unit: Writing) -> None:
        """Store the places that were read out of answer keys, so that another start of the server need not."""
        unwritten, self._unwritten = self._unwritten, {}
        put_places(unit, unwritten)

    def _read(self, unit: Reading) -> Shelf:
        self.reads += 1
        rows = stocked(unit)
        places = self._places | {name: place for _, name, place in rows if place is not None}
        missing = read_places(unit, [name for _, name, _ in rows if name not in places])
        self._places = places | missing
        self._unwritten = self._unwritten | missing
        found: dict[str, dict[str, int | None]] = {}
        for item_id, name, _ in rows:
            found.setdefault(item_id, {})[name] = self._places[name] or None
        known = exam_item_rows(unit)
        candidates = {
            item.id: _candidate(item, known[item.id], found[item.id])
            for item in live_items(unit)
            if item.id in known and item.id in found
        }
        return make_shelf(candidates, {name: row.camp for name, row in known.items()}, variants=found)


def make_shelf(
    candidates: Mapping[str, Candidate],
    camps: Mapping[str, str],
    *,
    variants: Mapping[str, Mapping[str, int | None]],
) -> Shelf:
    """A shelf under the name of its contents."""
    rows = [
        [
            one.id,
            one.kind,
            one.objective,
            one.shape,
            one.difficulty,
            one.head_workable,
            one.places,
            camps[one.id],
        ]
        for one in candidates.values()
    ]
    text = orjson.dumps(rows)
    return Shelf(candidates, camps, variants, text.decode(), content_hash(text))


def shelf_of(text: str) -> Shelf:
    """The shelf of a text that `make_shelf` wrote; without its variants, which forms do not hang on."""
    candidates, camps = {}, {}
    for name, kind, objective, shape, difficulty, head_workable, places, camp in orjson.loads(text):
        candidates[name] = Candidate(
            name, Kind(kind), objective, Shape(shape), difficulty, head_workable, places=tuple(places)
        )
        camps[name] = camp
    return make_shelf(candidates, camps, variants={})


def _candidate(item: ItemRow, known: ExamItemRow, variants: Mapping[str, int | None]) -> Candidate:
    """A question before anybody has met it; the right option can stand where it stands in some variant."""
    return Candidate(
        id=item.id,
        kind=Kind(item.kind),
        objective=item.objectives[0],
        shape=Shape(item.shape),
        difficulty=item.difficulty,
        head_workable=known.head_workable,
        places=tuple(sorted({place for place in variants.values() if place is not None})),
    )


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a form was made from beside its exam and its seed: the shelf, and what was known of its questions.

    `seen` has how often the learner had met an item, `exposure` the share of sittings that asked it; both leave out
    what is 0.
    """

    shelf: Shelf
    seen: Mapping[str, int] = field(default_factory=dict)
    exposure: Mapping[str, float] = field(default_factory=dict)

    def candidates(self) -> list[Candidate]:
        """The questions with what was known of each."""
        seen, exposure = self.seen, self.exposure
        return [
            replace(one, seen=seen.get(name, 0), exposure=exposure.get(name, 0.0))
            if name in seen or name in exposure
            else one
            for name, one in self.shelf.candidates.items()
        ]
