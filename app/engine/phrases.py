"""What each slip does, as the phrase that completes "0.665 is what comes out …"."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from app.engine.families.slips import FAMILY_SLIPS
from app.engine.slips import SLIPS
from app.engine.spread_rule import SPREAD_SLIPS

PAIR_REVERSED = "pair-reversed"  # of two weights, the other one is given


def joined(slugs: Sequence[str]) -> str:
    """The name under which a compound slip that is one act has a phrase of its own."""
    return "+".join(slugs)


_ONE_ACT = {
    ("divide-by-d-k", "scaled-already"): "when the score has already been divided by $d_k$",
    ("times-root-d-k", "scaled-already"): r"when the score has been multiplied by $\sqrt{d_k}$",
    (
        "root-of-tokens",
        "scaled-already",
    ): r"when the score has already been divided by $\sqrt{n}$, the root of the number of tokens",
}

PHRASES: Mapping[str, str] = MappingProxyType(
    {slug: slip.diagnosis for slug, slip in FAMILY_SLIPS.items()}
    | {slug: slip.diagnosis for slug, slip in SPREAD_SLIPS.items()}
    | {slug: slip.diagnosis for slug, slip in SLIPS.items()}
    | {PAIR_REVERSED: "when the weights of the two tokens change places"}
    | {joined(slugs): phrase for slugs, phrase in _ONE_ACT.items()}
)
