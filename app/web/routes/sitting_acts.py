"""What a candidate does in a sitting without a script: begin, save and go on, note, and end."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from app.exams.places import Reach
from app.exams.saving import Fate
from app.items.exam import Aid
from app.items.public import MatchingForm, OrderingForm
from app.services.exams.finishing import By
from app.services.exams.saving import NOTES, Change
from app.services.exams.showing import QuestionView, SittingView
from app.services.guests import Guest
from app.store.sitting_saves import Login
from app.web.comfort import CHOICES, chosen_from, comfort_now, keep
from app.web.forms import given_line
from app.web.holding import give_holder_cookie, sitting_path
from app.web.login import form_token, guest_who_answers, require_form_token
from app.web.posts import CsrfToken
from app.web.routes.sitting import PlaceNumber, SittingId
from app.web.sheets import SheetPost, draft_tail, read_sheet, same
from app.web.site import site_of
from app.web.sitting_notices import kept_here
from app.web.sitting_way import holds, notice, see

router = APIRouter(prefix="/exams/sittings")
_LOOKS = {"hide-time": {"timer": "off"}, "show-time": {"timer": "on"}}
_OF_THE_PAGE = frozenset({"csrf_token", "go", *(f"look-{name}" for name in CHOICES)})
_PLACES = frozenset({"review", "notes", "end"})
From = Annotated[int, Form(alias="from", ge=0, le=999)]


@dataclass(frozen=True, slots=True)
class _Sent:
    """What was sent and when it arrived, by whom, and how their sitting stands."""

    sheet: SheetPost
    at: datetime
    guest: Guest
    view: SittingView


@router.post("/{sitting_id}/begin")
async def begin(request: Request, sitting_id: SittingId, csrf_token: CsrfToken = "") -> Response:
    """The clock starts, and the browser that started it holds the sitting."""
    guest = await guest_who_answers(request)
    require_form_token(request, csrf_token)
    began = await site_of(request).services.exams.starting.begin_soon(guest.learner_id, sitting_id)
    response = see(f"{sitting_path(sitting_id)}/items/1" if began else sitting_path(sitting_id))
    if began:
        give_holder_cookie(response, site_of(request), sitting_id, 1)
    return response


@router.post("/{sitting_id}/items/{n}")
async def save(request: Request, sitting_id: SittingId, n: PlaceNumber) -> Response:
    """Save what the page of a question holds, and go where its button says; what cannot be saved comes back."""
    async with _arrived(request, sitting_id) as sent:
        sheet, view = sent.sheet, sent.view
        found = await site_of(request).services.exams.showing.question(view, n)
        here = f"{sitting_path(view.id)}/items/{n}"
        if found.place.reach is Reach.AHEAD:
            return see(here)
        fate = await _saved(request, sent, [*_answer(found, sheet), *_notes(view, sheet)])
    if fate is Fate.LATE or found.place.reach is Reach.CLOSED:
        return see(here)
    if fate is not None:
        numbered = isinstance(found.shown.form, MatchingForm | OrderingForm)
        notes = sheet.notes if _notes(view, sheet) else None
        tail = draft_tail(fate, sheet.given, numbered=numbered, notes=notes)
        typed = given_line(found.shown.form, sheet.given)
        return (
            see(here + tail)
            if tail
            else _too_long(request, view, sheet, fate, here=f"items/{n}", typed=typed)
        )
    return _onward(request, view, sheet, here=f"items/{n}", n=n)


@router.post("/{sitting_id}/notes")
async def note(request: Request, sitting_id: SittingId) -> Response:
    """Save the scratch notes, and go where the button says."""
    async with _arrived(request, sitting_id) as sent:
        sheet, view = sent.sheet, sent.view
        fate = await _saved(request, sent, _notes(view, sheet))
    if fate is Fate.LATE:
        return see(f"{sitting_path(view.id)}/over")
    if fate is not None:
        tail = draft_tail(fate, ((), ()), numbered=False, notes=sheet.notes)
        if tail is None:
            return _too_long(request, view, sheet, fate, here="notes")
        return see(f"{sitting_path(view.id)}/notes{tail}")
    return _onward(request, view, sheet, here="notes")


def _too_long(
    request: Request, view: SittingView, sheet: SheetPost, fate: Fate, *, here: str, typed: str = ""
) -> Response:
    """The page that keeps what was not saved and fits no address: it can be sent again from there, or copied."""
    again = tuple((name, text) for name, text in sheet.fields if name not in _OF_THE_PAGE)
    page = kept_here(view, form_token(request), fate=fate, here=here, again=(*again, ("go", "stay")))
    texts = [typed, sheet.notes or ""]
    return notice(request, replace(page, long="\n\n".join(filter(None, texts))), status=409)


@router.post("/{sitting_id}/review")
async def move(request: Request, sitting_id: SittingId) -> Response:
    """Go on from the review, or change how its page looks."""
    sheet = await read_sheet(request)
    _, view = await _whose(request, sitting_id, sheet)
    return _onward(request, view, sheet, here=_here(request, "review"))


@router.post("/{sitting_id}/end")
async def end(request: Request, sitting_id: SittingId) -> Response:
    """End the exam, where this browser holds it and the last button was pressed; else show how it stands."""
    sheet = await read_sheet(request)
    guest, view = await _whose(request, sitting_id, sheet)
    if sheet.go != "end":
        return _onward(request, view, sheet, here=_here(request, "end"))
    if view.is_open and not holds(request, view):
        return see(f"{sitting_path(view.id)}/end")
    if view.is_open:
        finishing = site_of(request).services.exams.finishing
        await finishing.finish(sitting_id, guest.learner_id, by=By.CANDIDATE)
    return see(sitting_path(view.id))


@router.post("/{sitting_id}/part")
async def enter_part(
    request: Request, sitting_id: SittingId, csrf_token: CsrfToken = "", leaving: From = 0
) -> Response:
    """Close the part that is open; `leaving` is its first question, so that a form sent twice closes one part."""
    guest = await guest_who_answers(request)
    require_form_token(request, csrf_token)
    showing = site_of(request).services.exams.showing
    view = await showing.sitting(guest.learner_id, sitting_id)
    root = sitting_path(view.id)
    if not holds(request, view) or not view.is_running or view.place(leaving or 1).reach is not Reach.HERE:
        return see(root)
    n = await run_in_threadpool(showing.enter_next_part, guest.learner_id, sitting_id)
    return see(f"{root}/items/{n}")


@asynccontextmanager
async def _arrived(request: Request, sitting_id: str) -> AsyncIterator[_Sent]:
    """What was sent to be saved. The clock is read before anything is looked up, and nobody closes the sitting meanwhile."""
    sheet = await read_sheet(request)
    with site_of(request).services.exams.saving.arrived(sitting_id) as at:
        guest, view = await _whose(request, sitting_id, sheet)
        yield _Sent(sheet, at, guest, view)


async def _whose(request: Request, sitting_id: str, sheet: SheetPost) -> tuple[Guest, SittingView]:
    """Who sent a form, and how their sitting stands. Raises NotFound for another's, Refused without the token."""
    guest = await guest_who_answers(request)
    require_form_token(request, sheet.csrf_token)
    return guest, await site_of(request).services.exams.showing.sitting(guest.learner_id, sitting_id)


