"""Images of items: taken in from instructors, kept once under the hash of what they hold, and given to pages."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from app.kit.clock import Clock
from app.kit.errors import BadInput, NotFound
from app.store.database import Database
from app.store.images import ImageRow, add_image, image_row, latest_images
from app.store.unit import Writing, reading, writing

if TYPE_CHECKING:
    from app.authoring.pictures import Picture

_NO_IMAGE = "There is no image of that name."
_NOT_SAID = "What it shows"  # to be written over
_SIGNS = re.compile(r"([\\`*_\[\]<$])")  # that would say something else in a text
Remake = Callable[[bytes], "Picture"]


def no_remaking(_content: bytes) -> "Picture":
    """For a house that takes no images."""
    raise AssertionError("these services were joined without images")


@dataclass(frozen=True, slots=True)
class Imaging:
    """Keeps images. `remake` looks at one and encodes it anew; it is given from outside, as what it needs loads late."""

    database: Database
    clock: Clock
    remake: Remake

    def take(self, content: bytes, *, actor: str) -> ImageRow:
        """Keep an image; the same one again is the same row. Raises BadInput with what is wrong with it."""
        try:
            picture = self.remake(content)
        except ValueError as fault:
            raise BadInput(str(fault)) from None
        with writing(self.database) as unit:
            row = put_picture(unit, picture, actor=actor, now=self.clock.now())
            unit.commit()
        return row

    def image(self, image_id: str) -> ImageRow:
        """One image. Raises NotFound."""
        with reading(self.database) as unit:
            found = image_row(unit, image_id)
        if found is None:
            raise NotFound(_NO_IMAGE)
        return found

    def latest(self, most: int = 50) -> list[ImageRow]:
        """The images that came last, the newest first, without what they hold."""
        with reading(self.database) as unit:
            return latest_images(unit, most)


def put_picture(unit: Writing, picture: "Picture", *, actor: str, now: datetime) -> ImageRow:
    """Keep a picture unless it is there; its row."""
    row = ImageRow(
        picture.id, picture.media, picture.width, picture.height, picture.content, actor=actor, made_at=now
    )
    add_image(unit, row)
    return row


def markdown_of(image_id: str, width: int, height: int, shows: str = "") -> str:
    """The line that shows an image in the text of a question, with what it shows where that was said."""
    said = _SIGNS.sub(r"\\\1", " ".join(shows.split())) or _NOT_SAID
    return f'![{said}](image:{image_id} "{width}x{height}")'
