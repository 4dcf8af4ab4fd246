"""Sittings as instructors see them, and what they do with them: add time, pause, go on, end, re-open, release results."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import RedirectResponse, Response

from app.kit.errors import Problem
from app.kit.ids import new_id
from app.services.exams.acting import Act, ActFault, ActKind, RawAct, read_act
from app.services.exams.watch_views import Done
from app.services.exams.watching import Filter
from app.web.login import instructor_form_token, instructor_of, require_instructor_form
from app.web.markup import fragment
from app.web.pages import Frame
from app.web.site import site_of
from app.web.statuses import status_of
from app.web.watch_pages import (
    ACTS,
    SHOWN,
    ActPart,
    DonePage,
    LinePart,
    RowsPart,
    SurePage,
    WatchOnePage,
    WatchPage,
)
from app.web.watch_posts import ActPost, SittingId

router = APIRouter(prefix="/exams/watch")
Instructor = Annotated[str, Depends(instructor_of)]


@router.get("")
def sittings(
    request: Request, instructor: Instructor, exam: str = "", show: str = "live", mark: str = ""
) -> Response:
    """The list of sittings with how each stands; looking changes nothing."""
    sent = _asked(exam, show)
    return _list_page(request, instructor, sent, marks_all=mark == "all")


@router.get("/rows")
def rows(request: Request, _instructor: Instructor, exam: str = "", show: str = "live") -> Response:
    """The table alone, for the script that keeps it fresh."""
    site = site_of(request)
    sent = _asked(exam, show)
    return site.page("exams/watch/rows.html", RowsPart(site.services.exams.watching.watched(_filter(sent))))


@router.get("/acts")
def back(_instructor: Instructor) -> Response:
    """The address of what an act came to, opened again by hand, is the list's."""
    return RedirectResponse("/exams/watch", 303)


@router.post("/acts")
async def act(request: Request, instructor: Instructor, post: Annotated[ActPost, Form()]) -> Response:
    """Carry an act out for the sittings that are named, after asking once more where they would end."""
    require_instructor_form(request, post.csrf_token)
    sent = post.cleaned()
    try:
        wished = read_act(RawAct(sent.act, sent.minutes, sent.reason, sent.act_id), instructor)
        if wished.kind is ActKind.END and sent.sitting and sent.sure != "yes":
            return await asyncio.to_thread(_sure_page, request, instructor, sent)
        done = await site_of(request).services.exams.instructing.act(sent.sitting, wished)
    except ActFault as fault:
        return await asyncio.to_thread(_refused_page, request, instructor, sent, fault)
    return _told(request, instructor, sent, wished, done)


@router.get("/{sitting_id}")
def one(request: Request, instructor: Instructor, sitting_id: SittingId, events: str = "") -> Response:
    """One sitting with its time, its form and its events."""
    page = _one_page(request, instructor, sitting_id, ActPart(), all_changes=events == "all")
    return site_of(request).page("exams/watch/one.html", page)


def _asked(exam: str, show: str) -> ActPost:
    """A filter that stands in an address, as a form that asks for nothing else."""
    return ActPost.model_validate({"exam": exam[:200], "show": show[:200]}).cleaned()


def _filter(sent: ActPost) -> Filter:
    """The sittings that a filter names; what it does not know it leaves out."""
    return Filter(sent.exam or None, SHOWN.get(sent.show, SHOWN["live"])[1])


def _list_page(
    request: Request,
    instructor: str,
    sent: ActPost,
    fault: ActFault | None = None,
    *,
    marks_all: bool = False,
) -> Response:
    site = site_of(request)
    watched = site.services.exams.watching.watched(_filter(sent))
    part = RowsPart(watched, frozenset(sent.sitting), marks_all)
    page = WatchPage(
        frame=Frame("Sittings", "authoring", instructor_form_token(request)),
        instructor=instructor,
        rows=part,
        table=fragment(site.templates.get_template("exams/watch/rows.html"), part),
        exam_id=sent.exam,
        show=sent.show if sent.show in SHOWN else "live",
        form=_form(sent, fault),
        act_id=new_id(),
        shown=SHOWN,
        acts=ACTS,
    )
    return site.page("exams/watch/list.html", page, status=status_of(fault) if fault else 200)


def _one_page(
    request: Request, instructor: str, sitting_id: str, form: ActPart, *, all_changes: bool = False
) -> WatchOnePage:
    view = site_of(request).services.exams.watching.sitting(sitting_id, all_changes=all_changes)
    return WatchOnePage(
        frame=Frame(f"Sitting {sitting_id[:6]}", "authoring", instructor_form_token(request)),
        instructor=instructor,
        view=view,
        all_changes=all_changes,
        form=form,
        act_id=new_id(),
        acts=ACTS,
    )


def _form(sent: ActPost, fault: Problem | None) -> ActPart:
    """The fields of an act as they were sent, and why nothing was done."""
    of = fault.of if isinstance(fault, ActFault) else ""
    return ActPart(sent.act, sent.minutes, sent.reason, fault.sentence if fault else "", of)


def _refused_page(request: Request, instructor: str, sent: ActPost, fault: ActFault) -> Response:
    """The page that the form stood on, with what was typed in it and why nothing was done."""
    if sent.back == "one" and len(sent.sitting) == 1:
        page = _one_page(request, instructor, sent.sitting[0], _form(sent, fault))
        return site_of(request).page("exams/watch/one.html", page, status=status_of(fault))
    return _list_page(request, instructor, sent, fault)


def _sure_page(request: Request, instructor: str, sent: ActPost) -> Response:
    site = site_of(request)
    watched = site.services.exams.watching.named(sent.sitting)
    page = SurePage(
        frame=Frame("End sittings", "authoring", instructor_form_token(request)),
        instructor=instructor,
        lines=tuple(LinePart(line, watched.at) for line in watched.lines),
        form=_form(sent, None),
        act_id=sent.act_id,
        back=sent.back,
    )
    return site.page("exams/watch/sure.html", page)


def _told(request: Request, instructor: str, sent: ActPost, wished: Act, done: tuple[Done, ...]) -> Response:
    """What an act came to: back to the sitting where it was done for one, else a page that says it of each."""
    refused = [one for one in done if one.refused]
    if sent.back == "one" and len(done) == 1 and not refused:
        return RedirectResponse(f"/exams/watch/{done[0].sitting_id}", 303)
    page = DonePage(Frame(ACTS[wished.kind][0], "authoring"), instructor, ACTS[wished.kind][0], done)
    return site_of(request).page(
        "exams/watch/done.html", page, status=409 if len(refused) == len(done) else 200
    )
