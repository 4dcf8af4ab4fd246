"""The pages of a sitting in a real browser: axe finds nothing, nothing overflows, and all is there for a reader."""

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import Served
from tests.browser.journeys import open_folds
from tests.browser.reading import faults, tree
from tests.browser.sittings import sit
from tests.browser.test_axe import LOOKS, violations
from tests.browser.test_look import too_wide_at_any_size
from tests.web.candidate import EVERY_KIND

TAILS = (
    *(f"/items/{n}" for n in range(1, len(EVERY_KIND) + 1)),
    "/review",
    "/end",
    "/end?asked=once",
    "/notes",
)


@pytest.fixture(params=LOOKS, ids=lambda look: f"{look[0]}-{look[1]}")
def page(request: pytest.FixtureRequest, context: BrowserContext) -> Page:
    width, scheme = request.param
    opened = context.new_page()
    opened.set_viewport_size({"width": width, "height": 900})
    opened.emulate_media(color_scheme=scheme)
    return opened


NO_FOOT = "0 of contentinfo"  # a sitting leads nowhere else, so it has no foot with links


def found_on(page: Page, address: str) -> list[str]:
    open_folds(page)
    spoken = [one for one in faults(tree(page)) if one != NO_FOOT]
    return [*violations(page, address), *(f"{address}: {one}" for one in spoken)]


def test_axe_finds_nothing_on_any_page_of_a_sitting(page: Page, served: Served) -> None:
    sitting = sit(page, served)
    page.goto(sitting.address)
    found = found_on(page, "before the clock starts")
    sitting.begin()
    for tail in TAILS:
        page.goto(sitting.address + tail)
        found += found_on(page, tail)
    sitting.taken_elsewhere()
    page.goto(f"{sitting.address}/items/1")
    found += found_on(page, "held elsewhere")
    assert found == []


def test_nothing_overflows_on_any_page_of_a_sitting(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    sitting = sit(page, served)
    page.goto(sitting.address)
    found = too_wide_at_any_size(page, "before the clock starts")
    sitting.begin()
    for tail in TAILS:
        page.goto(sitting.address + tail)
        found += too_wide_at_any_size(page, tail)
    assert found == []
