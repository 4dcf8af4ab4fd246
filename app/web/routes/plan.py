"""The plan: made, looked at, practised, changed and removed."""

from typing import Annotated

from fastapi import APIRouter, Form, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import RedirectResponse, Response

from app.practice.choice import PracticeChoice
from app.scheduling.aim import AimTexts
from app.scheduling.memory import State
from app.web import posts
from app.web.login import form_token, give_guest_cookie, guest_of, guest_or_none, require_form_token
from app.web.pages import Frame
from app.web.plan_pages import plan_page
from app.web.posts import CsrfToken
from app.web.site import site_of

router = APIRouter(prefix="/plan")
TITLE = "Your plan"
_LONGEST = 200


class PlanPost(BaseModel):
    """What was typed into the form of a plan."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    csrf_token: str = Field("", max_length=100)
    exam_day: str = Field("", max_length=_LONGEST)
    minutes: str = Field("", max_length=_LONGEST)
    zone: str = Field("", max_length=_LONGEST)

    def texts(self) -> AimTexts:
        """The texts, fit to be shown again."""
        return AimTexts(*posts.clean([self.exam_day, self.minutes, self.zone]))


@router.get("")
def plan(request: Request) -> Response:
    """The plan with what it comes to now, or the form that makes one."""
    site = site_of(request)
    guest = guest_or_none(request)
    place = site.services.plans.place(guest.learner_id if guest else None)
    title = TITLE if place.plan else "Make a plan"
    response = site.page("plan/plan.html", plan_page(place, Frame(title, "plan", form_token(request))))
    give_guest_cookie(response, site, guest)
    return response


@router.post("")
def save(request: Request, sent: Annotated[PlanPost, Form()]) -> Response:
    """Make the plan; a visitor without a cookie becomes a guest here. With faults the form comes back as it was."""
    require_form_token(request, sent.csrf_token, may_be_stale=True)
    site = site_of(request)
    guest = guest_or_none(request)
    faults = site.services.plans.read(sent.texts())
    if faults is not None:
        place = site.services.plans.place(guest.learner_id if guest else None)
        frame = Frame("Not saved yet", "plan", form_token(request))
        return site.page("plan/plan.html", plan_page(place, frame, sent.texts(), faults), status=422)
    guest = guest or site.services.guests.welcome()
    site.services.plans.save(guest.learner_id, sent.texts())
    response = RedirectResponse("/plan", 303)
    give_guest_cookie(response, site, guest)
    return response


@router.post("/today")
def practise(request: Request, csrf_token: CsrfToken = "") -> Response:
    """Begin a practice of today's plan; where it holds nothing now, the page of the plan says so."""
    guest = guest_of(request)
    require_form_token(request, csrf_token)
    choice = PracticeChoice(state=State.PLAN)
    practice_id = site_of(request).services.practise.start(guest.learner_id, choice)
    return RedirectResponse(f"/practice/{practice_id}/items/1", 303)


@router.post("/remove")
def remove(request: Request, csrf_token: CsrfToken = "") -> Response:
    """Go on without a plan."""
    guest = guest_of(request)
    require_form_token(request, csrf_token)
    site_of(request).services.plans.remove(guest.learner_id)
    return RedirectResponse("/plan", 303)
