"""Many candidates in running sittings, made in the product's own way without a page, and the bank that they are asked from."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.engine.plain_engine import PlainEngine
from app.kit.clock import SystemClock
from app.services.bundle import join_services
from app.services.exams.starting import Wish
from app.services.revisions import stored_revision
from app.settings import Settings
from app.store.items import live_items
from app.store.unit import reading, writing
from app.store.variants import add_variants
from app.variants.bake import bake
from app.variants.encode import encode
from app.web.csrf import token_for
from app.web.login import GUEST
from app.wiring import load_questions, migrate_database, opened_database, read_secret
from bench.exam.candidate import Candidate
from bench.exam.journal import Journal
from bench.exam.papers import papers
from bench.exam.wire import Address, Line

EXAM, COUNT = "attention-exam", 20
SEEDS = ("load-1", "load-2")


@dataclass(frozen=True, slots=True)
class Seat:
    """A running sitting with what its candidate's browser keeps."""

    sitting: str
    guest: str
    form_token: str

    def cookies(self) -> dict[str, str]:
        """The cookies of a browser in which this sitting was begun."""
        return {GUEST: self.guest, f"keyed_sitting_{self.sitting}": "1"}


def prepare_bank(folder: Path) -> None:
    """A data folder with the whole bank, its exams, and a few variants of every computation."""
    settings, clock = Settings(data=folder), SystemClock()
    database = opened_database(settings)
    migrate_database(database, clock)
    load_questions(database, settings, clock)
    with reading(database) as unit:
        revisions = [stored_revision(unit, item) for item in live_items(unit) if item.recipe]
    baked = [encode(one) for each in revisions for one in bake(each, SEEDS, PlainEngine()).variants]
    with writing(database) as unit:
        add_variants(unit, baked, now=clock.now())
        unit.commit()
    database.close()


def seats(folder: Path, count: int) -> list[Seat]:
    """So many candidates with a form of the attention exam each, whose clocks run."""
    settings, clock = Settings(data=folder), SystemClock()
    database = opened_database(settings)
    secret = read_secret(settings)
    services = join_services(database, clock)
    guests, starting = services.guests, services.exams.starting
    made = []
    for _ in range(count):
        guest = guests.welcome()
        assert guest.fresh_token is not None
        sitting = starting.create(guest.learner_id, Wish(EXAM, COUNT))
        starting.begin(guest.learner_id, sitting)
        made.append(Seat(sitting, guest.fresh_token, token_for(secret, guest.fresh_token)))
    database.close()
    return made


def candidates(
    folder: Path, taken: Sequence[Seat], address: Address, *, seed: str, patience: float = 20.0
) -> list[Candidate]:
    """A candidate on each seat, with chance of their own from one seed."""
    asked = papers(folder)
    return [
        Candidate(
            line=Line(address, patience, seat.cookies()),
            journal=Journal(seat.sitting),
            form_token=seat.form_token,
            paper=asked[seat.sitting],
            chance=random.Random(f"{seed}|{place}"),
        )
        for place, seat in enumerate(taken)
    ]
