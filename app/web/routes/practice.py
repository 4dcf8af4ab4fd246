"""Practice: choose, answer, read the feedback, go on. The answer key is never in hand here before an answer."""

from typing import Annotated, assert_never

from fastapi import APIRouter, Form, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from app.grading.response import Invalid
from app.kit.errors import Conflict
from app.practice.choice import Criterion, PracticeChoice
from app.services.guests import Guest
from app.services.practise import RawAnswer
from app.services.presenting import none_so
from app.services.views import ItemView, Saved, Stage
from app.web import posts
from app.web.carried import Carried, carried_by
from app.web.choosing import CLASH, ChoosePage, nothing_fits
from app.web.login import (
    form_token,
    give_guest_cookie,
    guest_of,
    guest_or_none,
    guest_who_answers,
    require_form_token,
)
from app.web.pages import Frame, summary_page
from app.web.posts import CsrfToken, PracticeId, QuestionNumber, StartPost
from app.web.question_pages import Again, question_page, told_page
from app.web.site import site_of

router = APIRouter(prefix="/practice")


def _see(address: str) -> RedirectResponse:
    """Go and look at another page (303), so that a reload sends no form again."""
    return RedirectResponse(address, 303)


@router.get("")
def choose(request: Request, asked: Annotated[StartPost, Query()]) -> Response:
    """Choose what to practise: as a link says, else as last time, else from the defaults."""
    guest = guest_or_none(request)
    if request.query_params:
        return _form_of_choices(request, guest, asked.choice())
    last = site_of(request).services.offering.last(guest.learner_id) if guest else None
    return _form_of_choices(request, guest, last or PracticeChoice(), again=last is not None)


@router.post("")
def start(request: Request, sent: Annotated[StartPost, Form()]) -> Response:
    """Begin a practice; a visitor without a cookie becomes a guest here, unless there is nothing to begin."""
    require_form_token(request, sent.csrf_token, may_be_stale=True)
    site, choice, guest = site_of(request), sent.choice(), guest_or_none(request)
    if choice.is_late_with_tries:
        return _form_of_choices(request, guest, choice, fault=CLASH)
    blockers = site.services.offering.blocked_by(guest.learner_id if guest else None, choice)
    if blockers is not None:
        fault = none_so(choice) if blockers == (Criterion.STATE,) else nothing_fits(choice, blockers)
        return _form_of_choices(request, guest, choice, fault=fault)
    guest = guest or site.services.guests.welcome()
    try:
        practice_id = site.services.practise.start(guest.learner_id, choice)
    except Conflict as nothing:
        return _form_of_choices(request, guest, choice, fault=nothing.sentence)
    response = _see(f"/practice/{practice_id}/items/1")
    give_guest_cookie(response, site, guest)
    return response


def _form_of_choices(
    request: Request, guest: Guest | None, choice: PracticeChoice, *, again: bool = False, fault: str = ""
) -> Response:
    """The form, filled in; with a sentence where no practice can begin as it was sent."""
    site = site_of(request)
    page = ChoosePage(
        frame=Frame(
            "Nothing began with this choice" if fault else "Choose a practice",
            "practice",
            form_token(request),
        ),
        choice=choice,
        offered=site.services.offering.offered(),
        counts=site.services.practise.states(guest.learner_id) if guest else None,
        baking=site.services.practise.baking(),
        again=again,
        fault=fault,
    )
    response = site.page("practice/choose.html", page, status=422 if fault else 200)
    give_guest_cookie(response, site, guest)
    return response


@router.post("/{practice_id}/next")
async def go_on(request: Request, practice_id: PracticeId, csrf_token: CsrfToken = "") -> Response:
    """The next question, or the summary at the end."""
    guest = await guest_who_answers(request)
    require_form_token(request, csrf_token)
    return await _onward(request, guest, practice_id)


@router.post("/{practice_id}/end")
async def end(request: Request, practice_id: PracticeId, csrf_token: CsrfToken = "") -> Response:
    """End the practice now; what was not asked is not asked any more."""
    guest = await guest_who_answers(request)
    require_form_token(request, csrf_token)
    await site_of(request).services.practise.finish(guest.learner_id, practice_id, by_learner=True)
    return _see(f"/practice/{practice_id}/summary")


