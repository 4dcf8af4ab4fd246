"""The instructor's link, which works once, and the logins that it was traded for; only hashes are stored."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, ForeignKey, String, Table, delete, insert, select, update

from app.store.moments import Moment
from app.store.schema import METADATA
from app.store.unit import Reading, Writing

instructor_links = Table(
    "instructor_links",
    METADATA,
    Column("token_hash", String(64), primary_key=True),
    Column("created_at", Moment, nullable=False),
    Column("used_at", Moment),
)

instructor_logins = Table(
    "instructor_logins",
    METADATA,
    Column("token_hash", String(64), primary_key=True),
    Column("link_hash", String(64), ForeignKey("instructor_links.token_hash"), nullable=False, index=True),
    Column("name", String(100), nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
)


@dataclass(frozen=True, slots=True)
class LoginRow:
    """A login of an instructor who came by a link, under the name that they typed."""

    token_hash: str
    link_hash: str
    name: str
    created_at: datetime
    expires_at: datetime


def add_link(unit: Writing, token_hash: str, *, now: datetime) -> None:
    """Store a new link and void every older one that was not used."""
    unit.connection.execute(delete(instructor_links).where(instructor_links.c.used_at.is_(None)))
    unit.connection.execute(insert(instructor_links).values(token_hash=token_hash, created_at=now))


def link_stands(unit: Reading, token_hash: str) -> bool:
    """Whether the link exists and has not been used."""
    statement = select(instructor_links.c.token_hash).where(
        instructor_links.c.token_hash == token_hash, instructor_links.c.used_at.is_(None)
    )
    return unit.connection.scalar(statement) is not None


def use_link(unit: Writing, token_hash: str, *, now: datetime) -> bool:
    """Void the link; True for the one caller who did, False where it was void or never existed."""
    statement = (
        update(instructor_links)
        .where(instructor_links.c.token_hash == token_hash, instructor_links.c.used_at.is_(None))
        .values(used_at=now)
    )
    return unit.connection.execute(statement).rowcount == 1


def add_login(unit: Writing, login: LoginRow) -> None:
    """Store a login."""
    unit.connection.execute(
        insert(instructor_logins).values(
            token_hash=login.token_hash,
            link_hash=login.link_hash,
            name=login.name,
            created_at=login.created_at,
            expires_at=login.expires_at,
        )
    )


def login_name(unit: Reading, token_hash: str, *, now: datetime) -> str | None:
    """The name behind a login that still holds, or None."""
    found: str | None = unit.connection.scalar(
        select(instructor_logins.c.name).where(
            instructor_logins.c.token_hash == token_hash, instructor_logins.c.expires_at > now
        )
    )
    return found
