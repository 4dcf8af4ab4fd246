"""One act of a review on many drafts: each for itself, with what became of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.kit.errors import BadInput, Conflict, NotFound
from app.services.authoring.consequences import Unseen
from app.services.authoring.releasing import Releasing
from app.services.authoring.releasing_views import Wish
from app.services.authoring.reviewing import On, Reviewing

MOST = 200
_SEEN_FIRST = "It changes what is right, so publish it from its own page, where you see whom that moves."
_MANY = f"At most {MOST} drafts can be dealt with at once. Mark fewer."
_NONE = "Mark at least one draft first."


class ManyAct(StrEnum):
    """What can be done with many drafts at once."""

    SUBMIT = "submit"
    APPROVE = "approve"
    PUBLISH = "publish"


@dataclass(frozen=True, slots=True)
class ManyDone:
    """What became of one draft; `refused` says why nothing did, "" where it was done."""

    draft_id: str
    item_id: str
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Many:
    """Acts on many drafts. What stands in the way of one of them stands in no other's."""

    reviewing: Reviewing
    releasing: Releasing

    def act(self, wished: ManyAct, marked: Sequence[On], names: dict[str, str]) -> tuple[ManyDone, ...]:
        """Do it to each of them in turn; `names` are the items of the drafts. Raises BadInput for none or too many."""
        if not marked:
            raise BadInput(_NONE)
        if len(marked) > MOST:
            raise BadInput(_MANY)
        act = self._acts(wished)
        done = tuple(ManyDone(on.draft_id, names.get(on.draft_id, ""), _refusal(act, on)) for on in marked)
        if wished is ManyAct.PUBLISH:
            self.releasing.publishing.freshen()
        return done

    def _acts(self, wished: ManyAct) -> Callable[[On], object]:
        match wished:
            case ManyAct.SUBMIT:
                return self.reviewing.submit
            case ManyAct.APPROVE:
                return self.reviewing.approve
            case ManyAct.PUBLISH:
                return lambda on: self.releasing.put(on, Wish())


def _refusal(act: Callable[[On], object], on: On) -> str:
    try:
        act(on)
    except Unseen:
        return _SEEN_FIRST
    except (BadInput, Conflict, NotFound) as problem:
        return problem.sentence
    return ""
