"""The one place where the parts are joined: settings in, an opened house or a web application out.

What a process does not need it does not load: the imports inside the functions keep a start quick.
"""

import gc
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import TYPE_CHECKING

from app.house import House, Jobs
from app.kit.clock import Clock, GuardedClock, SystemClock
from app.kit.errors import SetupFault
from app.kit.ids import new_token
from app.kit.once import Once
from app.settings import Settings
from app.store.database import Database, open_database
from app.store.faults import spoken_files
from app.store.versions import is_current

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.applications import Starlette
    from starlette.routing import BaseRoute
    from starlette.types import ASGIApp

    from app.authoring.pictures import Picture
    from app.jobs.bake_variants import BakeVariants
    from app.services.authoring.desk import Desk
    from app.services.authoring.drafting import Drafting
    from app.services.authoring.exporting import Exporting
    from app.services.authoring.measuring import Measuring
    from app.services.authoring.publishing import Publishing
    from app.services.authoring.releasing import Releasing
    from app.services.authoring.reviewing import Reviewing
    from app.services.authoring.room import AuthoringRoom
    from app.services.authoring.telling import Synchronised
    from app.services.baking import Baking
    from app.services.bundle import MakeAuthoring, Services
    from app.services.engine_client import EngineClient
    from app.services.examples import Examples
    from app.services.exams.grading import Grading
    from app.services.first import FirstServices
    from app.services.live_engine import LiveEngine
    from app.services.vocabulary import Vocabulary
    from app.store.migrate import Migrated
    from app.web.application import Lifespan
    from app.web.door import WebSettings

SECRET_BYTES = 32
_YOUNG = 10_000  # new objects between two looks of the collector: a save makes hundreds, and none in a circle
THREADS = 12  # routes that wait for the database; more of them only wait for each other
BAKES_AFTER = 2.0  # seconds after the start, so that the first pages have the processor for themselves
BAKES_AGAIN = (
    5.0  # seconds between looks whether a question was published, whose numbers nobody has baked yet
)


def read_secret(settings: Settings) -> bytes:
    """The secret that signs form tokens; made at the first start, readable by its owner alone."""
    path = settings.data / "secret"
    with spoken_files(f"The data folder {settings.data}"):
        settings.data.mkdir(parents=True, exist_ok=True)
        try:
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(new_token())
        except FileExistsError:
            pass
        secret = path.read_bytes()
    if len(secret) < SECRET_BYTES:
        raise SetupFault(
            f"The secret in {path} is shorter than {SECRET_BYTES} bytes. Delete it; a new one is made."
        )
    return secret


def opened_database(settings: Settings) -> Database:
    """The database, opened as it is."""
    with spoken_files(f"The data folder {settings.data}"):
        settings.data.mkdir(parents=True, exist_ok=True)
    return open_database(settings.url)


def existing_database(settings: Settings) -> Database | None:
    """The database, or None where its file was never made."""
    made = settings.database_url or settings.sqlite_path.exists()
    return open_database(settings.url) if made else None


def current_database(settings: Settings) -> Database:
    """The database as it stands, for whoever only reads it. Raises SetupFault where there is none, or an older one."""
    database = existing_database(settings)
    if database is None:
        raise SetupFault("There is no database yet. `keyed serve` or `keyed bank sync` makes one.")
    if not is_current(database):
        database.close()
        raise SetupFault("The database has an older version than this program. Run `keyed migrate` first.")
    return database


def migrate_database(database: Database, clock: Clock) -> "Migrated | None":
    """Bring the database to the newest version; None where it has it."""
    if is_current(database):
        return None
    from app.store.migrate import migrate

    return migrate(database, now=clock.now())


def load_questions(database: Database, settings: Settings, clock: Clock) -> "Synchronised | None":
    """Bring the questions into the database; None where nothing has changed."""
    from app.services.bank_state import banks_current

    if banks_current(database, settings.questions):
        return None
    from app.services.sync_bank import sync_banks

    return sync_banks(database, settings.questions, clock)


def engine_client(settings: Settings) -> "EngineClient":
    """The engine's process, not yet started."""
    from app.services.engine_client import EngineClient

    return EngineClient(environment={**os.environ, "KEYED_DEVICE": settings.device})


