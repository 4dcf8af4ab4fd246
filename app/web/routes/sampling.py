"""The sheet of a draft whose numbers are drawn: variants at chosen seeds side by side, with their proofs."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from app.kit.errors import BadInput
from app.services.authoring.previewing import Preview
from app.services.authoring.sampling import Pin, Sample, Sheet
from app.web.draft_pages import apart, preview_part
from app.web.editing_pages import PreviewPart, SamplePart, SheetPage
from app.web.editing_posts import DraftId
from app.web.login import instructor_of
from app.web.pages import Frame
from app.web.site import Site, site_of
from app.web.statuses import status_of

router = APIRouter(prefix="/authoring")
Instructor = Annotated[str, Depends(instructor_of)]
SEEDS = "1 2 3 4"
_LONGEST = 400
_LONGEST_PIN = 4_000
_MOST_PINS = 12


@router.get("/drafts/{draft_id}/sheet")
def sheet(
    request: Request,
    instructor: Instructor,
    draft_id: DraftId,
    seeds: str = SEEDS,
    pin: Annotated[list[str] | None, Query()] = None,
) -> Response:
    """Variants of these seeds; those whose numbers are pinned keep them, whatever else of the item has changed."""
    site = site_of(request)
    named = " ".join(seeds.replace("\x00", "")[:_LONGEST].split())
    draft = site.services.authoring.drafting.draft(draft_id)
    pins = [read_pin(one[:_LONGEST_PIN]) for one in (pin or [])[:_MOST_PINS]]
    try:
        found = site.services.authoring.desk().sampling.sheet(draft, named.split(), pins)
        status = 503 if found.failure else 200
    except BadInput as fault:  # of the text, or of a pin: the way back to the draft stands on the same page
        found, status = Sheet((), failure=fault.sentence), status_of(fault)
    page = SheetPage(
        frame=Frame(f"Variants of {draft.item_id}", "authoring"),
        instructor=instructor,
        draft_id=draft_id,
        item_id=draft.item_id,
        seeds=named,
        sheet=found,
        samples=tuple(_sample(site, nth, one) for nth, one in enumerate(found.samples, 1)),
    )
    return site.page("authoring/sheet.html", page, status=status)


def read_pin(text: str) -> Pin:
    """A pin as an address holds it: the seed, a bar, and the numbers."""
    seed, _, givens = text.partition("|")
    return Pin(seed, givens)


def _sample(site: Site, nth: int, sample: Sample) -> SamplePart:
    preview: PreviewPart | None = None
    if sample.shown is not None:
        drawn = preview_part(site, Preview(sample.shown, sample.feedback))
        mark, words = str(nth), f"of variant {nth}"
        if drawn is not None:
            question, form, told = (
                apart(one, mark, words) for one in (drawn.question, drawn.form, drawn.told)
            )
            preview = PreviewPart(question, form, told, (), whole=True)
    return SamplePart(sample, preview, f"{sample.seed}|{sample.givens}")
