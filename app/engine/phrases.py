"""What each slip does, as the phrase that completes "0.665 is what comes out …"."""

from collections.abc import Mapping
from types import MappingProxyType

from app.engine.slips import SLIPS
from app.engine.spread_rule import SPREAD_SLIPS

PAIR_REVERSED = "pair-reversed"  # of two weights, the other one is given

PHRASES: Mapping[str, str] = MappingProxyType(
    {slug: slip.diagnosis for slug, slip in SPREAD_SLIPS.items()}
    | {slug: slip.diagnosis for slug, slip in SLIPS.items()}
    | {PAIR_REVERSED: "when the weights of the two tokens change places"}
)