@contextmanager
def baking_of(database: Database, settings: Settings) -> "Iterator[Baking]":
    """Baking step by step with an engine of its own, which ends with the block."""
    from app.services.baking import Baking

    baking = Baking(database, engine_client(settings), SystemClock(), settings.variants)
    try:
        yield baking
    finally:
        baking.engine.close()


def worked_examples() -> "Examples":
    """The worked examples; their ball arithmetic is loaded when a page first shows one."""
    from app.services.examples import Examples

    return Examples()


def publishing_over(database: Database, clock: Clock) -> "Publishing":
    """Publishing; the recipes that it needs are loaded when somebody first publishes."""
    from app.services.authoring.publishing import Publishing

    return Publishing(database, clock)


def desk_over(drafting: "Drafting", vocabulary: "Vocabulary", live: "LiveEngine") -> "Desk":
    """The editor; the recipes that it needs are loaded when somebody first opens a draft."""
    from app.services.authoring import desk

    return desk.desk_over(drafting, vocabulary, live)


def remade_picture(content: bytes) -> "Picture":
    """An image encoded anew; what decodes images is loaded when one first comes."""
    from app.authoring.pictures import remade

    return remade(content)


def measuring_over(database: Database, clock: Clock) -> "Measuring":
    """Counting answers; the arithmetic that it needs is loaded when somebody first counts."""
    from app.services.authoring.measuring import Measuring

    return Measuring(database, clock)


def reviewing_over(database: Database, settings: Settings, clock: Clock) -> "Reviewing":
    """Reviews; the recipes that they look at texts by are loaded when somebody first reviews."""
    from app.services.authoring.reviewing import Reviewing

    return Reviewing(database, clock, settings.lone_review)


def exporting_over(database: Database, clock: Clock) -> "Exporting":
    """Exports; what writes the formats of other systems is loaded when somebody first exports."""
    from app.services.authoring.exporting import Exporting
    from app.services.vocabulary import Vocabulary

    return Exporting(database, Vocabulary(database), clock)


def releasing_over(database: Database, clock: Clock) -> "Releasing":
    """Publishing what was approved; what it needs is loaded when somebody first does."""
    from app.services.authoring.releasing import Releasing

    return Releasing(database, clock, publishing_over(database, clock))


def authoring_over(settings: Settings) -> "MakeAuthoring":
    """All that instructors do with questions; loaded when the first of them comes."""

    def make(
        database: Database, vocabulary: "Vocabulary", clock: Clock, live: "LiveEngine"
    ) -> "AuthoringRoom":
        from app.services.authoring.room import Later, join_authoring

        later = Later(
            publishing=lambda: publishing_over(database, clock),
            measuring=lambda: measuring_over(database, clock),
            desk=desk_over,
            reviewing=lambda: reviewing_over(database, settings, clock),
            exporting=lambda: exporting_over(database, clock),
            releasing=lambda: releasing_over(database, clock),
        )
        return join_authoring(database, vocabulary, clock, live, later=later)

    return make


def bake_job(database: Database, settings: Settings, clock: Clock) -> "BakeVariants":
    """Baking in the background, not yet started; what it needs is loaded when it begins."""
    from app.jobs.bake_variants import BakeVariants

    engine = engine_client(settings)

    def make() -> "Baking":
        from app.services.baking import Baking

        return Baking(database, engine, clock, settings.variants)

    return BakeVariants(make, engine, after=BAKES_AFTER, again=BAKES_AGAIN)


def guarded_clock(database: Database) -> GuardedClock:
    """The clock of a server: nobody who sets the machine's moves a deadline, not even across a new start."""
    from app.store.sittings import last_event_at
    from app.store.unit import reading

    with reading(database) as unit:
        return GuardedClock(not_before=last_event_at(unit))


