"""What the editor's forms send: the fields of a draft under names of its own, and what every such form carries."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import Depends, Path
from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.authoring.sent import clean
from app.services.authoring.editing import FormSent
from app.web.quick import FORM, kind_of

MOST_FIELDS = 1_000
_LONGEST_NUMBER = 6

DraftId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{16}$")]


@dataclass(frozen=True, slots=True)
class SentPost:
    """The fields of a form as sent, the last one of each name."""

    fields: Mapping[str, str]

    def text(self, name: str, longest: int = 400) -> str:
        """A field in one line."""
        return " ".join(clean(self.fields.get(name, "")[:longest]).split())

    def number(self, name: str) -> int:
        """A whole number, 0 where there is none."""
        text = self.fields.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER else 0

    @property
    def csrf_token(self) -> str:
        return self.fields.get("csrf_token", "")

    @property
    def actor(self) -> str:
        """The name as typed."""
        return self.fields.get("actor", "")

    @property
    def version(self) -> int:
        """The version that the form was made from."""
        return self.number("version")

    @property
    def is_yaml(self) -> bool:
        """Whether the text itself was sent."""
        return self.fields.get("as") == "yaml"

    @property
    def typed(self) -> str:
        """The text as typed: lines end as they do in files."""
        return self.fields.get("text", "").replace("\r\n", "\n").replace("\r", "\n")

    @property
    def form(self) -> FormSent:
        """What the form of fields says."""
        return FormSent(self.fields, self.text("act"))


async def read_sent(request: Request) -> SentPost:
    """The form in a request's body. Raises HTTPException (415, 413) where it is not one of ours."""
    if kind_of(request.scope["headers"]) != FORM:
        raise HTTPException(415)
    body = (await request.body()).decode("utf-8", "replace")
    try:
        pairs = parse_qsl(body, keep_blank_values=True, errors="replace", max_num_fields=MOST_FIELDS)
    except ValueError:
        raise HTTPException(413) from None
    return SentPost({name: text.replace("\x00", "\N{REPLACEMENT CHARACTER}") for name, text in pairs})


Sent = Annotated[SentPost, Depends(read_sent)]
