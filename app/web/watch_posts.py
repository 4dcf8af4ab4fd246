"""Incoming forms of an instructor's acts on sittings."""

from typing import Annotated

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field

from app.web import posts

_LONGEST = 200
_LONGEST_REASON = 5_000  # longer than what is kept: a reason that is too long gets its own sentence
_MOST = 2_000

SittingId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{16}$")]


class ActPost(BaseModel):
    """An act with its reason, as sent, and the sittings that it is for.

    `act_id` names the rendering of the form, so that the same form sent twice is one act. `back` is "one" where the form
    stood on the page of one sitting; `exam` and `show` are the filter of the list that it stood below.
    """

    model_config = ConfigDict(extra="ignore", frozen=True)

    csrf_token: str = Field("", max_length=100)
    act_id: str = Field("", max_length=32, pattern=r"^[A-Za-z0-9_-]*$")
    act: str = Field("", max_length=_LONGEST)
    minutes: str = Field("", max_length=_LONGEST)
    reason: str = Field("", max_length=_LONGEST_REASON)
    sitting: list[Annotated[str, Field(max_length=_LONGEST)]] = Field(default_factory=list, max_length=_MOST)
    sure: str = Field("", max_length=_LONGEST)
    back: str = Field("", max_length=_LONGEST)
    exam: str = Field("", max_length=_LONGEST)
    show: str = Field("", max_length=_LONGEST)

    def cleaned(self) -> "ActPost":
        """The same without signs that cannot be stored."""
        act, minutes, reason, exam = posts.clean([self.act, self.minutes, self.reason, self.exam])
        sittings = list(posts.clean(self.sitting))
        changed = {"act": act, "minutes": minutes, "reason": reason, "exam": exam, "sitting": sittings}
        return self.model_copy(update=changed)


class RulingPost(BaseModel):
    """A ruling on a question as sent; `digest` names the dry run that is confirmed, and is empty before there is one."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    csrf_token: str = Field("", max_length=100)
    what: str = Field("", max_length=_LONGEST)
    accepted: list[Annotated[str, Field(max_length=_LONGEST)]] = Field(default_factory=list, max_length=100)
    reason: str = Field("", max_length=_LONGEST_REASON)
    digest: str = Field("", max_length=64)

    def cleaned(self) -> "RulingPost":
        """The same without signs that cannot be stored."""
        what, reason, digest = posts.clean([self.what, self.reason, self.digest])
        changed = {
            "what": what,
            "reason": reason,
            "digest": digest,
            "accepted": list(posts.clean(self.accepted)),
        }
        return self.model_copy(update=changed)
