"""Routes that are loaded when somebody first comes to one of them, so that no start waits for what only few use."""

from collections.abc import Callable, Sequence

from anyio import to_thread
from starlette.datastructures import URLPath
from starlette.routing import BaseRoute, Match, NoMatchFound, Router
from starlette.types import Receive, Scope, Send

from app.kit.once import Once

LoadRoutes = Callable[[], Sequence[BaseRoute]]


class LaterRoutes(BaseRoute):
    """Everything below one address. Loading happens in a thread: whoever is served meanwhile does not wait for it."""

    def __init__(self, prefix: str, load: LoadRoutes) -> None:
        self._prefix = prefix
        self._router = Once(lambda: Router(routes=load(), redirect_slashes=False))

    @property
    def routes(self) -> list[BaseRoute]:
        """The routes, loaded now if they were not."""
        return self._router().routes

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a request goes to this address or below it."""
        path: str = scope["path"] if scope["type"] == "http" else ""
        mine = path == self._prefix or path.startswith(f"{self._prefix}/")
        return (Match.FULL, {}) if mine else (Match.NONE, {})

    def url_path_for(self, name: str, /, **path_params: object) -> URLPath:
        """No address is made from a name here."""
        raise NoMatchFound(name, path_params)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the one of the routes that it is for."""
        router = await to_thread.run_sync(self._router)
        await router(scope, receive, send)
