"""Exports: which questions, in which format, what is lost, and the file itself."""

from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import RedirectResponse, Response

from app.authoring.outgoing.wish import ExportWish, read_export
from app.kit.errors import BadInput, Problem
from app.web.acting_as import actor_known, actor_of, remember_actor
from app.web.export_pages import ExportPage, report_sheet
from app.web.export_posts import ExportPost
from app.web.login import instructor_form_token, instructor_of, require_instructor_form
from app.web.pages import Frame
from app.web.site import site_of
from app.web.statuses import status_of

if TYPE_CHECKING:
    from app.services.authoring.exporting import Exporting

router = APIRouter(prefix="/authoring")
Instructor = Annotated[str, Depends(instructor_of)]


@router.get("/exports")
def choose(request: Request, instructor: Instructor) -> Response:
    """The choices that an address names, and what comes of them."""
    wish = read_export(dict(request.query_params))
    return _page(request, instructor, wish, actor_known(request))


@router.post("/exports/choice")
def chosen(request: Request, instructor: Instructor, post: Annotated[ExportPost, Form()]) -> Response:
    """What the form holds leads to its address: a list of names that is pasted there can be longer than one."""
    require_instructor_form(request, post.csrf_token)
    return RedirectResponse(f"/authoring/exports?{urlencode(post.wish().fields())}", 303)


@router.get("/exports/report.csv")
def report(request: Request, instructor: Instructor) -> Response:
    """What is kept, changed and dropped of each question, as a sheet."""
    view = _exporting(request).look(read_export(dict(request.query_params)))
    if view.preview is None:
        raise BadInput(view.fault or "Choose a format first.")
    return _file("export-report.csv", "text/csv; charset=utf-8", report_sheet(view.preview.lines))


@router.post("/exports")
def save(request: Request, instructor: Instructor, post: Annotated[ExportPost, Form()]) -> Response:
    """The file, with a record of who took it."""
    require_instructor_form(request, post.csrf_token)
    wish = post.wish()
    try:
        actor = actor_of(post.actor)
        found = _exporting(request).save(wish, actor)
    except BadInput as fault:
        return _page(request, instructor, wish, post.actor, fault)
    response = _file(found.name, found.media, found.content)
    remember_actor(response, request, actor)
    return response


def _page(
    request: Request, instructor: str, wish: ExportWish, actor: str, fault: Problem | None = None
) -> Response:
    page = ExportPage(
        frame=Frame("Exports", "authoring", instructor_form_token(request)),
        instructor=instructor,
        view=_exporting(request).look(wish),
        actor=actor,
        fault=fault.sentence if fault else "",
    )
    status = status_of(fault) if fault else 200
    return site_of(request).page("authoring/exports.html", page, status=status)


def _file(name: str, media: str, content: bytes) -> Response:
    """A file to be saved and never shown."""
    disposition = f'attachment; filename="{name}"'
    return Response(content, media_type=media, headers={"Content-Disposition": disposition})


def _exporting(request: Request) -> "Exporting":
    return site_of(request).services.authoring.exporting()
