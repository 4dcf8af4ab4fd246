"""What a changed answer comes to for everybody who was asked before: looked at first, confirmed by its digest, carried out."""

from dataclasses import dataclass, replace
from datetime import datetime

import orjson

from app.authoring.rekeying import rekeyed
from app.exams.ruling import Ruling, What
from app.items.item import Item
from app.kit.errors import BadInput, Conflict
from app.kit.ids import content_hash
from app.services.authoring.regrading import (
    Judge,
    Trial,
    carry_out,
    points_before,
    try_out,
)
from app.services.authoring.releasing_views import (
    AnswerLine,
    AnswersMoved,
    Fate,
    Place,
    ReleaseDry,
    Wish,
)
from app.services.exams.acting import read_reason
from app.services.exams.ruling_trial import Trial as SittingsTrial
from app.services.exams.ruling_trial import carry_out as carry_out_ruling
from app.services.exams.ruling_trial import trial_of
from app.store.answer_keys import keyed_variant
from app.store.item_history import REGRADED, ItemEventRow, add_event
from app.store.items import ItemRow
from app.store.rulings import confine_rulings, ruling_rows, sittings_asking
from app.store.unit import Reading, Writing
from app.store.variants import revisions_asked, variant_ids

_CHANGED = (
    "Answers or sittings have changed since this was looked at, so nothing was done. Look at it again, and confirm it "
    "then."
)
_NO_REASON = "Give a reason: it is kept with your name in the history of the question."
_NOT_THIS = "That cannot be done with answers of practices. Choose one of the others."


class Unseen(Conflict):
    """A changed answer was not looked at yet, or what was seen is not what would happen now; with what would."""

    def __init__(self, dry: ReleaseDry, sentence: str = "") -> None:
        super().__init__(sentence)
        self.dry = dry


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a changed answer does: to answers of practices, and to sittings of exams."""

    item: ItemRow
    answers: Trial
    sittings: SittingsTrial | None
    asked: int
    can: tuple[Fate, ...]
    standing: bool
    wish: Wish
    concerns: bool  # whether anybody could notice, whatever is wished

    def dry(self, place: Place) -> ReleaseDry:
        """What is shown of it."""
        sittings = self.sittings.dry() if self.sittings else None
        told = [
            place.draft_id, place.version, self.item.latest_revision_id, self.wish.practice, self.wish.sittings,
            self.answers.told(), self.asked, sittings.digest if sittings else "",
        ]  # fmt: skip
        return ReleaseDry(
            place=place,
            item_id=self.item.id,
            wish=self.wish,
            answers=moved(self.answers),
            sittings=sittings,
            asked=self.asked,
            can=self.can,
            standing=self.standing,
            digest=content_hash(orjson.dumps(told)),
        )


def plan_of(unit: Reading, item: ItemRow, judge: Judge, revisions: frozenset[str], *, wish: Wish) -> Plan:
    """What judging the answers to some revisions by another text would do; nothing changes."""
    answers = try_out(unit, item.id, judge, revisions)
    asked = sittings_asking(unit, item.id, revisions)
    concerns = bool(answers.moves or answers.unjudged or asked)
    if wish.practice is Fate.LEAVE:
        answers = replace(answers, moves=())
    again = _can_judge(unit, revisions, judge.item)
    can = (*((Fate.AGAIN,) if again else ()), Fate.FULL, Fate.DROP, Fate.LEAVE)
    wish = _possible(wish, can)
    ruling = _ruling(wish, judge.revision_id, revisions) if asked else None
    sittings = trial_of(unit, item, ruling, wish.reason, by=judge.item) if ruling else None
    standing = any(one.withdrawn_at is None for one in ruling_rows(unit, item.id))
    return Plan(item, answers, sittings, asked, can, standing, wish, concerns)


def confirmed(plan: Plan, place: Place, digest: str) -> Plan:
    """The plan with its reason. Raises Unseen where it concerns anybody and is not what was seen, or has no reason."""
    if not plan.concerns:
        return plan
    dry = plan.dry(place)
    if dry.digest != digest:
        raise Unseen(dry, _CHANGED if digest else "")
    if not plan.wish.reason.strip():
        raise Unseen(dry, _NO_REASON)
    return replace(plan, wish=replace(plan.wish, reason=read_reason(plan.wish.reason)))


def carry_out_plan(unit: Writing, plan: Plan, actor: str, at: datetime) -> None:
    """Move everybody, in a unit that holds the items and the rulings; the history says whom."""
    known = revisions_asked(unit, plan.item.id) - {plan.answers.judge.revision_id}
    if plan.sittings is not None:
        carry_out_ruling(unit, replace(plan.sittings, reason=plan.wish.reason), actor, at)
    confine_rulings(unit, plan.item.id, known)
    carry_out(unit, plan.item, plan.answers, at)
    detail = {
        "from": sorted(plan.answers.revisions),
        "practice": plan.wish.practice.value,
        "sittings": plan.wish.sittings.value,
        "moved": len(plan.answers.moves),
        "points": points_before(plan.answers.moves),
    }
    by = plan.answers.judge.revision_id
    add_event(unit, ItemEventRow(plan.item.id, at, REGRADED, actor, by, note=plan.wish.reason, detail=detail))


def _possible(wish: Wish, can: tuple[Fate, ...]) -> Wish:
    """The wish, where sittings cannot be judged again, with them left as they are until something else is chosen."""
    if wish.practice not in (Fate.AGAIN, Fate.LEAVE):
        raise BadInput(_NOT_THIS)
    if wish.sittings in can:
        return wish
    return replace(wish, sittings=Fate.LEAVE)


def _can_judge(unit: Reading, revisions: frozenset[str], new: Item) -> bool:
    """Whether the new text says anything about what some of the revisions asked."""
    for revision_id in sorted(revisions):
        for variant_id in variant_ids(unit, revision_id)[:1]:
            variant = keyed_variant(unit, variant_id)
            if rekeyed(variant.shown, variant.answer_key, new) is not None:
                return True
    return False


def _ruling(wish: Wish, by: str, revisions: frozenset[str]) -> Ruling | None:
    match wish.sittings:
        case Fate.AGAIN:
            return Ruling(What.AGAIN, revisions=revisions, by=by)
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
        for one in trial.moves
    )
    learners = len({one.row.learner_id for one in trial.moves})
    return AnswersMoved(len(trial.moves), learners, lines, trial.same, trial.unjudged)
