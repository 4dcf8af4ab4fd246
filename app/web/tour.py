"""The tour for the first visit: five short pages with one real question. It is offered until it is taken or skipped."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from app.web.pages import Frame

COOKIE = "keyed_tour"
_LONGEST = 400 * 24 * 3600  # browsers keep no cookie longer
STEPS = (
    "A question",
    "What your answer means",
    "What you know, and what you only guessed",
    "Where to look things up, and to try them",
    "What is yours",
)
# The source lesson's first example: raw scores 2, 0 and 1 with d_k = 4; with the scale, and without it.
RIGHT, SLIP = "0.506, 0.186, 0.307", "0.665, 0.090, 0.245"
OPTIONS = (SLIP, RIGHT)


@dataclass(frozen=True, slots=True)
class TourPage:
    """One step, with what was given to the question of the first."""

    frame: Frame
    n: int
    given: str = ""

    @property
    def title(self) -> str:
        """What the step is about."""
        return STEPS[self.n - 1]

    @property
    def next(self) -> str:
        """What the step after it is about."""
        return STEPS[self.n]

    @property
    def length(self) -> int:
        """How many steps there are."""
        return len(STEPS)

    @property
    def options(self) -> tuple[str, ...]:
        """The options of the question."""
        return OPTIONS

    @property
    def is_right(self) -> bool:
        """Whether the right one was chosen; nothing chosen shows the slip."""
        return self.given == str(OPTIONS.index(RIGHT) + 1)


def was_offered(request: Request) -> bool:
    """Whether the tour was taken or skipped in this browser."""
    return COOKIE in request.cookies


def never_again(response: Response, *, https: bool) -> None:
    """Do not offer the tour in this browser any more."""
    response.set_cookie(COOKIE, "seen", max_age=_LONGEST, httponly=True, samesite="lax", secure=https)
