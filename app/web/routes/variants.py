"""What was baked of a computed question, for instructors: how it was drawn, each variant, and its proof made again."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import RedirectResponse, Response

from app.services.authoring.previewing import Preview
from app.web.draft_pages import preview_part
from app.web.login import instructor_form_token, instructor_of, require_instructor_form
from app.web.pages import Frame
from app.web.posts import Slug
from app.web.proof_pages import proof_status, proof_title
from app.web.site import site_of
from app.web.variants_pages import VariantPage, VariantProofPage, VariantsPage, short_name, variants_at

router = APIRouter(prefix="/authoring/items/{item_id}/variants")
Instructor = Annotated[str, Depends(instructor_of)]
Token = Annotated[str, Form(max_length=100)]


@router.get("")
def variants(
    request: Request, instructor: Instructor, item_id: Slug, after: str = "", before: str = ""
) -> Response:
    """How the numbers were drawn, and the variants behind one name or before another."""
    site = site_of(request)
    view = site.services.authoring.baked_variants.page(item_id, after=after, before=before)
    page = VariantsPage(Frame(f"Variants of {item_id}", "authoring"), instructor, view)
    return site.page("authoring/variants.html", page)


@router.get("/{variant_id}")
def variant(request: Request, instructor: Instructor, item_id: Slug, variant_id: str) -> Response:
    """One variant: as a learner sees it, what is right and why, every slip, and the proof."""
    site = site_of(request)
    view = site.services.authoring.baked_variants.one(item_id, variant_id)
    preview = preview_part(site, Preview(view.shown, view.feedback))
    frame = Frame(
        f"Variant {short_name(variant_id)} of {item_id}", "authoring", instructor_form_token(request)
    )
    return site.page("authoring/variant.html", VariantPage(frame, instructor, view, preview))


@router.get("/{variant_id}/proof")
def unasked(_request: Request, _instructor: Instructor, item_id: Slug, variant_id: str) -> Response:
    """The address of a check that was asked for by its button: back to where the button stands."""
    return RedirectResponse(f"{variants_at(item_id)}/{variant_id}", 303)


@router.post("/{variant_id}/proof")
def proof(
    request: Request, instructor: Instructor, item_id: Slug, variant_id: str, csrf_token: Token = ""
) -> Response:
    """The proof again, now, beside the one that is stored. Nothing is written down, so the page itself is the answer."""
    require_instructor_form(request, csrf_token)
    site = site_of(request)
    site.services.authoring.baked_variants.one(
        item_id, variant_id
    )  # of this question, and such that it can be read
    view = site.services.proving.shown(variant_id)
    title = proof_title(view, f"Variant {short_name(variant_id)} of {item_id}")
    frame = Frame(title, "authoring", instructor_form_token(request))
    page = VariantProofPage(frame, instructor, item_id, variant_id, view)
    return site.page("authoring/variant_proof.html", page, status=proof_status(view))
