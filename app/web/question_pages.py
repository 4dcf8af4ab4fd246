"""The page of a question and the page of its feedback, put together from the services' views."""

from dataclasses import dataclass, replace

from markupsafe import Markup
from starlette.requests import Request

from app.grading.response import FieldFault
from app.kit.ids import new_id
from app.services.own_views import RemarksView
from app.services.views import FeedbackView, ItemView
from app.web.carried import NOTHING, Carried
from app.web.login import form_token
from app.web.own_pages import Refusal, RemarksPart
from app.web.own_parts import remarks_part
from app.web.pages import (
    FeedbackPage,
    Frame,
    ItemPage,
    carried_form,
    feedback_page,
    item_page,
    kept_form,
    place_name,
    tried_form,
)
from app.web.site import site_of


@dataclass(frozen=True, slots=True)
class Again:
    """What a question comes back with that was not answered by it: its fields as they were, and why it was not read."""

    carried: Carried = NOTHING
    faults: tuple[FieldFault, ...] = ()
    refusal: Refusal | None = None  # of a remark


FIRST = Again()


def question_page(request: Request, view: ItemView, again: Again = FIRST) -> ItemPage:
    """A question to answer, or as it was answered; with all that it comes back with, where it does."""
    bodies, carried = site_of(request).bodies, again.carried
    question, form = bodies.of(view.variant_id, view.shown)
    if not view.is_open:
        form = bodies.form(kept_form(view))
    elif again.faults or not carried.is_empty:
        form = bodies.form(carried_form(view, carried, again.faults))
    elif view.tried:
        form = bodies.form(tried_form(view))
    name = place_name(view.place)
    frame = Frame(f"Not read yet. {name}" if again.faults else name, "practice", form_token(request))
    page = item_page(view, frame, question=question, form=form, submission_id=new_id())
    remarks = _remarks_before(request, view, again)
    return replace(page, faults=again.faults, said=carried.said, remarks=remarks)


def told_page(
    request: Request, view: FeedbackView, remarks: RemarksView, refusal: Refusal | None = None
) -> FeedbackPage:
    """The feedback on an answer, with what its learner remarked."""
    question, _ = site_of(request).bodies.of(view.variant_id, view.shown)
    page = feedback_page(view, form_token(request), question=question)
    part = RemarksPart(view.place, form_token(request), remarks, answered=True, refusal=refusal or Refusal())
    return replace(page, remarks=remarks_part(request, part))


def _remarks_before(request: Request, view: ItemView, again: Again) -> Markup:
    """The flag and the note of a question that can be answered; of an answered one they stand on the feedback."""
    if view.answered:
        return Markup()
    part = RemarksPart(
        place=view.place,
        csrf_token=form_token(request),
        remarks=RemarksView(view.flagged, view.note, ()),
        answered=False,
        refusal=again.refusal or Refusal(),
        beside="answering" if view.is_open else "",
        typed=again.carried.note,
    )
    return remarks_part(request, part)
