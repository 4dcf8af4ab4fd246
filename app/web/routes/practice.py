"""Practice: choose, answer, read the feedback, go on. The answer key is never in hand here before an answer."""

from dataclasses import replace
from typing import Annotated, assert_never

from fastapi import APIRouter, Form, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from app.grading.response import Invalid
from app.kit.errors import Conflict
from app.kit.ids import new_id
from app.practice.choice import PracticeChoice
from app.scheduling.rating import Confidence, read_confidence
from app.services.practise import RawAnswer
from app.services.views import Guest, Saved
from app.web import posts
from app.web.login import (
    form_token,
    give_guest_cookie,
    guest_of,
    guest_or_none,
    guest_who_answers,
    require_form_token,
)
from app.web.own_parts import remarks_before, remarks_part
from app.web.pages import ChoosePage, FormPart, Frame, feedback_page, item_page, place_name, summary_page
from app.web.posts import CsrfToken, PracticeId, QuestionNumber, StartPost
from app.web.site import site_of
from app.web.words import nothing_fits

router = APIRouter(prefix="/practice")


def _see(address: str) -> RedirectResponse:
    """Go and look at another page (303), so that a reload sends no form again."""
    return RedirectResponse(address, 303)


@router.get("")
def choose(request: Request) -> Response:
    """Choose kind, level and length."""
    site = site_of(request)
    guest = guest_or_none(request)
    view = site.services.practise.home(guest.learner_id if guest else None)
    frame = Frame("Choose a practice", "practice", form_token(request))
    counts = site.services.practise.states(guest.learner_id) if guest else None
    page = ChoosePage(frame, view, PracticeChoice(), site.services.offering.pairs(), counts=counts)
    response = site.page("practice/choose.html", page)
    give_guest_cookie(response, site, guest)
    return response


@router.post("")
def start(request: Request, sent: Annotated[StartPost, Form()]) -> Response:
    """Begin a practice; a visitor without a cookie becomes a guest here, unless there is nothing to begin."""
    require_form_token(request, sent.csrf_token, may_be_stale=True)
    site = site_of(request)
    if not site.services.offering.has(sent.choice()):
        return _choose_again(request, sent.choice(), guest_or_none(request))
    guest = guest_or_none(request) or site.services.guests.welcome()
    try:
        practice_id = site.services.practise.start(guest.learner_id, sent.choice())
    except Conflict as nothing:
        return _choose_again(request, sent.choice(), guest, fault=nothing.sentence)
    response = _see(f"/practice/{practice_id}/items/1")
    give_guest_cookie(response, site, guest)
    return response


def _choose_again(
    request: Request, choice: PracticeChoice, guest: Guest | None, *, fault: str = ""
) -> Response:
    """The form again, as it was filled in, with a sentence on why no practice can begin and which choice could."""
    site = site_of(request)
    view = site.services.practise.home(guest.learner_id if guest else None)
    counts = site.services.practise.states(guest.learner_id) if guest else None
    offered = site.services.offering.pairs()
    frame = Frame("Nothing fits this choice", "practice", form_token(request))
    fault = fault or nothing_fits(choice, offered)
    page = ChoosePage(frame, view, choice, offered, fault=fault, counts=counts)
    response = site.page("practice/choose.html", page, status=422)
    give_guest_cookie(response, site, guest)
    return response


@router.post("/{practice_id}/next")
def go_on(request: Request, practice_id: PracticeId, csrf_token: CsrfToken = "") -> Response:
    """The next question, or the summary at the end."""
    guest = guest_of(request)
    require_form_token(request, csrf_token)
    n = site_of(request).services.practise.open_next(guest.learner_id, practice_id)
    return _see(f"/practice/{practice_id}/summary" if n is None else f"/practice/{practice_id}/items/{n}")


