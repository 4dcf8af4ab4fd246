"""Images that lie in a file: collected by their content, and named in the texts that show them."""

import base64
import binascii
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import unquote

from app.authoring.found import IMAGE, Fate, FoundImage, Loss

MOST_BYTES = 100 * 1024 * 1024
_SHOWN = re.compile(r"""(<img\b[^<>]{0,2000}?\bsrc\s*=\s*)(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))""", re.I)
_MARKDOWN = re.compile(r"(!\[[^\[\]\n]{0,500}\]\()([^()\s]+)")
_DATA = re.compile(r"data:image/[a-z0-9.+-]+;base64,(.*)", re.I | re.S)

Lookup = Callable[[str], bytes | None]


@dataclass(slots=True)
class Images:
    """The images of one file, each once."""

    found: dict[str, FoundImage] = field(default_factory=dict)
    _known: dict[int, tuple[bytes, str]] = field(
        default_factory=dict
    )  # so that the same bytes are hashed once
    _bytes: int = 0

    def add(self, name: str, content: bytes) -> str:
        """The address by which texts show this image from now on. Raises ValueError past 100 MiB in all."""
        if (known := self._known.get(id(content))) is not None:
            return known[1]
        id_ = hashlib.sha256(content).hexdigest()[:32]
        if id_ not in self.found:
            self._bytes += len(content)
            if self._bytes > MOST_BYTES:
                raise ValueError(
                    "The images of this file are larger than 100 MiB. Export fewer questions at a time."
                )
            self.found[id_] = FoundImage(id_, name, content)
        self._known[id(content)] = (content, f"{IMAGE}{id_}")
        return f"{IMAGE}{id_}"

    def all(self) -> tuple[FoundImage, ...]:
        """All of them, in the order in which they were found."""
        return tuple(self.found.values())

    def shown(self, text: str, lookup: Lookup, line: int = 0) -> tuple[str, tuple[Loss, ...]]:
        """The text with the addresses of images that lie in the file, and what could not be shown.

        An address is looked up as it stands, with its percent signs undone; one that carries the image within itself
        is taken out of it. An image on another site stays as it is: whoever makes an item of the text drops it.
        """
        losses: list[Loss] = []

        def address(written: str) -> str:
            if written.startswith(IMAGE):
                return written[:0]  # nobody else's addresses look like ours
            within = _DATA.fullmatch(written)
            content = _decoded(within[1]) if within else lookup(unquote(written))
            if content is not None:
                return self.add("" if within else unquote(written).rpartition("/")[2], content)
            if "://" not in written and not written.startswith("//"):
                why = f"The image {unquote(written)[:80]!r} is not in the file."
                losses.append(Loss(Fate.DROPPED, "image", why, line))
            return written

        def tag(match: re.Match[str]) -> str:
            return f'{match[1]}"{address(match[2] or match[3] or match[4] or "")}"'

        text = _SHOWN.sub(tag, text)
        text = _MARKDOWN.sub(lambda match: f"{match[1]}{address(match[2])}", text)
        return text, tuple(losses)


def _decoded(text: str) -> bytes | None:
    """The bytes of base64, or None."""
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return None


def from_base64(text: str) -> bytes | None:
    """The bytes that a file's element holds as base64, or None where it is none."""
    return _decoded(text)
