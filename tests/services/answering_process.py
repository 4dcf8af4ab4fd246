"""A process that answers as fast as it can and says which answers were acknowledged; for tests that kill it."""

import asyncio
import os
import sys
from collections.abc import Iterator

from sqlalchemy import select

from app.kit.clock import SystemClock
from app.services.bundle import join_services
from app.services.practise import Practise, RawAnswer
from app.services.views import Saved
from app.store.database import Database, open_database
from app.store.presentations import presentations
from app.store.responses import responses
from app.store.unit import reading

CLIENTS = 16
Open = tuple[int, str, int]


def unanswered(database: Database) -> list[Open]:
    """Learner, practice and number of every question that waits for an answer."""
    shown = presentations.c
    statement = (
        select(shown.learner_id, shown.practice_id, shown.n)
        .select_from(presentations.outerjoin(responses, responses.c.presentation_id == shown.id))
        .where(responses.c.id.is_(None))
        .order_by(shown.id)
    )
    with reading(database) as unit:
        return [(row[0], row[1], row[2]) for row in unit.connection.execute(statement)]


async def answer(practise: Practise, waiting: Iterator[Open]) -> None:
    """Answer one question after the other; a line on standard output for each that was acknowledged."""
    for learner_id, practice_id, n in waiting:
        raw = RawAnswer((str(1 + n % 4),), (), f"s-{practice_id}-{n}")
        outcome = await practise.respond(learner_id, practice_id, n, raw)
        if isinstance(outcome, Saved):
            os.write(1, f"{practice_id} {n} {1 + n % 4}\n".encode())


async def main(address: str) -> None:
    """Answer until there is nothing left."""
    database = open_database(address)
    services = join_services(database, SystemClock())
    waiting = iter(unanswered(database))
    os.write(1, b"ready\n")
    await asyncio.gather(*(answer(services.practise, waiting) for _ in range(CLIENTS)))
    services.close()
    database.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
