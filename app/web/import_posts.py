"""Incoming forms of imports: a file or a text, wishes for the questions of a page, and columns of a table."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.authoring.filling import PartWish
from app.authoring.found import ColumnWish, ReadWishes
from app.authoring.import_wishes import (
    HEADER_WISHES,
    HeaderWish,
    ImportWishes,
    QuestionWish,
    Take,
    with_wishes,
)
from app.kit.errors import BadInput
from app.services.authoring.import_process import LARGEST
from app.web.posts import clean
from app.web.quick import FORM, UPLOAD, kind_of

PASTED = "pasted.txt"
MOST_FIELDS = 5_000
LONGEST_PASTED = 900_000
_LONGEST = 400
_LONGEST_SAID = 1_001
_SAID = ("rationale", "belief", "truth")
_PART = re.compile(r"q(\d{1,5})-([a-z]+(?:\.[a-z0-9]+){1,4}):(misconception|rationale)")
_LARGEST_FORM = 1024 * 1024
_MOST_QUESTIONS = 100  # of one page


@dataclass(frozen=True, slots=True)
class Sent:
    """A file as sent, or a text that was pasted in its place."""

    csrf_token: str
    actor: str
    name: str
    content: bytes
    pasted: str = ""


async def sent_file(request: Request) -> Sent:
    """The file in a request's body. Raises HTTPException (415) where it is none of our forms."""
    if kind_of(request.scope["headers"]) != UPLOAD:
        raise HTTPException(415)
    async with request.form(max_files=1, max_fields=20) as form:
        texts = {name: value for name, value in form.multi_items() if isinstance(value, str)}
        csrf_token, actor, pasted = clean(texts.get(name, "") for name in ("csrf_token", "actor", "text"))
        file = form.get("file")
        if isinstance(file, UploadFile) and file.filename:
            content = await file.read(LARGEST + 1)
            return Sent(csrf_token, actor, clean([file.filename])[0], content, pasted)
    return Sent(csrf_token, actor, PASTED, pasted.strip().encode(), pasted)


Fields = Mapping[str, str]


async def sent_fields(request: Request) -> Fields:
    """The fields of a form by their names, cleaned and cut. Raises HTTPException (415, 413)."""
    if kind_of(request.scope["headers"]) != FORM:
        raise HTTPException(415)
    body = (await request.body()).decode("utf-8", "replace")
    try:
        pairs = parse_qsl(body, keep_blank_values=True, errors="replace", max_num_fields=MOST_FIELDS)
    except ValueError:
        raise HTTPException(413) from None
    names, texts = clean(name for name, _ in pairs), clean(text for _, text in pairs)
    return {
        name: " ".join(text.split())[: _LONGEST_SAID if name.endswith(_SAID) else _LONGEST]
        for name, text in zip(names, texts, strict=True)
    }


def wished(fields: Fields, wishes: ImportWishes) -> ImportWishes:
    """The wishes with those of a form in place of what was wished of the questions and categories that stood on it."""
    categories = {
        fields[f"category-{place}"]: _header(fields, f"category-{place}")
        for place in range(_MOST_QUESTIONS)
        if f"category-{place}" in fields
    }
    parts = _parts(fields)
    each = {n: _question(fields, n, parts.get(n, {})) for n in _numbers(fields.get("shown", ""))}
    changed = replace(
        wishes,
        bank=fields.get("bank-other") or fields.get("bank", wishes.bank),
        for_all=_header(fields, "all"),
        by_category={**wishes.by_category, **categories},
    )
    return with_wishes(changed, each)


@dataclass(frozen=True, slots=True)
class NewBelief:
    """A misconception that is to be written down, as it was typed."""

    name: str = ""
    belief: str = ""
    truth: str = ""

    def __bool__(self) -> bool:
        return bool(self.name or self.belief or self.truth)


NO_BELIEF = NewBelief()


class BeliefFault(BadInput):
    """A new misconception that cannot be taken, as it was typed."""

    def __init__(self, sentence: str, typed: NewBelief) -> None:
        super().__init__(sentence)
        self.typed = typed


def new_belief(fields: Fields) -> NewBelief:
    """A misconception that is to be written down, as typed; empty where there is none."""
    return NewBelief(*(fields.get(f"new-{name}", "") for name in ("name", "belief", "truth")))


def _question(fields: Fields, n: int, parts: Mapping[str, PartWish]) -> QuestionWish:
    take = next((one for one in Take if one == fields.get(f"q{n}-take", "")), None)
    return QuestionWish(take, _header(fields, f"q{n}"), parts)


def _parts(fields: Fields) -> Mapping[int, Mapping[str, PartWish]]:
    """What is wished of single parts, by question."""
    found: dict[int, dict[str, PartWish]] = {}
    for field, text in fields.items():
        if text and (match := _PART.fullmatch(field)):
            wishes = found.setdefault(int(match[1]), {})
            wishes[match[2]] = replace(wishes.get(match[2], PartWish()), **{match[3]: text})
    return found


def _header(fields: Fields, before: str) -> HeaderWish:
    return HeaderWish(**{name: fields.get(f"{before}-{name}", "") for name in HEADER_WISHES})


def _numbers(text: str) -> Iterable[int]:
    """The numbers of the questions that stood on a page."""
    parts = text.split(",")[:_MOST_QUESTIONS]
    return [int(one) for one in parts if one.isascii() and one.isdigit() and len(one) < 6]


def read_wishes(fields: Fields) -> ReadWishes:
    """How a table is to be read, by a form."""
    columns = tuple(
        ColumnWish(fields[f"table-{place}"], fields[f"column-{place}"], fields.get(f"field-{place}", ""))
        for place in range(MOST_FIELDS)
        if f"table-{place}" in fields and f"column-{place}" in fields
    )
    return ReadWishes(fields.get("sheet", ""), columns)
