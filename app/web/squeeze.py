"""Compression for the long pages that are read: they hold nothing that a visitor sent, so their size tells nothing."""

import gzip

from starlette.requests import Request
from starlette.responses import Response

_LEVEL = 6


def squeezed(request: Request, response: Response) -> Response:
    """The response compressed for whoever takes that."""
    response.headers["Vary"] = "Accept-Encoding"
    if "gzip" in request.headers.get("accept-encoding", ""):
        response.body = gzip.compress(bytes(response.body), _LEVEL, mtime=0)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))
    return response