def _answer(found: QuestionView, sheet: SheetPost) -> list[Change]:
    """The change of a question's answer, flag and strikes; none where all of them stand as they are."""
    place = found.place
    struck = sheet.struck if Aid.STRIKE_THROUGH in found.sitting.exam.aids else ()
    alike = same(sheet.given, place.given) and sheet.flagged == place.flagged
    if alike and frozenset(struck) == place.struck:
        return []
    positions, typed = sheet.given
    return [Change(place.n, sheet.seq, positions, typed, sheet.flagged, struck, sheet.spent_ms)]


def _notes(view: SittingView, sheet: SheetPost) -> list[Change]:
    """The change of the scratch notes; none where they stand as they are, or where the exam has none."""
    if sheet.notes is None or Aid.NOTES not in view.exam.aids or sheet.notes == view.notes.text:
        return []
    return [Change(NOTES, sheet.notes_seq, typed=(sheet.notes,))]


async def _saved(request: Request, sent: _Sent, changes: Sequence[Change]) -> Fate | None:
    """Why something of it does not stand, or None where all of it does."""
    if not changes:
        return None
    saving = site_of(request).services.exams.saving
    login, holder = Login(sent.guest.learner_id), sent.sheet.holder
    saved = await saving.save(login, sent.view.id, holder, changes, at=sent.at)
    return next((ack.fate for ack in saved.acks if not ack.fate.stands), None)


def _onward(request: Request, view: SittingView, sheet: SheetPost, *, here: str, n: int = 0) -> Response:
    """Where a button leads, with what was chosen of the page's look kept."""
    response = see(f"{sitting_path(view.id)}/{_way_on(view, sheet.go, here=here, n=n)}")
    chosen = sheet.looks if sheet.go == "look" else _LOOKS.get(sheet.go)
    if chosen:
        now = {name: getattr(comfort_now(), name) for name in CHOICES}
        keep(response, chosen_from({**now, **chosen}), https=site_of(request).settings.https)
    return response


def _way_on(view: SittingView, go: str, *, here: str, n: int) -> str:
    """The address within the sitting to which a button leads; unknown ones stay where they are."""
    if go.isascii() and go.isdigit() and 1 <= int(go) <= len(view.places):
        return f"items/{int(go)}"
    if go in _PLACES:
        return go
    if n and go == "previous":
        return f"items/{max(n - 1, 1)}"
    if n and go == "next":
        if n == len(view.places):
            return "review"
        return f"items/{n + 1}" if view.place(n + 1).reach is Reach.HERE else "part"
    return f"{here}#{'look' if go == 'look' else 'saving'}" if n else here


def _here(request: Request, tail: str) -> str:
    """The page that sent the form, with which of its lists it showed."""
    return f"{tail}?{request.url.query}" if request.url.query else tail
