"""Reads the numbers of one answer together: what one field leaves open, another may settle."""

from collections.abc import Sequence
from dataclasses import replace

from app.grading.characters import plain
from app.grading.number import read_number
from app.grading.response import ReadNumber


def read_together(texts: Sequence[str], *, units: Sequence[str] = ()) -> tuple[ReadNumber | str, ...]:
    """Every number as `read_number` reads it, and commas that could be read in two ways as their neighbours say.

    Rule: where at least one number of the answer is read with a decimal comma and none with a decimal point, a comma
    before exactly three digits is a decimal comma in all of them ("0,222 1,648"). A comma that groups thousands
    speaks for the decimal point. One number alone, or commas that could all be read in two ways, stay refused.
    `units` has the unit of each text, or none at all.
    """
    united = tuple(zip(texts, units or ("",) * len(texts), strict=True))
    found = tuple(read_number(text, unit=unit) for text, unit in united)
    signs = {
        sign
        for text, one in zip(texts, found, strict=True)
        if isinstance(one, ReadNumber)
        for sign in _signs(text)
    }
    if signs != {","}:
        return found
    return tuple(
        _with_comma(text, unit) or one if isinstance(one, str) else one
        for (text, unit), one in zip(united, found, strict=True)
    )


def _signs(text: str) -> set[str]:
    """The decimal signs that a readable text uses; above and below the line of a fraction each for itself."""
    return {sign for part in plain(text).split("/") if (sign := _sign(part))}


def _sign(part: str) -> str:
    """The decimal sign of a readable number: its last mark, unless that stands there twice and so groups thousands."""
    marks = [mark for mark in part if mark in ".,"]
    if not marks:
        return ""
    if marks.count(marks[-1]) > 1:
        return "." if marks[-1] == "," else ","
    return marks[-1]


def _with_comma(text: str, unit: str) -> ReadNumber | None:
    """A text that was refused, read with its commas as decimal signs; None where that does not help."""
    written = plain(text)
    found = "" if "." in written else read_number(written.replace(",", "."), unit=unit)
    return replace(found, typed=text) if isinstance(found, ReadNumber) else None
