"""The pages of what was baked: by keyboard from the list to a second proof, narrow and dark, and clean for axe."""

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Served
from tests.browser.journeys import come_in_as_instructor
from tests.browser.test_axe import violations, wear
from tests.browser.test_look import too_wide

ITEM = "weights-row-typed"


def looked_at(page: Page, name: str) -> list[str]:
    """What is amiss on the page in this look; the walk over all pages looks at it in the others."""
    return violations(page, name) + too_wide(page, name, (360, 1))


def test_a_variant_is_opened_and_proven_again_by_keyboard(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    wear(page, (360, "dark"))
    come_in_as_instructor(page, served)
    page.goto(f"{served.address}/authoring/items?kind=matching")
    expect(page.locator("table.questions td.empty").first).to_be_hidden()  # of a question without answers
    page.goto(f"{served.address}/authoring/items/{ITEM}/variants")
    unused = page.locator("table.variants td.empty")
    assert unused.count()
    expect(unused.first).to_be_hidden()  # of a variant that nobody was shown
    page.locator("table.variants tbody a").first.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Variant")
    page.locator("details.slip-pairs summary").press("Enter")
    expect(page.get_by_role("table", name="Pairs of slips")).to_be_visible()
    found = looked_at(page, "a variant")
    page.get_by_role("button", name="Check it again now").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Checked again: it holds")
    found += looked_at(page, "a second proof")
    page.get_by_role("link", name="Back to the variant").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Variant")
    assert found == []
