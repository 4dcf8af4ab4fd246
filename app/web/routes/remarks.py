"""Flags, notes and reports of faults below a question, and what else is sent beside its answer."""

from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import RedirectResponse, Response

from app.kit.errors import BadInput, Problem, TooOften
from app.services.guests import Guest
from app.web import posts
from app.web.carried import Carried, carried_in
from app.web.login import (
    guest_of,
    require_form_token,
)
from app.web.own_pages import Refusal
from app.web.posts import CsrfToken, PracticeId, QuestionNumber, ShortText
from app.web.question_pages import Again, question_page, told_page
from app.web.site import site_of
from app.web.statuses import status_of

router = APIRouter()
# Longer than what is kept: a text that is too long gets its own sentence, and a browser sends line ends as two characters.
LongText = Annotated[str, Form(max_length=20_000)]
ITEM = "/practice/{practice_id}/items/{n}"


@dataclass(frozen=True, slots=True)
class ItemAt:
    """A question by its address."""

    request: Request
    practice_id: PracticeId
    n: QuestionNumber


@dataclass(frozen=True, slots=True)
class Spot:
    """Who remarks, on which question, and what of an answer stands in the same form. It is this visitor's own."""

    request: Request
    guest: Guest
    practice_id: str
    n: int
    carried: Carried

    def back(self, *, answered: bool) -> Response:
        """To the remarks below the question, with what is typed in it, or below its feedback where it is answered."""
        at = f"/practice/{self.practice_id}/items/{self.n}"
        if answered:
            return RedirectResponse(f"{at}/feedback#remarks", 303)
        return self.with_all(at, "#remarks")

    def with_all(self, at: str, part: str) -> Response:
        """To a part of the question with what is typed in it; where no address can carry that, the page itself."""
        site = site_of(self.request)
        view = site.services.practise.item(self.guest.learner_id, self.practice_id, self.n)
        carried = self.carried.beside(view.note)
        address = at if carried.is_empty or not view.is_open else carried.address(at)
        if address:
            return RedirectResponse(address + part, 303)
        return site.page("practice/item.html", question_page(self.request, view, Again(carried)))

    def refused(self, problem: Problem, refusal: Refusal) -> Response:
        """The page that the form stood on, with what was chosen and typed in it and why it was not taken."""
        site, place = site_of(self.request), (self.guest.learner_id, self.practice_id, self.n)
        refusal = replace(refusal, sentence=problem.sentence)
        view = site.services.practise.item(*place)
        page: object
        if view.answered:
            told, remarks = site.services.practise.feedback(*place), site.services.remarks.on_question(*place)
            name, page = "practice/feedback.html", told_page(self.request, told, remarks, refusal)
        else:
            name, page = (
                "practice/item.html",
                question_page(self.request, view, Again(self.carried, refusal=refusal)),
            )
        response = site.page(name, page, status=status_of(problem))
        if isinstance(problem, TooOften):
            response.headers["Retry-After"] = str(problem.wait)
        return response


async def carried(request: Request) -> Carried:
    """What of an answer stands in the form."""
    form = await request.form()
    return carried_in([(name, text) for name, text in form.multi_items() if isinstance(text, str)])


def spot_of(
    at: Annotated[ItemAt, Depends()],
    carried: Annotated[Carried, Depends(carried)],
    csrf_token: CsrfToken = "",
) -> Spot:
    """The question of a form that is this visitor's own."""
    guest = guest_of(at.request)
    require_form_token(at.request, csrf_token)
    return Spot(at.request, guest, at.practice_id, at.n, carried)


At = Annotated[Spot, Depends(spot_of)]


@router.post(f"{ITEM}/keep")
def keep(at: At) -> Response:
    """Show the question at an address that carries what is filled in, for browsers without a script that keeps it."""
    return at.with_all(f"/practice/{at.practice_id}/items/{at.n}", "#answer")


@router.post(f"{ITEM}/flag")
def flag(at: At, on: ShortText = "") -> Response:
    """Flag the question, or take the flag away."""
    remarks = site_of(at.request).services.remarks
    return at.back(answered=remarks.flag(at.guest.learner_id, at.practice_id, at.n, on=on == "yes"))


@router.post(f"{ITEM}/note")
def note(at: At, text: LongText = "") -> Response:
    """Keep a note to oneself; an empty one takes it away."""
    (kept,) = posts.clean([text])
    remarks = site_of(at.request).services.remarks
    try:
        answered = remarks.note(at.guest.learner_id, at.practice_id, at.n, kept)
    except BadInput as problem:
        return at.refused(problem, Refusal("note", text=kept))
    return replace(at, carried=replace(at.carried, note="")).back(answered=answered)


@router.post(f"{ITEM}/report")
def report(at: At, kind: ShortText = "", text: LongText = "") -> Response:
    """Report a fault in the question."""
    told, words = posts.clean([kind, text])
    remarks = site_of(at.request).services.remarks
    try:
        remarks.report(at.guest.learner_id, (at.practice_id, at.n), kind=told, text=words)
    except (BadInput, TooOften) as problem:
        return at.refused(problem, Refusal("report", kind=told, text=words))
    return at.back(answered=True)


@router.get(f"{ITEM}/keep")
@router.get(f"{ITEM}/flag")
@router.get(f"{ITEM}/note")
@router.get(f"{ITEM}/report")
def back_to_question(practice_id: PracticeId, n: QuestionNumber) -> Response:
    """The address of a page that gave a remark back, opened again by hand, is the question's."""
    return RedirectResponse(f"/practice/{practice_id}/items/{n}#remarks", 303)
