"""Incoming forms as they may be sent: each field with its longest length, and text that no store chokes on."""

from collections.abc import Iterable
from typing import Annotated

from fastapi import Form, Path
from pydantic import BaseModel, ConfigDict, Field

from app.items.item import Level
from app.kit.errors import BadInput
from app.practice.choice import LENGTHS, PracticeChoice, PracticeKind

_FIELDS = 64
_LONGEST = 200
_BROKEN = "The answer holds characters that no keyboard sends. Type it again; nothing was counted."

PracticeId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Slug = Annotated[str, Path(pattern=r"^[a-z0-9][a-z0-9-]{0,99}$")]
LinkToken = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,100}$")]
QuestionNumber = Annotated[int, Path(ge=1, le=100_000)]
CsrfToken = Annotated[str, Form(max_length=100)]
ShortText = Annotated[str, Form(max_length=_LONGEST)]


class AnswerPost(BaseModel):
    """An answer as sent: the positions of chosen options, or the typed numbers, field by field.

    `submission_id` names the rendering of the form, so that the same form sent twice is one answer.
    """

    model_config = ConfigDict(extra="ignore", frozen=True)

    submission_id: str = Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")
    csrf_token: str = Field("", max_length=100)
    option: list[Annotated[str, Field(max_length=20)]] = Field(default_factory=list, max_length=_FIELDS)
    number: list[Annotated[str, Field(max_length=_LONGEST)]] = Field(default_factory=list, max_length=_FIELDS)


def clean(texts: Iterable[str]) -> tuple[str, ...]:
    """Texts without what cannot be stored. Raises BadInput at a NUL or at half of a surrogate pair."""
    kept = tuple(texts)
    if any("\x00" in text or any("\ud800" <= sign <= "\udfff" for sign in text) for text in kept):
        raise BadInput(_BROKEN)
    return kept


def read_choice(kind: str, level: str, length: str) -> PracticeChoice:
    """A posted choice; a field that is empty or unknown to us falls back to the default, so one click starts."""
    kinds = {str(known): known for known in PracticeKind}
    levels = {str(known): known for known in Level}
    lengths = {str(known): known for known in LENGTHS}
    default = PracticeChoice()
    return PracticeChoice(
        kind=kinds.get(kind, default.kind),
        level=levels.get(level),
        length=lengths.get(length, default.length),
    )
