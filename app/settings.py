"""The environment turned into one frozen object; nothing else reads environment variables."""

from datetime import timedelta
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.kit.errors import SetupFault

ROOT = Path(__file__).resolve().parent.parent


class Settings(BaseSettings):
    """All settings, each from KEYED_<NAME> or a line of `.env`; the defaults serve one person on one machine."""

    model_config = SettingsConfigDict(env_prefix="KEYED_", env_file=".env", extra="ignore", frozen=True)

    data: Path = Field(ROOT / "var", description="folder for the database, the secret and backups")
    database_url: str = Field("", description="postgresql://… in place of the SQLite file in the data folder")
    questions: Path = Field(ROOT / "questions", description="folder of the banks")
    host: str = Field("127.0.0.1", description="address to serve on")
    port: int = Field(8000, ge=0, le=65535, description="port to serve on; 0 takes a free one")
    allowed_hosts: str = Field("", description="further host names to answer to, separated by commas")
    https: bool = Field(False, description="set when a proxy in front speaks TLS: cookies become Secure")
    device: Literal["", "auto", "cpu", "cuda"] = Field(
        "", description="device of the engine; auto or empty takes CUDA where it works"
    )
    variants: int = Field(200, ge=1, le=100_000, description="variants to keep baked per recipe item")
    grace_seconds: int = Field(
        5, ge=0, le=60, description="how many seconds after the deadline of an exam an answer still counts"
    )
    lone_review: bool = Field(
        False,
        description="let one instructor alone approve and publish what they wrote; it is said on the item",
    )
    bake: bool = Field(True, description="bake missing variants in the background while serving")

    @property
    def sqlite_path(self) -> Path:
        """The database file, where SQLite is used."""
        return self.data / "keyed.sqlite3"

    @property
    def grace(self) -> timedelta:
        """How long after the deadline of an exam an answer still counts."""
        return timedelta(seconds=self.grace_seconds)

    @property
    def url(self) -> str:
        """The database's address as SQLAlchemy reads it."""
        return self.database_url or f"sqlite:///{self.sqlite_path}"

    @property
    def hosts(self) -> tuple[str, ...]:
        """Host names that requests may carry."""
        named = [name.strip() for name in self.allowed_hosts.split(",") if name.strip()]
        return ("127.0.0.1", "localhost", "[::1]", self.host, *named)


def read_settings() -> Settings:
    """The settings of this process. Raises SetupFault with one sentence per setting that cannot be read."""
    try:
        return Settings()  # type: ignore[call-arg]
    except ValidationError as fault:
        sentences = [
            f"KEYED_{'_'.join(str(part) for part in error['loc']).upper()} cannot be used: {error['msg'].lower()}"
            for error in fault.errors(include_input=False, include_url=False)
        ]
        raise SetupFault(". ".join(sentences) + ".") from None
