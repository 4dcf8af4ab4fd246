"""The pages of a sitting, none of which needs a script: its begin, its questions, notes, review, and ends."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from app.exams.places import Reach
from app.exams.sitting import State
from app.kit.errors import NotFound
from app.services.exams.showing import QuestionView, SittingView
from app.web.comfort import comfort_now
from app.web.forms import given_line
from app.web.holding import sitting_path
from app.web.login import form_token
from app.web.pages import FormPart
from app.web.sheets import Draft, draft_of
from app.web.site import site_of
from app.web.sitting_notices import at_the_end, closed_part, next_part
from app.web.sitting_pages import begin_page, end_page, form_part, notes_page, review_page, sheet_page
from app.web.sitting_way import in_the_way, notice, see, visit

router = APIRouter(prefix="/exams/sittings")
SittingId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{16}$")]
PlaceNumber = Annotated[int, Path(ge=1, le=999)]
_NO_NOTES = "This exam has no scratch notes."


@router.get("/{sitting_id}")
async def sitting(request: Request, sitting_id: SittingId) -> Response:
    """Where a sitting stands: before its begin, in the middle, or over."""
    _, view = await visit(request, sitting_id)
    root = sitting_path(view.id)
    if view.clock.state is State.CREATED:
        return site_of(request).page("exams/sitting/begin.html", begin_page(view, form_token(request)))
    return see(f"{root}/items/{view.first.n}" if view.is_open else f"{root}/report")


@router.get("/{sitting_id}/items/{n}")
async def item(request: Request, sitting_id: SittingId, n: PlaceNumber) -> Response:
    """One question, with what stands there, or with what could not be saved."""
    site = site_of(request)
    _, view = await visit(request, sitting_id)
    if view.place(n).reach is not Reach.HERE:
        return in_the_way(request, view, back=_asked(request, f"items/{n}")) or await _closed(
            request, view, n
        )
    found = await site.services.exams.showing.question(view, n)
    draft = draft_of(request)
    typed = given_line(found.shown.form, draft.given) if draft else ""
    stop = in_the_way(request, view, back=_asked(request, f"items/{n}"), typed=typed)
    if stop is not None:
        return stop
    return _sheet(request, found, draft)


async def _closed(request: Request, view: SittingView, n: int) -> Response:
    """The page of a question whose part is not open."""
    late = n in await site_of(request).services.exams.showing.late(view)
    return notice(request, closed_part(view, comfort_now(), form_token(request), n=n, late=late), status=409)


def _sheet(request: Request, found: QuestionView, draft: Draft | None) -> Response:
    """The page of a question. Only an empty form is the same for everybody and need not be drawn."""
    site = site_of(request)
    question, form = site.bodies.of(found.place.variant_id, found.shown)
    part = form_part(found, draft)
    if part != FormPart(found.shown):
        form = site.bodies.form(part)
    page = sheet_page(found, comfort_now(), form_token(request), question=question, form=form, draft=draft)
    return site.page("exams/sitting/question.html", page)


@router.get("/{sitting_id}/notes")
async def notes(request: Request, sitting_id: SittingId) -> Response:
    """The scratch notes on a page of their own."""
    _, view = await visit(request, sitting_id)
    draft = draft_of(request)
    stop = in_the_way(
        request, view, back=_asked(request, "notes"), typed=(draft.notes or "") if draft else ""
    )
    if stop is not None:
        return stop
    page = notes_page(view, comfort_now(), form_token(request), draft=draft)
    if page is None:
        raise NotFound(_NO_NOTES)
    return site_of(request).page("exams/sitting/notes.html", page)


@router.get("/{sitting_id}/review")
async def review(request: Request, sitting_id: SittingId, show: str = "all") -> Response:
    """How all questions stand."""
    _, view = await visit(request, sitting_id)
    stop = in_the_way(request, view, back=_asked(request, "review"))
    if stop is not None:
        return stop
    page = review_page(view, comfort_now(), form_token(request), show=show)
    return site_of(request).page("exams/sitting/review.html", page)


@router.get("/{sitting_id}/end")
async def end(request: Request, sitting_id: SittingId, asked: str = "") -> Response:
    """Whether to end the exam, asked for the first or for the second time."""
    _, view = await visit(request, sitting_id)
    stop = in_the_way(request, view, back=_asked(request, "end"))
    if stop is not None:
        return stop
    page = end_page(view, comfort_now(), form_token(request), asked=asked == "once")
    return site_of(request).page("exams/sitting/end.html", page)


@router.get("/{sitting_id}/part")
async def part(request: Request, sitting_id: SittingId) -> Response:
    """Whether to close the part that is open, where there is one behind it."""
    _, view = await visit(request, sitting_id)
    stop = in_the_way(request, view, back="part")
    if stop is not None:
        return stop
    if view.parts.next_part is None:
        return see(f"{sitting_path(view.id)}/review")
    return notice(request, next_part(view, comfort_now(), form_token(request)))


@router.get("/{sitting_id}/over")
async def over(request: Request, sitting_id: SittingId) -> Response:
    """That the exam is over, what counts, and what came too late."""
    _, view = await visit(request, sitting_id)
    if view.clock.state is State.CREATED or view.clock.state is State.PAUSED or view.is_running:
        return see(sitting_path(view.id))
    late = await site_of(request).services.exams.showing.late(view)
    return notice(request, at_the_end(view, form_token(request), late=late))


def _asked(request: Request, tail: str) -> str:
    """The address within the sitting that was asked for, with what it carries."""
    return f"{tail}?{request.url.query}" if request.url.query else tail
