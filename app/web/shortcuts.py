"""The shortcuts that the pages list; what they do is in static/src/keys.js, and a test holds the two together."""

import re
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

from app.web.pages import Frame

_SIGN = re.compile(r"\b(?:Enter|Esc|[A-Z0-9])\b|\?")


@dataclass(frozen=True, slots=True)
class Shortcut:
    """One line of the list: its name and its signs in the script, how it is written, what it does and where."""

    name: str
    signs: tuple[str, ...]
    written: str
    what: str
    where: str

    @property
    def shown(self) -> Markup:
        """How it is written, each sign as a key of the keyboard."""
        return _with_signs(self.written)

    @property
    def is_single(self) -> bool:
        """Whether it is a letter or sign alone, which rests in text fields and can be switched off."""
        return all(len(sign) == 1 for sign in self.signs)


@lru_cache(maxsize=64)
def _with_signs(written: str) -> Markup:
    """The list stands on every question, so each line of it is drawn once."""
    return Markup(_SIGN.sub(r"<kbd>\g<0></kbd>", str(escape(written))))  # noqa: S704


SHORTCUTS = (
    Shortcut(
        "option",
        tuple("123456789abcdef"),
        "1, 2, … or A, B, …",
        "choose an option",
        "a question with options",
    ),
    Shortcut("confidence", tuple("sug"), "S, U, G", "say sure, unsure, guess", "a question"),
    Shortcut("answer", ("enter",), "Enter", "answer", "a question"),
    Shortcut("next", ("n",), "N", "next question", "the feedback on an answer, and the end of a practice"),
    Shortcut("calculator", ("k",), "K", "open the calculator", "a question that asks for numbers"),
    Shortcut("close", ("escape",), "Esc", "close it and go back", "the calculator and the list of keys"),
    Shortcut("list", ("?",), "?", "show the list of keys", "a question and its feedback"),
)

# In an exam; static/src/exam/shortcuts.js.
SITTING_SHORTCUTS = (
    Shortcut("option", tuple("123456789abcde"), "1 to 9 or A to E", "choose an option", "an exam"),
    Shortcut("next", ("n",), "N", "next question", "an exam"),
    Shortcut("previous", ("p",), "P", "previous question", "an exam"),
    Shortcut("flag", ("f",), "F", "flag the question", "an exam"),
    Shortcut("strike", ("x",), "X", "strike through the option that is named next", "an exam"),
    Shortcut(
        "struck", tuple("123456789abcdef"), "1, 2, … or A, B, … after X", "strike that option", "an exam"
    ),
    Shortcut("review", ("r",), "R", "go to the review", "an exam"),
    Shortcut("number", ("g",), "G", "go to a question by its number", "an exam"),
    Shortcut("time", ("t",), "T", "say how much time is left", "an exam"),
    Shortcut("calculator", ("k",), "K", "open the calculator", "an exam that allows it"),
    Shortcut("close", ("escape",), "Esc", "strike nothing, or close the calculator", "an exam"),
    Shortcut("list", ("?",), "?", "show the keyboard help", "an exam"),
)


@dataclass(frozen=True, slots=True)
class ShortcutsPage:
    """All shortcuts with where they act."""

    frame: Frame
    shortcuts: tuple[Shortcut, ...] = (*SHORTCUTS, *SITTING_SHORTCUTS)
