"""A question as it is to be answered: where it stands, whether it can still be, and what was tried so far."""

from app.grading.feedback import SlipNote
from app.items.public import PublicVariant
from app.practice.timing import minutes_left
from app.services.answering import tries_left
from app.services.records import Hint, given_of, hint_of
from app.services.views import ItemView, Place, Tried
from app.services.vocabulary import Vocabulary
from app.store.pages import PageRow


def item_view(
    found: PageRow, practice_id: str, n: int, *, shown: PublicVariant, words: Vocabulary
) -> ItemView:
    """The view of question `n`. What is told of a wrong try was worked out when it was saved."""
    choice = found.choice
    left = None if choice.minutes is None else minutes_left(choice.minutes, found.spent)
    sealed = choice.late and bool(found.tried) and not found.answered
    return ItemView(
        place=Place(practice_id, n, max(choice.length, found.asked), choice, left),
        variant_id=found.variant_id,
        shown=shown,
        answered=found.answered,
        flagged=found.flagged,
        note=found.note,
        sealed=sealed,
        over=found.closed and not found.answered,
        kept=given_of(found.tried[0][0]) if sealed else ((), ()),
        tried=_tried(found, words) if found.tried and not (found.answered or sealed) else None,
    )


def _tried(found: PageRow, words: Vocabulary) -> Tried:
    hint = hint_of(found.tried[-1][1])
    return Tried(
        given=tuple(given_of(given) for given, _ in found.tried),
        notes=_notes(hint, words),
        coarse=hint.coarse,
        left=tries_left(found.choice.tries, len(found.tried)),
    )


def _notes(hint: Hint, words: Vocabulary) -> tuple[SlipNote, ...]:
    return words.words().notes(hint.slugs) if hint.slugs else ()
