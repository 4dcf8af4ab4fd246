"""Saving in an exam: every change is stamped, ordered, appended and durable before it is acknowledged."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

import orjson
from msgspec import Meta, Struct

from app.exams.filled import Filled, belongs, filled, strikable
from app.exams.saving import Arrival, Fate, Stamp, arrival, fate
from app.exams.sitting import OPEN, OVER, Sitting
from app.items.exam import Aid, Navigation
from app.kit.clock import Clock
from app.kit.errors import BadInput, Conflict, NotFound
from app.kit.ids import content_hash
from app.services.exams.finishing import By, Closing, Finishing
from app.services.exams.presence import Arrived, Presence, Turnstile, Underway
from app.services.records import given_json
from app.store.answers import Answers
from app.store.pages import Pages
from app.store.rounds import Joint, MustUndo
from app.store.sitting_clock import HeldSitting
from app.store.sitting_forms import NO_SUCH_SITTING, FixedForm, SittingForms
from app.store.sitting_saves import ChangeRow, Login, SittingSaves, Standing
from app.store.writer import Writer

Became = tuple[HeldSitting, Sitting, list[tuple[Fate, datetime | None]]]
NOTES = 0  # the number under which the scratch notes of a sitting stand
LONGEST_NOTES = 5_000
MOST_CHANGES = 100
MOST_FIELDS = 65  # of one question; no page has as many
LARGEST = 2**31 - 1  # what the database holds of a number that counts up
LONGEST_VIEW = 7 * 24 * 3600 * 1000  # milliseconds of a question in view
_Position = Annotated[str, Meta(max_length=20)]
_Text = Annotated[str, Meta(max_length=LONGEST_NOTES)]
_Place = Annotated[int, Meta(ge=1, le=MOST_FIELDS)]
_NOT_OF_THIS_FORM = (
    "Change {place} does not fit question {n} of this sitting, so nothing was saved. Load the page again."
)
_AHEAD = "Question {n} lies in a part that is not open yet, so nothing was saved. Close the part that is open first."
_NO_NOTES = "This exam has no scratch notes, so nothing was saved."
_LONG_NOTES = f"Scratch notes hold {LONGEST_NOTES:,} signs, so these were not saved. Shorten them."
_NOT_OPEN = "This sitting is not running, so nobody can take it over."


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """What a candidate did to question `n` (0: the scratch notes), whole and not as a difference.

    `seq` counts up in whoever holds the sitting. `struck` are positions that are struck through, `spent_ms` the time
    that the question was in view so far. The bounds hold for what a script sends.
    """

    n: Annotated[int, Meta(ge=0, le=10_000)]
    seq: Annotated[int, Meta(ge=0, le=LARGEST)]
    positions: Annotated[tuple[_Position, ...], Meta(max_length=MOST_FIELDS)] = ()
    typed: Annotated[tuple[_Text, ...], Meta(max_length=MOST_FIELDS)] = ()
    flagged: bool = False
    struck: Annotated[tuple[_Place, ...], Meta(max_length=MOST_FIELDS)] = ()
    spent_ms: Annotated[int, Meta(ge=0, le=LONGEST_VIEW)] = 0


@dataclass(frozen=True, slots=True)
class Ack:
    """What became of one change. `saved_at` is None where it does not stand; `filled` says whether it can be read."""

    n: int
    seq: int
    fate: Fate
    digest: str
    saved_at: datetime | None
    filled: Filled


@dataclass(frozen=True, slots=True)
class Saved:
    """How a sitting stands after some changes, who holds it, and what became of each change, in order."""

    sitting: Sitting
    holder: int
    acks: tuple[Ack, ...] = ()

    @property
    def is_well(self) -> bool:
        """Whether something stands as it was sent, or nothing was sent."""
        return not self.acks or any(ack.fate.stands for ack in self.acks)


@dataclass(frozen=True, slots=True)
class Save(Joint[Became]):
    """Some changes of one holder, carried out by the writing thread."""

    login: Login
    sitting_id: str
    rows: Sequence[ChangeRow]
    at: datetime
    closing: Closing
    sections: tuple[int, ...] = ()  # of each question, where there is no way back from one to the one before

    @property
    def touches(self) -> str:
        """Its sitting."""
        return self.sitting_id

    @property
    def joins(self) -> bool:
        """Nearly all do: one change by a login that is asked for with the sitting, in an exam with a way back."""
        return len(self.rows) == 1 and not self.sections and self.login.token_hash is not None

    @classmethod
    def together(cls, answers: Answers, acts: "Sequence[Save]") -> list[Became | None]:
        """What became of those changes that are taken, each of another sitting; whatever else is to become of one is None."""
        saves = answers.sittings
        there = saves.all_held_with([(act.login, act.sitting_id, act.rows[0].n, act.at) for act in acts])
        taken = []
        found: list[Became | None] = []
        for act in acts:
            held, before = there.get(act.sitting_id, (None, None))
            if held is None or not act._is_taken(held, before):
                found.append(None)
                continue
            taken.append((held, act.rows[0], act.at))
            found.append((held, held.sitting, [(Fate.TAKEN, act.at)]))
        if taken and not saves.take_all(taken):  # it was late, and then time was added
            raise MustUndo
        return found

    def _is_taken(self, held: HeldSitting, before: Standing | None) -> bool:
        """Whether its one change is taken, and no end is due with it."""
        grace, there = self.closing.grace, before.stamp if before else None
        arrived = arrival(held.sitting, self.at, grace)
        found = fate(self.rows[0].stamp, there, holder=held.holder, arrived=arrived)
        return found is Fate.TAKEN and not held.sitting.is_over(self.at, grace)

    def __call__(self, answers: Answers) -> Became:
        """What became of each change. Raises NotFound where the sitting is not this learner's, BadInput where a change is of
        a part that was not entered yet; then nothing was changed.

        A sitting whose time is up is closed in the same breath.
        """
        saves = answers.sittings
        first = self.rows[0].n if self.rows else NOTES
        found = saves.held_with(self.login, self.sitting_id, first, at=self.at)
        if found is None:
            raise NotFound(NO_SUCH_SITTING)
        held, standing = found
        there = {first: standing}
        furthest = saves.furthest(held.id) if self.sections else NOTES
        self._refuse_ahead(furthest)
        fates = []
        for row in self.rows:
            if row.n not in there:
                there[row.n] = saves.standing(held.id, row.n)
            fates.append(self._one(saves, held, row, there, furthest=furthest))
        if held.sitting.is_over(self.at, self.closing.grace):
            return held, self.closing.end(saves, held, self.at, by=By.CLOCK), fates
        return held, held.sitting, fates

    def _one(
        self,
        saves: SittingSaves,
        held: HeldSitting,
        row: ChangeRow,
        there: dict[int, Standing | None],
        *,
        furthest: int,
    ) -> tuple[Fate, datetime | None]:
        """Save one change as its fate will have it."""
        before = there[row.n]
        if self._is_left(row.n, furthest):
            arrived = Arrival.LATE
        else:
            arrived = arrival(held.sitting, self.at, self.closing.grace)
        found = fate(row.stamp, before.stamp if before else None, holder=held.holder, arrived=arrived)
        match found:
            case Fate.WAITING:
                return found, None
            case Fate.REPEATED:
                return found, before.saved_at if before else None
            case Fate.TAKEN:
                saves.put_answer(held, row, self.at)
                there[row.n] = Standing(row.stamp, self.at)
        new = saves.add_change(held, row, found, self.at)
        if found is not Fate.TAKEN:
            return found, None
        if not new:  # it was late, and then time was added
            saves.add_counted(held, row, self.at)
        return found, self.at

    def _refuse_ahead(self, furthest: int) -> None:
        """Raise BadInput where a change is of a part that was not entered: no page of it was ever shown."""
        for row in self.rows if self.sections else ():
            if row.n != NOTES and self.sections[row.n - 1] > self.sections[max(furthest, 1) - 1]:
                raise BadInput(_AHEAD.format(n=row.n))

    def _is_left(self, n: int, furthest: int) -> bool:
        """Whether a question lies in a part of the exam that was left for good: a later one was entered."""
        if not self.sections or n == NOTES or furthest == NOTES:
            return False
        return self.sections[n - 1] < self.sections[furthest - 1]


@dataclass(frozen=True, slots=True)
class TakeOver:
    """The wish to go on with a sitting here, carried out by the writing thread."""

    learner_id: int
    sitting_id: str
    at: datetime
    grace: timedelta

    def save(self, answers: Answers) -> HeldSitting:
        """The sitting with its new holder. Raises NotFound for another's, Conflict for one that is not open."""
        saves = answers.sittings
        held = saves.held(self.sitting_id)
        if held is None or held.learner_id != self.learner_id:
            raise NotFound(NO_SUCH_SITTING)
        if held.sitting.state not in OPEN or held.sitting.is_over(self.at, self.grace):
            raise Conflict(_NOT_OPEN)
        return saves.take_over(held, self.at)


