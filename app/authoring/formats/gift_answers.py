"""The answers of a question in GIFT, by what they begin with."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from app.authoring.formats.gift_marks import cut, marked, plain, positions
from app.authoring.found import (
    FoundChoice,
    FoundForm,
    FoundNumber,
    FoundNumbers,
    FoundOption,
    FoundOther,
    FoundPairs,
    FoundText,
    FoundWords,
    Markup,
)
from app.items.item import Tolerance, ToleranceKind

LARGEST = 300  # the power of ten of the largest number that is read
_SHARE = re.compile(r"\s*%\s*(-?\d+(?:\.\d+)?)\s*%")
_TRUTH = {"T": True, "TRUE": True, "F": False, "FALSE": False}
_NUMBER = r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?"
_RANGE = re.compile(rf"({_NUMBER})\s*\.\.\s*({_NUMBER})")
_AROUND = re.compile(rf"({_NUMBER})(?:\s*:\s*({_NUMBER}))?")


class BadAnswer(Exception):
    """What is wrong with a question, in a sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class _Part:
    """One answer: its sign, its share if it says one, its text, and the feedback after #."""

    sign: str
    share: float | None
    text: str
    feedback: str | None


def answers(text: str, markup: Markup) -> FoundForm:
    """The form that the text between the braces describes. Raises BadAnswer."""
    text = text.strip()
    if not text:
        return FoundOther("essay")
    if text.startswith("#"):
        return _numbers(text[1:].strip(), markup)
    word, feedback = cut(text, "#")
    if word.strip().upper() in _TRUTH:
        return _truth(_TRUTH[word.strip().upper()], feedback, markup)
    parts = list(_parts(text))
    typed = all(part.sign == "=" for part in parts)
    if typed and any(_arrow(part.text) is not None for part in parts):
        return _pairs(parts, markup)
    if typed:
        return FoundWords(tuple(_option(part, markup) for part in parts), wildcards=True)
    several = all(part.sign == "~" for part in parts)
    if several and not any((part.share or 0) > 0 for part in parts):
        raise BadAnswer(
            "No answer is right. Begin the right one with =, or give right ones a share such as ~%50%."
        )
    return FoundChoice(tuple(_option(part, markup) for part in parts), several)


def _parts(text: str) -> Iterator[_Part]:
    """The answers in order; what stands before the first sign is no answer."""
    starts = sorted([*positions(text, "="), *positions(text, "~")])
    if not starts or text[: starts[0]].strip():
        raise BadAnswer(
            f"{text[: starts[0] if starts else None].strip()[:40]!r} stands before the first = or ~. Put one before it."
        )
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        body, feedback = cut(text[start + 1 : end], "#")
        share = _SHARE.match(body)
        value = float(share[1]) / 100 if share else None
        if value is not None and not -1 <= value <= 1:
            raise BadAnswer(f"{share[1] if share else ''} % is no share. Write one from -100 to 100.")
        yield _Part(text[start], value, body[share.end() :] if share else body, feedback)


def _option(part: _Part, markup: Markup) -> FoundOption:
    share = part.share if part.share is not None else (1.0 if part.sign == "=" else 0.0)
    text = marked(part.text, markup)
    if not text.text:
        raise BadAnswer(
            f"An answer after {part.sign} is empty. Write it, or protect the sign as \\{part.sign}."
        )
    return FoundOption(text, share, _said(part.feedback, markup))


def _said(text: str | None, markup: Markup) -> FoundText | None:
    return marked(text, markup) if text is not None and text.strip() else None


def _truth(right: bool, feedback: str | None, markup: Markup) -> FoundChoice:
    """Rule: of two texts of feedback the first is for who answers wrongly and the second for who is right."""
    wrong_said, right_said = cut(feedback, "#") if feedback is not None else (None, None)
    options = []
    for word, value in (("True", True), ("False", False)):
        said = right_said if value is right else wrong_said
        options.append(FoundOption(FoundText(word, Markup.PLAIN), float(value is right), _said(said, markup)))
    return FoundChoice(tuple(options))


def _arrow(text: str) -> tuple[str, str] | None:
    left, right = cut(text, "->")
    return None if right is None else (left, right)


def _pairs(parts: list[_Part], markup: Markup) -> FoundPairs:
    pairs = []
    for part in parts:
        sides = _arrow(part.text)
        if sides is None:
            raise BadAnswer("Some answers are pairs with -> and some are not. Make all of them pairs.")
        right = FoundText(plain(sides[1]).strip(), Markup.PLAIN)  # Moodle shows it as it stands, in a list
        if not right.text:
            raise BadAnswer("Nothing stands after an ->. Write what belongs there.")
        pairs.append((marked(sides[0], markup), right))
    return FoundPairs(tuple(pairs))


def _numbers(text: str, markup: Markup) -> FoundNumbers:
    if not text.startswith(("=", "~")):
        body, feedback = cut(text, "#")
        return FoundNumbers((_number(body, 1.0, _said(feedback, markup)),))
    accepted, otherwise = [], None
    for part in _parts(text):
        if part.sign == "~":
            otherwise = _said(part.feedback, markup)
            continue
        share = 1.0 if part.share is None else part.share
        accepted.append(_number(part.text, share, _said(part.feedback, markup)))
    if not accepted:
        raise BadAnswer("No number is right. Write one after =, such as =3.14:0.01.")
    return FoundNumbers(tuple(accepted), otherwise)


def _number(text: str, share: float, said: FoundText | None) -> FoundNumber:
    """The range of a number: both ends, or a middle with how far from it is right; worked out in decimals."""
    written = plain(text).strip()
    if ends := _RANGE.fullmatch(written):
        low, high = _decimal(ends[1]), _decimal(ends[2])
        if low > high:
            raise BadAnswer(f"The range {written} runs backwards. Write the smaller number first.")
        return FoundNumber(float(low), float(high), share, said)
    around = _AROUND.fullmatch(written)
    if around is None:
        raise BadAnswer(f"{written[:40]!r} is no number. Write one such as 3.14, 3.14:0.01 or 3..4.")
    middle, reach = _decimal(around[1]), _decimal(around[2] or "0")
    if reach < 0:
        raise BadAnswer(
            f"The tolerance {around[2]} is below 0. Write how far from the number is still right."
        )
    return around_target(middle, reach, share, said)


def around_target(middle: Decimal, reach: Decimal, share: float, said: FoundText | None) -> FoundNumber:
    """The range of all x with |x − middle| ≤ reach, worked out in decimals so that no noise of floats is in it."""
    return FoundNumber(
        low=float(middle - reach),
        high=float(middle + reach),
        share=share,
        feedback=said,
        target=float(middle),
        tolerance=Tolerance(ToleranceKind.ABSOLUTE, float(reach)),
    )


def _decimal(text: str) -> Decimal:
    try:
        value = Decimal(text)
    except InvalidOperation:
        raise BadAnswer(f"{text!r} is no number. Write one such as 3.14.") from None
    if value.adjusted() > LARGEST:
        raise BadAnswer(f"{text[:40]} is larger than any number that is read here.")
    return value
