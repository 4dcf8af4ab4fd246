"""Statuses of answers, and the words for each: the only place that knows which error of ours has which status."""

from collections.abc import Mapping

from app.kit.errors import (
    BadInput,
    Conflict,
    Gone,
    NotFound,
    NotReady,
    Problem,
    Refused,
    SetupFault,
    TooOften,
)
from app.web.guard import TooMuch

STATUSES: Mapping[type[Problem], int] = {
    TooMuch: 413,
    BadInput: 400,
    Gone: 410,
    Refused: 403,
    NotFound: 404,
    Conflict: 409,
    TooOften: 429,
    NotReady: 503,
    SetupFault: 503,
}
TITLES: Mapping[int, str] = {
    400: "That could not be read",
    403: "Not from here",
    404: "There is no such page",
    405: "Not in this way",
    409: "This has moved on",
    410: "This link does not work any more",
    413: "That was too much at once",
    415: "That is not one of our forms",
    422: "Something in the form is missing",
    429: "A little slower, please",
    431: "That was too much at once",
    500: "Something broke on our side",
    503: "Not ready yet",
}
SENTENCES: Mapping[int, str] = {
    400: "The request could not be read, so nothing was changed.",
    403: "This may not be done from here.",
    404: "The address is wrong, or what stood here belongs to somebody else. What you answered is still kept.",
    405: "This address is not opened in this way. Use the buttons and links of the pages.",
    410: "What was here could be opened once, and cannot be any more.",
    413: "More was sent than an answer can hold, so nothing was changed. Shorten it and send it again.",
    415: "What was sent is not a form of these pages, so nothing was changed.",
    422: "A part of the form is missing or cannot be read, so nothing was changed. Go back and fill it in.",
    429: "Too many requests came at once. Wait a moment and try again.",
    431: "The request brought more cookies than we read, so nothing was changed. Clear them and try again.",
    500: "The fault is ours and is written down under the number below. Saved answers are kept; try again.",
    503: "A part that this page needs is still being prepared. Try again in a moment.",
}


def status_of(problem: Problem) -> int:
    """The status of an error of our own kinds."""
    return next(code for kind, code in STATUSES.items() if isinstance(problem, kind))
