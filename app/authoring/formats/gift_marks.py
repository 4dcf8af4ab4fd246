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
_LETTERS = re.compile(r"[A-Za-z]+")
_COMMANDS = frozenset(
    [
        "nabla",
        "natural",
        "ncong",
        "ne",
        "nearrow",
        "neg",
        "neq",
        "newcommand",
        "newline",
        "nexists",
        "ngeq",
        "ngeqq",
        "ngeqslant",
        "ngtr",
        "nleftarrow",
        "nLeftarrow",
        "nleftrightarrow",
        "nLeftrightarrow",
        "nleq",
        "nleqq",
        "nleqslant",
        "nless",
        "nmid",
        "nobreak",
        "nolimits",
        "nonumber",
        "norm",
        "normalsize",
        "not",
        "notin",
        "nparallel",
        "nprec",
        "npreceq",
        "nrightarrow",
        "nRightarrow",
        "nshortmid",
        "nshortparallel",
        "nsim",
        "nsubseteq",
        "nsucc",
        "nsucceq",
        "nsupseteq",
        "ntriangleleft",
        "ntrianglelefteq",
        "ntriangleright",
        "ntrianglerighteq",
        "nu",
        "nvdash",
        "nvDash",
        "nVdash",
        "nVDash",
        "nwarrow",
    ]
)
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

    Rule: a backslash protects ~ = # { } : and itself; \\n is the end of a line, unless it begins a command of LaTeX, as
    in \\neq, which belongs to a formula and stays.
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
        elif following == "n" and not _is_command(text, at + 1):
            found.append("\n")
            at += 2
        else:
            found.append(text[at])
            at += 1
    return "".join(found)


def _is_command(text: str, at: int) -> bool:
    """Whether the letters from here on are a command of LaTeX that begins with n."""
    word = _LETTERS.match(text, at)
    return word is not None and word[0] in _COMMANDS


def marked(text: str, usual: Markup = Markup.AUTO) -> FoundText:
    """A text with its markup, by the mark at its start, else as the question's."""
    match = _FORMAT.match(text)
    if match:
        return FoundText(plain(text[match.end() :]).strip(), _FORMATS[match[1]])
    return FoundText(plain(text).strip(), usual)
