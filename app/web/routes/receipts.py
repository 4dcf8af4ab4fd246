"""The page on which an instructor checks the code of a receipt."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from app.exams.receipt import Receipt, read_code, told_of
from app.web.login import instructor_form_token, instructor_of, require_instructor_form
from app.web.pages import Frame
from app.web.posts import CsrfToken
from app.web.site import site_of

router = APIRouter(prefix="/exams/receipts")
Instructor = Annotated[str, Depends(instructor_of)]
Typed = Annotated[str, Form(max_length=200)]
_UNREADABLE = (
    "This is no whole code: it has 25 letters and digits, and its last one checks the others. "
    "Compare it sign by sign with the receipt, and type it again."
)
_NOT_HELD = (
    "This code does not hold. No graded sitting of this server has it: it was typed from something else, the sitting "
    "was re-opened or graded anew since, or it was made up."
)


@dataclass(frozen=True, slots=True)
class ReceiptsPage:
    """What was typed, and what came of it: a fault, or the receipt that the code is of."""

    frame: Frame
    instructor: str
    typed: str = ""
    fault: str = ""
    receipt: Receipt | None = None

    @property
    def ended(self) -> str:
        """When the sitting of the receipt ended, as the instructor's other pages write moments; "" without one."""
        return f"{self.receipt.finished_at:%Y-%m-%d %H:%M:%S} UTC" if self.receipt else ""


@router.get("")
def ask(request: Request, instructor: Instructor) -> Response:
    """The form for a code."""
    return _page(request, instructor)


@router.post("")
def check(request: Request, instructor: Instructor, code: Typed = "", csrf_token: CsrfToken = "") -> Response:
    """Whether a code holds, and for what. Checking changes nothing."""
    require_instructor_form(request, csrf_token)
    site = site_of(request)
    read = read_code(code)
    if read is None:
        return _page(request, instructor, typed=code, fault=_UNREADABLE, status=422)
    named = site.services.exams.receipts.named_by(read)
    held = None if named is None else told_of(site.settings.secret, named, read)
    if held is None:
        return _page(request, instructor, typed=str(read), fault=_NOT_HELD)
    return _page(request, instructor, typed=str(read), receipt=held)


def _page(
    request: Request,
    instructor: str,
    *,
    typed: str = "",
    fault: str = "",
    receipt: Receipt | None = None,
    status: int = 200,
) -> Response:
    frame = Frame("Check a receipt", "authoring", instructor_form_token(request))
    page = ReceiptsPage(frame, instructor, typed, fault, receipt)
    return site_of(request).page("exams/watch/receipts.html", page, status=status)