@dataclass(frozen=True, slots=True)
class Saving:
    """What a running sitting sends. Another learner's sitting looks like one that does not exist."""

    writer: Writer
    forms: SittingForms
    pages: Pages
    clock: Clock
    finishing: Finishing
    underway: Underway
    presence: Presence
    turnstile: Turnstile

    def arrived(self, sitting_id: str) -> Arrived:
        """Read the clock for changes that have just arrived; nobody closes the sitting over them until the block ends."""
        return self.underway.arrived(sitting_id)

    async def save(
        self, login: Login, sitting_id: str, holder: int, changes: Sequence[Change], *, at: datetime
    ) -> Saved:
        """Save changes that arrived at a moment; each that is acknowledged as taken is on disk when this returns.

        Raises NotFound where the sitting is not this learner's, or the login does not hold, BadInput where a change
        does not fit its form, and TooOften where a sitting sends too quickly. In each case nothing was changed.
        """
        asked = login.learner_id, sitting_id, holder, changes
        if self.forms.waits:
            form, read = await asyncio.to_thread(self._read_all, *asked)
        else:
            form, read = self._read_all(*asked)
        self.turnstile.pass_through(sitting_id)
        self.presence.saw(sitting_id, at)
        sections = form.sections if form.exam.navigation is Navigation.ONE_WAY else ()
        act = Save(login, sitting_id, [row for row, _ in read], at, self.finishing.closing, sections)
        held, sitting, fates = await self.writer.write(act)
        if sitting.state in OVER:
            sitting = await self.finishing.graded(sitting_id, sitting)
        acks = (
            Ack(change.n, change.seq, found, row.stamp.digest, saved_at, how)
            for change, (row, how), (found, saved_at) in zip(changes, read, fates, strict=True)
        )
        return Saved(sitting, held.holder, tuple(acks))

    async def take_over(self, learner_id: int, sitting_id: str) -> Saved:
        """Go on here: what any other tab or device sends from now on changes nothing.

        Raises NotFound for another's sitting, Conflict for one that is not running.
        """
        if self.forms.waits:
            await asyncio.to_thread(self.forms.form, learner_id, sitting_id)
        else:
            self.forms.form(learner_id, sitting_id)
        self.turnstile.pass_through(sitting_id)
        at = self.clock.now()
        act = TakeOver(learner_id, sitting_id, at, self.finishing.closing.grace)
        held = await self.writer.write(act.save)
        self.presence.saw(sitting_id, at)
        return Saved(held.sitting, held.holder)

    def remaining(self, sitting: Sitting) -> timedelta:
        """How much time is left now."""
        return sitting.remaining(self.clock.now())

    def _read_all(
        self, learner_id: int, sitting_id: str, holder: int, changes: Sequence[Change]
    ) -> tuple[FixedForm, list[tuple[ChangeRow, Filled]]]:
        form = self.forms.form(learner_id, sitting_id)
        return form, [self._read(form, change, holder, place) for place, change in enumerate(changes, 1)]

    def _read(self, form: FixedForm, change: Change, holder: int, place: int) -> tuple[ChangeRow, Filled]:
        """A change as it is stored, and how far it fills its question in."""
        if change.n == NOTES:
            how = _notes(form, change, place)
        elif 1 <= change.n <= len(form.variant_ids):
            asked = self.pages.form(form.variant_ids[change.n - 1])
            fits = belongs(asked, change.positions, change.typed)
            if not fits or any(not 1 <= one <= strikable(asked) for one in change.struck):
                raise BadInput(_NOT_OF_THIS_FORM.format(place=place, n=change.n))
            how = filled(asked, change.positions, change.typed)
        else:
            raise BadInput(_NOT_OF_THIS_FORM.format(place=place, n=change.n))
        return _row(change, holder), how


def _notes(form: FixedForm, change: Change, place: int) -> Filled:
    """Scratch notes are one text, kept and never graded."""
    if Aid.NOTES not in form.exam.aids:
        raise BadInput(_NO_NOTES)
    if change.positions or change.struck or len(change.typed) > 1:
        raise BadInput(_NOT_OF_THIS_FORM.format(place=place, n=NOTES))
    if any(len(text) > LONGEST_NOTES for text in change.typed):
        raise BadInput(_LONG_NOTES)
    return Filled(answered=any(change.typed))


def _row(change: Change, holder: int) -> ChangeRow:
    struck = sorted(set(change.struck))
    content = orjson.dumps([change.positions, change.typed, change.flagged, struck])
    given, digest = given_json(change.positions, change.typed), content_hash(content)
    said = {"flagged": change.flagged, "struck": struck, "spent_ms": change.spent_ms}
    detail = orjson.dumps({"given": orjson.Fragment(given), **said})
    return ChangeRow(
        n=change.n,
        stamp=Stamp(holder, change.seq, digest),
        given=given,
        flagged=change.flagged,
        struck=orjson.dumps(struck).decode(),
        spent_ms=change.spent_ms,
        detail=detail.decode(),
    )