@router.get("/{practice_id}/items/{n}")
def item(request: Request, practice_id: PracticeId, n: QuestionNumber) -> Response:
    """One question. This only reads."""
    site = site_of(request)
    view = site.services.practise.item(guest_of(request).learner_id, practice_id, n)
    question, form = site.bodies.of(view.variant_id, view.shown)
    if view.answered:
        form = site.bodies.form(FormPart(view.shown, closed=True))
    frame = Frame(place_name(view.place), "practice", form_token(request))
    page = item_page(view, frame, question=question, form=form, submission_id=new_id())
    return site.page("practice/item.html", replace(page, remarks=remarks_before(request, view)))


@router.post("/{practice_id}/items/{n}/response")
async def respond(request: Request, practice_id: PracticeId, n: QuestionNumber) -> Response:
    """Save an answer: one durable write, then the feedback; an unreadable one comes back and costs nothing."""
    answer = await posts.read_answer(request)
    guest = await guest_who_answers(request)
    require_form_token(request, answer.csrf_token)
    raw = RawAnswer(
        posts.clean(answer.option), posts.clean(answer.typed), answer.submission_id, answer.confidence
    )
    outcome = await site_of(request).services.practise.respond(guest.learner_id, practice_id, n, raw)
    match outcome:
        case Saved():
            return _see(f"/practice/{outcome.practice_id}/items/{outcome.n}/feedback")
        case Invalid():
            said = read_confidence(answer.confidence)
            return await run_in_threadpool(_give_back, request, guest, (practice_id, n), (outcome, said))
        case _:
            assert_never(outcome)


@router.get("/{practice_id}/items/{n}/response")
def back_to_item(practice_id: PracticeId, n: QuestionNumber) -> Response:
    """The address of a page that gave an answer back, opened again by hand, is the question's."""
    return _see(f"/practice/{practice_id}/items/{n}")


def _give_back(
    request: Request, guest: Guest, where: tuple[str, int], given: tuple[Invalid, Confidence | None]
) -> Response:
    """The question again, with everything that was given and a sentence beside each field that cannot be read."""
    site, (outcome, said) = site_of(request), given
    view = site.services.practise.item(guest.learner_id, *where)
    question, _ = site.bodies.of(view.variant_id, view.shown)
    form = site.bodies.form(FormPart(view.shown, outcome.typed, outcome.positions, outcome.faults))
    frame = Frame(f"Not read yet. {place_name(view.place)}", "practice", form_token(request))
    page = item_page(view, frame, question=question, form=form, submission_id=new_id())
    page = replace(page, faults=outcome.faults, said=said, remarks=remarks_before(request, view))
    return site.page("practice/item.html", page, status=422)


@router.get("/{practice_id}/items/{n}/feedback")
def feedback(request: Request, practice_id: PracticeId, n: QuestionNumber) -> Response:
    """What the answer means, what is right, and the worked page; an unanswered question is shown to be answered."""
    site = site_of(request)
    guest = guest_of(request)
    try:
        view = site.services.practise.feedback(guest.learner_id, practice_id, n)
    except Conflict:
        return _see(f"/practice/{practice_id}/items/{n}")
    question, _ = site.bodies.of(view.variant_id, view.shown)
    page = feedback_page(view, form_token(request), question=question)
    remarks = site.services.remarks.on_question(guest.learner_id, practice_id, n)
    page = replace(page, remarks=remarks_part(request, view.place, remarks, answered=True))
    response = site.page("practice/feedback.html", page)
    give_guest_cookie(response, site, guest)
    return response


@router.post("/{practice_id}/items/{n}/again")
def again(
    request: Request, practice_id: PracticeId, n: QuestionNumber, csrf_token: CsrfToken = ""
) -> Response:
    """The same question with new numbers, as the next question."""
    guest = guest_of(request)
    require_form_token(request, csrf_token)
    new_n = site_of(request).services.practise.again(guest.learner_id, practice_id, n)
    return _see(f"/practice/{practice_id}/items/{new_n}")


@router.get("/{practice_id}/summary")
def summary(request: Request, practice_id: PracticeId) -> Response:
    """How the practice went, or how it stands."""
    site = site_of(request)
    view = site.services.practise.summary(guest_of(request).learner_id, practice_id)
    return site.page("practice/summary.html", summary_page(view, form_token(request)))