async def _onward(request: Request, guest: Guest, practice_id: str) -> Response:
    """To the next question; at the end to the summary, before which late feedback is opened."""
    practise = site_of(request).services.practise
    n = await run_in_threadpool(practise.open_next, guest.learner_id, practice_id)
    if n is not None:
        return _see(f"/practice/{practice_id}/items/{n}")
    await practise.finish(guest.learner_id, practice_id)
    return _see(f"/practice/{practice_id}/summary")


@router.get("/{practice_id}/items/{n}")
async def item(request: Request, practice_id: PracticeId, n: QuestionNumber) -> Response:
    """One question. This only reads, and so quickly that waking a thread for it would take as long."""
    site = site_of(request)
    guest = await guest_who_answers(request)
    view = await site.services.practise.item_soon(guest.learner_id, practice_id, n)
    again = Again(carried_by(request.scope["query_string"]))
    return site.page("practice/item.html", question_page(request, view, again))


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
        case Saved(stage=Stage.SEALED):
            return await _onward(request, guest, outcome.practice_id)
        case Saved():
            return _see_saved(outcome)
        case Invalid():
            carried = carried_by(await request.body())
            return await run_in_threadpool(_give_back, request, guest, (practice_id, n), carried)
        case _:
            assert_never(outcome)


@router.post("/{practice_id}/items/{n}/give-up")
async def give_up(
    request: Request, practice_id: PracticeId, n: QuestionNumber, csrf_token: CsrfToken = ""
) -> Response:
    """Show what is right after a wrong try, though there are tries left."""
    guest = await guest_who_answers(request)
    require_form_token(request, csrf_token)
    return _see_saved(await site_of(request).services.practise.give_up(guest.learner_id, practice_id, n))


def _see_saved(saved: Saved) -> Response:
    """To the feedback of a settled answer, else back to the question."""
    tail = "/feedback" if saved.stage is Stage.SETTLED else ""
    return _see(f"/practice/{saved.practice_id}/items/{saved.n}{tail}")


def _give_back(request: Request, guest: Guest, place: tuple[str, int], carried: Carried) -> Response:
    """To the page that shows again what was given; where an address cannot carry it, that page is the answer itself."""
    view = site_of(request).services.practise.item(guest.learner_id, *place)
    carried = carried.beside(view.note)
    address = carried.address(f"/practice/{place[0]}/items/{place[1]}/response")
    return _see(address) if address else _given_back(request, view, carried)


def _given_back(request: Request, view: ItemView, carried: Carried) -> Response:
    """The question with what was given, and a sentence beside each field that cannot be read."""
    site = site_of(request)
    invalid = site.services.practise.unread(view, carried.given)
    again = Again(carried, invalid.faults if invalid else ())
    return site.page(
        "practice/item.html", question_page(request, view, again), status=422 if invalid else 200
    )


@router.get("/{practice_id}/items/{n}/response")
def given_back(request: Request, practice_id: PracticeId, n: QuestionNumber) -> Response:
    """A question that an answer came back to; without one, or once it is answered, the address is the question's."""
    sent = request.scope["query_string"]
    if not sent:
        return _see(f"/practice/{practice_id}/items/{n}")
    view = site_of(request).services.practise.item(guest_of(request).learner_id, practice_id, n)
    if not view.is_open:
        return _see(f"/practice/{practice_id}/items/{n}")
    return _given_back(request, view, carried_by(sent))


@router.get("/{practice_id}/items/{n}/feedback")
def feedback(request: Request, practice_id: PracticeId, n: QuestionNumber) -> Response:
    """What the answer means, what is right, and the worked page; an unanswered question is shown to be answered."""
    site = site_of(request)
    guest = guest_of(request)
    try:
        view = site.services.practise.feedback(guest.learner_id, practice_id, n)
    except Conflict:
        return _see(f"/practice/{practice_id}/items/{n}")
    remarks = site.services.remarks.on_question(guest.learner_id, practice_id, n)
    response = site.page("practice/feedback.html", told_page(request, view, remarks))
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
