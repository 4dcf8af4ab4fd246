"""Images of items, for everybody who knows their name."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from app.web.site import site_of

router = APIRouter(prefix="/images")
ImageId = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]
_FOREVER = "public, max-age=31536000, immutable"


@router.get("/{image_id}")
def image(request: Request, image_id: ImageId) -> Response:
    """One image. Its name is the hash of what it holds, so it never changes, and nobody comes to it by guessing."""
    found = site_of(request).services.images.image(image_id)
    headers = {"Cache-Control": _FOREVER, "Content-Disposition": "inline"}
    return Response(found.content, media_type=found.media, headers=headers)
