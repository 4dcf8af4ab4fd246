"""Images of items: looked at, stripped of everything but their pixels, and encoded anew under the hash of what comes out."""

import io
import warnings
from dataclasses import dataclass

from PIL import Image, ImageOps, UnidentifiedImageError

from app.kit.ids import content_hash

MOST_BYTES = 5 * 1024 * 1024
MOST_PIXELS = 16_000_000
LONGEST_SIDE = 4096
_MEDIA = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp"}
_MODES = {"PNG": ("L", "LA", "RGB", "RGBA"), "JPEG": ("L", "RGB"), "WEBP": ("RGB", "RGBA")}


class NoPicture(ValueError):
    """What was given is no image that can be shown; the sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An image as it is kept: `id` is the hash of `content`; width and height in pixels."""

    id: str
    media: str
    width: int
    height: int
    content: bytes


def seen(content: bytes) -> Picture:
    """An image that was remade before, as it is. Raises NoPicture for what is none."""
    try:
        with Image.open(io.BytesIO(content), formats=tuple(_MEDIA)) as opened:
            form, width, height = opened.format or "", opened.width, opened.height
    except (OSError, SyntaxError, ValueError):
        raise NoPicture("This is no PNG, JPEG or WebP image. Save it as one of these.") from None
    return Picture(content_hash(content), _MEDIA[form], width, height, content)


def remade(content: bytes) -> Picture:
    """The image with its pixels alone: turned as its camera held it, without metadata, in the format that it had.

    The same bytes give the same picture. Raises NoPicture for what is no PNG, JPEG or WebP, for one that moves, and for
    one beyond the limits: 5 MiB, 16 million pixels, 4,096 pixels a side.
    """
    if len(content) > MOST_BYTES:
        raise NoPicture(
            f"The image has {len(content) / 2**20:.1f} MiB, and 5 MiB are taken. Save it smaller, or as WebP."
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=tuple(_MEDIA)) as opened:
                return _encoded(opened)
    except UnidentifiedImageError:
        raise NoPicture("This is no PNG, JPEG or WebP image. Save it as one of these.") from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise NoPicture(_TOO_MANY) from None
    except (OSError, SyntaxError, ValueError, EOFError) as fault:
        if isinstance(fault, NoPicture):
            raise
        raise NoPicture("The image is damaged and cannot be read to its end. Save it anew.") from None


_TOO_MANY = f"The image has more than {MOST_PIXELS // 10**6} million pixels. Make it smaller."


def _encoded(opened: Image.Image) -> Picture:
    """The pixels of an image that was looked at but not yet decoded, encoded anew."""
    form = opened.format or ""
    if getattr(opened, "is_animated", False):
        raise NoPicture(
            "The image moves. Use one that stands still; what moves cannot be printed or read at rest."
        )
    if opened.width * opened.height > MOST_PIXELS:
        raise NoPicture(_TOO_MANY)
    if max(opened.size) > LONGEST_SIDE:
        raise NoPicture(
            f"The image is {opened.width} by {opened.height} pixels, and {LONGEST_SIDE} a side are taken. Make it smaller."
        )
    turned = _in_eight_bits(ImageOps.exif_transpose(opened))
    plain = turned if turned.mode in _MODES[form] else turned.convert(_mode(turned, form))
    bare = Image.new(plain.mode, plain.size)  # takes nothing over but the pixels that are put into it
    bare.paste(plain)
    out = io.BytesIO()
    match form:
        case "PNG":
            bare.save(out, "PNG", optimize=True)
        case "JPEG":
            bare.save(out, "JPEG", quality=88, optimize=True)
        case _:
            bare.save(out, "WEBP", quality=88, method=4)
    content = out.getvalue()
    return Picture(content_hash(content), _MEDIA[form], bare.width, bare.height, content)


def _in_eight_bits(image: Image.Image) -> Image.Image:
    """Grey values of sixteen bits in eight: a plain conversion would cut all of them off at white."""
    if not image.mode.startswith("I"):
        return image
    return image.convert("I").point(lambda value: value * (1 / 256)).convert("L")


def _mode(image: Image.Image, form: str) -> str:
    """Colours, with transparency where the image has any and the format can hold it."""
    return "RGBA" if form != "JPEG" and image.has_transparency_data else "RGB"
