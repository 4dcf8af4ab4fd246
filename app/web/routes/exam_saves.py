"""What a running sitting sends and asks behind its pages all the time: changes, and how much time is left.

They await the writing thread, and answer with JSON. The routes are Starlette's own: FastAPI's look at their parameters
for longer than saving takes. They need nothing but the door, and a start serves them before all pages.
"""

from collections.abc import Awaitable, Callable
from functools import wraps

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router

from app.web.door import door_of
from app.web.holding import sitting_path
from app.web.login import guest_who_answers
from app.web.quick import JsonResponse
from app.web.saves import FAULTS, answer, standing, told

Act = Callable[[Request], Awaitable[Response]]


def in_json(act: Act) -> Act:
    """An act whose faults are told as JSON: {"sentence": …}."""

    @wraps(act)
    async def kindly(request: Request) -> Response:
        try:
            return await act(request)
        except FAULTS as fault:
            return told(fault)

    return kindly


async def changes(request: Request) -> Response:
    """Save changes. A server hands them to `Saves` before they come here."""
    return await answer(door_of(request), request.scope, request.receive, request.path_params["sitting_id"])


@in_json
async def clock(request: Request) -> Response:
    """How the sitting stands, the time that is left, and what its candidate is told."""
    guest = await guest_who_answers(request)
    services = door_of(request).services
    view = await services.desk.look(guest.learner_id, request.path_params["sitting_id"])
    return JsonResponse({**standing(services.saving, view.sitting, view.holder), "notices": view.notices})


_SITTING = sitting_path("{sitting_id}")
router = Router(
    [
        Route(f"{_SITTING}/changes", changes, methods=["POST"]),
        Route(f"{_SITTING}/clock", clock, methods=["GET"]),
    ]
)
