"""A zip of our own files, as they lie in a folder of questions: the texts of items, the images that they show, and the rest."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from app.authoring.formats.archive import Archive, BadArchive, opened
from app.authoring.formats.decode import decoded
from app.authoring.found import BadPart, FoundImage
from app.authoring.incoming_images import pictures_of
from app.authoring.pictures import Picture
from app.bank.images import FOLDER as IMAGES
from app.bank.images import images_in

_OTHERS = ("imsmanifest.xml", "collection.anki2")  # by which others know their own archives
_BESIDE = {"_facts", "exams", "__MACOSX"}  # folders in which no items lie, and which have ways of their own
_QUIET = ("bank.yaml", "license", "readme.md", ".ds_store")
_YAML = (".yaml", ".yml")
_NOT_OURS = "This is no question of ours, so it is not read here. Send it by itself."


@dataclass(frozen=True, slots=True)
class OwnZip:
    """The items' texts with their paths inside, the images that these show, and what is not read.

    `renamed` are the images that became another one as they were encoded anew: what the texts call them, and what they
    are called now.
    """

    texts: tuple[tuple[str, str], ...]
    images: tuple[Picture, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    bad: tuple[BadPart, ...] = ()


def own_zip(content: bytes) -> OwnZip | None:
    """What such a zip holds; None where it holds no YAML, or is an archive of others. Raises BadArchive.

    Nothing is unpacked to the disk; limits and paths are those of every archive.
    """
    archive = opened(content)
    names = archive.names()
    if not any(name.endswith(_YAML) for name in names):
        return None
    if any(PurePosixPath(name).name.lower() in _OTHERS for name in names):
        return None
    texts, bad, files = list[tuple[str, str]](), list[BadPart](), dict[str, str]()
    for name in names:
        path = PurePosixPath(name)
        if _BESIDE & set(path.parts) or path.name.lower() in _QUIET:
            continue
        if path.suffix in _YAML:
            texts.append((name, _text(archive, name)))
        elif path.parent.name == IMAGES:
            files[path.stem] = name
        else:
            bad.append(BadPart(1, _NOT_OURS, name))
    images, unseen = _pictures(archive, files, texts)
    renamed = tuple((called, one.id) for called, one in images.items() if called != one.id)
    return OwnZip(tuple(texts), tuple(images.values()), renamed, (*bad, *unseen))


def _text(archive: Archive, name: str) -> str:
    try:
        return decoded(archive.read(name))
    except ValueError:
        raise BadArchive(f"{name[:80]} in the zip is no text. Leave it out.") from None


def _pictures(
    archive: Archive, files: dict[str, str], texts: list[tuple[str, str]]
) -> tuple[dict[str, Picture], list[BadPart]]:
    """The images that the texts show, by what they call them, and those that cannot be taken in."""
    found = [
        FoundImage(called, files[called], archive.read(files[called]))
        for called in _called(texts)
        if called in files
    ]
    made = pictures_of(found)
    good = {called: one for called, one in made.items() if isinstance(one, Picture)}
    bad = [BadPart(1, one, files[called]) for called, one in made.items() if isinstance(one, str)]
    return good, bad


def _called(texts: list[tuple[str, str]]) -> Iterator[str]:
    yield from dict.fromkeys(called for _, text in texts for called in images_in(text))
