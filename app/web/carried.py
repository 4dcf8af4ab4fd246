"""What is chosen and typed in a form that comes back unanswered, carried in the address of the page that shows it again.

So a reload and the way back show it too, and nothing has to be kept for it on the server.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlencode

from app.scheduling.rating import Confidence, read_confidence
from app.web.posts import given_in
from app.web.storable import clean

LONGEST = 4_000  # signs of an address; more than that some servers in between refuse
_ANSWER = re.compile(r"option|number|place-[1-9][0-9]?")
_CUT = 1_000  # signs of a field that are looked at
_KINDS, _FIELDS = ("option", "number", "place"), 65  # of each kind that are looked at; no page has as many
_NOTE, _SAID = "text", "confidence"


@dataclass(frozen=True, slots=True)
class Carried:
    """The fields of an answer's form, by their names as they were sent, and the note that stands beside them."""

    fields: tuple[tuple[str, str], ...] = ()
    said: Confidence | None = None
    note: str = ""

    @property
    def positions(self) -> frozenset[int]:
        """The options that are chosen."""
        return frozenset(int(one) for one in given_in(self.fields)[0] if one.isascii() and one.isdigit())

    @property
    def typed(self) -> tuple[str, ...]:
        """The texts of all other fields."""
        return given_in(self.fields)[1]

    @property
    def given(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The positions of options as sent, and the texts of all other fields."""
        return given_in(self.fields)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is chosen, typed or said."""
        return not (any(text for _, text in self.fields) or self.said or self.note)

    def beside(self, note: str) -> "Carried":
        """Without its note where that is the one that is saved."""
        return replace(self, note="") if self.note.replace("\r\n", "\n").strip() == note else self

    def address(self, path: str) -> str | None:
        """The path with everything behind it; None where that is longer than an address should be."""
        more = [(_SAID, self.said.value if self.said else ""), *([(_NOTE, self.note)] if self.note else [])]
        found = f"{path}?{urlencode([*self.fields, *more])}"
        return found if len(found) <= LONGEST else None


NOTHING = Carried()


def carried_in(pairs: Sequence[tuple[str, str]]) -> Carried:
    """What the fields of a form, or of an address, say of an answer and of a note."""
    named = [(name, text[:_CUT]) for name, text in pairs if _ANSWER.fullmatch(name)]
    found = [one for kind in _KINDS for one in [pair for pair in named if pair[0].startswith(kind)][:_FIELDS]]
    texts = clean([text for _, text in found])
    others = {name: text for name, text in pairs if name in (_NOTE, _SAID)}
    (note,) = clean([others.get(_NOTE, "")])
    fields = tuple((name, text) for (name, _), text in zip(found, texts, strict=True))
    return Carried(fields, read_confidence(others.get(_SAID, "")), note)


def carried_by(address: bytes) -> Carried:
    """What the part of an address behind the question mark carries."""
    return carried_in(parse_qsl(address.decode("latin-1"), keep_blank_values=True, errors="replace"))
