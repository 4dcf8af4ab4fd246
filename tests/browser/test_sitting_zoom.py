"""A sitting at 200 % zoom: the whole of it with the keyboard, Tab comes to everything, and the bar covers nothing in focus."""

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser import test_sitting_script
from tests.browser.conftest import Served
from tests.browser.journeys import open_folds
from tests.browser.sittings import Sat, sit
from tests.browser.test_sitting_script import SHORT
from tests.browser.test_tabbing import walked

HALF = {"width": 640, "height": 450}  # what a window of 1280 × 900 shows at 200 %
COVERED = """(() => {
  const one = document.activeElement;
  const bar = document.querySelector('.sitting-bar');
  if (!one || one === document.body || bar.contains(one) || one.matches('.skip, .unseen')) return '';
  const [box, top] = [one.getBoundingClientRect(), bar.getBoundingClientRect().bottom];
  return box.bottom <= top + 1 || box.top >= innerHeight ? one.outerHTML.slice(0, 90) : '';
})()"""


@pytest.fixture
def sat(context: BrowserContext, served: Served) -> Sat:
    page = context.new_page()
    page.set_viewport_size(HALF)  # type: ignore[arg-type]
    page.emulate_media(reduced_motion="reduce")  # or the page still glides when it is looked at
    found = sit(page, served, SHORT)
    found.begin()
    return found


def test_the_whole_exam_with_the_keyboard_alone(sat: Sat) -> None:
    test_sitting_script.test_the_whole_exam_with_the_keyboard_alone(sat)


@pytest.mark.gate
def test_tab_comes_to_everything_and_nothing_in_focus_is_covered(sat: Sat) -> None:
    page, found = sat.page, []
    for tail in ("/items/1", "/items/3", "/review", "/end?asked=once", "/notes"):
        page.goto(sat.address + tail)
        open_folds(page)
        page.wait_for_function("document.fonts.status === 'loaded'")
        lines = [*walked(page), *covered(page, "Tab"), *covered(page, "Shift+Tab")]
        found += [f"{tail}: {line}" for line in lines]
    assert found == []


def covered(page: Page, way: str) -> list[str]:
    """What has the focus and lies behind the bar, or out of sight, on the way through the page."""
    found = []
    for _ in range(30):
        page.keyboard.press(way)
        found.append(page.evaluate(COVERED))
    return [f"{way} comes to what is covered: {one}" for one in found if one]
