"""The page of images for instructors."""

from dataclasses import dataclass

from app.services.authoring.imaging import markdown_of
from app.store.images import ImageRow
from app.web.pages import Frame


@dataclass(frozen=True, slots=True)
class ImagesPage:
    """The images that came last. `new` names the one that has just come, `fault` says why one did not, `draft` where one came from.

    `shows` is what the new one shows, as it was said.
    """

    frame: Frame
    instructor: str
    images: tuple[ImageRow, ...]
    new: str = ""
    fault: str = ""
    draft: str = ""
    shows: str = ""

    @property
    def lines(self) -> tuple[tuple[ImageRow, str], ...]:
        """Each image with the line that puts it into a question."""
        return tuple(
            (one, markdown_of(one.id, one.width, one.height, self.shows if one.id == self.new else ""))
            for one in self.images
        )
