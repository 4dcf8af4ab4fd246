"""Images are looked at, stripped and encoded anew; what is none, moves, or is too large is refused with a sentence."""

import io
import zlib

import pytest
from PIL import Image, PngImagePlugin

from app.authoring.pictures import LONGEST_SIDE, MOST_BYTES, NoPicture, remade


def saved(image: Image.Image, form: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


@pytest.mark.parametrize(
    ("form", "media"), [("PNG", "image/png"), ("JPEG", "image/jpeg"), ("WEBP", "image/webp")]
)
def test_each_format_stays_itself(form: str, media: str) -> None:
    picture = remade(saved(Image.new("RGB", (40, 30), "teal"), form))
    assert (picture.media, picture.width, picture.height) == (media, 40, 30)
    with Image.open(io.BytesIO(picture.content)) as again:
        assert again.format == form
        pixel = again.convert("RGB").getpixel((20, 15))
    assert isinstance(pixel, tuple)
    assert max(abs(one - other) for one, other in zip(pixel, (0, 128, 128), strict=True)) <= 3


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA"])
def test_the_pixels_of_every_kind_of_png_stay(mode: str) -> None:
    image = Image.effect_noise((24, 16), 80).convert("RGBA" if mode == "LA" else mode)
    if mode == "LA":
        image = image.convert(mode)
    picture = remade(saved(image, "PNG"))
    with (
        Image.open(io.BytesIO(picture.content)) as again,
        Image.open(io.BytesIO(saved(image, "PNG"))) as before,
    ):
        assert again.convert("RGBA").tobytes() == before.convert("RGBA").tobytes()


def test_grey_values_of_sixteen_bits_keep_their_brightness() -> None:
    """A plain conversion cuts all above 255 off at white, and a plot came out as an empty page."""
    image = Image.new("I;16", (4, 1))
    image.putdata([0, 0x4000, 0x8000, 0xFFFF])
    with Image.open(io.BytesIO(remade(saved(image, "PNG")).content)) as again:
        assert [again.getpixel((x, 0)) for x in range(4)] == [0, 64, 128, 255]


def test_what_is_transparent_stays_so() -> None:
    image = Image.new("P", (8, 8), 0)
    image.putpalette([255, 0, 0, 0, 0, 255])
    picture = remade(saved(image, "PNG", transparency=0))
    with Image.open(io.BytesIO(picture.content)) as again:
        pixel = again.convert("RGBA").getpixel((0, 0))
    assert isinstance(pixel, tuple)
    assert pixel[3] == 0


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_nothing_but_pixels_is_kept(form: str) -> None:
    exif = Image.Exif()
    exif[0x013B] = "Somebody's name"  # the artist
    exif[0x8825] = {1: "N", 2: (48.0, 12.0, 0.0)}  # where it was taken
    options: dict[str, object] = {"exif": exif, "icc_profile": b"profile of somebody"}
    if form == "PNG":
        text = PngImagePlugin.PngInfo()
        text.add_text("Comment", "Somebody's comment", zip=False)
        options["pnginfo"] = text
    content = saved(Image.new("RGB", (30, 20), "olive"), form, **options)
    assert b"omebody" in content
    picture = remade(content + b"Somebody's tail")
    assert b"omebody" not in picture.content
    with Image.open(io.BytesIO(picture.content)) as again:
        assert not dict(again.getexif())
        assert "icc_profile" not in again.info


def test_it_is_turned_as_its_camera_held_it() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # a quarter turn
    picture = remade(saved(Image.new("RGB", (40, 30), "navy"), "JPEG", exif=exif))
    assert (picture.width, picture.height) == (30, 40)


def test_the_same_image_has_the_same_name() -> None:
    content = saved(Image.new("RGB", (40, 30), "teal"), "PNG")
    assert remade(content) == remade(content)
    assert remade(remade(content).content).id == remade(content).id


def bomb() -> bytes:
    """A PNG of a few hundred bytes that says it has a hundred thousand pixels a side."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return len(content).to_bytes(4) + name + content + zlib.crc32(name + content).to_bytes(4)

    size = (100_000).to_bytes(4) * 2
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size + bytes((8, 2, 0, 0, 0))) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")  # fmt: skip


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no PNG, JPEG or WebP"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>", "no PNG, JPEG or WebP"),
        (saved(Image.new("RGB", (4, 4)), "GIF"), "no PNG, JPEG or WebP"),
        (saved(Image.new("RGB", (4, 4)), "TIFF"), "no PNG, JPEG or WebP"),
        (saved(Image.effect_noise((64, 64), 90), "PNG")[:900], "damaged"),
        (saved(Image.effect_noise((64, 64), 90), "JPEG")[:700], "damaged"),
        (saved(Image.new("RGB", (LONGEST_SIDE + 1, 2)), "PNG"), "pixels, and 4096 a side"),
        (b"\x89PNG" + b"x" * MOST_BYTES, "5 MiB are taken"),
        (bomb(), "more than 16 million pixels"),
        (
            saved(Image.new("RGB", (8, 8), "red"), "WEBP", save_all=True, append_images=[Image.new("RGB", (8, 8), "blue")]),
            "moves",
        ),
        (
            saved(Image.new("RGB", (8, 8), "red"), "PNG", save_all=True, append_images=[Image.new("RGB", (8, 8), "blue")]),
            "moves",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_refused(content: bytes, said: str) -> None:
    with pytest.raises(NoPicture, match=said):
        remade(content)


def test_an_image_that_is_cut_or_bent_anywhere_is_refused_or_remade() -> None:
    content = bytearray(saved(Image.effect_noise((32, 32), 90), "PNG"))
    kept = 0
    for place in range(0, len(content), max(len(content) // 150, 1)):
        bent = bytes(content[:place]) + bytes([content[place] ^ 0x55]) + bytes(content[place + 1 :])
        try:
            kept += remade(bent).width == 32
        except NoPicture:
            continue
    assert kept < 150
