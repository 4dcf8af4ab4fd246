"""Images that lay in a file: looked at, encoded anew, and shown in the text of a question by the name that they get."""

import re
from collections.abc import Iterable, Mapping

from app.authoring.found import IMAGE, FoundImage
from app.authoring.incoming_notes import Notes
from app.authoring.incoming_signs import marked_up
from app.authoring.pictures import NoPicture, Picture, remade

MOST = 500  # of one file
Pictures = Mapping[str, Picture | str]
_SHOWN = re.compile(r"!\[([^\]\n]*)\]\(([^)\n]*)\)")


def pictures_of(found: Iterable[FoundImage]) -> Pictures:
    """The images of a file by the names that its texts call them, or why one of them cannot be shown."""
    made: dict[str, Picture | str] = {}
    for count, image in enumerate(found):
        if count >= MOST:
            made[image.id] = f"A file may bring {MOST} images. Send fewer at once."
            continue
        try:
            made[image.id] = remade(image.content)
        except NoPicture as fault:
            made[image.id] = str(fault)
    return made


def shown(source: str, said: str, notes: Notes) -> str:
    """An image in the text of a question, or the words that it leaves, with a note."""
    alt = " ".join(said.split())
    picture = notes.pictures.get(source.removeprefix(IMAGE)) if source.startswith(IMAGE) else None
    if isinstance(picture, Picture):
        if not alt:
            notes.changed(
                "an image comes in without a description. Write what it shows before it is published"
            )
        notes.used[picture.id] = picture
        escaped = re.sub(r"([\[\]])", r"\\\1", marked_up(alt))
        return f'![{escaped}]({IMAGE}{picture.id} "{picture.width}x{picture.height}")'
    named = f"the image {alt[:80]!r}" if alt else "an image without a description"
    why = picture if isinstance(picture, str) else "It lies elsewhere, and pages fetch nothing from there"
    notes.dropped(f"{named}. {why}")
    return marked_up(f"(image: {alt})" if alt else "(image)")


def shown_in(markdown: str, notes: Notes) -> str:
    """Markdown with its images by the names that they get."""
    return _SHOWN.sub(lambda match: shown(match[2].strip().split(" ")[0], match[1], notes), markdown)
