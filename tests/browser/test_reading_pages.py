"""The pages to read in a browser: axe, nothing too wide, folds that open for links and on paper, no script needed."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from app.engine.phrases import PHRASES
from tests.browser.conftest import Served
from tests.browser.journeys import open_folds
from tests.browser.test_axe import Looks, looks, violations, wear
from tests.browser.test_look import too_wide_at_any_size
from tests.conftest import GATE

pytestmark = pytest.mark.gate  # long

__all__ = ["looks"]  # a fixture

SLIPS = [slug for slug in PHRASES if "+" not in slug]
SOME = ["no-scale", "softmax-over-columns", "pair-reversed"]
PAGES = [
    "/lesson",
    "/misconceptions",
    "/misconceptions/knows-word-order",
    *(f"/misconceptions/{slug}" for slug in (SLIPS if GATE else SOME)),
]


def test_axe_finds_nothing_and_nothing_overflows_to_the_side(
    context: BrowserContext, served: Served, looks: Looks
) -> None:
    """Every page in every look with KEYED_GATE=1, else in one of two; at every size."""
    page = context.new_page()
    found = []
    for address in PAGES:
        look = wear(page, next(looks))
        page.goto(served.address + address)
        open_folds(page)
        found += violations(page, f"{address} at {look}")
        found += too_wide_at_any_size(page, address)
    assert found == []


def folded(page: Page) -> None:
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = false")


@pytest.mark.parametrize("scripts", [True, False], ids=["with-scripts", "without"])
def test_a_link_into_a_fold_opens_it(browser: Browser, served: Served, scripts: bool) -> None:
    context = browser.new_context(java_script_enabled=scripts)
    page = context.new_page()
    page.goto(f"{served.address}/lesson#why-three")
    expect(page.locator("#why-three")).to_be_visible()
    expect(page.locator("#one-head")).to_be_hidden()
    page.locator("summary", has_text="Mechanism").click()
    expect(page.locator("#formula")).to_be_hidden()
    page.get_by_role("link", name="The formula in four steps").click()
    expect(page.locator("#formula")).to_be_visible()
    expect(page.locator("#formula")).to_be_in_viewport()
    context.close()


def test_paper_shows_what_is_folded(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    page.goto(f"{served.address}/lesson")
    folded(page)
    page.emulate_media(media="print")
    for name in ("#roles", "#formula", "#variance", "#why-root", "#one-head"):
        height = page.locator(name).evaluate(
            "one => one.checkVisibility({contentVisibilityAuto: true}) && one.getBoundingClientRect().height"
        )
        assert height, f"{name} is not printed"
    assert not page.get_by_role("button", name="Five questions on the roles").is_visible()
    assert not page.get_by_role("navigation", name="Contents of the lesson").is_visible()


def test_the_keyboard_folds_and_unfolds_a_level(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    page.goto(f"{served.address}/lesson")
    summary = page.locator("summary", has_text="Intuition")
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#roles")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator("#roles")).to_be_visible()


def test_from_a_misconception_to_a_question_and_back_from_its_feedback(
    browser: Browser, served: Served
) -> None:
    """The whole way without any script."""
    served.product.will_ask("dog-bites-man")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{served.address}/misconceptions")
    page.get_by_role("link", name="Built-in word order").click()
    page.get_by_role("button", name="Practise").click()
    page.wait_for_url("**/items/1")
    page.locator("input[name=option]").first.check()
    page.get_by_role("button", name="Answer", exact=True).click()
    page.wait_for_url("**/feedback")
    page.get_by_text("Read about it:").get_by_role("link").click()
    page.wait_for_url("**/lesson#*")
    context.close()


def test_the_two_ways_stand_side_by_side_where_there_is_room(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    for width, beside in ((1280, True), (360, False)):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{served.address}/misconceptions/no-scale")
        cells = page.locator("tr.parts td[data-column]")
        first, second = (cells.nth(place).bounding_box() for place in (0, 1))
        assert first is not None
        assert second is not None
        assert (second["x"] > first["x"] + 100) == beside
