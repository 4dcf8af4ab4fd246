"""Incoming forms of papers."""

from typing import Annotated

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field

from app.authoring.paper import PaperWish, read_paper
from app.web import posts

_LONGEST = 200
_NAMES = ("title", "exam", "bank", "objective", "kind", "ids", "count", "order")

PaperId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{16}$")]


class PaperPost(BaseModel):
    """What a paper is to be drawn from, as sent, and by whom."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    csrf_token: str = Field("", max_length=100)
    actor: str = Field("", max_length=1_000)
    title: str = Field("", max_length=_LONGEST)
    exam: str = Field("", max_length=_LONGEST)
    bank: str = Field("", max_length=_LONGEST)
    objective: str = Field("", max_length=_LONGEST)
    kind: str = Field("", max_length=_LONGEST)
    ids: str = Field("", max_length=100_000)
    count: str = Field("", max_length=_LONGEST)
    order: str = Field("", max_length=_LONGEST)

    def wish(self) -> PaperWish:
        """The paper that is asked for."""
        texts = posts.clean([getattr(self, name) for name in _NAMES])
        return read_paper(dict(zip(_NAMES, texts, strict=True)))
