"""Drafts as the rules of reviews see them, from who saved them and what was decided of them."""

from collections.abc import Iterable, Sequence

from app.authoring.review import Approval, Case, Stage
from app.services.authoring.reviewing_views import WaitingLine
from app.store.drafts import DraftRow
from app.store.item_history import ItemEventRow
from app.store.reviews import decisions_on, writers_of
from app.store.unit import Reading

IN_REVIEW, DRAFT = "in_review", "draft"


def case_of(unit: Reading, draft: DraftRow) -> Case:
    """A draft as the rules of reviews see it."""
    writers = writers_of(unit, [draft.id]).get(draft.id, [])
    return _case(draft, writers, decisions_on(unit, [draft.item_id]).get(draft.item_id, []))


def _case(draft: DraftRow, writers: Iterable[str], decisions: Sequence[ItemEventRow]) -> Case:
    return Case(
        version=draft.version,
        writers=tuple(dict.fromkeys((draft.author, *writers))),
        in_review=draft.state == IN_REVIEW,
        approval=_approval(draft, decisions),
    )


def _approval(draft: DraftRow, decisions: Sequence[ItemEventRow]) -> Approval | None:
    """The approval of the draft as it stands: its last decision, where that is one, and is of this version."""
    own = [one for one in decisions if one.detail.get("draft") == draft.id]
    if not own or own[-1].what != "approved" or own[-1].version != draft.version:
        return None
    return Approval(draft.version, own[-1].actor, second=bool(own[-1].detail.get("second")))


def waiting_line(
    draft: DraftRow, writers: Sequence[str], decisions: Sequence[ItemEventRow], comments: int
) -> WaitingLine:
    sent = [one for one in decisions if one.what == "submitted" and one.detail.get("draft") == draft.id]
    case = _case(draft, writers, decisions)
    return WaitingLine(
        draft=draft,
        writers=case.writers,
        since=sent[-1].at if sent and case.in_review else draft.saved_at,
        submitted_by=sent[-1].actor if sent else draft.author,
        approval=case.approval if case.stage is Stage.APPROVED else None,
        open_comments=comments,
        is_new=draft.base_revision_id is None,
    )
