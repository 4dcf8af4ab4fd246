"""A zip of our own files, as they lie in a folder of questions: the texts of items, the images that they show, and the rest."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from app.authoring.formats.archive import Archive, opened
from app.authoring.formats.decode import decoded
from app.authoring.found import BadPart, FoundImage
from app.authoring.incoming_images import pictures_of
from app.authoring.pictures import Picture
from app.bank.images import FOLDER as IMAGES
from app.bank.images import images_in

_OTHERS = ("imsmanifest.xml", "collection.anki2")  # by which others know their own archives
_QUIET = ("license", "readme.md", ".ds_store")
# What systems leave behind, in which nothing is anybody's: a folder, and files that begin so.
_LEFT, _LEFT_FILE = "__MACOSX", "._"
# Folders in which no items lie: what is said of all that lies in one.
_BESIDE = {
    "_facts": "Misconceptions and other facts are not brought in here. What this house lacks of them is named at each "
    "question; it is made on its page, or loaded with the folder.",
    "exams": "Exams are not brought in here. They are loaded with the folder of their bank.",
}
_BANK = "What a bank says of itself is not brought in here. It is said on the bank’s page, or loaded with the folder."
_WHOLE = 0  # where no line is meant
_YAML = (".yaml", ".yml")
_NOT_OURS = "This is no question of ours, so it is not read here. Send it by itself."
_UNSHOWN = "No question in this zip shows this image, so it is not brought in."
_OTHER_IMAGE = "{first} is another image of the same name, and that one is shown. Name one of them anew, here and in the texts."


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
    if not any(_is_yaml(PurePosixPath(name)) for name in names):
        return None
    if any(PurePosixPath(name).name.lower() in _OTHERS for name in names):
        return None
    texts, bad, files = list[tuple[str, str]](), list[BadPart](), dict[str, list[str]]()
    places: dict[str, str] = {}  # what has ways of its own, and what is said of it
    for name in names:
        path = PurePosixPath(name)
        if _LEFT in path.parts or path.name.startswith(_LEFT_FILE) or path.name.lower() in _QUIET:
            continue
        place, said = _beside(path)
        if place:
            places.setdefault(place, said)
        elif _is_yaml(path):
            try:
                texts.append((name, decoded(archive.read(name))))
            except ValueError as fault:
                bad.append(BadPart(_WHOLE, str(fault), name))
        elif path.parent.name.lower() == IMAGES:
            files.setdefault(path.stem, []).append(name)
        else:
            bad.append(BadPart(_WHOLE, _NOT_OURS, name))
    images, unseen = _pictures(archive, files, texts)
    renamed = tuple((called, one.id) for called, one in images.items() if called != one.id)
    told = (BadPart(_WHOLE, said, place) for place, said in places.items())
    return OwnZip(tuple(texts), tuple(images.values()), renamed, (*told, *bad, *unseen))


def _is_yaml(path: PurePosixPath) -> bool:
    return path.suffix.lower() in _YAML


def _beside(path: PurePosixPath) -> tuple[str, str]:
    """The place of what is no item and has ways of its own, with what is said of it; nothing where it is none."""
    for depth, part in enumerate(path.parts[:-1], 1):
        if part.lower() in _BESIDE:
            return "/".join(path.parts[:depth]), _BESIDE[part.lower()]
    return (str(path), _BANK) if _is_yaml(path) and path.stem.lower() == "bank" else ("", "")


def _pictures(
    archive: Archive, files: dict[str, list[str]], texts: list[tuple[str, str]]
) -> tuple[dict[str, Picture], list[BadPart]]:
    """The images that the texts show, by what they call them, and those that are not taken in, each with why."""
    shown = [called for called in _called(texts) if called in files]
    found = [FoundImage(called, files[called][0], archive.read(files[called][0])) for called in shown]
    made = pictures_of(found)
    good = {called: one for called, one in made.items() if isinstance(one, Picture)}
    bad = [BadPart(_WHOLE, one, files[called][0]) for called, one in made.items() if isinstance(one, str)]
    for one in found:
        first, *others = files[one.id]
        unlike = (name for name in others if archive.read(name) != one.content)
        bad += [BadPart(_WHOLE, _OTHER_IMAGE.format(first=first), name) for name in unlike]
    unshown = (name for called, paths in files.items() if called not in shown for name in paths)
    return good, [*bad, *(BadPart(_WHOLE, _UNSHOWN, name) for name in unshown)]


def _called(texts: list[tuple[str, str]]) -> Iterator[str]:
    yield from dict.fromkeys(called for _, text in texts for called in images_in(text))
