"""The names of banks as they are typed: one that there is, or one made of the words."""

import re
from collections.abc import Container

from app.authoring.incoming_names import slug
from app.bank.load import FACTS
from app.bank.values import SLUG_FORM

LONGEST_NAME = 80
RESERVED = frozenset({FACTS, "new", "lab"})  # a folder beside the banks, and addresses beside theirs
BAD_BANK = (
    "Name the new bank in a few words, 80 signs at most, such as attention. The names new and lab are taken."
)
_NAME = re.compile(SLUG_FORM)


def bank_named(typed: str, known: Container[str]) -> str:
    """The bank that was typed, where there is one of that name, else a name made of its words; "" where none can be."""
    name = typed if typed in known else slug(typed, LONGEST_NAME + 1)
    fits = _NAME.fullmatch(name) and len(name) <= LONGEST_NAME and name not in RESERVED
    return name if fits else ""
