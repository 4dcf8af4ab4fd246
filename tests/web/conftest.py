"""Applications for the tests of the pages: over the stand-in with chosen variants, and over the real store."""

from dataclasses import replace

import pytest
from fastapi import FastAPI

from app.kit.clock import FixedClock
from app.web.application import create_app
from app.web.bodies import Bodies
from app.web.site import Site, WebSettings
from tests.databases import NOW
from tests.web.samples import VARIANTS, WORDS
from tests.web.stand_in import StandIn
from tests.web.visitor import Visitor

SETTINGS = WebSettings(secret=b"a secret of the tests, 32 bytes.", clock=FixedClock(NOW))


@pytest.fixture
def stand_in() -> StandIn:
    return StandIn(list(VARIANTS), WORDS)


@pytest.fixture(scope="session")
def shared_app() -> FastAPI:
    """One application, so that templates are compiled once; each test puts its own services into it."""
    return create_app(StandIn([], WORDS), SETTINGS)  # type: ignore[arg-type]


def with_services(app: FastAPI, services: object) -> FastAPI:
    """The application over other services, with nothing drawn yet."""
    site: Site = app.state.site
    app.state.site = replace(site, services=services, bodies=Bodies(site.templates))
    return app


@pytest.fixture
def app(shared_app: FastAPI, stand_in: StandIn) -> FastAPI:
    return with_services(shared_app, stand_in)


@pytest.fixture
def visitor(app: FastAPI) -> Visitor:
    return Visitor(app)
