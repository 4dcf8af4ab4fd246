"""What a page before the answer needs, read the short way; nothing here reads what is right."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from app.items.public import Form, PublicVariant
from app.kit.errors import NotFound
from app.practice.choice import PracticeChoice
from app.scheduling.rating import IDLE_AFTER
from app.store.cache import Remembered
from app.store.database import Database
from app.store.learners import GuestTokenRow
from app.store.moments import from_micros, to_micros
from app.store.practices import CHOSEN, choice_of
from app.variants.decode import decode_shown

_IDLE = IDLE_AFTER // timedelta(microseconds=1)
_GIVEN = 7  # the place of tries.given among the columns
_GUEST = "SELECT learner_id, renewed_at, expires_at FROM guest_tokens WHERE token_hash = ?"
# The rule of `practice.timing.time_spent`, for practices whose measure is time.
_SPENT = f"""
SELECT sum(CASE WHEN gap < 0 THEN 0 WHEN gap < {_IDLE} THEN gap ELSE {_IDLE} END)
FROM (SELECT coalesce(lead(asked.presented_at) OVER (ORDER BY asked.n), ?) - asked.presented_at AS gap
      FROM presentations AS asked WHERE asked.practice_id = practices.id) AS gaps
"""  # noqa: S608
_PLACE = f"""
SELECT presentations.variant_id, responses.id,
       (SELECT max(asked.n) FROM presentations AS asked WHERE asked.practice_id = practices.id),
       (SELECT count(*) FROM flags
        WHERE flags.learner_id = practices.learner_id AND flags.item_id = presentations.item_id),
       (SELECT notes.text FROM notes
        WHERE notes.learner_id = practices.learner_id AND notes.item_id = presentations.item_id),
       practices.closed_at,
       CASE WHEN practices.minutes IS NOT NULL THEN ({_SPENT}) END,
       tries.given, tries.hint,
       {", ".join(f"practices.{column.name}" for column in CHOSEN)}
FROM practices
JOIN presentations ON presentations.practice_id = practices.id AND presentations.n = ?
LEFT JOIN responses ON responses.presentation_id = presentations.id
LEFT JOIN tries ON tries.presentation_id = presentations.id
WHERE practices.id = ? AND practices.learner_id = ?
ORDER BY tries.nth
"""  # noqa: S608
_SHOWN = "SELECT shown FROM variants WHERE id = ?"
_REMEMBERED, _FORMS = 2_048, 8_192


@dataclass(frozen=True, slots=True)
class PageRow:
    """Which variant a question is, whether it has its response, and how many were asked so far in its practice.

    `flagged` and `note` are what this learner remarked on its item. `tried` are the tries at it, each with what was
    given and what was told of it (JSON). `spent` is the time that a practice by minutes has taken.
    """

    variant_id: str
    choice: PracticeChoice
    answered: bool
    asked: int
    flagged: bool
    note: str
    closed: bool
    spent: timedelta
    tried: tuple[tuple[str, str | None], ...]


class Pages:
    """Reads for pages, one statement each; variants are remembered, since they never change."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._shown: Remembered[PublicVariant] = Remembered(_REMEMBERED)
        self._forms: Remembered[Form] = Remembered(_FORMS)
        self._guests: Remembered[int] = Remembered(_REMEMBERED)

    def guest(self, token_hash: str) -> GuestTokenRow | None:
        """Whose token it is, or None."""
        found = self._database.read_one(_GUEST, (token_hash,))
        if found is None:
            return None
        self._guests.recall(token_hash, lambda _: int(found[0]))
        return GuestTokenRow(found[0], from_micros(found[1]), from_micros(found[2]))

    def known_guest(self, token_hash: str) -> int | None:
        """The learner whose token this was when it was last read; whether it still holds is to be asked."""
        return self._guests.known(token_hash)

    def place(self, learner_id: int, place: tuple[str, int], now: datetime) -> PageRow | None:
        """A question of this learner's practice, by name and number; another's looks like one that does not exist."""
        practice_id, n = place
        rows = self._database.read_all(_PLACE, (to_micros(now), n, practice_id, learner_id))
        if not rows:
            return None
        variant_id, response_id, asked, flagged, note, closed_at, spent, given, _hint, *chosen = rows[0]
        return PageRow(
            variant_id=variant_id,
            choice=choice_of(chosen),
            answered=response_id is not None,
            asked=asked,
            flagged=bool(flagged),
            note=note or "",
            closed=closed_at is not None,
            spent=timedelta(microseconds=int(spent or 0)),
            tried=() if given is None else tuple((row[_GIVEN], row[_GIVEN + 1]) for row in rows),
        )

    def shown(self, variant_id: str) -> PublicVariant:
        """What is shown of a variant. Raises NotFound where there is none."""
        return self._shown.recall(variant_id, self._read_shown)

    def form(self, variant_id: str) -> Form:
        """How a variant is answered. Raises NotFound where there is none.

        Small beside the rest of it, and asked for with every save: those of many more variants are remembered.
        """
        return self._forms.recall(variant_id, self._read_form)

    def _read_shown(self, variant_id: str) -> PublicVariant:
        return decode_shown(self._record(variant_id))

    def _read_form(self, variant_id: str) -> Form:
        return decode_shown(self._record(variant_id)).form

    def _record(self, variant_id: str) -> bytes:
        found = self._database.read_one(_SHOWN, (variant_id,))
        if found is None:
            raise NotFound("This question does not exist.")
        record: bytes = found[0]
        return record
