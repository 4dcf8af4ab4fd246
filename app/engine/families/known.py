"""Slips that are known already, taken into a family with a field of its own."""

from app.engine.families.coincidences import When
from app.engine.families.slips import FAMILY_SLIPS, FamilySlip
from app.engine.slips import SLIPS
from app.engine.spread_rule import SPREAD_SLIPS


def known(slug: str, field: str, when: When | None = None) -> FamilySlip:
    """The slip of the attention mechanism, of the spread or of another family, as a choice of `field` here.

    `when` says of this family's givens when it coincides; without it that holds which holds in the slip's own family.
    Raises KeyError for a slip that is nowhere known, or that has no family of its own where `when` is wanted.
    """
    when = when or FAMILY_SLIPS[slug].when
    slip = SLIPS.get(slug) or SPREAD_SLIPS.get(slug) or FAMILY_SLIPS[slug]
    return FamilySlip(slug, field, slip.diagnosis, when)
