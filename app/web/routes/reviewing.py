"""Reviews of drafts: what waits, one draft with its comments, and the acts that take it further or back."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Query, Request
from starlette.responses import RedirectResponse, Response

from app.kit.errors import BadInput, Conflict, Problem
from app.services.authoring.bulk import Many, ManyAct
from app.services.authoring.consequences import Unseen
from app.services.authoring.releasing_views import Released, ReleaseDry
from app.services.authoring.reviewing import On, Reviewing
from app.services.authoring.reviewing_views import WaitingLine
from app.web.acting_as import actor_known, actor_of, remember_actor
from app.web.login import instructor_form_token, instructor_of, require_instructor_form
from app.web.pages import Frame
from app.web.review_pages import DraftReviewPage, DryPage, ManyDonePage, ReviewForm, WaitingPage, WaitingPart
from app.web.review_posts import DraftId, ManyPost, ReviewPost
from app.web.site import site_of
from app.web.statuses import status_of

router = APIRouter(prefix="/authoring")
Instructor = Annotated[str, Depends(instructor_of)]
SEE_OTHER = 303
DONE = {
    "submitted": "Submitted. It waits for a second person now.",
    "approved": "Approved. This version may be published.",
    "sent-back": "Sent back to its authors.",
    "built-on": "It stands against what is published now. Submit it for review again.",
    "commented": "Your comment stands at its line.",
    "settled": "The comment is settled.",
}


@dataclass(frozen=True, slots=True)
class Sent:
    """An instructor's form about one draft."""

    request: Request
    instructor: str
    draft_id: str
    post: ReviewPost
    approved: bool = False  # by this very press, and what goes beyond that is still to be done

    def done(self, act: Callable[[Reviewing, On], object], word: str, *, of: str = "decide") -> Response:
        """Do it and say so on the page of the draft, or give the page back with what was typed and why not."""
        try:
            on = On(self.draft_id, self.post.at_version, actor_of(self.post.actor))
            act(_reviewing(self.request), on)
        except (BadInput, Conflict) as fault:
            return self.refused(fault, of)
        response = RedirectResponse(f"/authoring/drafts/{self.draft_id}/review?done={word}", 303)
        remember_actor(response, self.request, on.actor)
        return response

    def refused(self, fault: Problem, of: str) -> Response:
        """The page of the draft with what was typed, and why nothing was done."""
        sent = self.post
        said, note = (sent.note, "") if of == "comment" else ("", "" if self.approved else sent.note)
        form = ReviewForm(sent.actor, note, said, sent.line, fault.sentence, of, approved=self.approved)
        return draft_page(self.request, self.instructor, self.draft_id, form, status=status_of(fault))


def sent_of(
    request: Request, instructor: Instructor, draft_id: DraftId, post: Annotated[ReviewPost, Form()]
) -> Sent:
    """The form of an act, with the token of this login."""
    require_instructor_form(request, post.csrf_token)
    return Sent(request, instructor, draft_id, post.cleaned())


By = Annotated[Sent, Depends(sent_of)]
MANY = {
    ManyAct.SUBMIT: "Submitted for review",
    ManyAct.APPROVE: "Approved",
    ManyAct.PUBLISH: "Published",
}
NO_ACT = "Choose what is to be done with the drafts that you marked."
AT = "/drafts/{draft_id}/review"


@router.get("/review")
def waiting(
    request: Request,
    instructor: Instructor,
    mark: str = "",
    of_import: Annotated[str, Query(alias="import", max_length=16)] = "",
) -> Response:
    """What waits, the one that has waited longest first.

    `mark` names a table whose boxes are ticked, `import` the import whose drafts alone are shown.
    """
    return _list_page(request, instructor, actor_known(request), mark=mark, of_import=of_import)


@router.post("/review")
def many(request: Request, instructor: Instructor, post: Annotated[ManyPost, Form()]) -> Response:
    """Take many drafts one step further, each for itself, and say what became of each."""
    require_instructor_form(request, post.csrf_token)
    wished = next((one for one in ManyAct if one.value == post.act), None)
    site, reviewing = site_of(request), _reviewing(request)
    try:
        if wished is None:
            raise BadInput(NO_ACT)
        actor = actor_of(post.actor)
        names = {
            one.draft.id: one.draft.item_id for one in (*reviewing.waiting(), *reviewing.not_submitted())
        }
        many = Many(reviewing, site.services.authoring.releasing())
        done = many.act(wished, post.places(actor), names)
    except BadInput as fault:
        return _list_page(request, instructor, post.actor, marked=(frozenset(post.draft), fault))
    page = ManyDonePage(Frame(MANY[wished], "authoring"), instructor, MANY[wished], wished, done)
    refused = all(one.refused for one in done)
    response = site.page("authoring/review/done.html", page, status=409 if refused else 200)
    remember_actor(response, request, actor)
    return response


def _list_page(
    request: Request,
    instructor: str,
    actor: str,
    *,
    mark: str = "",
    of_import: str = "",
    marked: tuple[frozenset[str], BadInput] | None = None,
) -> Response:
    site, reviewing = site_of(request), _reviewing(request)

    def parts(lines: Iterable[WaitingLine]) -> tuple[WaitingPart, ...]:
        return tuple(WaitingPart(one) for one in lines if of_import in ("", one.draft.import_id))

    page = WaitingPage(
        frame=Frame("Reviews", "authoring", instructor_form_token(request)),
        instructor=instructor,
        lone=reviewing.lone,
        actor=actor,
        lines=parts(reviewing.waiting()),
        drafts=parts(reviewing.not_submitted()),
        mark=mark,
        of_import=of_import,
        marked=marked[0] if marked else frozenset(),
        fault=marked[1].sentence if marked else "",
    )
    return site.page("authoring/review/list.html", page, status=status_of(marked[1]) if marked else 200)


