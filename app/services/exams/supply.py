"""What forms are put together from: every question that can be asked, read once per state of the banks."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import orjson

from app.exams.assembly import CAP, Pool, Refusal, Slot, assemble_from, pool_of
from app.exams.candidates import Candidate
from app.items.exam import Exam
from app.items.item import Kind, Shape
from app.kit.clock import Clock
from app.kit.ids import content_hash
from app.services.bank_state import STATE
from app.store.cache import Remembered
from app.store.database import Database
from app.store.exams import ExamItemRow, GapRow, exam_item_rows, exam_state, gaps
from app.store.items import ItemRow, live_items
from app.store.right_places import put_places, read_places, stocked
from app.store.starts import StartState, start_state, times_asked
from app.store.unit import Reading, reading, writing
from app.store.variants import count_variants

_NEWS = 50  # shares are counted again when one sitting in so many is new
_SETTLES = 10.0  # seconds before variants that were baked since are looked for; baking adds some all the time
_POOLS = 32
Names = Mapping[int | None, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Shelf:
    """All questions as exams look at them, before anybody has met them.

    `variants` has for each item the names of its variants by the place of their right option; under None all of them.
    `name` is the hash of what forms hang on (`text`), so that a sitting can say what it was made from.
    """

    candidates: tuple[Candidate, ...]
    camps: Mapping[str, str]
    variants: Mapping[str, Names]
    text: str
    name: str


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a form is made from beside its seed: the questions, and what is known of them.

    `seen` has how often the learner had met an item, `exposure` the share of sittings that asked it, where that is over
    the cap; lower shares change nothing.
    """

    exam: Exam
    shelf: Shelf
    pool: Pool
    seen: Mapping[str, int]
    exposure: Mapping[str, float]

    def form(self, count: int, seed: str) -> tuple[Slot, ...] | Refusal:
        """The form of so many questions, or why there is none."""
        return assemble_from(self.pool, count, seed=seed, seen=self.seen, exposure=self.exposure)


@dataclass(frozen=True, slots=True)
class _Kept:
    """A shelf with the files that it was read from, how many variants there were, and when by the steady clock."""

    shelf: Shelf
    banks: str | None
    count: int
    at: float


