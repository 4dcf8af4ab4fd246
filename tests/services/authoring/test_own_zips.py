"""Zips of our own files as exports write them: images come in with their questions, and what is not read is told."""

from io import BytesIO
from zipfile import ZipFile

import pytest
from PIL import Image

from app.authoring.found import ReadWishes
from app.authoring.incoming import IncomingFile
from app.authoring.incoming_wire import as_json, file_of
from app.authoring.pictures import Picture, remade
from app.kit.clock import FixedClock
from app.services.authoring.imaging import put_picture
from app.services.authoring.import_looking import Looking
from app.services.authoring.importing import Importing
from app.services.authoring.taking_in import take_in
from app.store.database import Database
from app.store.images import image_names
from app.store.unit import reading, writing
from tests.databases import NOW
from tests.unit.bank import samples

CLOCK = FixedClock(NOW)
ITEM = "attention/1.2/what-is-mixed.yaml"


def picture(form: str) -> Picture:
    """An image as a house keeps it."""
    made = BytesIO()
    Image.linear_gradient("L").resize((40, 30)).convert("RGB").save(made, form)
    return remade(made.getvalue())


def showing(one: Picture) -> str:
    return samples.AUTHORED.replace("stem: |\n", f"stem: |\n  ![A slope](image:{one.id})\n\n", 1)


def packed(files: dict[str, str | bytes]) -> bytes:
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def taken(content: bytes) -> IncomingFile:
    found = take_in("bank.zip", content, ReadWishes())
    assert isinstance(found, IncomingFile)
    return found


def read_here(name: str, content: bytes, wishes: ReadWishes) -> IncomingFile:
    found = take_in(name, content, wishes)
    assert isinstance(found, IncomingFile)
    return file_of(as_json(found))


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("here", [True, False], ids=["its own house", "another house"])
def test_a_question_comes_back_with_its_image(database: Database, form: str, here: bool) -> None:
    """Whoever has the image as it was keeps the text to the byte; elsewhere it is encoded anew and shown by its new name."""
    shown = picture(form)
    if here:
        with writing(database) as unit:
            put_picture(unit, shown, actor="Ada", now=NOW)
            unit.commit()
    content = packed({ITEM: showing(shown), f"attention/images/{shown.id}.img": shown.content})
    import_id = Importing(database, CLOCK, read_here).take("bank.zip", content, actor="Ada")
    (question,) = Looking(database).view(import_id, 1).questions
    with reading(database) as unit:
        (kept,) = image_names(unit)
    assert question.question.text == showing(shown).replace(shown.id, kept)
    assert not [one for one in question.lacks if "image" in str(one)]
    assert not here or kept == shown.id


def test_what_is_not_read_is_told_each_folder_of_others_once() -> None:
    shown = picture("PNG")
    found = taken(
        packed(
            {
                ITEM: showing(shown),
                "attention/bank.yaml": "id: attention\n",
                "attention/images/" + shown.id + ".png": b"no image",
                "attention/images/" + "0" * 32 + ".png": shown.content,
                "_facts/misconceptions/roles.yaml": "[]",
                "_facts/misconceptions/softmax.yaml": "[]",
                "attention/exams/first.yaml": "id: first\n",
                "README.md": "Read me",
                "attention/more.gift": "Which? {=a ~b}",
            }
        )
    )
    assert [one.name for one in found.questions] == ["what-is-mixed"]
    assert found.images == ()
    assert [(one.file, one.sentence.partition(".")[0]) for one in found.bad] == [
        ("attention/bank.yaml", "What a bank says of itself is not brought in here"),
        ("_facts", "Misconceptions and other facts are not brought in here"),
        ("attention/exams", "Exams are not brought in here"),
        ("attention/more.gift", "This is no question of ours, so it is not read here"),
        (f"attention/images/{shown.id}.png", "This is no PNG, JPEG or WebP image"),
        (
            f"attention/images/{'0' * 32}.png",
            "No question in this zip shows this image, so it is not brought in",
        ),
    ]


def test_names_of_other_systems_are_read_as_they_are_meant() -> None:
    """Endings and folders in capitals; what a Mac leaves beside each file; a text that is none spoils no other."""
    shown = picture("PNG")
    found = taken(
        packed(
            {
                "ATTENTION/1.2/WHAT-IS-MIXED.YAML": showing(shown),
                "ATTENTION/1.2/._WHAT-IS-MIXED.YAML": b"\0\5\x16\7\xff",
                "__MACOSX/ATTENTION/1.2/._WHAT-IS-MIXED.YAML": b"\0\5\x16\7\xff",
                f"ATTENTION/Images/{shown.id}.PNG": shown.content,
                "ATTENTION/BANK.YML": "id: attention\n",
                "ATTENTION/Exams/first.yaml": "id: first\n",
                "ATTENTION/1.2/broken.yaml": b"\0\xff\xfe\0",
            }
        )
    )
    assert [one.name for one in found.questions] == ["what-is-mixed"]
    assert [one.id for one in found.images] == [shown.id]
    assert [(one.file, one.sentence.partition(".")[0]) for one in found.bad] == [
        ("ATTENTION/BANK.YML", "What a bank says of itself is not brought in here"),
        ("ATTENTION/Exams", "Exams are not brought in here"),
        ("ATTENTION/1.2/broken.yaml", "This is no text file"),
    ]


def test_two_images_of_one_name_are_told_apart() -> None:
    """Which of them a text means cannot be known; that one of them is not shown is said."""
    first, other = picture("PNG"), picture("JPEG")
    found = taken(
        packed(
            {
                ITEM: showing(first),
                f"attention/images/{first.id}.png": first.content,
                f"copy/images/{first.id}.png": first.content,
                f"more/images/{first.id}.jpg": other.content,
            }
        )
    )
    assert [one.id for one in found.images] == [first.id]
    ((name, sentence, line),) = ((one.file, one.sentence, one.line) for one in found.bad)
    assert line == 0  # of an image there is none
    assert name == f"more/images/{first.id}.jpg"
    assert sentence.startswith(f"attention/images/{first.id}.png is another image of the same name")


def test_a_package_of_others_with_a_text_of_ours_in_it_is_theirs() -> None:
    found = take_in(
        "package.zip", packed({"imsmanifest.xml": "<manifest/>", "notes.yaml": "a: b"}), ReadWishes()
    )
    assert not isinstance(found, IncomingFile) or found.format != "Keyed YAML"
