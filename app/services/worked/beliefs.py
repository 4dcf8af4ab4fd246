"""Beliefs about the formula and about the roles of query, key and value, each with an example that settles it."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from app.services.reading_views import Example
from app.services.worked.formula import FORMULA
from app.services.worked.projections import PROJECTIONS
from app.services.worked.roles import ROLES

BELIEFS: Mapping[str, Callable[[], Example]] = MappingProxyType({**FORMULA, **ROLES, **PROJECTIONS})