@router.get(AT)
def one(
    request: Request, instructor: Instructor, draft_id: DraftId, line: str = "", done: str = ""
) -> Response:
    """One draft; `line` is where a comment is to stand."""
    number = line if line.isascii() and line.isdecimal() and len(line) < 7 else ""
    form = ReviewForm(actor_known(request), line=number, done=DONE.get(done, ""))
    return draft_page(request, instructor, draft_id, form)


@router.post("/drafts/{draft_id}/submit")
def submit(sent: By) -> Response:
    """Let it wait for a second person."""
    return sent.done(lambda reviewing, on: reviewing.submit(on, sent.post.note), "submitted")


@router.post("/drafts/{draft_id}/approve-and-publish")
def approve_and_publish(sent: By) -> Response:
    """Approve the version that was shown, and publish it; where that cannot be, it stays approved."""
    approved = sent.done(lambda reviewing, on: reviewing.approve(on, sent.post.note), "approved")
    if approved.status_code != SEE_OTHER:
        return approved
    response = _publish(replace(sent, approved=True))
    remember_actor(response, sent.request, actor_of(sent.post.actor))
    return response


@router.post("/drafts/{draft_id}/approve")
def approve(sent: By) -> Response:
    """Approve the version that was shown."""
    return sent.done(lambda reviewing, on: reviewing.approve(on, sent.post.note), "approved")


@router.post("/drafts/{draft_id}/send-back")
def send_back(sent: By) -> Response:
    """Give it back to its authors, with a reason."""
    return sent.done(lambda reviewing, on: reviewing.send_back(on, sent.post.note), "sent-back")


@router.post("/drafts/{draft_id}/build-on")
def build_on(sent: By) -> Response:
    """Hold it against what is published now."""
    return sent.done(lambda reviewing, on: reviewing.build_on(on), "built-on")


@router.post("/drafts/{draft_id}/comment")
def comment(sent: By) -> Response:
    """Write a comment at a line."""
    post = sent.post
    return sent.done(
        lambda reviewing, on: reviewing.comment(on, post.at_line, post.note), "commented", of="comment"
    )


@router.post("/drafts/{draft_id}/settle")
def settle(sent: By) -> Response:
    """Settle a comment."""
    return sent.done(lambda reviewing, on: reviewing.settle(on, sent.post.comment_id), "settled")


@router.post("/drafts/{draft_id}/publish")
def publish(sent: By) -> Response:
    """Publish the approved version; where its answer is another one, once everybody whom it moves was seen."""
    return _publish(sent)


def _publish(sent: Sent) -> Response:
    post = sent.post
    releasing = site_of(sent.request).services.authoring.releasing()
    try:
        on = On(sent.draft_id, post.at_version, actor_of(post.actor))
        done = releasing.publish(on, post.wish, post.digest)
    except Unseen as unseen:
        return _dry_page(sent, unseen)
    except (BadInput, Conflict) as fault:
        return sent.refused(fault, "decide")
    response = RedirectResponse(f"/authoring/items/{done.item_id}/history?done={_count(done)}", 303)
    remember_actor(response, sent.request, on.actor)
    return response


def _count(done: Released) -> str:
    return f"{done.answers}-{done.sittings}"


def _dry_page(sent: Sent, unseen: Unseen) -> Response:
    post = sent.post
    form = ReviewForm(
        post.actor, fault=unseen.sentence, reason=post.reason, part=post.part, approved=sent.approved
    )
    return dry_page(sent.request, sent.instructor, unseen.dry, form, status=_status(unseen))


def dry_page(
    request: Request, instructor: str, dry: ReleaseDry, form: ReviewForm, *, status: int = 200
) -> Response:
    """What a changed answer would do to everybody who was asked before."""
    frame = Frame(
        f"What the answer of {dry.item_id} would change", "authoring", instructor_form_token(request)
    )
    page = DryPage(frame, instructor, dry, form)
    return site_of(request).page("authoring/review/dry.html", page, status=status)


def _status(unseen: Unseen) -> int:
    """Looking for the first time is no fault."""
    return status_of(unseen) if unseen.sentence else 200


@router.get("/drafts/{draft_id}/publish")
@router.get("/drafts/{draft_id}/build-on")
@router.get("/drafts/{draft_id}/submit")
@router.get("/drafts/{draft_id}/approve")
@router.get("/drafts/{draft_id}/approve-and-publish")
@router.get("/drafts/{draft_id}/send-back")
@router.get("/drafts/{draft_id}/comment")
@router.get("/drafts/{draft_id}/settle")
def back_to_draft(instructor: Instructor, draft_id: DraftId) -> Response:
    """The address of a page that gave a form back, opened again by hand, is the draft's."""
    return RedirectResponse(f"/authoring/drafts/{draft_id}/review", 303)


def draft_page(
    request: Request,
    instructor: str,
    draft_id: str,
    form: ReviewForm,
    *,
    status: int = 200,
) -> Response:
    """The page of a draft under review."""
    site = site_of(request)
    view = _reviewing(request).view(draft_id)
    page = DraftReviewPage(
        frame=Frame(f"Review of {view.draft.item_id}", "authoring", instructor_form_token(request)),
        instructor=instructor,
        view=view,
        form=form,
        preview=site.bodies.preview(view.shown) if view.shown else None,
    )
    return site.page("authoring/review/draft.html", page, status=status)


def _reviewing(request: Request) -> Reviewing:
    return site_of(request).services.authoring.reviewing()
