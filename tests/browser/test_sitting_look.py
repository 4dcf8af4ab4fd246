"""The pages of a sitting in a real browser: axe finds nothing, nothing overflows, and all is there for a reader."""

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import Served
from tests.browser.journeys import open_folds
from tests.browser.reading import faults, tree
from tests.browser.sittings import sit
from tests.browser.test_axe import Looks, looks, violations, wear
from tests.browser.test_look import too_wide_at_any_size
from tests.conftest import GATE
from tests.web.candidate import EVERY_KIND

pytestmark = pytest.mark.gate  # long

__all__ = ["looks"]  # a fixture

TAILS = (
    *(f"/items/{n}" for n in range(1, len(EVERY_KIND) + 1)),
    "/review",
    "/end",
    "/end?asked=once",
    "/notes",
)


NO_FOOT = "0 of contentinfo"  # a sitting leads nowhere else, so it has no foot with links


def found_on(page: Page, address: str) -> list[str]:
    open_folds(page)
    spoken = [one for one in faults(tree(page)) if one != NO_FOOT]
    return [*violations(page, address), *(f"{address}: {one}" for one in spoken)]


def test_axe_finds_nothing_on_any_page_of_a_sitting_and_nothing_overflows(
    context: BrowserContext, served: Served, looks: Looks
) -> None:
    """Every page in every look with KEYED_GATE=1, else every second one in one of two; at every size."""
    page = context.new_page()
    found: list[str] = []

    def look(tail: str, name: str) -> None:
        seen = wear(page, next(looks))
        page.goto(sitting.address + tail)
        found.extend(found_on(page, f"{name} at {seen}"))
        found.extend(too_wide_at_any_size(page, name))

    sitting = sit(page, served)
    look("", "before the clock starts")
    sitting.begin()
    for tail in TAILS[:: 1 if GATE else 2]:
        look(tail, tail)
    sitting.taken_elsewhere()
    look("/items/1", "held elsewhere")
    assert found == []
