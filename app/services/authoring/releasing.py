"""Publishing what was approved; where its answer is another one, only after a dry run over every answer and sitting."""

from dataclasses import dataclass

from app.authoring.rekeying import changes_answer
from app.authoring.review import clearance
from app.items.item import Item
from app.kit.clock import Clock
from app.kit.errors import Conflict, NotFound
from app.services.authoring.cases import case_of
from app.services.authoring.consequences import Plan, carry_out_plan, confirmed, plan_of
from app.services.authoring.drafting import NO_DRAFT
from app.services.authoring.publication import Stamp
from app.services.authoring.publishing import Publishing
from app.services.authoring.regrading import Judge, revisions_judged_otherwise, revisions_like
from app.services.authoring.releasing_views import Place, Released, ReleaseDry, Wish
from app.services.authoring.reviewing import Moved, On
from app.services.later_texts import item_of_text
from app.store.database import Database
from app.store.drafts import DraftRow, draft_row
from app.store.items import ItemRow, item_row, revision_text
from app.store.published import hold_items
from app.store.reviews import held_draft
from app.store.rulings import hold_rulings
from app.store.unit import Reading, reading, writing

_NO_ITEM = "There is no item of that name."
_NONE = "No answer to an earlier text is judged otherwise than by what is published."


@dataclass(frozen=True, slots=True)
class Releasing:
    """Takes an approved draft to learners, and what is right now to those who answered before."""

    database: Database
    clock: Clock
    publishing: Publishing

    def publish(self, on: On, wish: Wish, digest: str = "") -> Released:
        """Publish the approved version; what came of it.

        Raises NotFound, Moved, NotNow where it is not approved, NotPublishable, and Unseen with the dry run where its
        answer is another one and what would come of that was not confirmed by `digest`.
        """
        done = self.put(on, wish, digest)
        self.publishing.freshen()
        return done

    def put(self, on: On, wish: Wish, digest: str = "") -> Released:
        """The same for one of many, after which the caller freshens what goes over all items (`Publishing.freshen`)."""
        place = Place(on.draft_id, on.version)
        with reading(self.database) as unit:
            draft = _at(draft_row(unit, on.draft_id), on)
            clearance(case_of(unit, draft))
        ready = self.publishing.ready(draft)
        judge = Judge(ready.revision.item, ready.revision.id)
        if not digest:  # nobody has looked yet: no lock is held for that
            with reading(self.database) as unit:
                plan = _plan(unit, draft, judge, wish)
                if plan is not None:
                    confirmed(plan, place, digest)
        at = self.clock.now()
        with writing(self.database) as unit:
            hold_items(unit)
            hold_rulings(unit, alone=True)
            draft = _at(held_draft(unit, on.draft_id), on)
            approval = clearance(case_of(unit, draft))
            plan = _plan(unit, draft, judge, wish)
            if plan is not None:
                plan = confirmed(plan, place, digest)
            detail = {"draft": draft.id, "approved_by": approval.by, "second": approval.second}
            self.publishing.put(unit, draft, ready, Stamp(on.actor, at, detail=detail))
            if plan is not None:
                carry_out_plan(unit, plan, on.actor, at)
            unit.commit()
        return _released(ready.item_id, judge, plan, second=approval.second)

    def earlier(self, item_id: str, wish: Wish) -> ReleaseDry | None:
        """What grading answers to earlier texts by what is published would do; None where no text had another answer.

        There are such where files brought another answer, or where an answer came to a variant that was shown before
        its answer was changed. Those that were left as they are on purpose are none of them. Raises NotFound.
        """
        with reading(self.database) as unit:
            plan = _looking_back(unit, item_id, wish)
        return plan.dry(Place()) if plan is not None else None

    def regrade(self, item_id: str, wish: Wish, digest: str, *, actor: str) -> Released:
        """Grade them again; what came of it. Raises NotFound, Conflict where there are none, and Unseen."""
        at = self.clock.now()
        with writing(self.database) as unit:
            hold_items(unit)
            hold_rulings(unit, alone=True)
            plan = _looking_back(unit, item_id, wish)
            if plan is None or not plan.concerns:
                raise Conflict(_NONE)
            plan = confirmed(plan, Place(), digest)
            carry_out_plan(unit, plan, actor, at)
            unit.commit()
        return _released(item_id, plan.answers.judge, plan, second=True)


def _plan(unit: Reading, draft: DraftRow, judge: Judge, wish: Wish) -> Plan | None:
    """What a changed answer comes to; None where it is the same one, or nothing was published before."""
    item = item_row(unit, draft.item_id)
    base = _published(unit, item) if item else None
    if item is None or base is None or not changes_answer(base, judge.item):
        return None
    return plan_of(unit, item, judge, revisions_like(unit, item, base), wish=wish)


def _looking_back(unit: Reading, item_id: str, wish: Wish) -> Plan | None:
    item = item_row(unit, item_id)
    if item is None:
        raise NotFound(_NO_ITEM)
    base = _published(unit, item)
    if base is None:
        return None
    judge = Judge(base, item.latest_revision_id)
    revisions = revisions_judged_otherwise(unit, item, base)
    return plan_of(unit, item, judge, revisions, wish=wish) if revisions else None


def _published(unit: Reading, item: ItemRow) -> Item | None:
    text = revision_text(unit, item.latest_revision_id)
    return None if text is None else item_of_text(text, item.path)


def _released(item_id: str, judge: Judge, plan: Plan | None, *, second: bool) -> Released:
    sittings = len(plan.sittings.dry().moves) if plan and plan.sittings else 0
    answers = len(plan.answers.moves) if plan else 0
    return Released(item_id, judge.revision_id, second, answers, sittings)


def _at(draft: DraftRow | None, on: On) -> DraftRow:
    if draft is None:
        raise NotFound(NO_DRAFT)
    if draft.version != on.version:
        raise Moved(draft.version)
    return draft
