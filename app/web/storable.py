"""What is sent, in such a form that every database can store it."""

import re
from collections.abc import Iterable

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def clean(texts: Iterable[str]) -> tuple[str, ...]:
    """Texts in which the sign for a broken one stands for what cannot be stored: NUL, and half of a surrogate pair."""
    return tuple(
        [text if text.isprintable() else _UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", text) for text in texts]
    )
