"""uvicorn's entry: `uvicorn --factory app.main:create` serves as `keyed serve` does, without its printed lines."""

import logging
from typing import TYPE_CHECKING

from app.settings import read_settings
from app.wiring import open_house, opening

if TYPE_CHECKING:
    from starlette.types import ASGIApp


def create() -> "ASGIApp":
    """The application by the settings of the environment."""
    return opening(open_house(read_settings(), logging.getLogger("keyed").info), lambda _jobs: None)
