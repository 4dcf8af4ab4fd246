"""The proof on the page: opened, checked again by a press, wide enough for every number, and clean for axe."""

from itertools import product

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import Served
from tests.browser.journeys import give_wrong, open_folds, start
from tests.browser.test_axe import LOOKS, violations, wear
from tests.browser.test_look import too_wide_at_any_size
from tests.conftest import GATE

ITEMS = ("weights-row-typed", "pipeline-steps")
# Each in one look, with KEYED_GATE=1 each in every look.
SEEN = list(product(ITEMS, LOOKS)) if GATE else list(zip(ITEMS, LOOKS, strict=True))


@pytest.mark.parametrize(("item", "look"), SEEN)
def test_the_proof_is_opened_and_made_again(
    context: BrowserContext, served: Served, item: str, look: tuple[int, str]
) -> None:
    page = context.new_page()
    wear(page, look)
    start(page, served, item)
    give_wrong(page, served)
    open_folds(page)
    found = violations(page, f"the proof of {item}")
    page.locator("details.proof").scroll_into_view_if_needed()
    page.get_by_role("link", name="Check it again now").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Checked again: it holds")
    found += violations(page, f"the second proof of {item}")
    found += too_wide_at_any_size(page, f"the second proof of {item}")
    page.get_by_role("link", name="Back to the answer").click()
    page.wait_for_url("**/feedback")
    found += too_wide_at_any_size(page, f"the proof of {item}")
    assert found == []
