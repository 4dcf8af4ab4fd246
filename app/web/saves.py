"""The shortest way from a change in an exam to its acknowledgement: what lies between would cost as much as saving it."""

import logging
import re
from datetime import timedelta

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.exams.sitting import Sitting
from app.kit.errors import NotFound, Problem, TooOften
from app.services.exams.saving import Ack, Saving
from app.store.sitting_saves import Login
from app.web.door import Door
from app.web.exam_posts import Unreadable, read_changes
from app.web.guard import LARGEST_BODY, Guard
from app.web.holding import sitting_path
from app.web.login import NOT_YOURS, guest_cookie, require_token
from app.web.quick import JSON, JsonResponse, body_of, kind_of
from app.web.statuses import SENTENCES, status_of

Fault = Unreadable | HTTPException | ClientDisconnect | Problem
FAULTS = (Unreadable, HTTPException, ClientDisconnect, Problem)
_LOG = logging.getLogger("keyed.web")
_BROKEN = "The fault is ours and is written down. What was saved is kept; send the rest again in a moment."
_MILLISECOND = timedelta(milliseconds=1)
_CHANGES = re.compile(sitting_path("([A-Za-z0-9_-]{16})") + "/changes")


def sitting_of_changes(scope: Scope) -> str | None:
    """The sitting whose changes a request brings; None for any other request."""
    if scope["type"] != "http" or scope["method"] != "POST":
        return None
    found = _CHANGES.fullmatch(scope["path"])
    return None if found is None else found[1]


class Saves:
    """Answers requests that bring changes, and no others, with nothing between the socket and what they are saved by."""

    def __init__(self, door: Door, guard: Guard) -> None:
        self._door = door
        self._guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        problem = self._guard.fault(scope)
        if problem is None:
            response = await answer(self._door, scope, receive, scope["path_params"]["sitting_id"])
        else:
            response = told(problem)
        headers = [*response.raw_headers, *self._guard.headers(scope)]
        await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": response.body})

    async def on_bug(self, request: Request, fault: Exception) -> Response:
        """As `broken`, with the headers of every answer."""
        response = await broken(request, fault)
        response.raw_headers.extend(self._guard.headers(request.scope))
        return response


async def broken(request: Request, fault: Exception) -> Response:
    """A broken invariant: written down with the request id, and answered without details."""
    _LOG.error("request %s failed", request.scope["state"]["request_id"], exc_info=fault)
    return JsonResponse({"sentence": _BROKEN}, 500)


async def answer(door: Door, scope: Scope, receive: Receive, sitting_id: str) -> JsonResponse:
    """Save changes, each durable before it is acknowledged; whatever is wrong with them is told."""
    try:
        return await _saved(door, scope, receive, sitting_id)
    except FAULTS as fault:
        return told(fault)


def told(fault: Fault) -> JsonResponse:
    """What is wrong with a request that a script sent: {"sentence": …}."""
    match fault:
        case Unreadable():
            return JsonResponse({"sentence": f"{SENTENCES[422]} {fault}"}, 422)
        case HTTPException():  # more came than any body of ours holds
            return JsonResponse({"sentence": SENTENCES[fault.status_code]}, fault.status_code)
        case ClientDisconnect():  # the line broke in the middle of what was sent; nobody hears this any more
            return JsonResponse({"sentence": SENTENCES[400]}, 400)
    response = JsonResponse({"sentence": fault.sentence}, status_of(fault))
    if isinstance(fault, TooOften):
        response.headers["Retry-After"] = str(fault.wait)
    return response


async def _saved(door: Door, scope: Scope, receive: Receive, sitting_id: str) -> JsonResponse:
    """409 where none of the changes stands as it was sent."""
    headers = scope["headers"]
    if kind_of(headers) != JSON:
        return JsonResponse({"sentence": SENTENCES[415]}, 415)
    body = await body_of(receive, LARGEST_BODY)
    saving, cookie = door.services.saving, guest_cookie(door, headers)
    with saving.arrived(sitting_id) as at:
        sent = read_changes(body)
        login = door.services.guests.remembered(cookie) or await _login(door, cookie)
        require_token(door, cookie, sent.csrf_token, ours=scope["state"].get("from_us"))
        saved = await saving.save(login, sitting_id, sent.holder, sent.changes, at=at)
    stands = standing(saving, saved.sitting, saved.holder)
    stands["acks"] = [_ack(one) for one in saved.acks]
    return JsonResponse(stands, 200 if saved.is_well else 409)


async def _login(door: Door, cookie: str | None) -> Login:
    """Whoever was not seen since the start of this server is looked up."""
    guest = await door.services.guests.known(cookie, door.settings.clock.now())
    if guest is None:
        raise NotFound(NOT_YOURS)
    return Login(guest.learner_id)


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
