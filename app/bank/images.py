"""Finds the images in Markdown text, and says what is wrong with how they are named or described."""

import re
from collections.abc import Iterator, Set

from app.bank.dollars import without_code

FOLDER = "images"  # of a bank
SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp"}
_IMAGE = re.compile(r"!\[([^\]]*)\]\(\s*([^)\s]*)")
_NAME = re.compile(r"image:([0-9a-f]{32})")


def images_in(text: str) -> tuple[str, ...]:
    """The names of the images that a text shows, in order."""
    found = (_NAME.fullmatch(target) for _, target in _shown(text))
    return tuple(match[1] for match in found if match)


def image_complaints(text: str, known: Set[str] | None = None) -> Iterator[str]:
    """What is wrong with the images of a text: from elsewhere, none that is `known`, or not described."""
    for said, target in _shown(text):
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


def _shown(text: str) -> list[tuple[str, str]]:
    return [(match[1], match[2]) for match in _IMAGE.finditer(without_code(text))] if "![" in text else []
