"""The page of a question and the page of its feedback, put together from the services' views."""

from dataclasses import replace

from markupsafe import Markup
from starlette.requests import Request

from app.grading.response import Invalid
from app.kit.ids import new_id
from app.scheduling.rating import Confidence
from app.services.own_views import RemarksView
from app.services.views import FeedbackView, ItemView
from app.web.login import form_token
from app.web.own_pages import Refusal
from app.web.own_parts import remarks_part
from app.web.pages import (
    FeedbackPage,
    FormPart,
    Frame,
    ItemPage,
    feedback_page,
    item_page,
    kept_form,
    place_name,
    tried_form,
    tried_positions,
)
from app.web.site import site_of


def question_page(request: Request, view: ItemView, refusal: Refusal | None = None) -> ItemPage:
    """A question to answer, or as it was answered; with a remark that was refused, where there is one."""
    bodies = site_of(request).bodies
    question, form = bodies.of(view.variant_id, view.shown)
    if view.tried:
        form = bodies.form(tried_form(view))
    elif not view.is_open:
        form = bodies.form(kept_form(view))
    frame = Frame(place_name(view.place), "practice", form_token(request))
    page = item_page(view, frame, question=question, form=form, submission_id=new_id())
    return replace(page, remarks=_remarks_before(request, view, refusal))


def returned_page(request: Request, view: ItemView, given: Invalid, said: Confidence | None) -> ItemPage:
    """The question again, with everything that was given and a sentence beside each field that cannot be read."""
    bodies = site_of(request).bodies
    question, _ = bodies.of(view.variant_id, view.shown)
    part = FormPart(view.shown, given.typed, given.positions, given.faults, tried=tried_positions(view))
    frame = Frame(f"Not read yet. {place_name(view.place)}", "practice", form_token(request))
    page = item_page(view, frame, question=question, form=bodies.form(part), submission_id=new_id())
    return replace(page, faults=given.faults, said=said, remarks=_remarks_before(request, view))


def told_page(
    request: Request, view: FeedbackView, remarks: RemarksView, refusal: Refusal | None = None
) -> FeedbackPage:
    """The feedback on an answer, with what its learner remarked."""
    question, _ = site_of(request).bodies.of(view.variant_id, view.shown)
    page = feedback_page(view, form_token(request), question=question)
    part = remarks_part(request, view.place, remarks, answered=True, refusal=refusal)
    return replace(page, remarks=part)


def _remarks_before(request: Request, view: ItemView, refusal: Refusal | None = None) -> Markup:
    """The flag and the note of a question that can be answered; of an answered one they stand on the feedback."""
    if view.answered:
        return Markup()
    remarks = RemarksView(view.flagged, view.note, ())
    return remarks_part(request, view.place, remarks, answered=False, refusal=refusal)
