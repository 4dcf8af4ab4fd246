"""What a page before the answer needs, read the short way; nothing here reads what is right."""

from dataclasses import dataclass

from app.items.public import PublicVariant
from app.kit.errors import NotFound
from app.practice.choice import PracticeChoice
from app.store.cache import Remembered
from app.store.database import Database
from app.store.learners import GuestTokenRow
from app.store.moments import from_micros
from app.store.practices import choice_of
from app.variants.encode import decode_shown

_GUEST = "SELECT learner_id, renewed_at, expires_at FROM guest_tokens WHERE token_hash = ?"
_PLACE = """
SELECT presentations.variant_id, responses.id,
       (SELECT max(asked.n) FROM presentations AS asked WHERE asked.practice_id = practices.id),
       (SELECT count(*) FROM flags
        WHERE flags.learner_id = practices.learner_id AND flags.item_id = presentations.item_id),
       (SELECT notes.text FROM notes
        WHERE notes.learner_id = practices.learner_id AND notes.item_id = presentations.item_id),
       practices.kind, practices.level, practices.length, practices.misconception, practices.shape,
       practices.state, practices.scheduled
FROM practices
JOIN presentations ON presentations.practice_id = practices.id AND presentations.n = ?
LEFT JOIN responses ON responses.presentation_id = presentations.id
WHERE practices.id = ? AND practices.learner_id = ?
"""
_SHOWN = "SELECT shown FROM variants WHERE id = ?"
_REMEMBERED = 2_048


@dataclass(frozen=True, slots=True)
class PageRow:
    """Which variant a question is, whether it is answered, and how many were asked so far in its practice.

    `flagged` and `note` are what this learner remarked on its item.
    """

    variant_id: str
    choice: PracticeChoice
    answered: bool
    asked: int
    flagged: bool
    note: str


class Pages:
    """Reads for pages, one statement each; variants are remembered, since they never change."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._shown: Remembered[PublicVariant] = Remembered(_REMEMBERED)

    def guest(self, token_hash: str) -> GuestTokenRow | None:
        """Whose token it is, or None."""
        found = self._database.read_one(_GUEST, (token_hash,))
        if found is None:
            return None
        return GuestTokenRow(found[0], from_micros(found[1]), from_micros(found[2]))

    def place(self, learner_id: int, practice_id: str, n: int) -> PageRow | None:
        """Question `n` of this learner's practice; another's looks like one that does not exist."""
        found = self._database.read_one(_PLACE, (n, practice_id, learner_id))
        if found is None:
            return None
        variant_id, response_id, asked, flagged, note, *chosen = found
        choice = choice_of(chosen)
        return PageRow(variant_id, choice, response_id is not None, asked, bool(flagged), note or "")

    def shown(self, variant_id: str) -> PublicVariant:
        """What is shown of a variant. Raises NotFound where there is none."""
        return self._shown.recall(variant_id, self._read_shown)

    def _read_shown(self, variant_id: str) -> PublicVariant:
        found = self._database.read_one(_SHOWN, (variant_id,))
        if found is None:
            raise NotFound("This question does not exist.")
        return decode_shown(found[0])
