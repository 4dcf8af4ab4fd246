"""Cuts what was typed into the calculator into numbers, names and signs, each with its place."""

import re
from dataclasses import dataclass

from app.grading.characters import THIN, is_raised
from app.grading.number import read_number

LONGEST = 200
NAMES = ("exp", "ln", "log10", "log2", "sqrt", "e", "ans")

_TOO_LONG = f"This is too long; an expression has at most {LONGEST} characters."
_EMPTY = "Type what is to be computed, such as e^1.2/(e^1.2+1)."
_RAISED = "Raised digits are not read here; write a power with ^, such as 5^2."
_LOG = "“log” can mean three things; write ln, log10 or log2."

_SIGNS = {
    "-": "‐‑‒–—−➖﹣－", "+": "＋﹢", "*": "·⋅∙∗×✕", "/": "÷／⁄∕", "^": "＾", "(": "（", ")": "）",
    ".": "．", ",": "，", "'": "’＇", THIN: "\u00a0\u2007\u2008\u200a\u202f", "": "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff",
    " ": "\t\n\r\v\f\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u205f\u3000",
    **{str(digit): chr(0xFF10 + digit) for digit in range(10)},
}  # fmt: skip
_FOLD = {mark: sign for sign, marks in _SIGNS.items() for mark in marks}
_NUMBER = re.compile(rf"[0-9.,](?:[0-9.,']|{THIN}(?=[0-9]))*(?:e[+-]?[0-9]+)?")
_NAME = re.compile(r"log10|log2|[a-z]+")


@dataclass(frozen=True, slots=True)
class Fault:
    """Why nothing can be computed: a sentence, and the place in what was typed, counted in characters from 0."""

    sentence: str
    at: int


class Stop(Exception):
    """Carries a fault from the place that knows it."""

    def __init__(self, sentence: str, at: int) -> None:
        super().__init__(sentence)
        self.fault = Fault(sentence, at)


@dataclass(frozen=True, slots=True)
class Token:
    """A number (then with its value), a name, or a sign; the text as it was typed, and its place."""

    kind: str  # "number" | "name" | one of + - * / ^ ( ) √ | "" at the end
    text: str
    at: int
    value: float = 0.0


def tokens(typed: str) -> list[Token]:
    """The tokens of an expression, with an empty one at the end. Raises Stop for what cannot be read."""
    if len(typed) > LONGEST:
        raise Stop(_TOO_LONG, LONGEST)
    kept = [(_FOLD.get(mark, mark), place) for place, mark in enumerate(typed)]
    kept = [(mark, place) for mark, place in kept if mark]
    text = "".join(mark.lower() if mark.isascii() else mark for mark, _ in kept)
    places = [place for _, place in kept] + [len(typed)]
    found: list[Token] = []
    at = 0
    while at < len(text):
        if text[at] in f" {THIN}":
            at += 1
            continue
        token, length = _next(text, at, places[at])
        found.append(_as_typed(token, typed[places[at] : places[at + length - 1] + 1]))
        at += length
    if not found:
        raise Stop(_EMPTY, 0)
    return [*found, Token("", "", len(typed))]


def _as_typed(token: Token, text: str) -> Token:
    return Token(token.kind, text, token.at, token.value)


def _next(text: str, at: int, place: int) -> tuple[Token, int]:
    """The token that begins here, and how many signs it has."""
    if number := _NUMBER.match(text, at):
        read = read_number(number[0])
        if isinstance(read, str):
            raise Stop(read, place)
        return Token("number", number[0], place, float(read.value)), len(number[0])
    mark = text[at]
    if mark == "x":
        return Token("*", mark, place), 1
    if name := _NAME.match(text, at):
        if name[0] == "log":
            raise Stop(_LOG, place)
        if name[0] not in NAMES:
            raise Stop(
                f"“{name[0]}” is not known here; there are {', '.join(NAMES[:-1])} and {NAMES[-1]}.", place
            )
        return Token("name", name[0], place), len(name[0])
    if mark in "+-*/^()√":
        return Token(mark, mark, place), 1
    raise Stop(_RAISED if is_raised(mark) else f"“{mark}” cannot be read here.", place)