def later_services(
    database: Database, settings: Settings, clock: Clock, first: "FirstServices"
) -> "tuple[Services, Jobs]":
    """All services, joined to the first ones, and what runs in the background."""
    from app.jobs.close_sittings import CloseSittings
    from app.jobs.refresh_statistics import RefreshStatistics
    from app.services.bundle import Outside, join_services

    baking = bake_job(database, settings, clock) if settings.bake else None
    outside = Outside(
        baking=baking.progress if baking else str,
        make_examples=worked_examples,
        make_live=lambda: engine_client(settings),
        make_authoring=authoring_over(settings),
        remake=remade_picture,
    )
    ahead = clock.ahead if isinstance(clock, GuardedClock) else None
    sweeping = CloseSittings(first.finishing.sweep, ahead=ahead)
    services = join_services(database, clock, outside, first)
    return services, Jobs(baking, sweeping, RefreshStatistics(settings))


def grading_over(database: Database, clock: Clock) -> "Grading":
    """Grading; loaded when a sitting is first over."""
    from app.services.exams.grading import Grading

    return Grading(database, clock)


def open_house(settings: Settings, say: Callable[[str], None], clock: Clock | None = None) -> House:
    """Open everything that serving needs. `say` is told of what takes time.

    Raises SetupFault or NotReady with a sentence where the machine is in the way.
    """
    from app.services.bank_state import banks_current
    from app.services.first import join_first

    database = opened_database(settings)
    if not (is_current(database) and banks_current(database, settings.questions)):
        from app.loading import load_apart

        load_apart(settings, say)
    set_clock = clock or guarded_clock(database)
    make_grading = partial(grading_over, database, set_clock)
    first = join_first(database, set_clock, make_grading, grace=settings.grace)
    later = Once(lambda: later_services(database, settings, set_clock, first))
    return House(settings, database, set_clock, first, later)


def authoring_routes() -> "Sequence[BaseRoute]":
    """The pages of instructors on questions; loaded when somebody first goes to one of them."""
    from app.web.authoring_routes import authoring_routes as routes

    return routes()


def web_settings(house: House) -> "WebSettings":
    """What the pages need of the settings."""
    from app.web.door import WebSettings

    return WebSettings(
        secret=read_secret(house.settings),
        hosts=house.settings.hosts,
        https=house.settings.https,
        clock=house.clock,
    )


def web_application(house: House) -> "FastAPI":
    """The pages over an opened house, all of them loaded."""
    from app.web.application import create_app

    later = {"/authoring": authoring_routes}
    return create_app(house.services, web_settings(house), served_alone(house), later=later)


@contextmanager
def short_turns() -> "Iterator[None]":
    """Within the block a thread that only computes lets the others in ten times as often as Python's threads do else."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(usual / 10)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


def served_alone(house: House) -> "Lifespan":
    """Background work while the pages are served without an opening before them, and the end of the house with them."""
    from anyio import to_thread

    @asynccontextmanager
    async def served(_app: "Starlette") -> AsyncIterator[None]:
        house.jobs.start()
        yield
        await to_thread.run_sync(house.close)

    return served


def opening(house: House, begun: Callable[[Jobs], None]) -> "ASGIApp":
    """The house as a server opens it: running exams first, then the pages; background work runs while they are served.

    `begun` is called when all is loaded and the work has begun. Raises SetupFault where the front-end files are missing.
    """
    from anyio import to_thread

    from app.web.assets import load_assets
    from app.web.door import Door
    from app.web.opening import Opening

    settings = web_settings(house)
    load_assets(settings.static)  # without which no page can be made

    def loaded() -> "ASGIApp":
        with short_turns():
            return web_application(house)

    pages: Once[ASGIApp] = Once(loaded)

    def begin() -> None:
        application.wait_for_quiet()
        try:
            pages()
        finally:
            house.jobs.start()
            gc.freeze()  # all that is loaded now stays: looking through it again and again would hold up every request
            gc.set_threshold(_YOUNG)
            gc.enable()
        begun(house.jobs)

    @asynccontextmanager
    async def serving(_app: "Starlette") -> AsyncIterator[None]:
        to_thread.current_default_thread_limiter().total_tokens = THREADS
        beginning = threading.Thread(target=begin, name="beginning", daemon=True)
        beginning.start()
        yield
        await to_thread.run_sync(beginning.join)
        await to_thread.run_sync(house.close)

    application = Opening(Door(house.first, settings), pages, serving)
    return application
