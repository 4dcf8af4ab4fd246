"""Finds the images in Markdown text, and says what is wrong with how they are named or described."""

import re
from collections.abc import Iterator, Mapping

from app.bank.dollars import without_code

FOLDER = "images"  # of a bank
SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp"}
Size = tuple[int, int]  # width and height in pixels
_SAID = r"(?:\\.|[^\[\]\\])*"  # a bracket in what is said has a backslash before it, or its partner
_IMAGE = re.compile(
    rf"""!\[({_SAID}(?:\[{_SAID}\]{_SAID})*)\]\(\s*([^)\s]*)(?:\s+["'(]([^"')]*))?""", re.DOTALL
)
_SIZE = re.compile(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})")  # as pages take it
_NAME = re.compile(r"image:([0-9a-f]{32})")


def images_in(text: str) -> tuple[str, ...]:
    """The names of the images that a text shows, in order."""
    found = (_NAME.fullmatch(target) for _, target, _ in _shown(text))
    return tuple(match[1] for match in found if match)


def image_complaints(text: str, known: Mapping[str, Size | None] | None = None) -> Iterator[str]:
    """What is wrong with the images of a text: from elsewhere, none that is `known`, not described, or of another size.

    `known` has the size of each, or None where it was not looked at.
    """
    for said, target, title in _shown(text):
        name = _NAME.fullmatch(target)
        if name is None:
            yield (
                f"shows the image {target[:80]!r}, and pages fetch nothing from elsewhere. "
                "Take the image in and use the line that stands below it there."
            )
        elif known is not None and name[1] not in known:
            yield f"shows the image {name[1]}, which is not there. Take it in, or copy it to <bank>/images/."
        elif not said.strip():
            yield "shows an image without saying what it shows. Write that between the brackets: ![A plot of …](image:…)."
        elif known and (own := known[name[1]]) and (size := _SIZE.fullmatch(title)):
            width, height = int(size[1]), int(size[2])
            if not _fits((width, height), own):
                yield (
                    f"shows the image {name[1]} as {width}x{height}, and it is {own[0]}x{own[1]}. "
                    "Write that, or a smaller size of the same proportions."
                )


def _fits(size: Size, own: Size) -> bool:
    """Whether an image is shown no larger than it is and not stretched, but for the rounding to whole pixels."""
    (width, height), (whole, high) = size, own
    return width <= whole and height <= high and abs(width * high - height * whole) <= max(whole, high)


def _shown(text: str) -> list[tuple[str, str, str]]:
    return (
        [(match[1], match[2], match[3] or "") for match in _IMAGE.finditer(without_code(text))]
        if "![" in text
        else []
    )
