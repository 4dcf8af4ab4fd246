"""Which options of a row are right, by their texts, letters or numbers; and options that stand in one cell."""

import json
import re
from collections.abc import Mapping, Sequence

from app.authoring.formats.own_numbers import BadRow

_PLACE = re.compile(r"\b(?:option|answer|choice|opt)s?(?=[\W_\d]|[a-h]\b|$)")
_PARTS = re.compile(r"[,;/|&\s]+")
_WHOLE = re.compile(r"[;|\n]")
_LETTERED = re.compile(r"\(?([A-Ha-h])[).:]\s+(\S.*)", re.DOTALL)
_AROUND = "().:_#-"
Rows = Sequence[Mapping[str, Sequence[str]]]


def right_places(values: Sequence[str], options: Sequence[str], *, from_zero: bool = False) -> set[int]:
    """Which options are right, counted from 0, by all that is written of it. Raises BadRow.

    Rule: where a word names one option by its text and another one by its number, nothing is guessed.
    """
    if not values:
        raise BadRow(
            "No option is right. Write its letter, its number or its text, or say which column holds it."
        )
    return {place for written in values for place in _places(written, options, 0 if from_zero else 1)}


def counts_from_zero(rows: Rows) -> bool:
    """Whether the options of a table are counted from 0: all right ones are numbers, 0 is one, and the last is none.

    A number that is the text of an option of its row says nothing.
    """
    found: list[int] = []
    for row in rows:
        options = row.get("option", ())
        for written in row.get("right", ()):
            if not written or not any(options):
                continue
            if not re.fullmatch(r"\d{1,2}", written) or written in options or int(written) >= len(options):
                return False
            found.append(int(written))
    return 0 in found


def without_letters(options: Sequence[str]) -> list[str] | None:
    """The options without the letters A), B) and so on before them; None where not each has its own."""
    found = [_LETTERED.fullmatch(one) for one in options]
    texts = [
        match[2]
        for place, match in enumerate(found)
        if match and match[1].casefold() == chr(ord("a") + place)
    ]
    return texts if len(texts) == len(options) > 1 else None


def options_in(cell: str) -> list[str]:
    """The options that stand in one cell. Raises BadRow where it is not seen what parts them."""
    if cell.startswith("[") and cell.endswith("]"):
        try:
            listed = json.loads(cell)
        except (ValueError, RecursionError):
            listed = []
        if listed and all(isinstance(one, str) for one in listed):
            return [one.strip() for one in listed if one.strip()]
    for sign in ("\n", "|", ";"):
        if len(parts := [one.strip() for one in cell.split(sign) if one.strip()]) > 1:
            return parts
    raise BadRow(f"It is not seen what parts the options {cell[:40]!r}. Write each on a line of its own.")


def _places(written: str, options: Sequence[str], first: int) -> set[int]:
    by_text = _by_text([written], options) or _by_text(_WHOLE.split(written), options)
    by_place = _by_bits(written, options) or _by_place(written, options, first) or _by_both(written, options)
    if by_text and by_place and by_text != by_place:
        raise BadRow(
            f"{written[:40]!r} is the text of one option and the place of another. Write the option's letter."
        )
    found = by_text or by_place
    if not found:
        raise BadRow(
            f"{written[:40]!r} names none of the {sum(map(bool, options))} options. Write a letter, a number or a text."
        )
    return found


def _by_text(words: Sequence[str], options: Sequence[str]) -> set[int]:
    plain = [_plain(option) for option in options]
    asked = [_plain(word) for word in words if word.strip()]
    if any(plain.count(word) != 1 for word in asked):
        return set()
    return {plain.index(word) for word in asked}


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _by_bits(written: str, options: Sequence[str]) -> set[int]:
    """Which options are right by a 1 for each that is and a 0 for each that is not, as 0 0 1 0."""
    bits = written.split()
    there = [place for place, option in enumerate(options) if option]
    if len(bits) != len(there) or "0" not in bits or not set(bits) <= {"0", "1"}:
        return set()
    return {place for place, bit in zip(there, bits, strict=True) if bit == "1"}


def _by_place(written: str, options: Sequence[str], first: int) -> set[int]:
    words = [
        word.strip(_AROUND)
        for word in _PARTS.split(_PLACE.sub(" ", written.casefold()))
        if word.strip(_AROUND)
    ]
    if (
        len(words) == 1
        and re.fullmatch("[a-h]{2,8}", words[0])
        and "".join(sorted(set(words[0]))) == words[0]
    ):
        words = list(words[0])
    places = set()
    for word in words:
        if re.fullmatch("[a-z]", word):
            places.add(ord(word) - ord("a"))
        elif re.fullmatch(r"\d{1,2}", word):
            places.add(int(word) - first)
        else:
            return set()
    fits = all(0 <= place < len(options) and options[place] for place in places)
    return places if fits else set()


def _by_both(written: str, options: Sequence[str]) -> set[int]:
    """A letter with the text of the option that it names: B) Paris."""
    match = _LETTERED.fullmatch(written)
    if match is None:
        return set()
    place = ord(match[1].casefold()) - ord("a")
    return {place} if place < len(options) and _plain(options[place]) == _plain(match[2]) else set()
