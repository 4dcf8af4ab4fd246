"""The built front-end files: their hashed names for addresses, and their serving with the cache that a name allows."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.kit.errors import SetupFault

BRIEFLY = "public, max-age=3600"
FOREVER = "public, max-age=31536000, immutable"
MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class Assets:
    """Where the built files lie, and under which hashed name each is served."""

    folder: Path
    names: Mapping[str, str]

    def url(self, name: str) -> str:
        """The address of a built file; it changes when the file changes."""
        return f"/static/{self.names[name]}"


def load_assets(static: Path) -> Assets:
    """The built files below `static`. Raises SetupFault when they have not been built."""
    manifest = static / "vendor" / MANIFEST
    try:
        names = json.loads(manifest.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SetupFault("The front-end files are not built yet. Run: make setup") from None
    return Assets(folder=manifest.parent, names=names)


class BuiltFiles(StaticFiles):
    """Files whose name holds the hash of their content, of which a browser need never ask for one twice, and licences.

    The manifest is ours alone.

    Texts lie there compressed as well, and are sent so to whoever takes that.
    """

    def __init__(self, assets: Assets) -> None:
        super().__init__(directory=assets.folder)
        squeezed = (name for name in assets.names.values() if (assets.folder / f"{name}.gz").is_file())
        self._squeezed = frozenset(squeezed)
        self._hashed = frozenset(assets.names.values())

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path == MANIFEST:
            raise HTTPException(404)
        small = path in self._squeezed and "gzip" in Headers(scope=scope).get("accept-encoding", "")
        response = await super().get_response(f"{path}.gz" if small else path, scope)
        if response.status_code == 200:
            response.headers["Cache-Control"] = FOREVER if path in self._hashed else BRIEFLY
        if path in self._squeezed:
            response.headers["Vary"] = "Accept-Encoding"
        if small:
            response.headers["Content-Encoding"] = "gzip"
        return response
