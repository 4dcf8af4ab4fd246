"""Incoming forms of exports."""

from pydantic import BaseModel, ConfigDict, Field

from app.authoring.outgoing.wish import ExportWish, read_export
from app.web import posts

_LONGEST = 200


class ExportPost(BaseModel):
    """What is to be exported, as sent, and by whom."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    csrf_token: str = Field("", max_length=100)
    actor: str = Field("", max_length=1_000)
    q: str = Field("", max_length=_LONGEST)
    bank: str = Field("", max_length=_LONGEST)
    objective: str = Field("", max_length=_LONGEST)
    misconception: str = Field("", max_length=_LONGEST)
    kind: str = Field("", max_length=_LONGEST)
    difficulty: str = Field("", max_length=_LONGEST)
    noted: str = Field("", max_length=_LONGEST)
    ids: str = ""  # as long as a body may be; so many names are read as an export may have
    format: str = Field("", max_length=_LONGEST)
    variants: str = Field("", max_length=_LONGEST)

    def wish(self) -> ExportWish:
        """The export that is asked for."""
        names = (
            "q",
            "bank",
            "objective",
            "misconception",
            "kind",
            "difficulty",
            "noted",
            "ids",
            "format",
            "variants",
        )
        texts = posts.clean([getattr(self, name) for name in names])
        return read_export(dict(zip(names, texts, strict=True)))
