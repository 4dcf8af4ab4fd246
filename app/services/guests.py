"""Guests: learners without an account, known again by a random token in a cookie."""

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.kit.clock import Clock
from app.kit.ids import new_token, token_hash
from app.store.database import Database
from app.store.learners import GuestTokenRow, add_guest, renew_token
from app.store.pages import Pages
from app.store.sitting_saves import Login
from app.store.unit import writing

HOLDS = timedelta(days=365)
RENEWED_AFTER = timedelta(days=1)  # a write once a day, not with every page


@dataclass(frozen=True, slots=True)
class Guest:
    """Who is asking: an internal number, never shown. `fresh_token` is set when a cookie must be given."""

    learner_id: int
    fresh_token: str | None = None


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
        found = self._row(token, now)
        if found is None or token is None:
            return None
        if now - found.renewed_at < RENEWED_AFTER:
            return Guest(found.learner_id)
        with writing(self.database) as unit:
            renew_token(unit, token_hash(token), now=now, expires_at=now + HOLDS)
            unit.commit()
        return Guest(found.learner_id, token)

    async def known(self, token: str | None, now: datetime) -> Guest | None:
        """As `find` for whoever saves answers; it only reads, and renews nothing.

        SQLite's readers wait for nobody and take some twenty microseconds, less than it takes to wake a thread;
        a database server is waited for in a thread.
        """
        if self.database.is_sqlite:
            found = self._row(token, now)
        else:
            found = await asyncio.to_thread(self._row, token, now)
        return None if found is None else Guest(found.learner_id)

    def remembered(self, token: str | None) -> Login | None:
        """Who had this token when it was last looked up, without asking the database, which must be asked later."""
        if not token or not token.isascii():
            return None
        hashed = token_hash(token)
        learner_id = self.pages.known_guest(hashed)
        return None if learner_id is None else Login(learner_id, hashed)

    def welcome(self) -> Guest:
        """A new guest, with the token for the cookie; only its hash is stored."""
        token, now = new_token(), self.clock.now()
        with writing(self.database) as unit:
            learner_id = add_guest(unit, token_hash(token), now=now, expires_at=now + HOLDS)
            unit.commit()
        return Guest(learner_id, token)

    def _row(self, token: str | None, now: datetime) -> GuestTokenRow | None:
        if not token or not token.isascii():
            return None
        found = self.pages.guest(token_hash(token))
        return None if found is None or found.expires_at <= now else found
