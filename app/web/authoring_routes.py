"""All routes of instructors on questions; what they need takes longer to load than a start may."""

from starlette.routing import BaseRoute

from app.web.routes import (
    authoring,
    beginning,
    conflicts,
    editing,
    exporting,
    fault_reports,
    history,
    images,
    importing,
    item_acts,
    listing,
    paper,
    paper_answers,
    registry,
    reviewing,
    sampling,
    statistics,
    variants,
)

_ROOMS = (
    reviewing,
    history,
    fault_reports,
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
    variants,
    images,
    conflicts,
    registry,
    authoring,
)


def authoring_routes() -> list[BaseRoute]:
    """The routes, in the order in which they are tried."""
    return [route for room in _ROOMS for route in room.router.routes]
