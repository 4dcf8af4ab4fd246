"""Puts the pages of a draft together: from what the services say to what the templates show."""

import re
from dataclasses import replace

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from app.authoring.check_plan import CHECKS
from app.authoring.differences import differences
from app.authoring.plan import input_name
from app.kit.errors import Problem
from app.kit.ids import new_id
from app.services.authoring.drafting import Stale
from app.services.authoring.editing import Editing, Look
from app.services.authoring.editing_views import Checked, DraftView
from app.services.authoring.previewing import Preview
from app.web.acting_as import NoActor, actor_known, remember_actor
from app.web.editing_pages import DraftPage, PreviewPart, StalePage, ToldPart
from app.web.editing_posts import SentPost
from app.web.form_parts import draft_form, drawn_part
from app.web.guard import POLICY
from app.web.login import instructor_form_token
from app.web.markup import fragment
from app.web.pages import Frame
from app.web.site import Site, site_of
from app.web.statuses import status_of

NOTHING = Markup()
_NAMES = re.compile(r'\b(id|for|aria-labelledby|aria-describedby)="([^"]+)"')
_LANDMARKS = re.compile(r'(<section\b[^>]*?) aria-labelledby="[^"]+"')
_SIDES = re.compile(r'(<aside [^>]*aria-label)="([^"]+)"')


def apart(html: Markup, mark: str, words: str) -> Markup:
    """The same part of a page, so that it can stand there more than once.

    Its elements and sides have other names, and its sections are no landmarks of the page.
    """

    def renamed(found: re.Match[str]) -> str:
        names = " ".join(f"{name}-{mark}" for name in found[2].split())
        return f'{found[1]}="{names}"'

    sides = _SIDES.sub(rf'\1="\2 {words}"', _LANDMARKS.sub(r"\1", str(html)))
    return Markup(_NAMES.sub(renamed, sides))  # noqa: S704 - only names of elements were changed


def editing_of(request: Request) -> Editing:
    """The editor of the house; loaded at its first use."""
    return site_of(request).services.authoring.desk().editing


def preview_part(site: Site, preview: Preview | None) -> PreviewPart | None:
    """A preview, drawn by the templates of the learner's own pages."""
    if preview is None:
        return None
    question, form = site.bodies.preview(preview.shown)
    told = NOTHING
    if preview.feedback is not None:
        part = ToldPart(question, preview.feedback, preview.shown)
        told = apart(fragment(site.templates.get_template("authoring/told.html"), part), "told", "once more")
    return PreviewPart(question, form, told, preview.mistakes, preview.feedback is not None)


def draft_page(
    request: Request, instructor: str, view: DraftView, *, as_yaml: bool, order: int = 0
) -> DraftPage:
    """The page of a draft in one of its views."""
    site = site_of(request)
    form = None if as_yaml else draft_form(view)
    return DraftPage(
        frame=Frame(view.item_id, "authoring", instructor_form_token(request)),
        instructor=instructor,
        view=view,
        form=form,
        preview=preview_part(site, view.checked.preview),
        actor=actor_known(request),
        order=order,
        style_nonce=new_id() if form is None else "",
    )


def shown_draft(request: Request, page: DraftPage, *, status: int = 200) -> Response:
    """The page as a response; the editor of its text may make styles of its own under a nonce."""
    response = site_of(request).page("authoring/draft.html", page, status=status)
    if page.style_nonce:
        allowed = f"style-src 'self' 'nonce-{page.style_nonce}'"
        response.headers["content-security-policy"] = POLICY.replace("style-src 'self'", allowed)
    return response


def refused_page(
    request: Request, instructor: str, draft_id: str, sent: SentPost, problem: Problem
) -> Response:
    """The draft's page with what was typed, which is not saved, and why."""
    editing = editing_of(request)
    text = sent.typed if sent.is_yaml else editing.text_of_form(draft_id, sent.version, sent.form)
    view = editing.view(draft_id, Look(text=text))
    page = draft_page(request, instructor, view, as_yaml=sent.is_yaml)
    is_name = isinstance(problem, NoActor)
    page = replace(
        page,
        actor=sent.actor,
        fault="" if is_name else problem.sentence,
        actor_fault=problem.sentence if is_name else "",
        unsaved=True,
    )
    return shown_draft(request, page, status=status_of(problem))


def unsent_page(
    request: Request, instructor: str, draft_id: str, sent: SentPost, problem: Problem
) -> Response:
    """The draft's page as it was saved just now, and why it was not submitted."""
    page = draft_page(request, instructor, editing_of(request).view(draft_id), as_yaml=sent.is_yaml)
    page = replace(page, actor=sent.actor, unsent=problem.sentence)
    return shown_draft(request, page, status=status_of(problem))


def stale_page(request: Request, instructor: str, stale: Stale, *, actor: str) -> Response:
    """Both texts side by side; nothing was saved and nothing is lost."""
    draft = stale.draft
    page = StalePage(
        frame=Frame(f"Two versions of {draft.item_id}", "authoring", instructor_form_token(request)),
        instructor=instructor,
        draft_id=draft.id,
        item_id=draft.item_id,
        version=draft.version,
        sentence=stale.sentence,
        theirs=draft.text,
        mine=stale.text,
        rows=differences(draft.text, stale.text),
        actor=actor,
    )
    response = site_of(request).page("authoring/stale.html", page, status=status_of(stale))
    remember_actor(response, request, actor)
    return response


def checked_json(site: Site, checked: Checked, *, as_form: bool = False) -> dict[str, object]:
    """What was found in a text, for the script that shows it as one types; with the fields of its recipe for a form."""
    templates = site.templates
    preview = preview_part(site, checked.preview)
    return {
        "faults": [
            {"field": one.field, "line": one.line, "column": one.column, "sentence": one.sentence}
            for one in checked.faults
        ],
        "warnings": [
            {"severity": one.severity.value, "rule": one.rule, "line": one.line, "sentence": one.message}
            for one in checked.warnings
        ],
        "tried": [
            {"name": input_name(CHECKS, place), "held": one.held, "words": one.words}
            for place, one in enumerate(checked.tried)
        ],
        "preview": None
        if preview is None
        else str(fragment(templates.get_template("authoring/preview.html"), preview)),
        "drawn": str(fragment(templates.get_template("authoring/drawn.html"), drawn_part(checked)))
        if as_form and checked.drawn
        else None,
    }
