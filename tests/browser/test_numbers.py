"""Typed numbers of an author's in a real browser: read aloud, by the keyboard, at every width, and clean for axe."""

import os

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import Served
from tests.browser.journeys import open_folds, send, start
from tests.browser.test_axe import LOOKS, violations
from tests.browser.test_look import too_wide_at_any_size
from tests.conftest import GATE
from tests.unit.bank.typed_numbers import NUMBERS
from tests.web.test_numbers import HEADS, ITEM, put

SHOTS = os.environ.get("SHOTS", "")  # a folder for pictures, where somebody wants to look


@pytest.fixture
def page(context: BrowserContext, served: Served) -> Page:
    put(served.product, NUMBERS + HEADS)
    return context.new_page()


def look(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


@pytest.mark.parametrize(("width", "scheme"), LOOKS if GATE else LOOKS[:1])
def test_fields_and_feedback_are_clean_and_fit(page: Page, served: Served, width: int, scheme: str) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    start(page, served, ITEM)
    look(page, f"asked-{width}")
    found = violations(page, "fields")
    page.get_by_label("Scaled score").fill("x")
    send(page)
    page.locator("#faults").wait_for()
    found += violations(page, "what cannot be read")
    look(page, f"refused-{width}")
    page.get_by_label("Scaled score").fill("0.1875")
    page.keyboard.press("Tab")
    page.keyboard.type("3,5")
    page.keyboard.press("Enter")
    page.locator("#notes-title").wait_for()
    open_folds(page)
    found += violations(page, "feedback")
    look(page, f"told-{width}")
    assert found == []
    assert too_wide_at_any_size(page, page.url) == []
