"""Every slip that a recipe can use has a phrase, and the sentence that it completes reads on."""

import pytest

from app.engine.families.slips import FAMILY_SLIPS
from app.engine.phrases import PHRASES
from app.engine.slips import SLIPS, pairs_at
from app.engine.spread_rule import SPREAD_SLIPS
from app.engine.stages import Stage
from app.variants.recipes.saturation import PAIR_REVERSED


def test_every_slip_has_its_phrase() -> None:
    assert {slug for slug in PHRASES if "+" not in slug} == {
        *SLIPS,
        *SPREAD_SLIPS,
        *FAMILY_SLIPS,
        PAIR_REVERSED,
    }
    together = [slug.split("+") for slug in PHRASES if "+" in slug]
    assert all(pair in map(list, pairs_at(Stage.RAW)) for pair in together)


@pytest.mark.parametrize("slug", sorted(PHRASES))
def test_a_phrase_completes_what_comes_out(slug: str) -> None:
    """ "0.665 is what comes out …", and no full stop of its own."""
    assert PHRASES[slug].startswith(("when ", "without "))
    assert not PHRASES[slug].endswith(".")
    assert PHRASES[slug].count("$") % 2 == 0
