"""Slips that are known already, taken into a family with a field of its own."""

from app.engine.families.slips import FAMILY_SLIPS, FamilySlip
from app.engine.slips import SLIPS
from app.engine.spread_rule import SPREAD_SLIPS


def known(slug: str, field: str) -> FamilySlip:
    """The slip of the attention mechanism, of the spread or of another family, as a choice of `field` here.

    Raises KeyError for a slip that is nowhere known.
    """
    slip = SLIPS.get(slug) or SPREAD_SLIPS.get(slug) or FAMILY_SLIPS[slug]
    return FamilySlip(slug, field, slip.diagnosis, slip.coincides_when)
