"""The kinds of text that fields hold: names, dates, numbers and truth values, each with its own small grammar."""

import math
import re
from datetime import date
from decimal import Decimal
from typing import Annotated

from pydantic import BeforeValidator, StringConstraints

from app.kit.decimals import tidy

SLUG_FORM = r"[a-z0-9]+(-[a-z0-9]+)*"
_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,8})")
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]{0,8})(\.[0-9]{1,20})?")
_EXACT = re.compile(r"-?(0|[1-9][0-9]{0,29})(\.[0-9]{1,60})?(e-?[1-9][0-9]?)?")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def _text_for(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"a list or mapping stands where {what} belongs. Write {what}")
    return value.strip()


def _truth(value: object) -> bool:
    text = _text_for(value, "true or false")
    if text not in {"true", "false"}:
        raise ValueError(f"is {text!r}. Write true or false")
    return text == "true"


def _whole(value: object) -> int:
    text = _text_for(value, "a whole number")
    if not _WHOLE.fullmatch(text):
        raise ValueError(f"is {text!r}. Write a whole number in plain digits, such as 2")
    return int(text)


def _decimal(value: object) -> float:
    text = _text_for(value, "a number")
    if not _DECIMAL.fullmatch(text) or not math.isfinite(float(text)):
        raise ValueError(f"is {text!r}. Write a number in plain digits with a point, such as 0.65")
    return float(text) + 0.0


def _exact(value: object) -> Decimal:
    text = _text_for(value, "a number")
    if not _EXACT.fullmatch(text):
        raise ValueError(
            f"is {text!r}. Write a number in plain digits, such as 0.65, or with a power of ten, such as 6.02e23"
        )
    return tidy(Decimal(text))


def _day(value: object) -> str:
    text = _text_for(value, "a date")
    advice = f"is {text!r}. Write a date as year-month-day, such as 2026-11-29"
    if not _DATE.fullmatch(text):
        raise ValueError(advice)
    try:
        date.fromisoformat(text)
    except ValueError as error:
        raise ValueError(advice) from error
    return text


def _slug(value: object) -> str:
    text = _text_for(value, "a name")
    if not re.fullmatch(SLUG_FORM, text) or len(text) > 80:
        raise ValueError(
            f"is {text!r}. Write a name of small letters, digits and single hyphens, 80 characters at most"
        )
    return text


def _objective_number(value: object) -> str:
    text = _text_for(value, "the number of an objective")
    if not re.fullmatch(r"[1-9][0-9]?\.[1-9][0-9]?", text):
        raise ValueError(f'is {text!r}. Write the number of an objective in quotes, such as "1.2"')
    return text


Truth = Annotated[bool, BeforeValidator(_truth)]
Whole = Annotated[int, BeforeValidator(_whole)]
Number = Annotated[float, BeforeValidator(_decimal)]
Exact = Annotated[Decimal, BeforeValidator(_exact)]
Day = Annotated[str, BeforeValidator(_day)]
Slug = Annotated[str, BeforeValidator(_slug)]
ObjectiveNumber = Annotated[str, BeforeValidator(_objective_number)]
Line = Annotated[str, StringConstraints(min_length=1, max_length=400, pattern=r"\A[^\n]*\z")]
Typing = Annotated[str, StringConstraints(max_length=200, pattern=r"\A[^\n]*\z")]
Text = Annotated[str, StringConstraints(min_length=1, max_length=1500)]
LongText = Annotated[str, StringConstraints(min_length=1, max_length=4000)]
