"""How a server begins: it takes what candidates of running exams send while its pages are still being loaded."""

import threading
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from anyio import to_thread
from starlette.applications import Starlette
from starlette.middleware.errors import ServerErrorMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from app.kit.errors import Problem
from app.kit.once import Once
from app.web.door import Door
from app.web.guard import Guard
from app.web.routes import exam_saves
from app.web.saves import Saves, broken, sitting_of_changes, told

QUIET = 0.5  # seconds without a request after which nobody is in a hurry
_MOST_TIMES = 10  # that it is waited for
Lifespan = Callable[[Starlette], AbstractAsyncContextManager[None]]


def healthz(_request: Request) -> Response:
    """The process answers, and saves what candidates send. Whether all pages are there, /readyz says."""
    return PlainTextResponse("ok\n")


class Opening:
    """Answers by the door alone what can be, until the pages are there; from then on changes alone, on the shortest way.

    Whoever comes for a page waits for them, in a thread: whoever saves meanwhile does not wait.
    """

    def __init__(self, door: Door, pages: Once[ASGIApp], lifespan: Lifespan) -> None:
        self._pages = pages
        self._taken = 0  # requests that the door answered
        self._wanted = threading.Event()
        routes = [Route("/healthz", healthz, methods=["GET"]), *exam_saves.router.routes]
        self._first = Starlette(routes=routes, lifespan=lifespan)
        self._first.state.door = door
        settings = door.settings
        first = ServerErrorMiddleware(self._first, handler=broken)
        self._guarded = Guard(first, hosts=settings.hosts, https=settings.https, refuse=_refuse)
        saves = Saves(door, self._guarded)
        self._saves = ServerErrorMiddleware(saves, handler=saves.on_bug)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._first(scope, receive, send)
            return
        if sitting_id := sitting_of_changes(scope):
            self._taken += 1
            scope["path_params"] = {"sitting_id": sitting_id}
            await self._saves(scope, receive, send)
            return
        pages = self._pages.made
        if pages is None and self._takes(scope):
            self._taken += 1
            scope["app"] = self._first
            await self._guarded(scope, receive, send)
            return
        if pages is None:
            self._wanted.set()
            pages = await to_thread.run_sync(self._pages)
        await pages(scope, receive, send)

    def wait_for_quiet(self) -> None:
        """Wait until candidates have saved what they had, or until somebody wants a page, but not for long.

        Loading in one thread takes the processor from the others at each of their steps.
        """
        before = 0
        for _ in range(_MOST_TIMES):
            if self._wanted.wait(QUIET) or self._taken == before:
                break
            before = self._taken

    def _takes(self, scope: Scope) -> bool:
        return any(route.matches(scope)[0] is Match.FULL for route in self._first.routes)


async def _refuse(scope: Scope, receive: Receive, send: Send, problem: Problem) -> None:
    """The guard's refusal, without a page: only scripts and machines ask for what the door answers."""
    await told(problem)(scope, receive, send)