@dataclass(slots=True)
class Supply:
    """Remembers the shelf of the present state of the banks, and how often items were asked in each exam.

    Threads share it; what takes long is read by one of them while the others wait.
    """

    database: Database
    clock: Clock
    reads: int = 0
    _kept: _Kept | None = None
    _asked: dict[str, tuple[int, Mapping[str, float]]] = field(default_factory=dict)
    _exams: Remembered[Exam] = field(default_factory=lambda: Remembered(_POOLS))
    _pools: Remembered[Pool] = field(default_factory=lambda: Remembered(_POOLS))
    _gaps: Remembered[tuple[GapRow, ...]] = field(default_factory=lambda: Remembered(_POOLS))
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def state(self, exam_id: str) -> StartState | None:
        """An exam that can be sat as it stands, or None."""
        return start_state(self.database, exam_id, STATE)

    def exam(self, revision_id: str) -> Exam:
        """The exam in one of its states."""
        return self._exams.recall(revision_id, self._read_exam)

    def gaps(self, state: StartState, exam_id: str) -> tuple[GapRow, ...]:
        """Which lengths of an exam cannot be filled by the files."""
        return self._gaps.recall(f"{state.revision_id}|{state.banks}", lambda _name: self._read_gaps(exam_id))

    def inputs(self, state: StartState, seen: Mapping[str, int], *, fresh: bool = False) -> Inputs:
        """What a form is made from now; the variants may be those of a few seconds ago, with `fresh` all of them."""
        shelf, exam = self._shelf(state.banks, fresh=fresh), self.exam(state.revision_id)
        name = f"{state.revision_id}|{shelf.name}"
        pool = self._pools.recall(name, lambda _name: pool_of(exam, shelf.candidates, shelf.camps))
        return Inputs(exam, shelf, pool, seen, self._exposure(exam.id, state.sittings))

    def _read_gaps(self, exam_id: str) -> tuple[GapRow, ...]:
        with reading(self.database) as unit:
            return tuple(gaps(unit, exam_id))

    def _read_exam(self, revision_id: str) -> Exam:
        with reading(self.database) as unit:
            return exam_state(unit, revision_id)

    def _shelf(self, banks: str | None, *, fresh: bool) -> Shelf:
        kept = self._kept
        if kept is None or kept.banks != banks or fresh or self.clock.steady() - kept.at >= _SETTLES:
            with self._lock:
                if self._kept is kept:  # nobody was quicker
                    self._kept = self._looked(banks, kept)
                kept = self._kept
        if kept is None:
            raise LookupError("a shelf was read and is not there")
        return kept.shelf

    def _looked(self, banks: str | None, kept: _Kept | None) -> _Kept:
        """The shelf as it is now; the one that is there where nothing has changed."""
        now = self.clock.steady()
        with reading(self.database) as unit:
            count = count_variants(unit)
            if kept is not None and (kept.banks, kept.count) == (banks, count):
                return _Kept(kept.shelf, banks, count, now)
            rows = stocked(unit)
            missing = read_places(unit, [name for _, name, place in rows if place is None])
            shelf = _read_shelf(unit, rows, missing)
        self.reads += 1
        if missing:  # another start of the server need not read them out of answer keys again
            with writing(self.database) as more:
                put_places(more, missing)
                more.commit()
        return _Kept(shelf, banks, count, now)

    def _exposure(self, exam_id: str, total: int) -> Mapping[str, float]:
        """The shares over the cap; of many sittings the newest may be missing."""
        counted, over = self._asked.get(exam_id, (-1, {}))
        if not counted <= total <= counted + max(counted, 0) // _NEWS:
            asked = times_asked(self.database, exam_id)
            over = {name: count / total for name, count in asked.items() if count > CAP * total}
            self._asked[exam_id] = (total, over)
        return over


def _read_shelf(
    unit: Reading, rows: Sequence[tuple[str, str, int | None]], missing: Mapping[str, int]
) -> Shelf:
    """The shelf of these variants, each with its item and the place of its right option, or else that in `missing`."""
    found: dict[str, dict[int | None, list[str]]] = {}
    for item_id, name, written in rows:
        place = missing[name] if written is None else written
        names = found.setdefault(item_id, {None: []})
        names[None].append(name)
        if place:
            names.setdefault(place, []).append(name)
    known = exam_item_rows(unit)
    candidates = [
        _candidate(item, known[item.id], found[item.id])
        for item in live_items(unit)
        if item.id in known and item.id in found
    ]
    variants = {
        item_id: {place: tuple(names) for place, names in by_place.items()}
        for item_id, by_place in found.items()
    }
    return make_shelf(candidates, {name: row.camp for name, row in known.items()}, variants=variants)


def make_shelf(
    candidates: list[Candidate], camps: Mapping[str, str], *, variants: Mapping[str, Names]
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
        for one in candidates
    ]
    text = orjson.dumps(rows)
    return Shelf(tuple(candidates), camps, variants, text.decode(), content_hash(text))


def shelf_of(text: str) -> Shelf:
    """The shelf of a text that `make_shelf` wrote; without its variants, which forms do not hang on."""
    candidates, camps = [], {}
    for name, kind, objective, shape, difficulty, head_workable, places, camp in orjson.loads(text):
        candidates.append(
            Candidate(
                name, Kind(kind), objective, Shape(shape), difficulty, head_workable, places=tuple(places)
            )
        )
        camps[name] = camp
    return make_shelf(candidates, camps, variants={})


def _candidate(item: ItemRow, known: ExamItemRow, places: Mapping[int | None, object]) -> Candidate:
    """A question before anybody has met it; the right option can stand where it stands in some variant."""
    return Candidate(
        id=item.id,
        kind=Kind(item.kind),
        objective=item.objectives[0],
        shape=Shape(item.shape),
        difficulty=item.difficulty,
        head_workable=known.head_workable,
        places=tuple(sorted(place for place in places if place is not None)),
    )
