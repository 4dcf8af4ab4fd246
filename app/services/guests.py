"""Guests: learners without an account, known again by a random token in a cookie."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from app.kit.clock import Clock
from app.kit.ids import new_token, token_hash
from app.services.views import Guest
from app.store.database import Database
from app.store.learners import add_guest, renew_token
from app.store.pages import Pages
from app.store.unit import writing

HOLDS = timedelta(days=365)
RENEWED_AFTER = timedelta(days=1)  # a write once a day, not with every page


@dataclass(frozen=True, slots=True)
class Guests:
    """Finds guests by their token and welcomes new ones."""

    database: Database
    pages: Pages
    clock: Clock

    def find(self, token: str | None, now: datetime) -> Guest | None:
        """The guest whose token this is, or None where it is unknown or has run out.

        A token that was last renewed more than a day ago is renewed, and `fresh_token` asks for its cookie to be
        given again.
        """
        if not token or not token.isascii():
            return None
        hashed = token_hash(token)
        found = self.pages.guest(hashed)
        if found is None or found.expires_at <= now:
            return None
        if now - found.renewed_at < RENEWED_AFTER:
            return Guest(found.learner_id)
        with writing(self.database) as unit:
            renew_token(unit, hashed, now=now, expires_at=now + HOLDS)
            unit.commit()
        return Guest(found.learner_id, token)

    def welcome(self) -> Guest:
        """A new guest, with the token for the cookie; only its hash is stored."""
        token, now = new_token(), self.clock.now()
        with writing(self.database) as unit:
            learner_id = add_guest(unit, token_hash(token), now=now, expires_at=now + HOLDS)
            unit.commit()
        return Guest(learner_id, token)
