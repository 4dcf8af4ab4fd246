"""Which tab or device holds a sitting: a cookie that only the pages of that sitting are sent."""

import re

from starlette.requests import Request
from starlette.responses import Response

from app.web.door import Settled

_WEEK = 7 * 24 * 3600
_HOLDER = re.compile(r"[1-9][0-9]{0,8}")


def holder_cookie(sitting_id: str) -> str:
    """The name of the cookie of one sitting."""
    return f"keyed_sitting_{sitting_id}"


def sitting_path(sitting_id: str) -> str:
    """The address of a sitting, below which all of its pages lie."""
    return f"/exams/sittings/{sitting_id}"


def holder_of(request: Request, sitting_id: str) -> int | None:
    """The holder that this browser was made by beginning or taking over; None where it never was one."""
    text = request.cookies.get(holder_cookie(sitting_id), "")
    return int(text) if _HOLDER.fullmatch(text) else None


def give_holder_cookie(response: Response, site: Settled, sitting_id: str, holder: int) -> None:
    """Let this browser hold the sitting."""
    response.set_cookie(
        holder_cookie(sitting_id),
        str(holder),
        max_age=_WEEK,
        path=sitting_path(sitting_id),
        httponly=True,
        samesite="lax",
        secure=site.settings.https,
    )
