"""All that instructors do with questions, joined over one database."""

from dataclasses import dataclass

from app.kit.clock import Clock
from app.services.authoring.drafting import Drafting
from app.store.database import Database


@dataclass(frozen=True, slots=True)
class AuthoringRoom:
    """One of each use."""

    drafting: Drafting


def join_authoring(database: Database, clock: Clock) -> AuthoringRoom:
    """The uses of authoring over an opened database."""
    return AuthoringRoom(drafting=Drafting(database, clock))
