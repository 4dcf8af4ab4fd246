"""The web application, made from the services and a few settings."""

import logging
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from types import MappingProxyType

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from app.kit.errors import Problem
from app.services.bundle import Services
from app.web import problems
from app.web.assets import BuiltFiles, load_assets
from app.web.bodies import Bodies
from app.web.door import Door, WebSettings
from app.web.guard import Guard
from app.web.later import LaterRoutes, LoadRoutes
from app.web.routes import (
    calculator,
    comfort,
    exam_reports,
    exam_saves,
    exam_take_over,
    exams,
    experiments,
    home,
    instructor,
    lab,
    own_data,
    pictures,
    plan,
    practice,
    progress,
    proof,
    reading,
    receipts,
    remarks,
    rulings,
    sitting,
    sitting_acts,
    tour,
    watching,
)
from app.web.site import Site, template_environment

# The server says so of every probe for WebSockets, several times; the probe gets the page and nothing is amiss.
_NO_NEWS = ("Unsupported upgrade request.", "No supported WebSocket library detected.")
_ROOMS = (
    exam_saves,
    exam_take_over,
    practice,
    sitting,
    sitting_acts,
    watching,
    rulings,
    receipts,
    proof,
    home,
    plan,
    progress,
    reading,
    lab,
    experiments,
    remarks,
    own_data,
    comfort,
    calculator,
    tour,
    pictures,
    instructor,
    exam_reports,
    exams,  # behind all others: what is no other page below /exams is the name of an exam
)
NOTHING_LATER: Mapping[str, LoadRoutes] = MappingProxyType({})
Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[None]]


def create_app(
    services: Services,
    settings: WebSettings,
    lifespan: Lifespan | None = None,
    *,
    later: Mapping[str, LoadRoutes] = NOTHING_LATER,
) -> FastAPI:
    """The application; what lies below the addresses of `later` is loaded when somebody first goes there.

    Raises SetupFault when the front-end files have not been built.
    """
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    assets = load_assets(settings.static)
    templates = template_environment(settings.templates, assets)
    app = FastAPI(
        title="Keyed",
        # The rooms' own routes and not include_router, which would analyse each again and match each twice.
        routes=[
            *(LaterRoutes(prefix, load) for prefix, load in later.items()),
            *(route for room in _ROOMS for route in room.router.routes),
        ],
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # its redirects name the host that the request named
        openapi_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False},
        lifespan=lifespan,
    )
    app.state.door = Door(services.first, settings)
    app.state.site = Site(services, settings, assets, templates, Bodies(templates))
    app.mount("/static", BuiltFiles(assets), name="static")
    app.add_exception_handler(Problem, problems.on_problem)
    app.add_exception_handler(HTTPException, problems.on_http_error)
    app.add_exception_handler(RequestValidationError, problems.on_invalid_request)
    app.add_exception_handler(ClientDisconnect, problems.on_gone)
    app.add_exception_handler(Exception, problems.on_bug)
    app.add_middleware(Guard, hosts=settings.hosts, https=settings.https, refuse=problems.refuse)
    return app


def _is_news(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith(_NO_NEWS)
