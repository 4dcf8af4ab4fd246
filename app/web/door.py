"""What requests of running exams are answered with: the settings of the site and the services that a start joins first.

It is loaded before all pages and their templates, so nothing here, nor what it imports, may know them.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from starlette.requests import Request

from app.kit.clock import Clock, SystemClock
from app.services.first import FirstServices

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True, slots=True)
class WebSettings:
    """What the pages need of the settings. `secret` signs form tokens; `hosts` are the names we answer to."""

    secret: bytes
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    https: bool = False
    clock: Clock = field(default_factory=SystemClock)
    templates: Path = ROOT / "templates"
    static: Path = ROOT / "static"


class Settled(Protocol):
    """Whatever knows the settings of the site: its door, or the whole of it."""

    @property
    def settings(self) -> WebSettings: ...


@dataclass(frozen=True, slots=True)
class Door:
    """One per application."""

    services: FirstServices
    settings: WebSettings


def door_of(request: Request) -> Door:
    """The door that a request came through."""
    found: Door = request.app.state.door
    return found
