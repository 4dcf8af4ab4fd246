"""Practice: start, go on, show a question, save an answer, explain it, look back. Each use is one call."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from app.grading.parse import parse
from app.grading.response import Invalid
from app.kit.clock import Clock
from app.kit.draws import Draws
from app.kit.errors import Conflict, NotFound
from app.kit.ids import new_id
from app.practice.choice import PracticeChoice
from app.services.answering import NO_SUCH_QUESTION, GivingUp, RawAnswer, Sent, tried_before
from app.services.asking_view import item_view
from app.services.explaining import Explaining
from app.services.looking_back import LookingBack
from app.services.plans import fresh_mark, plan_of
from app.services.presenting import Asking, fitted_choice, has_siblings
from app.services.settling import NO_SUCH_PRACTICE, Closing
from app.services.views import FeedbackView, Given, HomeView, ItemView, Saved, StateCounts, SummaryView
from app.services.vocabulary import Vocabulary
from app.store.answered import answered_row
from app.store.database import Database
from app.store.items import count_items, item_row
from app.store.pages import Pages
from app.store.practices import PracticeRow, add_practice, practice_row
from app.store.presentations import places
from app.store.study_plans import mark_study_plan
from app.store.unit import Reading, reading, writing
from app.store.variants import count_computed
from app.store.writer import Writer

__all__ = ["Practise", "RawAnswer"]

_NAME = re.compile(r"[A-Za-z0-9_-]{16}")
_SUBMISSION = re.compile(r"[A-Za-z0-9_-]{0,64}")
_LAST = 100_000  # no practice is as long; larger numbers would not fit the database either


@dataclass(frozen=True, slots=True)
class Practise:
    """What a learner can do in practice. Another learner's practice looks like one that does not exist."""

    database: Database
    pages: Pages
    writer: Writer
    vocabulary: Vocabulary
    clock: Clock
    baking: Callable[[], str] = str  # a sentence on what is still being baked, or nothing

    def start(self, learner_id: int, choice: PracticeChoice) -> str:
        """Begin a practice; its first question is put before the learner at once. The practice's name."""
        now = self.clock.now()
        mark = fresh_mark(self.database, learner_id, now)  # worked out before anything is held for writing
        with writing(self.database) as unit:
            if mark:
                mark_study_plan(unit, learner_id, mark, now=now)
            fitted = fitted_choice(unit, learner_id, choice, now=now)
            practice = PracticeRow(new_id(), learner_id, fitted, now)
            add_practice(unit, practice)
            Asking(unit, practice, now, Draws(practice.id)).next()
            unit.commit()
        return practice.id

    def open_next(self, learner_id: int, practice_id: str) -> int | None:
        """The number of the question to go to: one that waits for its answer, else a new one; None at the end."""
        with writing(self.database) as unit:
            practice = _practice(unit, learner_id, practice_id)
            n = Asking(unit, practice, self.clock.now(), Draws(practice.id)).next()
            unit.commit()
        return n

    async def finish(self, learner_id: int, practice_id: str, *, by_learner: bool = False) -> None:
        """Close a practice of which nothing more is to be asked, or that its learner ends; its feedback is open then."""
        if not _NAME.fullmatch(practice_id):
            raise NotFound(NO_SUCH_PRACTICE)
        now = self.clock.now()
        await self.writer.write(Closing(learner_id, practice_id, now, by_learner).save)

    def item(self, learner_id: int, practice_id: str, n: int) -> ItemView:
        """A question to answer. One statement, two where its variant was not read before."""
        if not is_possible(practice_id, n):
            raise NotFound(NO_SUCH_QUESTION)
        found = self.pages.place(learner_id, (practice_id, n), self.clock.now())
        if found is None:
            raise NotFound(NO_SUCH_QUESTION)
        return item_view(
            found, practice_id, n, shown=self.pages.shown(found.variant_id), words=self.vocabulary
        )

    async def item_soon(self, learner_id: int, practice_id: str, n: int) -> ItemView:
        """As `item` for the event loop: SQLite's readers wait for nobody, a server is waited for in a thread."""
        if self.database.is_sqlite:
            return self.item(learner_id, practice_id, n)
        return await asyncio.to_thread(self.item, learner_id, practice_id, n)

    @staticmethod
    def unread(view: ItemView, given: Given) -> Invalid | None:
        """Why an answer to an open question would not be taken as it stands, as `respond` says; None where it would."""
        response = parse(view.shown.form, positions=given[0], typed=given[1])
        if isinstance(response, Invalid):
            return response
        return tried_before(given, view.tried.given) if view.tried else None

    async def respond(self, learner_id: int, practice_id: str, n: int, raw: RawAnswer) -> Saved | Invalid:
        """Save an answer; it is on disk when this returns. One that cannot be read comes back and costs nothing."""
        received_at = self.clock.now()
        if not is_possible(practice_id, n):
            raise NotFound(NO_SUCH_QUESTION)
        if not _SUBMISSION.fullmatch(raw.submission_id):
            raw = replace(raw, submission_id="")
        return await self.writer.write(Sent(learner_id, practice_id, n, raw, received_at).save)

    async def give_up(self, learner_id: int, practice_id: str, n: int) -> Saved:
        """Settle a question that was tried, so that it is explained."""
        if not is_possible(practice_id, n):
            raise NotFound(NO_SUCH_QUESTION)
        return await self.writer.write(GivingUp(learner_id, practice_id, n).save)

    def feedback(self, learner_id: int, practice_id: str, n: int) -> FeedbackView:
        """What the answer means and what is right. Raises Conflict where the question is not answered yet."""
        if not is_possible(practice_id, n):
            raise NotFound(NO_SUCH_QUESTION)
        with reading(self.database) as unit:
            found = answered_row(unit, learner_id, practice_id, n)
            if found is None:
                raise NotFound(NO_SUCH_QUESTION)
            if found.given is None:
                raise Conflict("This question is not answered yet. Answer it first.")
            explaining = Explaining(unit, self.vocabulary.words(), learner_id, self.clock.now())
            return explaining.view(practice_id, n, found)

    def again(self, learner_id: int, practice_id: str, n: int) -> int:
        """Ask the same question in other numbers; the number of the question to go to."""
        with writing(self.database) as unit:
            practice = _practice(unit, learner_id, practice_id)
            asked = {one.n: one for one in places(unit, practice_id)}
            if n not in asked:
                raise NotFound(NO_SUCH_QUESTION)
            item = item_row(unit, asked[n].item_id)
            if item is None or not has_siblings(unit, item):
                raise Conflict("This question has no other numbers. Go on to the next one.")
            new_n = Asking(unit, practice, self.clock.now(), Draws(practice.id)).again(item)
            unit.commit()
        return new_n

    def summary(self, learner_id: int, practice_id: str) -> SummaryView:
        """A practice at its end, or so far."""
        with reading(self.database) as unit:
            practice = _practice(unit, learner_id, practice_id)
            view = self._looking_back(unit).summary(practice)
            return replace(view, plan=plan_of(unit, learner_id, self.clock.now()))

    def home(self, learner_id: int | None) -> HomeView:
        """Where to continue, and what there is to practise."""
        with reading(self.database) as unit:
            lines = () if learner_id is None else self._looking_back(unit).practices(learner_id)
            concepts, recipes = count_items(unit)
            variants = count_computed(unit)
            due = 0 if learner_id is None else self._looking_back(unit).states(learner_id).due
            plan = None if learner_id is None else plan_of(unit, learner_id, self.clock.now())
        open_line = next((line for line in lines if line.open_n is not None), None)
        return HomeView(open_line, concepts, recipes, variants, self.baking(), due, plan)

    def states(self, learner_id: int) -> StateCounts:
        """How many questions are new, missed and due."""
        with reading(self.database) as unit:
            return self._looking_back(unit).states(learner_id)

    def _looking_back(self, unit: Reading) -> LookingBack:
        return LookingBack(unit, self.pages, self.vocabulary.words(), self.clock.now())


def is_possible(practice_id: str, n: int) -> bool:
    """Whether a question of that name and number can exist at all."""
    return _NAME.fullmatch(practice_id) is not None and 1 <= n <= _LAST


def _practice(unit: Reading, learner_id: int, practice_id: str) -> PracticeRow:
    found = practice_row(unit, learner_id, practice_id) if _NAME.fullmatch(practice_id) else None
    if found is None:
        raise NotFound(NO_SUCH_PRACTICE)
    return found
