"""The instructor's link: a single-use token that is traded for a cookie, while there are no accounts."""

from dataclasses import dataclass
from datetime import timedelta

from app.kit.clock import Clock
from app.kit.errors import Gone
from app.kit.ids import new_token, token_hash
from app.store.audit import AuditRow, record
from app.store.database import Database
from app.store.logins import LoginRow, add_link, add_login, link_stands, login_name, use_link
from app.store.unit import reading, writing

# A new link needs a new start of the server, so that a login lasts a working day and has no limit of idleness.
HOLDS = timedelta(hours=12)
LONGEST_NAME = 100
_VOID = (
    "This link has been used, is not complete, or belongs to an earlier start of the server. "
    "Start the server again for a new one."
)


@dataclass(frozen=True, slots=True)
class Instructor:
    """Makes links, trades them, and knows who came by one."""

    database: Database
    clock: Clock

    def new_link_token(self) -> str:
        """A new token for the link; every older one that was not used is void. Only its hash is stored."""
        token = new_token()
        with writing(self.database) as unit:
            add_link(unit, token_hash(token), now=self.clock.now())
            unit.commit()
        return token

    def check(self, token: str) -> None:
        """Raises Gone where the link is void; looking voids nothing."""
        with reading(self.database) as unit:
            if not link_stands(unit, _link_hash(token)):
                raise Gone(_VOID)

    def trade(self, token: str, typed_name: str) -> str:
        """Void the link and return the token of a login, which goes into a cookie. Recorded in the audit.

        Raises Gone where the link is void, also for the slower of two who use it at once.
        """
        name = typed_name.strip()[:LONGEST_NAME]
        cookie, now = new_token(), self.clock.now()
        link_hash = _link_hash(token)
        with writing(self.database) as unit:
            if not use_link(unit, link_hash, now=now):
                raise Gone(_VOID)
            add_login(unit, LoginRow(token_hash(cookie), link_hash, name, now, now + HOLDS))
            record(unit, AuditRow(now, f"instructor link: {name}", "login", "instructor link", {}))
            unit.commit()
        return cookie

    def is_instructor(self, cookie: str) -> str | None:
        """The name that was typed for this login, or None where it is unknown or over."""
        if not cookie.isascii():
            return None
        with reading(self.database) as unit:
            return login_name(unit, token_hash(cookie), now=self.clock.now())


def _link_hash(token: str) -> str:
    """The hash under which a link is stored; "" for what cannot be a token."""
    return token_hash(token) if token.isascii() else ""
