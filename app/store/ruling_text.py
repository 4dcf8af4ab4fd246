"""How a ruling is stored: what is ruled in one column, the options and revisions that it names as JSON in another.

Of one that has a later text judge, that revision stands there too.

A ruling on all revisions of an item is a plain list of options, as all rulings were before there were others.
"""

import orjson

from app.exams.ruling import Ruling, What


def ruling_text(ruling: Ruling) -> str:
    """The options that count as right, and the revisions that it speaks of where these are not all."""
    accepted = sorted(ruling.accepted)
    if not (ruling.revisions or ruling.by):
        return orjson.dumps(accepted).decode()
    named = {"accepted": accepted, "revisions": sorted(ruling.revisions)}
    return orjson.dumps({**named, "by": ruling.by} if ruling.by else named).decode()


def stored_ruling(what: str, text: str) -> Ruling:
    """The ruling of two columns."""
    found = orjson.loads(text)
    if isinstance(found, list):
        return Ruling(What(what), frozenset(found))
    return Ruling(
        What(what), frozenset(found["accepted"]), frozenset(found["revisions"]), found.get("by", "")
    )
