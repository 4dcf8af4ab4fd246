"""All families by slug, and their slips by slug."""

from collections.abc import Mapping
from types import MappingProxyType

from app.engine.families.cross import CROSS
from app.engine.families.deviations import DEVIATIONS
from app.engine.families.divisor import DIVISOR
from app.engine.families.dominance import DOMINANCE
from app.engine.families.duplicate import DUPLICATE
from app.engine.families.family import Family
from app.engine.families.gradient import GRADIENT
from app.engine.families.heads import HEAD_COLUMNS, JOINED_COLUMN
from app.engine.families.jacobian import JACOBIAN
from app.engine.families.masked import MASKED
from app.engine.families.memory import SCORE_MEMORY
from app.engine.families.padded import PADDED, PADDED_CAUSAL
from app.engine.families.reordered import REORDERED
from app.engine.families.shapes import SHAPES
from app.engine.families.shifted import SHIFTED
from app.engine.families.temperature import TEMPERATURE
from app.engine.families.widths import WIDTHS
from app.engine.families.work import WORK

FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        one.slug: one
        for one in (
            DEVIATIONS,
            DOMINANCE,
            DUPLICATE,
            TEMPERATURE,
            GRADIENT,
            MASKED,
            SHIFTED,
            WORK,
            SCORE_MEMORY,
            PADDED,
            PADDED_CAUSAL,
            CROSS,
            REORDERED,
            JACOBIAN,
            WIDTHS,
            DIVISOR,
            SHAPES,
            HEAD_COLUMNS,
            JOINED_COLUMN,
        )
    }
)
