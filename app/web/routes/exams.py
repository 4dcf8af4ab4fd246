"""Exams: which there are, the way to the start of a sitting, and the tutorial before the first clock."""

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from app.kit.errors import Conflict
from app.services.exams.catalogue import OfferView
from app.services.exams.starting import Offered, Wish
from app.services.guests import Guest
from app.web import posts
from app.web.exam_pages import Choice, ExamPage, ExamsPage, RulesPage
from app.web.login import form_token, give_guest_cookie, guest_if_known, guest_or_none, require_form_token
from app.web.pages import Frame
from app.web.posts import Slug
from app.web.site import site_of
from app.web.tutorial import tutorial_page

router = APIRouter(prefix="/exams")
_LONGEST = 200
_AGREE = "Mark that you agree first. Nothing is put together before that."


class ExamPost(BaseModel):
    """What was chosen of an exam, as sent."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    csrf_token: str = Field("", max_length=100)
    step: str = Field("", max_length=_LONGEST)
    count: str = Field("", max_length=_LONGEST)
    time: str = Field("100", max_length=_LONGEST)
    minutes: str = Field("", max_length=_LONGEST)
    agree: str = Field("", max_length=_LONGEST)

    def choice(self) -> Choice:
        """The choice that these texts say."""
        count, time, minutes = posts.clean([self.count, self.time, self.minutes])
        return Choice(count, time, minutes, agree=self.agree == "yes")


@router.get("")
def exams(request: Request) -> Response:
    """All exams, what is open, and what was sat."""
    site, guest = site_of(request), guest_or_none(request)
    view = site.services.exams.catalogue.all(guest.learner_id if guest else None)
    response = site.page("exams/list.html", ExamsPage(Frame("Exams", "exams", form_token(request)), view))
    give_guest_cookie(response, site, guest)
    return response


@router.get("/tutorial")
def tutorial(request: Request) -> Response:
    """Small questions to try choosing, striking out, flagging, typing and moving on; nothing is kept."""
    page = tutorial_page(request.query_params.multi_items(), Frame("Exam tutorial", "exams"))
    return site_of(request).page("exams/tutorial.html", page)


@router.get("/{exam_id}")
def exam(request: Request, exam_id: Slug, asked: Annotated[ExamPost, Query()]) -> Response:
    """What one agrees to and what can be chosen; then the rules for what was chosen."""
    guest = guest_or_none(request)
    view = _view(request, guest, exam_id)
    choice = asked.choice()
    if asked.step != "rules" or not (view.offer.can_begin or _is_unbegun(view)):
        return _exam_page(request, guest, view, choice)
    wish = choice.wish(view.offer.exam, view.offer.lengths)
    if isinstance(wish, str) or not choice.agree:
        return _exam_page(request, guest, view, choice, fault=wish if isinstance(wish, str) else _AGREE)
    return _rules(request, guest, view, choice=choice, wish=wish)


@router.post("/{exam_id}")
async def create(request: Request, exam_id: Slug, sent: Annotated[ExamPost, Form()]) -> Response:
    """Put a form together; a visitor without a cookie becomes a guest here, unless there is nothing to begin."""
    require_form_token(request, sent.csrf_token, may_be_stale=True)
    site, choice = site_of(request), sent.choice()
    guest = await guest_if_known(request)
    starting = site.services.exams.starting
    wish = _wish(choice, await starting.offered_soon(exam_id))
    if isinstance(wish, str):
        return await run_in_threadpool(_returned, request, guest, exam_id, choice, fault=wish)
    if guest is None:
        guest = await run_in_threadpool(site.services.guests.welcome)
    try:
        name = await starting.create_soon(guest.learner_id, wish)
    except Conflict as nothing:
        return await run_in_threadpool(_returned, request, guest, exam_id, choice, fault=nothing.sentence)
    response = RedirectResponse(f"/exams/sittings/{name}", 303)
    give_guest_cookie(response, site, guest)
    return response


def _wish(choice: Choice, offered: Offered) -> Wish | str:
    """What is wished, or a sentence on why it cannot be."""
    if not offered.lengths:
        return offered.lacking
    wish = choice.wish(offered.exam, offered.lengths)
    return wish if isinstance(wish, str) or choice.agree else _AGREE


def _returned(request: Request, guest: Guest | None, exam_id: str, choice: Choice, *, fault: str) -> Response:
    """The first page as it was filled in, with a sentence."""
    return _exam_page(request, guest, _view(request, guest, exam_id), choice, fault=fault)


def _view(request: Request, guest: Guest | None, exam_id: str) -> OfferView:
    catalogue = site_of(request).services.exams.catalogue
    return catalogue.one(guest.learner_id if guest else None, exam_id)


def _is_unbegun(view: OfferView) -> bool:
    """Whether there is a sitting whose clock has not started, so that another choice may take its place."""
    return view.offer.open is not None and view.offer.open.state == "created"


def _exam_page(
    request: Request, guest: Guest | None, view: OfferView, choice: Choice, *, fault: str = ""
) -> Response:
    """The first page, as it was filled in; with a sentence where nothing can begin as it was sent."""
    site = site_of(request)
    title = view.offer.exam.title
    frame = Frame(f"Nothing began: {title}" if fault else title, "exams", form_token(request))
    baking = site.services.practise.baking() if fault else ""
    page = ExamPage(frame, view, choice, fault, baking)
    response = site.page("exams/exam.html", page, status=422 if fault else 200)
    give_guest_cookie(response, site, guest)
    return response


def _rules(request: Request, guest: Guest | None, view: OfferView, *, choice: Choice, wish: Wish) -> Response:
    """The second page."""
    site, found = site_of(request), view.offer.exam
    frame = Frame(f"The rules: {found.title}", "exams", form_token(request))
    response = site.page("exams/rules.html", RulesPage(frame, found, wish, choice, view.facts))
    give_guest_cookie(response, site, guest)
    return response
