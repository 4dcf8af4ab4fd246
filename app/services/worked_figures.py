"""The small computations beside beliefs about the mechanism, its cost, the derivation of the scale and saturation."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from app.services.reading_views import Example
from app.services.worked_tokens import TOKEN_BELIEFS

FIGURES: Mapping[str, Callable[[], Example]] = MappingProxyType({**TOKEN_BELIEFS})
