"""A file as it was sent, read and converted: the whole way that runs in the reading process."""

from dataclasses import replace

from app.authoring.formats.archive import BadArchive
from app.authoring.formats.decode import decoded
from app.authoring.formats.own_yaml import is_own_text, own_item
from app.authoring.formats.own_zip import OwnZip, own_zip
from app.authoring.found import BadPart, Format, ReadWishes
from app.authoring.incoming import Incoming, IncomingFile
from app.authoring.incoming_names import unique
from app.authoring.incoming_questions import incoming_file
from app.services.authoring.reading import read_questions

MOST_QUESTIONS = 2_000


def take_in(name: str, content: bytes, wishes: ReadWishes) -> IncomingFile | str:
    """What of a file is on its way in, or a sentence why nothing is."""
    try:
        own = _own(name, content)
    except BadArchive as why:
        return str(why)
    if own is not None:
        return own
    found = read_questions(name, content, wishes)
    if not found.questions and not found.tables and len(found.bad) == 1 and not found.bad[0].file:
        only = found.bad[0]
        return only.sentence if only.line <= 1 else f"Line {only.line}: {only.sentence}"
    if len(found.questions) > MOST_QUESTIONS:
        return (
            f"This file has {len(found.questions):,} questions; {MOST_QUESTIONS:,} at once are the most. "
            "Split it into several."
        )
    return incoming_file(found)


def _own(name: str, content: bytes) -> IncomingFile | None:
    """A file of ours; None where it is none."""
    ours = own_zip(content) if content.startswith(b"PK") else None
    if ours is None:
        try:
            text = decoded(content)
        except ValueError:
            return None
        if not is_own_text(text):
            return None
        ours = OwnZip(((name, text),))
    made = [own_item(text, n, file) for n, (file, text) in enumerate(ours.texts, 1)]
    items = [one for one in made if isinstance(one, Incoming)]
    names = unique(one.slug for one in items)
    return IncomingFile(
        Format.KEYED,
        tuple(
            replace(one, n=n, slug=slug) for n, (one, slug) in enumerate(zip(items, names, strict=True), 1)
        ),
        (*(one for one in made if isinstance(one, BadPart)), *ours.bad),
        images=ours.images,
        renamed=ours.renamed,
    )
