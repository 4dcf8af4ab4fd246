"""Imports of questions: a file is read, looked through, wished of, brought in as drafts, and taken back."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from starlette.responses import RedirectResponse, Response

from app.authoring.incoming_names import slug
from app.items.misconceptions import Misconception
from app.kit.errors import BadInput, Conflict, Problem
from app.services.authoring.registry import EntryFault
from app.web.acting_as import LONGEST_ACTOR, actor_known, actor_of, remember_actor
from app.web.import_pages import ImportPage, ImportsPage, OneQuestionPage, QuestionPart
from app.web.import_posts import (
    NO_BELIEF,
    PASTED,
    BeliefFault,
    Fields,
    NewBelief,
    Sent,
    new_belief,
    read_wishes,
    sent_fields,
    sent_file,
    wished,
)
from app.web.login import instructor_form_token, instructor_of, require_instructor_form
from app.web.pages import Frame
from app.web.registry_pages import THEME
from app.web.site import site_of
from app.web.statuses import status_of

router = APIRouter(prefix="/authoring/imports")
Instructor = Annotated[str, Depends(instructor_of)]
ImportId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{16}$")]
Posted = Annotated[Fields, Depends(sent_fields)]
_NOTHING = "Choose a file, or paste the text of one."
_EMPTY = "The file is empty. Choose another one, or paste the text of one."


@router.get("")
def imports(request: Request, instructor: Instructor) -> Response:
    """The list of imports, and the form for another one."""
    return _list_page(request, instructor)


@router.post("")
def take(request: Request, instructor: Instructor, sent: Annotated[Sent, Depends(sent_file)]) -> Response:
    """Read a file, and show what was found in it."""
    require_instructor_form(request, sent.csrf_token)
    try:
        actor = actor_of(sent.actor)
        if not sent.content:
            raise BadInput(_NOTHING if sent.name == PASTED else _EMPTY)
        import_id = site_of(request).services.authoring.importing.take(sent.name, sent.content, actor=actor)
    except BadInput as fault:
        return _list_page(request, instructor, fault, sent)
    return _go_on(request, f"/authoring/imports/{import_id}", actor)


@router.get("/{import_id}")
def one(
    request: Request, instructor: Instructor, import_id: ImportId, page: str = "1", said: str = ""
) -> Response:
    """One import: what was found, what each question becomes, and what of it is lost."""
    words = {"kept": "Your choices are kept."}.get(said, "")
    return _import_page(request, instructor, import_id, page=_number(page), said=words)


@router.get("/{import_id}/questions/{n}")
def question(request: Request, instructor: Instructor, import_id: ImportId, n: int) -> Response:
    """One question as learners will see it, with the text of its draft."""
    site = site_of(request)
    found = site.services.authoring.import_looking.one(import_id, n)
    page = OneQuestionPage(
        frame=Frame(found.view.question.name or found.view.item_id, "authoring"),
        instructor=instructor,
        one=found,
        part=QuestionPart(found.view),
        preview=site.bodies.preview(found.shown) if found.shown else None,
    )
    return site.page("authoring/imports/one.html", page)


@router.post("/{import_id}")
def keep(request: Request, instructor: Instructor, import_id: ImportId, sent: Posted) -> Response:
    """Keep what is wished of the questions of a page."""
    require_instructor_form(request, sent.get("csrf_token", ""))
    page = _number(sent.get("to") or sent.get("page", "1"))
    try:
        _keep(request, import_id, sent)
    except (BadInput, Conflict) as fault:
        return _import_page(request, instructor, import_id, fault, page=page)
    return RedirectResponse(f"/authoring/imports/{import_id}?page={page}&said=kept#said", 303)


@router.post("/{import_id}/bring")
def bring(request: Request, instructor: Instructor, import_id: ImportId, sent: Posted) -> Response:
    """Keep what is wished, and make drafts of all questions that are not left out."""
    require_instructor_form(request, sent.get("csrf_token", ""))
    page = _number(sent.get("page", "1"))
    try:
        actor = actor_of(sent.get("actor", ""))
        _keep(request, import_id, sent)
        site_of(request).services.authoring.import_bringing.bring(import_id, actor=actor)
    except (BadInput, Conflict) as fault:
        return _import_page(request, instructor, import_id, fault, page=page)
    return _go_on(request, f"/authoring/imports/{import_id}", actor)


@router.post("/{import_id}/undo")
def undo(request: Request, instructor: Instructor, import_id: ImportId, sent: Posted) -> Response:
    """Take the drafts of an import away as a whole."""
    require_instructor_form(request, sent.get("csrf_token", ""))
    try:
        actor = actor_of(sent.get("actor", ""))
        site_of(request).services.authoring.import_bringing.undo(import_id, actor=actor)
    except (BadInput, Conflict) as fault:
        return _import_page(request, instructor, import_id, fault)
    return _go_on(request, f"/authoring/imports/{import_id}", actor)


@router.post("/{import_id}/columns")
def columns(request: Request, instructor: Instructor, import_id: ImportId, sent: Posted) -> Response:
    """Read a table once more, with its columns understood as is said."""
    require_instructor_form(request, sent.get("csrf_token", ""))
    try:
        site_of(request).services.authoring.importing.reread(import_id, read_wishes(sent))
    except (BadInput, Conflict) as fault:
        return _import_page(request, instructor, import_id, fault)
    return RedirectResponse(f"/authoring/imports/{import_id}", 303)


@router.post("/{import_id}/give-up")
def give_up(request: Request, instructor: Instructor, import_id: ImportId, sent: Posted) -> Response:
    """Forget an import that was not brought in."""
    require_instructor_form(request, sent.get("csrf_token", ""))
    try:
        site_of(request).services.authoring.importing.give_up(import_id)
    except Conflict as fault:
        return _import_page(request, instructor, import_id, fault)
    return RedirectResponse("/authoring/imports", 303)


def _keep(request: Request, import_id: str, sent: Fields) -> None:
    """Write a new misconception down, which is for all where none was chosen, and keep what is wished.

    Raises BadInput for the bank's name and for the misconception, with everything else kept.
    """
    room, new = site_of(request).services.authoring, new_belief(sent)
    fault, chosen = None, sent.get("all-misconception", "")
    if new:
        try:
            written = _written_down(request, new, actor_of(sent.get("actor", "")))
            chosen = chosen or written
        except BeliefFault as found:
            fault = found
    kept = {**sent, "all-misconception": chosen}
    room.importing.wish(import_id, lambda wishes: wished(kept, wishes))
    if fault is not None:
        raise fault


def _written_down(request: Request, new: NewBelief, actor: str) -> str:
    """Write a new misconception down under a name made of its words; its slug. Raises BeliefFault."""
    made = Misconception(slug(new.name, 80), new.name, new.belief, new.truth, THEME)
    try:
        return site_of(request).services.authoring.registry.make(made, actor=actor)
    except EntryFault as found:
        field, words = next(iter(found.faults.items()))
        called = {"slug": "The name of the misconception", "name": "The name of the misconception"}
        raise BeliefFault(f"{called.get(field, f'Its {field}')} {words}", new) from found


def _go_on(request: Request, address: str, actor: str) -> Response:
    response = RedirectResponse(address, 303)
    remember_actor(response, request, actor)
    return response


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 1


def _list_page(
    request: Request, instructor: str, fault: Problem | None = None, sent: Sent | None = None
) -> Response:
    site = site_of(request)
    page = ImportsPage(
        frame=Frame("Bring in questions", "authoring", instructor_form_token(request)),
        instructor=instructor,
        actor=sent.actor[:LONGEST_ACTOR] if sent else actor_known(request),
        imports=site.services.authoring.importing.all(),
        fault=fault.sentence if fault else "",
        pasted=sent.pasted if sent else "",
    )
    return site.page("authoring/imports/list.html", page, status=status_of(fault) if fault else 200)


def _import_page(
    request: Request,
    instructor: str,
    import_id: str,
    fault: Problem | None = None,
    *,
    page: int = 1,
    said: str = "",
) -> Response:
    site = site_of(request)
    view = site.services.authoring.import_looking.view(import_id, page)
    shown = ImportPage(
        frame=Frame(view.name, "authoring", instructor_form_token(request)),
        instructor=instructor,
        actor=actor_known(request),
        view=view,
        questions=tuple(
            QuestionPart(one, frozenset(loss for loss, _ in view.common)) for one in view.questions
        ),
        fault=fault.sentence if fault else "",
        said=said,
        belief=fault.typed if isinstance(fault, BeliefFault) else NO_BELIEF,
        belief_fault=fault.sentence if isinstance(fault, BeliefFault) else "",
    )
    return site.page("authoring/imports/review.html", shown, status=status_of(fault) if fault else 200)
