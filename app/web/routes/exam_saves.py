"""What a running sitting sends and asks behind its pages all the time: changes, and how much time is left.

They await the writing thread, and answer with JSON. The routes are Starlette's own: FastAPI's look at their parameters
for longer than saving takes. They need nothing but the door, and a start serves them before all pages.
"""

import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import wraps

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from app.exams.sitting import Sitting
from app.kit.errors import Problem, TooOften
from app.services.exams.saving import Ack, Saving
from app.store.sitting_saves import Login
from app.web.door import door_of
from app.web.exam_posts import Unreadable, read_changes
from app.web.holding import sitting_path
from app.web.login import guest_token, guest_who_answers, require_form_token
from app.web.quick import JSON, JsonResponse, body_of, kind_of
from app.web.statuses import SENTENCES, status_of

_MILLISECOND = timedelta(milliseconds=1)
Act = Callable[[Request], Awaitable[Response]]


def told(problem: Problem) -> Response:
    """An error of our own kinds as JSON."""
    response = JsonResponse({"sentence": problem.sentence}, status_of(problem))
    if isinstance(problem, TooOften):
        response.headers["Retry-After"] = str(problem.wait)
    return response


def in_json(act: Act) -> Act:
    """An act whose faults are told as JSON: {"sentence": …}."""

    @wraps(act)
    async def kindly(request: Request) -> Response:
        try:
            return await act(request)
        except Unreadable as fault:
            return JsonResponse({"sentence": f"{SENTENCES[422]} {fault}"}, 422)
        except HTTPException as fault:  # more came than any body of ours holds
            return JsonResponse({"sentence": SENTENCES[fault.status_code]}, fault.status_code)
        except Problem as problem:
            return told(problem)

    return kindly


@in_json
async def changes(request: Request) -> Response:
    """Save changes, each durable before it is acknowledged. 409 where none of them stands as it was sent."""
    if kind_of(request) != JSON:
        return JsonResponse({"sentence": SENTENCES[415]}, 415)
    body = await body_of(request)
    sitting_id: str = request.path_params["sitting_id"]
    services = door_of(request).services
    saving = services.saving
    with saving.arrived(sitting_id) as at:
        sent = read_changes(body)
        login = services.guests.remembered(guest_token(request))
        login = login or Login((await guest_who_answers(request)).learner_id)
        require_form_token(request, sent.csrf_token)
        saved = await saving.save(login, sitting_id, sent.holder, sent.changes, at=at)
    stands = standing(saving, saved.sitting, saved.holder)
    stands["acks"] = [_ack(one) for one in saved.acks]
    return JsonResponse(stands, 200 if saved.is_well else 409)


@in_json
async def clock(request: Request) -> Response:
    """How the sitting stands, the time that is left, and what its candidate is told."""
    guest = await guest_who_answers(request)
    services = door_of(request).services
    view = await services.desk.look(guest.learner_id, request.path_params["sitting_id"])
    return JsonResponse({**standing(services.saving, view.sitting, view.holder), "notices": view.notices})


def standing(saving: Saving, sitting: Sitting, holder: int) -> dict[str, object]:
    """What every answer says of the sitting."""
    left = saving.remaining(sitting)
    return {"state": sitting.state, "remaining_ms": left // _MILLISECOND, "holder": holder}


def _ack(ack: Ack) -> dict[str, object]:
    return {
        "n": ack.n,
        "seq": ack.seq,
        "fate": ack.fate,
        "saved_at": ack.saved_at,
        "digest": ack.digest,
        "readable": ack.filled.readable,
        "message": ack.filled.message,
    }


def sitting_of_changes(scope: Scope) -> str | None:
    """The sitting whose changes a request brings; None for any other request."""
    if scope["type"] != "http" or scope["method"] != "POST":
        return None
    found = _CHANGES.fullmatch(scope["path"])
    return None if found is None else found[1]


class Shortcut:
    """Hands changes straight to their route: what lies between the guard and the routes costs as much as saving them."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sitting_id = sitting_of_changes(scope)
        if sitting_id is None:
            await self._app(scope, receive, send)
            return
        scope["path_params"] = {"sitting_id": sitting_id}
        response = await changes(Request(scope, receive))
        await response(scope, receive, send)


_CHANGES = re.compile(sitting_path("([A-Za-z0-9_-]{16})") + "/changes")
_SITTING = sitting_path("{sitting_id}")
router = Router(
    [
        Route(f"{_SITTING}/changes", changes, methods=["POST"]),
        Route(f"{_SITTING}/clock", clock, methods=["GET"]),
    ]
)
