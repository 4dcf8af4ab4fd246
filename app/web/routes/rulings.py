"""Rulings on questions: dropped, full points, other options; tried out first, then confirmed, and taken back likewise."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import RedirectResponse, Response

from app.kit.errors import Conflict, Problem
from app.services.exams.acting import ActFault
from app.services.exams.ruling import MovedOn, RawRuling, RulingFault
from app.services.exams.ruling_views import DryRun
from app.web.login import instructor_form_token, instructor_of, require_instructor_form
from app.web.pages import Frame
from app.web.posts import Slug
from app.web.ruling_pages import WHATS, DryRunPage, RulePart, RulingPage, RulingsPage, told_done
from app.web.site import site_of
from app.web.statuses import status_of
from app.web.watch_posts import RulingPost

router = APIRouter(prefix="/exams/rulings")
Instructor = Annotated[str, Depends(instructor_of)]


@router.get("")
def rulings(request: Request, instructor: Instructor) -> Response:
    """All rulings, and the questions that exams have asked."""
    site = site_of(request)
    page = RulingsPage(
        Frame("Rulings on questions", "authoring"), instructor, site.services.exams.rulings.all()
    )
    return site.page("exams/rulings/list.html", page)


@router.get("/{item_id}")
def one(request: Request, instructor: Instructor, item_id: Slug, moved: str = "") -> Response:
    """One question with the rulings on it and the form for another; `moved` says what the last one came to."""
    done = told_done(int(moved)) if moved.isascii() and moved.isdecimal() and len(moved) < 10 else ""
    return _item_page(request, instructor, item_id, RulePart(), done=done)


@router.post("/{item_id}")
def rule(
    request: Request, instructor: Instructor, item_id: Slug, post: Annotated[RulingPost, Form()]
) -> Response:
    """Try a ruling out; carry it out where what would happen is what was seen and confirmed."""
    require_instructor_form(request, post.csrf_token)
    sent = post.cleaned()
    raw = RawRuling(sent.what, tuple(sent.accepted), sent.reason)
    service = site_of(request).services.exams.rulings
    try:
        if not sent.digest:
            return _dry_page(request, instructor, sent, service.try_out(item_id, raw))
        moved = service.rule(item_id, raw, actor=instructor, digest=sent.digest)
    except MovedOn as fault:
        return _dry_page(request, instructor, sent, fault.dry, fault)
    except (RulingFault, ActFault, Conflict) as fault:
        form = RulePart(sent.what, frozenset(sent.accepted), sent.reason, fault.sentence, _field(fault))
        return _item_page(request, instructor, item_id, form, fault)
    return RedirectResponse(f"/exams/rulings/{item_id}?moved={moved}", 303)


def _field(fault: Problem) -> str:
    return fault.of if isinstance(fault, RulingFault | ActFault) else ""


def _item_page(
    request: Request,
    instructor: str,
    item_id: str,
    form: RulePart,
    fault: Problem | None = None,
    *,
    done: str = "",
) -> Response:
    site = site_of(request)
    item = site.services.exams.rulings.of(item_id)
    page = RulingPage(
        frame=Frame(f"Ruling on {item_id}", "authoring", instructor_form_token(request)),
        instructor=instructor,
        item=item,
        preview=site.bodies.preview(item.shown) if item.shown else None,
        form=form,
        done=done,
        whats=WHATS,
    )
    return site.page("exams/rulings/item.html", page, status=status_of(fault) if fault else 200)


def _dry_page(
    request: Request, instructor: str, sent: RulingPost, dry: DryRun, fault: MovedOn | None = None
) -> Response:
    site = site_of(request)
    page = DryRunPage(
        frame=Frame(f"What a ruling on {dry.item_id} would do", "authoring", instructor_form_token(request)),
        instructor=instructor,
        dry=dry,
        what=sent.what,
        moved_on=fault.sentence if fault else "",
    )
    return site.page("exams/rulings/dry.html", page, status=status_of(fault) if fault else 200)
