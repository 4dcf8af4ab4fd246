"""Publishing what was approved; where its answer is another one, only after a dry run over every answer and sitting."""

from dataclasses import dataclass, replace
from datetime import datetime

import orjson

from app.authoring.rekeying import accepted_options, changes_answer
from app.authoring.review import clearance
from app.exams.ruling import Ruling, What
from app.items.item import Item
from app.kit.clock import Clock
from app.kit.errors import BadInput, Conflict, NotFound
from app.kit.ids import content_hash
from app.services.authoring.cases import case_of
from app.services.authoring.drafting import NO_DRAFT
from app.services.authoring.publishing import Publishing, Ready, Stamp
from app.services.authoring.regrading import (
    REGRADED,
    Judge,
    Trial,
    carry_out,
    item_of_text,
    late_answers,
    points_before,
    revisions_like,
    try_out,
)
from app.services.authoring.releasing_views import (
    AnswerLine,
    AnswersMoved,
    Fate,
    Released,
    ReleaseDry,
    Wish,
)
from app.services.authoring.reviewing import Moved, On
from app.services.exams.acting import read_reason
from app.services.exams.ruling_trial import Trial as SittingsTrial
from app.services.exams.ruling_trial import carry_out as carry_out_ruling
from app.services.exams.ruling_trial import trial_of
from app.store.answer_keys import keyed_variant
from app.store.database import Database
from app.store.drafts import DraftRow, draft_row
from app.store.item_history import ItemEventRow, add_event
from app.store.items import ItemRow, item_row, revision_text
from app.store.published import hold_items
from app.store.reviews import held_draft
from app.store.rulings import confine_rulings, hold_rulings, ruling_rows, sittings_asking
from app.store.unit import Reading, Writing, reading, writing
from app.store.variants import revisions_asked, variant_ids

SHOWN = 200  # answers that are listed one by one
_CHANGED = (
    "Answers or sittings have changed since this was looked at, so nothing was published. Look at it again, and "
    "confirm it then."
)
_NO_REASON = "Give a reason: it is kept with your name in the history of the question."
_NOT_THIS = "That cannot be done with the sittings of this question. Choose one of the others."
_NO_ITEM = "There is no item of that name."
_NONE_LATE = "No answer to an earlier text waits to be graded again."


class Unseen(Conflict):
    """A changed answer was not looked at yet, or what was seen is not what would happen now; with what would."""

    def __init__(self, dry: ReleaseDry, sentence: str = "") -> None:
        super().__init__(sentence)
        self.dry = dry


@dataclass(frozen=True, slots=True)
class _Plan:
    """All that publishing a changed answer does besides."""

    item: ItemRow
    answers: Trial
    sittings: SittingsTrial | None
    asked: int
    can: tuple[Fate, ...]
    standing: bool
    wish: Wish
    concerns: bool  # whether anybody could notice, whatever is wished

    def dry(self, draft: DraftRow) -> ReleaseDry:
        sittings = self.sittings.dry() if self.sittings else None
        told = [
            draft.id, draft.version, draft.base_revision_id, self.wish.practice, self.wish.sittings,
            self.answers.told(), self.asked, sittings.digest if sittings else "",
        ]  # fmt: skip
        return ReleaseDry(
            draft_id=draft.id,
            version=draft.version,
            item_id=draft.item_id,
            wish=self.wish,
            answers=moved(self.answers),
            sittings=sittings,
            asked=self.asked,
            can=self.can,
            standing=self.standing,
            digest=content_hash(orjson.dumps(told)),
        )


