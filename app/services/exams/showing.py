"""What a page of a running sitting shows, read in at most three statements, and without anything that is right."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar

import orjson

from app.exams.filled import Filled, filled
from app.exams.places import Fill, Parts, Reach, Standing, standing
from app.exams.sitting import OPEN, Sitting, State
from app.items.exam import Exam
from app.items.public import PublicVariant
from app.kit.clock import Clock
from app.kit.errors import Conflict, NotFound
from app.kit.ids import content_hash
from app.scheduling.days import Days, days_in
from app.services.exams.starting import NO_SUCH_SITTING
from app.services.records import given_of
from app.services.views import Given
from app.store.cache import Remembered
from app.store.database import Database
from app.store.sitting_pages import AnswerRow, PlaceRow, SheetRow, SittingPages, add_entered
from app.store.sittings import sitting_row
from app.store.unit import writing

T = TypeVar("T")
NO_SUCH_PLACE = "This exam has no question of that number. Its review page lists all of them."
_NAME = re.compile(r"[A-Za-z0-9_-]{16}")
_NOTHING_GIVEN: Given = ((), ())
_REMEMBERED, _SHORT = 32_768, 200
_NEWS = timedelta(minutes=10)
_OPEN = Filled(answered=False)


@dataclass(frozen=True, slots=True)
class PlaceView:
    """One question of a sitting: how far it is filled in, and whether its candidate may go there now.

    `message` says why what stands there does not count as answered yet. `seq` is the number of the last change.
    """

    n: int
    variant_id: str
    fill: Fill
    message: str
    reach: Reach
    flagged: bool = False
    saved_at: datetime | None = None
    seq: int = 0
    given: Given = _NOTHING_GIVEN
    struck: frozenset[int] = frozenset()
    spent_ms: int = 0


@dataclass(frozen=True, slots=True)
class NotesView:
    """The scratch notes as they stand."""

    text: str = ""
    seq: int = 0
    saved_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class SittingView:
    """A sitting as its candidate sees it, at the moment `now`."""

    id: str
    exam: Exam
    clock: Sitting
    now: datetime
    holder: int
    places: tuple[PlaceView, ...]
    parts: Parts
    notes: NotesView = NotesView()
    days: Days = field(default_factory=Days)
    ended_by: str | None = None
    told: str = ""  # what an instructor did last, in a sentence for its candidate, while that is news

    @property
    def remaining(self) -> timedelta:
        """How much time is left."""
        return self.clock.remaining(self.now)

    @property
    def limit(self) -> timedelta:
        """How much time there is in all, as far as it is known now."""
        return self.clock.limit + self.clock.extra

    @property
    def is_open(self) -> bool:
        """Whether it was begun and is not over."""
        return self.clock.state in OPEN

    @property
    def is_running(self) -> bool:
        """Whether questions can be answered now."""
        return self.clock.state is State.RUNNING and self.remaining > timedelta(0)

    @property
    def standing(self) -> Standing:
        """How many questions stand how."""
        return standing([(place.fill, place.flagged) for place in self.places])

    def place(self, n: int) -> PlaceView:
        """Question `n`. Raises NotFound where there is none of that number."""
        if not 1 <= n <= len(self.places):
            raise NotFound(NO_SUCH_PLACE)
        return self.places[n - 1]

    @property
    def first(self) -> PlaceView:
        """The question to begin or to go on with: the first of the open part that is not answered, else its first."""
        here = [place for place in self.places if place.reach is Reach.HERE]
        return next((place for place in here if place.fill is not Fill.ANSWERED), here[0])


@dataclass(frozen=True, slots=True)
class QuestionView:
    """One question of a running sitting, with what is shown of its variant."""

    sitting: SittingView
    place: PlaceView
    shown: PublicVariant


class Showing:
    """Reads sittings for their candidates. Another's looks like one that does not exist."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._pages = SittingPages(database)
        self._fills: Remembered[Filled] = Remembered(_REMEMBERED)

    async def sitting(self, learner_id: int, sitting_id: str) -> SittingView:
        """A sitting with all of its questions. Raises NotFound where it is not this learner's."""
        return await self._soon(lambda: self._sitting(learner_id, sitting_id))

    async def question(self, view: SittingView, n: int) -> QuestionView:
        """Question `n` of a sitting. Raises NotFound where there is none."""
        place = view.place(n)
        shown = await self._soon(lambda: self._pages.shown([place.variant_id]))
        return QuestionView(view, place, shown[place.variant_id])

    async def late(self, view: SittingView) -> tuple[int, ...]:
        """The questions (0: the notes) of which something came too late and is kept without counting."""
        return await self._soon(lambda: self._pages.late(view.id))

    def enter_next_part(self, learner_id: int, sitting_id: str) -> int:
        """Close the part that is open and enter the one behind it; the number of its first question.

        Raises Conflict where the sitting is not running, or has no further part.
        """
        view = self._sitting(learner_id, sitting_id)
        with writing(self._database) as unit:
            row = sitting_row(unit, learner_id, sitting_id)
            if row is None:
                raise NotFound(NO_SUCH_SITTING)
            n = view.parts.next_part
            if n is None or not view.is_running or row.clock.state is not State.RUNNING:
                raise Conflict(
                    "There is no further part to enter now. The review page shows how the exam stands."
                )
            add_entered(unit, row, self._clock.now(), n)
            unit.commit()
        return n

    async def _soon(self, read: Callable[[], T]) -> T:
        """SQLite's readers wait for nobody; a server is waited for in a thread."""
        return await asyncio.to_thread(read) if self._pages.waits else read()

    def _sitting(self, learner_id: int, sitting_id: str) -> SittingView:
        now = self._clock.now()
        found = self._pages.sheet(learner_id, sitting_id) if _NAME.fullmatch(sitting_id) else None
        if found is None:
            raise NotFound(NO_SUCH_SITTING)
        answered = (
            place.n for place in found.places if place.answer
        )  # the first change in a part enters it too
        entered = max((found.entered, *answered))
        parts = Parts(found.exam.navigation, tuple(place.section for place in found.places), entered)
        row = found.sitting
        return SittingView(
            id=row.id,
            exam=found.exam,
            clock=row.clock,
            now=now,
            holder=row.holder,
            places=self._places(found, parts),
            parts=parts,
            notes=_notes(found.notes),
            days=days_in(found.zone or None),
            ended_by=row.ended_by,
            told=found.told[0] if found.told and now - found.told[1] < _NEWS else "",
        )

    def _places(self, found: SheetRow, parts: Parts) -> tuple[PlaceView, ...]:
        fills = self._filled(found.places)
        return tuple(
            _place(row, fill, parts.reach(row.n)) for row, fill in zip(found.places, fills, strict=True)
        )

    def _filled(self, rows: tuple[PlaceRow, ...]) -> list[Filled]:
        """How far each question is filled in; what was worked out once is remembered, by variant and answer."""
        names = [_name_of(row.variant_id, row.answer.given) if row.answer else "" for row in rows]
        found = [self._fills.known(name) if name else _OPEN for name in names]
        fresh = [place for place, fill in enumerate(found) if fill is None]
        shown = self._pages.shown([rows[place].variant_id for place in fresh]) if fresh else {}
        return [
            fill or self._fills.keep(name, _fill_of(shown[row.variant_id], row.answer))
            for row, name, fill in zip(rows, names, found, strict=True)
        ]


