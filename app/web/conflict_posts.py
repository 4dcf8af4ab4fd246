"""The form by which somebody settles a conflict between a file and the database."""

from pydantic import BaseModel, ConfigDict, Field

from app.web import posts


class ConflictPost(BaseModel):
    """What is to be done, who says so, and which two states were seen."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    csrf_token: str = Field("", max_length=100)
    act: str = Field("", max_length=20)
    seen: str = Field("", max_length=200)
    actor: str = Field("", max_length=1_000)

    def cleaned(self) -> "ConflictPost":
        """The same without signs that cannot be stored."""
        seen, actor = posts.clean([self.seen, self.actor])
        return self.model_copy(update={"seen": seen, "actor": actor})
