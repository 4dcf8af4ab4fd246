"""The signs of GIFT: what a backslash protects, where an unprotected sign stands, and how a text ends up."""

import re
from collections.abc import Iterator

from app.authoring.found import FoundText, Markup

_PROTECTED = "~=#{}:\\"
_FORMATS = {
    "html": Markup.HTML,
    "markdown": Markup.MARKDOWN,
    "plain": Markup.PLAIN,
    "moodle": Markup.AUTO,
}
_FORMAT = re.compile(r"\s*\[(html|markdown|plain|moodle)\]\s*")


def positions(text: str, sign: str) -> Iterator[int]:
    """Where a sign stands without a backslash before it."""
    at = 0
    while at < len(text):
        if text[at] == "\\" and at + 1 < len(text):
            at += 2
            continue
        if text.startswith(sign, at):
            yield at
            at += len(sign)
        else:
            at += 1


def first(text: str, sign: str) -> int:
    """The first of these positions, or -1."""
    return next(positions(text, sign), -1)


def cut(text: str, sign: str) -> tuple[str, str | None]:
    """The text before the first unprotected sign, and what follows it; None where there is none."""
    at = first(text, sign)
    return (text, None) if at < 0 else (text[:at], text[at + len(sign) :])


def plain(text: str) -> str:
    """The text with its escapes undone.

    Rule: a backslash protects ~ = # { } : and itself; \\n is the end of a line, unless a letter follows, as in \\neq,
    which belongs to a formula and stays.
    """
    found: list[str] = []
    at = 0
    while at < len(text):
        following = text[at + 1 : at + 2]
        if text[at] != "\\" or not following:
            found.append(text[at])
            at += 1
        elif following in _PROTECTED:
            found.append(following)
            at += 2
        elif following == "n" and not text[at + 2 : at + 3].isalpha():
            found.append("\n")
            at += 2
        else:
            found.append(text[at])
            at += 1
    return "".join(found)


def marked(text: str, usual: Markup = Markup.AUTO) -> FoundText:
    """A text with its markup, by the mark at its start, else as the question's."""
    match = _FORMAT.match(text)
    if match:
        return FoundText(plain(text[match.end() :]).strip(), _FORMATS[match[1]])
    return FoundText(plain(text).strip(), usual)
