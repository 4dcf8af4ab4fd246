"""Errors to pages. Every page has a kind sentence, a request id and a way back."""

import logging

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from app.kit.errors import Problem, TooOften
from app.web.guard import safety_headers
from app.web.pages import Frame, ProblemPage
from app.web.site import Site, site_of
from app.web.statuses import SENTENCES, TITLES, status_of

_ASKED = "This part of the address cannot be read: {}. Correct it, or use the links and buttons of the pages."
_LONGEST_NAMES = 200
_LOG = logging.getLogger("keyed.web")


def problem_page(site: Site, request_id: str, *, status: int, sentence: str = "") -> HTMLResponse:
    """The page of one error."""
    page = ProblemPage(
        frame=Frame(title=TITLES.get(status, "That did not work")),
        status=status,
        sentence=sentence or SENTENCES.get(status, "That did not work, and nothing was changed."),
        request_id=request_id,
    )
    return site.page("problems/problem.html", page, status=status)


def request_id_of(request: Request) -> str:
    """The number under which a request is written down."""
    found: str = request.scope.get("state", {}).get("request_id", "")
    return found


def on_problem(request: Request, problem: Exception) -> Response:
    """A kind of ours: its own sentence."""
    if not isinstance(problem, Problem):
        raise problem
    response = problem_page(
        site_of(request), request_id_of(request), status=status_of(problem), sentence=problem.sentence
    )
    if isinstance(problem, TooOften):
        response.headers["Retry-After"] = str(problem.wait)
    return response


def on_http_error(request: Request, problem: Exception) -> Response:
    """The framework's refusals (no such address, wrong method, body too large), in our words."""
    if not isinstance(problem, HTTPException):
        raise problem
    response = problem_page(site_of(request), request_id_of(request), status=problem.status_code)
    response.headers.update(problem.headers or {})
    return response


def on_invalid_request(request: Request, problem: Exception) -> Response:
    """A request that does not fit its route: a wrong path is 404, a wrong query 400 with its names, a wrong form 422.

    What was sent is not repeated.
    """
    if not isinstance(problem, RequestValidationError):
        raise problem
    places = [error["loc"] for error in problem.errors()]
    asked = [str(place[-1]) for place in places if place[0] == "query"]
    status = 404 if any(place[0] == "path" for place in places) else 400 if asked else 422
    sentence = _ASKED.format(", ".join(dict.fromkeys(asked))[:_LONGEST_NAMES]) if status == 400 else ""
    return problem_page(site_of(request), request_id_of(request), status=status, sentence=sentence)


def on_gone(request: Request, problem: Exception) -> Response:
    """The line broke in the middle of what was sent: no fault of ours, and nobody hears the answer."""
    if not isinstance(problem, ClientDisconnect):
        raise problem
    return problem_page(site_of(request), request_id_of(request), status=400)


def on_bug(request: Request, problem: Exception) -> Response:
    """A broken invariant: written down with the request id, and answered without details."""
    request_id = request_id_of(request)
    site = site_of(request)
    _LOG.error("request %s failed", request_id, exc_info=problem)
    response = problem_page(site, request_id, status=500)
    for name, value in safety_headers(request_id, https=site.settings.https):
        response.headers[name.decode()] = value.decode()
    return response


async def refuse(scope: Scope, receive: Receive, send: Send, problem: Problem) -> None:
    """The page of a request that the guard turned away before any route saw it."""
    request = Request(scope)
    response = on_problem(request, problem)
    await response(scope, receive, send)
