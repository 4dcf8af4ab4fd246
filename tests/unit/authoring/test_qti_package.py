"""Packages of QTI: items by the manifest, images of the package, and archives that are refused."""

import io
import stat
import zipfile

import pytest

from app.authoring.formats.archive import BadArchive, opened
from app.authoring.formats.qti_package import read_package
from app.authoring.found import FoundFile
from tests.unit.authoring.qti_files import choice, declaration, item, manifest, package, resource

GOOD = item(declaration("identifier", right=("B",)), choice())
PIXEL = b"\x89PNG not looked at yet"


def read(files: dict[str, bytes | str]) -> FoundFile:
    return read_package(opened(package(files)))


def test_items_of_the_manifest_come_in_and_a_bad_one_takes_no_other_with_it() -> None:
    words = (
        "<metadata><lom><general><keyword><langstring>scale</langstring></keyword></general></lom></metadata>"
    )
    found = read(
        {
            "imsmanifest.xml": manifest(
                resource("items/one.xml", inside=words),
                resource("items/one.xml"),
                resource("items/broken.xml"),
                resource("items/two%20words.xml", "imsqti_item_xmlv2p1"),
                resource("items/missing.xml"),
                resource("test.xml", "imsqti_test_xmlv2p2"),
                resource("old.xml", "imsqti_xmlv1p2"),
                resource("page.html", "webcontent"),
                resource("game.swf", "flash"),
            ),
            "items/one.xml": GOOD,
            "items/broken.xml": b"<assessmentItem>",
            "items/two words.xml": GOOD,
        }
    )
    assert [(one.file, one.tags) for one in found.questions] == [
        ("items/one.xml", ("scale",)),
        ("items/two words.xml", ()),
    ]
    assert [(bad.file, bad.line) for bad in found.bad] == [
        ("items/broken.xml", 1),
        ("imsmanifest.xml", 6),
        ("test.xml", 7),
        ("old.xml", 8),
        ("game.swf", 10),
    ]
    assert str(found.bad[0]).startswith("items/broken.xml, line 1: The XML cannot be read here")


def test_items_that_the_manifest_does_not_name_stay_out_and_are_told() -> None:
    found = read(
        {
            "imsmanifest.xml": manifest(resource("one.xml"), resource("two.xml", "webcontent")),
            "one.xml": GOOD,
            "two.xml": GOOD,
            "further/three.xml": GOOD,
            "further/style.xml": "<style/>",
        }
    )
    assert [one.file for one in found.questions] == ["one.xml"]
    assert [(bad.file, bad.line) for bad in found.bad] == [("two.xml", 1), ("further/three.xml", 1)]
    assert found.bad[0].sentence.startswith("The manifest does not name this as a question")


def test_images_come_from_the_package_by_their_place() -> None:
    shown = item(
        declaration("identifier", right=("B",)),
        '<p><img src="../img/two%20rows.png" alt="Two rows"/></p>' + choice(),
    )
    found = read(
        {"imsmanifest.xml": manifest(resource("a/one.xml")), "a/one.xml": shown, "img/two rows.png": PIXEL}
    )
    (image,) = found.images
    assert (image.name, image.content) == ("two rows.png", PIXEL)
    assert f'<img src="image:{image.id}" alt="Two rows">' in found.questions[0].stem.text


@pytest.mark.parametrize("address", ["missing.png", "../../etc/passwd", "/etc/passwd", "file:/etc/passwd"])
def test_images_that_are_not_in_the_package_are_told(address: str) -> None:
    shown = item(
        declaration("identifier", right=("B",)), f'<p><img src="{address}" alt="Rows"/></p>' + choice()
    )
    found = read({"imsmanifest.xml": manifest(resource("one.xml")), "one.xml": shown})
    assert found.images == ()
    assert [loss.part for loss in found.questions[0].losses] == ["image"]
    assert "Rows" in found.questions[0].stem.text


def test_without_a_manifest_whatever_begins_as_an_item_is_one() -> None:
    assert [one.file for one in read({"a.xml": GOOD, "b.xml": b"<quiz/>", "c.txt": b"c"}).questions] == [
        "a.xml"
    ]


def test_a_package_may_lie_in_a_folder_and_have_a_base() -> None:
    inside = manifest(resource("one.xml")).replace("<resources>", '<resources xml:base="items/">')
    assert len(read({"quiz/imsmanifest.xml": inside, "quiz/items/one.xml": GOOD}).questions) == 1


def test_a_manifest_with_a_document_type_or_without_items_is_told() -> None:
    assert "DOCTYPE" in read({"imsmanifest.xml": "<!DOCTYPE a><manifest/>"}).bad[0].sentence
    assert "names no questions" in read({"imsmanifest.xml": manifest()}).bad[0].sentence


@pytest.mark.parametrize(
    "name", ["../evil.xml", "a/../../evil.xml", "/evil.xml", "C:/evil.xml", "a\\..\\evil.xml", "\\evil.xml"]
)
def test_a_name_that_leads_outside_refuses_the_archive(name: str) -> None:
    with pytest.raises(BadArchive, match="leads outside"):
        opened(package({name: b"evil"}))


def link() -> bytes:
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w") as archive:
        member = zipfile.ZipInfo("one.xml")
        member.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(member, "/etc/passwd")
    return found.getvalue()


def twice() -> bytes:
    return package({"one.xml": b"1", "two.xml": b"2"}).replace(b"two.xml", b"one.xml")


def locked() -> bytes:
    content = bytearray(package({"one.xml": b"1"}))
    content[content.index(b"PK\x01\x02") + 8] |= 1
    return bytes(content)


def bzipped() -> bytes:
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("one.xml", b"1" * 100)
    return found.getvalue()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (link(), "is a link"),
        (twice(), "twice"),
        (locked(), "password"),
        (bzipped(), "packed in a way"),
        (b"PK\x03\x04 and nothing", "damaged"),
        (package({str(n): b"" for n in range(2001)}), "more than 2000 files"),
    ],
    ids=["link", "twice", "locked", "bzipped", "damaged", "many"],
)
def test_archives_that_are_refused(content: bytes, words: str) -> None:
    with pytest.raises(BadArchive, match=words):
        opened(content)


def test_a_bomb_is_noticed_while_it_is_read() -> None:
    archive = opened(package({"bomb.xml": b" " * (30 * 1024 * 1024)}))
    with pytest.raises(BadArchive, match="hundred times"):
        archive.read("bomb.xml")


def test_a_member_that_is_damaged_is_named() -> None:
    content = bytearray(package({"one.xml": b"0123456789" * 9}))
    content[45] ^= 0xFF
    with pytest.raises(BadArchive, match=r"'one\.xml' in the archive is damaged"):
        opened(bytes(content)).read("one.xml")
