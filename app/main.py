"""uvicorn's entry: `uvicorn --factory app.main:create` serves as `keyed serve` does, without its printed lines."""

import logging

from fastapi import FastAPI

from app.settings import read_settings
from app.wiring import open_house, web_application


def create() -> FastAPI:
    """The application by the settings of the environment."""
    return web_application(open_house(read_settings(), logging.getLogger("keyed").info))
