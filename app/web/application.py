"""The web application, made from the services and a few settings."""

import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from app.kit.errors import Problem
from app.services.bundle import Services
from app.web import problems
from app.web.assets import BuiltFiles, load_assets
from app.web.bodies import Bodies
from app.web.guard import Guard
from app.web.routes import (
    authoring,
    beginning,
    calculator,
    comfort,
    conflicts,
    editing,
    exam_reports,
    exam_saves,
    exams,
    experiments,
    exporting,
    history,
    home,
    images,
    importing,
    instructor,
    item_acts,
    lab,
    listing,
    own_data,
    paper,
    paper_answers,
    plan,
    practice,
    progress,
    proof,
    reading,
    receipts,
    remarks,
    reviewing,
    rulings,
    sampling,
    sitting,
    sitting_acts,
    statistics,
    tour,
    watching,
)
from app.web.site import Site, WebSettings, template_environment

# The server says so of every probe for WebSockets, several times; the probe gets the page and nothing is amiss.
_NO_NEWS = ("Unsupported upgrade request.", "No supported WebSocket library detected.")
_ROOMS = (
    exam_saves,
    practice,
    sitting,
    sitting_acts,
    watching,
    rulings,
    reviewing,
    history,
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
    importing,
    listing,
    item_acts,
    beginning,
    editing,
    sampling,
    exporting,
    paper,
    paper_answers,
    statistics,
    images,
    conflicts,
    authoring,
    instructor,
    exam_reports,
    exams,  # behind all others: what is no other page below /exams is the name of an exam
)
Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[None]]


def create_app(services: Services, settings: WebSettings, lifespan: Lifespan | None = None) -> FastAPI:
    """The application. Raises SetupFault when the front-end files have not been built."""
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    assets = load_assets(settings.static)
    templates = template_environment(settings.templates, assets)
    app = FastAPI(
        title="Keyed",
        # The rooms' own routes and not include_router, which would analyse each again and match each twice.
        routes=[route for room in _ROOMS for route in room.router.routes],
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # its redirects name the host that the request named
        openapi_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False},
        lifespan=lifespan,
    )
    app.state.site = Site(services, settings, assets, templates, Bodies(templates))
    app.mount("/static", BuiltFiles(assets), name="static")
    app.add_exception_handler(Problem, problems.on_problem)
    app.add_exception_handler(HTTPException, problems.on_http_error)
    app.add_exception_handler(RequestValidationError, problems.on_invalid_request)
    app.add_exception_handler(Exception, problems.on_bug)
    app.add_middleware(exam_saves.Shortcut)
    app.add_middleware(Guard, hosts=settings.hosts, https=settings.https, refuse=problems.refuse)
    return app


def _is_news(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith(_NO_NEWS)