def _name_of(variant_id: str, given: str) -> str:
    """The name under which the fill of an answer is remembered: short, however much was typed."""
    return f"{variant_id}|{given if len(given) <= _SHORT else content_hash(given.encode())}"


def _fill_of(shown: PublicVariant, answer: AnswerRow | None) -> Filled:
    positions, typed = given_of(answer.given) if answer else _NOTHING_GIVEN
    return filled(shown.form, positions, typed)


def _place(row: PlaceRow, fill: Filled, reach: Reach) -> PlaceView:
    answer = row.answer
    if answer is None:
        return PlaceView(row.n, row.variant_id, Fill.OPEN, "", reach)
    state = Fill.ANSWERED if fill.answered else Fill.BEGUN if fill.message else Fill.OPEN
    return PlaceView(
        n=row.n,
        variant_id=row.variant_id,
        fill=state,
        message=fill.message,
        reach=reach,
        flagged=answer.flagged,
        saved_at=answer.saved_at,
        seq=answer.seq,
        given=given_of(answer.given),
        struck=frozenset(orjson.loads(answer.struck)),
        spent_ms=answer.spent_ms,
    )


def _notes(answer: AnswerRow | None) -> NotesView:
    if answer is None:
        return NotesView()
    _, typed = given_of(answer.given)
    return NotesView("".join(typed), answer.seq, answer.saved_at)
