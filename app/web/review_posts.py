"""Incoming forms of reviews of drafts."""

from typing import Annotated

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field

from app.services.authoring.releasing_views import Fate, Wish
from app.services.authoring.reviewing import On
from app.web import posts

_LONGEST = 200
_LONGEST_NOTE = 20_000  # longer than what is kept: a text that is too long gets its own sentence

DraftId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{16}$")]


class ReviewPost(BaseModel):
    """An act on one version of a draft, as sent: by whom, with what words, and at which line."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    csrf_token: str = Field("", max_length=100)
    version: str = Field("", max_length=_LONGEST)
    actor: str = Field("", max_length=1_000)
    note: str = Field("", max_length=_LONGEST_NOTE)
    line: str = Field("", max_length=_LONGEST)
    comment: str = Field("", max_length=_LONGEST)
    practice: str = Field("", max_length=_LONGEST)
    sittings: str = Field("", max_length=_LONGEST)
    reason: str = Field("", max_length=_LONGEST_NOTE)
    digest: str = Field("", max_length=64)
    look: str = Field("", max_length=_LONGEST)

    def cleaned(self) -> "ReviewPost":
        """The same without signs that cannot be stored."""
        actor, note, line, reason = posts.clean([self.actor, self.note, self.line, self.reason])
        digest = "" if self.look else posts.clean([self.digest])[0]
        changed = {"actor": actor, "note": note, "line": line, "reason": reason, "digest": digest}
        return self.model_copy(update=changed)

    @property
    def wish(self) -> Wish:
        """What is to become of earlier answers; what is none of ours counts as nothing chosen."""
        known = {one.value: one for one in Fate}
        again = Fate.AGAIN
        return Wish(known.get(self.practice, again), known.get(self.sittings, again), self.reason)

    @property
    def part(self) -> int:
        """Which part of a long list is looked at; 1 where none is named."""
        return max(1, _number(self.look))

    @property
    def at_version(self) -> int:
        """The version that the page showed; 0, which no draft has, where none is named."""
        return _number(self.version)

    @property
    def at_line(self) -> int:
        """The line that is spoken of: 0 for the whole text, where the field is empty too."""
        return _number(self.line) if self.line.strip() else 0

    @property
    def comment_id(self) -> int:
        """The comment that is dealt with."""
        return _number(self.comment)


class ManyPost(BaseModel):
    """An act on many drafts, each named with its version as the page showed it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    csrf_token: str = Field("", max_length=100)
    actor: str = Field("", max_length=1_000)
    act: str = Field("", max_length=_LONGEST)
    draft: list[Annotated[str, Field(max_length=_LONGEST)]] = Field(default_factory=list, max_length=2_000)

    def places(self, actor: str) -> list[On]:
        """The versions that were marked."""
        parts = [one.partition(":") for one in dict.fromkeys(posts.clean(self.draft))]
        return [On(draft_id, _number(version), actor) for draft_id, _, version in parts]


def _number(text: str) -> int:
    typed = text.strip()
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 10 else -1
