"""Questions that go backward in a real browser: without scripts, on a narrow page, for axe, and read aloud."""

from playwright.sync_api import Browser, expect

from tests.browser.conftest import Served
from tests.browser.journeys import give_wrong, go_on, open_folds, start
from tests.browser.reading import faults, tree
from tests.browser.test_axe import violations
from tests.browser.test_look import too_wide
from tests.web.product import right_answer

ITEMS = ("spot-the-slip-choice", "which-mechanism-choice", "spot-two-slips-select")


def test_they_can_be_read_and_answered_on_a_narrow_page(browser: Browser, served: Served) -> None:
    width = 360
    context = browser.new_context(color_scheme="dark", viewport={"width": width, "height": 900})
    page = context.new_page()
    start(page, served, *ITEMS)
    found = []
    for item in ITEMS:
        found += too_wide(page, item, (width, 1)) + violations(page, item)
        found += [f"{item}: {one}" for one in faults(tree(page))]
        give_wrong(page, served)
        open_folds(page)
        found += too_wide(page, f"feedback on {item}", (width, 1)) + violations(page, f"feedback on {item}")
        if item != ITEMS[-1]:
            go_on(page)
    context.close()
    assert found == []


def test_the_lines_of_a_working_are_a_table_that_is_read_line_by_line_without_scripts(
    browser: Browser, served: Served
) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 900})
    page = context.new_page()
    start(page, served, ITEMS[0])
    working = page.get_by_role("table", name="Working for token")
    expect(working.get_by_role("rowheader")).to_have_text(
        ["1 raw scores", "2 scaled scores", "3 exponentials", "4 their sum", "5 weights", "6 output"]
    )
    variant = served.product.at(page.url)
    page.locator(f"input[name=option][value='{right_answer(variant)[0]}']").check()
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.get_by_text("Your choice is right.")).to_be_visible()
    context.close()
