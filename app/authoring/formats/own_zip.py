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
_QUIET = ("license", "readme.md", ".ds_store")
_LEFT = "__MACOSX"  # a folder in which nothing is anybody's
# Folders in which no items lie: what is said of all that lies in one.
_BESIDE = {
    "_facts": "Misconceptions and other facts are not brought in here. What this house lacks of them is named at each "
    "question; it is made on its page, or loaded with the folder.",
    "exams": "Exams are not brought in here. They are loaded with the folder of their bank.",
}
_BANK = "What a bank says of itself is not brought in here. It is said on the bank’s page, or loaded with the folder."
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
    places: dict[str, str] = {}  # what has ways of its own, and what is said of it
    for name in names:
        path = PurePosixPath(name)
        if _LEFT in path.parts or path.name.lower() in _QUIET:
            continue
        beside = next((one for one in path.parts[:-1] if one in _BESIDE), None)
        if beside is not None:
            places.setdefault(name[: name.index(f"{beside}/")] + beside, _BESIDE[beside])
        elif path.name == "bank.yaml":
            places[name] = _BANK
        elif path.suffix in _YAML:
            texts.append((name, _text(archive, name)))
        elif path.parent.name == IMAGES:
            files[path.stem] = name
        else:
            bad.append(BadPart(1, _NOT_OURS, name))
    images, unseen = _pictures(archive, files, texts)
    renamed = tuple((called, one.id) for called, one in images.items() if called != one.id)
    told = (BadPart(1, said, place) for place, said in places.items())
    return OwnZip(tuple(texts), tuple(images.values()), renamed, (*told, *bad, *unseen))


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
