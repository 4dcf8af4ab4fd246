"""What a running sitting sends and asks behind its pages: changes, the time that is left, and taking over.

They await the writing thread, and answer with JSON where they were asked in it. The routes are Starlette's own:
FastAPI's look at their parameters for longer than saving takes.
"""

import re
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import wraps
from urllib.parse import parse_qs

import orjson
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from app.exams.sitting import Sitting
from app.kit.errors import Problem, TooOften
from app.services.exams.saving import Ack, Saved
from app.store.sitting_saves import Login
from app.web.exam_posts import Unreadable, read_changes, read_take_over
from app.web.holding import give_holder_cookie, sitting_path
from app.web.login import guest_token, guest_who_answers, require_form_token
from app.web.problems import SENTENCES, status_of
from app.web.sheets import way_back
from app.web.site import site_of

_JSON = "application/json"
_FORM = "application/x-www-form-urlencoded"
_MILLISECOND = timedelta(milliseconds=1)
Act = Callable[[Request], Awaitable[Response]]


def _json(content: object, status: int = 200) -> Response:
    return Response(orjson.dumps(content), status, media_type=_JSON)


def _kind(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip()


def _in_json(act: Act) -> Act:
    """An act whose faults are told as JSON: {"sentence": …}."""

    @wraps(act)
    async def told(request: Request) -> Response:
        try:
            return await act(request)
        except Unreadable as fault:
            return _json({"sentence": f"{SENTENCES[422]} {fault}"}, 422)
        except HTTPException as fault:  # more came than any body of ours holds
            return _json({"sentence": SENTENCES[fault.status_code]}, fault.status_code)
        except Problem as problem:
            response = _json({"sentence": problem.sentence}, status_of(problem))
            if isinstance(problem, TooOften):
                response.headers["Retry-After"] = str(problem.wait)
            return response

    return told


@_in_json
async def changes(request: Request) -> Response:
    """Save changes, each durable before it is acknowledged. 409 where none of them stands as it was sent."""
    if _kind(request) != _JSON:
        return _json({"sentence": SENTENCES[415]}, 415)
    body = await request.body()
    sitting_id: str = request.path_params["sitting_id"]
    saving = site_of(request).services.exams.saving
    with saving.arrived(sitting_id) as at:
        sent = read_changes(body)
        login = site_of(request).services.guests.remembered(guest_token(request))
        login = login or Login((await guest_who_answers(request)).learner_id)
        require_form_token(request, sent.csrf_token)
        saved = await saving.save(login, sitting_id, sent.holder, sent.changes, at=at)
    return _json(
        {**_standing(request, saved.sitting, saved.holder), "acks": [_ack(one) for one in saved.acks]},
        200 if saved.is_well else 409,
    )


@_in_json
async def clock(request: Request) -> Response:
    """How the sitting stands, the time that is left, and what its candidate is told."""
    guest = await guest_who_answers(request)
    desk = site_of(request).services.exams.desk
    view = await desk.look(guest.learner_id, request.path_params["sitting_id"])
    return _json({**_standing(request, view.sitting, view.holder), "notices": view.notices})


async def take_over(request: Request) -> Response:
    """Go on with a sitting here: by a page's script, or by its button."""
    match _kind(request):
        case media if media == _JSON:
            return await _take_over_by_script(request)
        case media if media == _FORM:
            sent = parse_qs((await request.body()).decode("utf-8", "replace"))
            saved = await _taken_over(request, sent.get("csrf_token", [""])[-1])
            root, way = sitting_path(request.path_params["sitting_id"]), way_back(sent.get("back", [""])[-1])
            response: Response = RedirectResponse(f"{root}/{way}" if way else root, 303)
            give_holder_cookie(response, site_of(request), request.path_params["sitting_id"], saved.holder)
            return response
        case _:
            return _json({"sentence": SENTENCES[415]}, 415)


@_in_json
async def _take_over_by_script(request: Request) -> Response:
    saved = await _taken_over(request, read_take_over(await request.body()))
    response = _json(_standing(request, saved.sitting, saved.holder))
    give_holder_cookie(response, site_of(request), request.path_params["sitting_id"], saved.holder)
    return response


async def _taken_over(request: Request, csrf_token: str) -> Saved:
    guest = await guest_who_answers(request)
    require_form_token(request, csrf_token)
    saving = site_of(request).services.exams.saving
    return await saving.take_over(guest.learner_id, request.path_params["sitting_id"])


def _standing(request: Request, sitting: Sitting, holder: int) -> dict[str, object]:
    left = site_of(request).services.exams.saving.remaining(sitting)
    return {"state": sitting.state.value, "remaining_ms": left // _MILLISECOND, "holder": holder}


def _ack(ack: Ack) -> dict[str, object]:
    return {
        "n": ack.n,
        "seq": ack.seq,
        "fate": ack.fate.value,
        "saved_at": _moment(ack.saved_at),
        "digest": ack.digest,
        "readable": ack.filled.readable,
        "message": ack.filled.message,
    }


def _moment(at: datetime | None) -> str | None:
    """A moment in UTC to the second, as 2026-11-30T04:31:05Z."""
    return None if at is None else f"{at:%Y-%m-%dT%H:%M:%SZ}"


class Shortcut:
    """Hands changes straight to their route: what lies between the guard and the routes costs as much as saving them."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _CHANGES.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if found is None or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        scope["path_params"] = {"sitting_id": found[1]}
        response = await changes(Request(scope, receive))
        await response(scope, receive, send)


_CHANGES = re.compile(sitting_path("([A-Za-z0-9_-]{16})") + "/changes")
_SITTING = sitting_path("{sitting_id}")
router = Router(
    [
        Route(f"{_SITTING}/changes", changes, methods=["POST"]),
        Route(f"{_SITTING}/clock", clock, methods=["GET"]),
        Route(f"{_SITTING}/take-over", take_over, methods=["POST"]),
    ]
)
