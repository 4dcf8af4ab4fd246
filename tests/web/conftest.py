"""The application over the real store, and a visitor of it."""

import pytest
from fastapi import FastAPI

from tests.web.product import Product
from tests.web.visitor import Visitor


@pytest.fixture
def app(product: Product) -> FastAPI:
    return product.application()


@pytest.fixture
def visitor(app: FastAPI) -> Visitor:
    return Visitor(app)
