"""The small computations beside beliefs: what comes out as it is, and what would if the belief were true."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from app.services.reading_views import Example
from app.services.worked.counts import COUNT_BELIEFS
from app.services.worked.saturation import SOFTMAX_BELIEFS
from app.services.worked.scale import SCALE_BELIEFS
from app.services.worked.tokens import TOKEN_BELIEFS

FIGURES: Mapping[str, Callable[[], Example]] = MappingProxyType(
    {**TOKEN_BELIEFS, **SCALE_BELIEFS, **SOFTMAX_BELIEFS, **COUNT_BELIEFS}
)