@dataclass(frozen=True, slots=True)
class Releasing:
    """Takes an approved draft to learners."""

    database: Database
    clock: Clock
    publishing: Publishing

    def publish(self, on: On, wish: Wish, digest: str = "") -> Released:
        """Publish the approved version; what came of it.

        Raises NotFound, Moved, NotNow where it is not approved, NotPublishable, and Unseen with the dry run where its
        answer is another one and what would come of that was not confirmed by `digest`.
        """
        with reading(self.database) as unit:
            draft = _at(draft_row(unit, on.draft_id), on)
            clearance(case_of(unit, draft))
        ready = self.publishing.ready(draft)
        at = self.clock.now()
        with writing(self.database) as unit:
            hold_items(unit)
            hold_rulings(unit, alone=True)
            draft = _at(held_draft(unit, on.draft_id), on)
            approval = clearance(case_of(unit, draft))
            plan = self._plan(unit, draft, ready, wish)
            if plan is not None and plan.concerns:
                dry = plan.dry(draft)
                if dry.digest != digest:
                    raise Unseen(dry, _CHANGED if digest else "")
                if not wish.reason.strip():
                    raise Unseen(dry, _NO_REASON)
                plan = replace(plan, wish=replace(plan.wish, reason=read_reason(wish.reason)))
            detail = {"draft": draft.id, "approved_by": approval.by, "second": approval.second}
            self.publishing.put(unit, draft, ready, Stamp(on.actor, at, detail=detail))
            if plan is not None:
                self._regrade(unit, plan, on.actor, at)
            unit.commit()
        return _released(ready, plan, second=approval.second)

    def late(self, item_id: str) -> tuple[AnswersMoved, str]:
        """Answers to an earlier text that came after its answer was changed, and the name of what would move."""
        with reading(self.database) as unit:
            trials = late_answers(unit, _item(unit, item_id))
        return _together(trials), _named(trials)

    def regrade_late(self, item_id: str, actor: str, digest: str) -> int:
        """Grade them again too; how many have other points now. Raises NotFound, and Conflict where they are others."""
        at = self.clock.now()
        with writing(self.database) as unit:
            item = _item(unit, item_id)
            trials = late_answers(unit, item)
            if not trials:
                raise Conflict(_NONE_LATE)
            if _named(trials) != digest:
                raise Conflict(_CHANGED)
            for trial in trials:
                carry_out(unit, item, trial, at)
                add_event(unit, _event(item, trial, (actor, at), Wish(reason="Came after the change")))
            unit.commit()
        return sum(len(one.moves) for one in trials)

    def _plan(self, unit: Reading, draft: DraftRow, ready: Ready, wish: Wish) -> _Plan | None:
        """What a changed answer comes to; None where it is the same one, or nothing was published before."""
        item = item_row(unit, draft.item_id)
        text = revision_text(unit, item.latest_revision_id) if item else None
        if item is None or text is None:
            return None
        base, new = item_of_text(text, item.path), ready.revision.item
        if not changes_answer(base, new):
            return None
        revisions = revisions_like(unit, item, base)
        answers = try_out(unit, item.id, Judge(new, ready.revision.id), revisions)
        asked = sittings_asking(unit, item.id, revisions)
        concerns = bool(answers.moves or answers.unjudged or asked)
        if wish.practice is Fate.LEAVE:
            answers = replace(answers, moves=())
        accepted = _accepted(unit, revisions, new)
        can = (*((Fate.AGAIN,) if accepted else ()), Fate.FULL, Fate.DROP, Fate.LEAVE)
        wish = _possible(wish, can)
        ruling = _ruling(wish, accepted, revisions) if asked else None
        sittings = trial_of(unit, item, ruling, wish.reason) if ruling else None
        standing = any(one.withdrawn_at is None for one in ruling_rows(unit, item.id))
        return _Plan(item, answers, sittings, asked, can, standing, wish, concerns)

    def _regrade(self, unit: Writing, plan: _Plan, actor: str, at: datetime) -> None:
        known = revisions_asked(unit, plan.item.id) - {plan.answers.judge.revision_id}
        if plan.sittings is not None:
            carry_out_ruling(unit, replace(plan.sittings, reason=plan.wish.reason), actor, at)
        confine_rulings(unit, plan.item.id, known)
        carry_out(unit, plan.item, plan.answers, at)
        add_event(unit, _event(plan.item, plan.answers, (actor, at), plan.wish))


def _possible(wish: Wish, can: tuple[Fate, ...]) -> Wish:
    """The wish, where sittings cannot be judged again, with them left as they are until something else is chosen."""
    if wish.practice not in (Fate.AGAIN, Fate.LEAVE):
        raise BadInput(_NOT_THIS)
    if wish.sittings in can:
        return wish
    return replace(wish, sittings=Fate.LEAVE)


def _accepted(unit: Reading, revisions: frozenset[str], new: Item) -> frozenset[str]:
    """The options of what was asked that are right now, by their names then; none where it cannot be said in one way."""
    found: set[frozenset[str]] = set()
    for revision_id in sorted(revisions):
        for variant_id in variant_ids(unit, revision_id)[:1]:
            variant = keyed_variant(unit, variant_id)
            found.add(accepted_options(variant.shown, variant.answer_key, new) or frozenset())
    return next(iter(found)) if len(found) == 1 else frozenset()


def _ruling(wish: Wish, accepted: frozenset[str], revisions: frozenset[str]) -> Ruling | None:
    match wish.sittings:
        case Fate.AGAIN:
            return Ruling(What.ACCEPT, accepted, revisions)
        case Fate.FULL:
            return Ruling(What.FULL, revisions=revisions)
        case Fate.DROP:
            return Ruling(What.DROP, revisions=revisions)
        case Fate.LEAVE:
            return None


def moved(trial: Trial) -> AnswersMoved:
    """What is shown of answers that would move."""
    lines = tuple(
        AnswerLine(
            one.row.learner_id,
            one.row.received_at,
            one.row.points,
            one.points,
            one.row.correct,
            one.correct,
        )
        for one in trial.moves[:SHOWN]
    )
    learners = len({one.row.learner_id for one in trial.moves})
    return AnswersMoved(len(trial.moves), learners, lines, trial.same, trial.unjudged)


def _together(trials: tuple[Trial, ...]) -> AnswersMoved:
    parts = [moved(one) for one in trials]
    lines = tuple(line for one in parts for line in one.lines)
    return AnswersMoved(
        sum(one.count for one in parts), sum(one.learners for one in parts), lines[:SHOWN], 0, 0
    )


def _named(trials: tuple[Trial, ...]) -> str:
    return content_hash(orjson.dumps([one.told() for one in trials])) if trials else ""


def _event(item: ItemRow, trial: Trial, by: tuple[str, datetime], wish: Wish) -> ItemEventRow:
    detail = {
        "from": sorted(trial.revisions),
        "practice": wish.practice.value,
        "sittings": wish.sittings.value,
        "moved": len(trial.moves),
        "points": points_before(trial.moves),
    }
    return ItemEventRow(
        item.id, by[1], REGRADED, by[0], trial.judge.revision_id, note=wish.reason, detail=detail
    )


def _released(ready: Ready, plan: _Plan | None, *, second: bool) -> Released:
    done = Released(ready.item_id, ready.revision.id, second)
    if plan is None:
        return done
    sittings = len(plan.sittings.dry().moves) if plan.sittings else 0
    return replace(done, answers=len(plan.answers.moves), sittings=sittings)


def _at(draft: DraftRow | None, on: On) -> DraftRow:
    if draft is None:
        raise NotFound(NO_DRAFT)
    if draft.version != on.version:
        raise Moved(draft.version)
    return draft


def _item(unit: Reading, item_id: str) -> ItemRow:
    found = item_row(unit, item_id)
    if found is None:
        raise NotFound(_NO_ITEM)
    return found
