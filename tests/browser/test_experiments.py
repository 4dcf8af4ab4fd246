"""Experiments in a browser: their script follows them, and a server that goes away and comes back costs one click."""

from itertools import count

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from app.kit.clock import FixedClock
from tests.browser.conftest import Served

ADDRESS = "/experiments/variance?largest=64&draws=100"


@pytest.fixture
def page(context: BrowserContext, served: Served, monkeypatch: pytest.MonkeyPatch) -> Page:
    """A page for which each request measures a little only."""
    steps = count()
    monkeypatch.setattr(FixedClock, "steady", lambda _self: float(next(steps)))
    monkeypatch.setattr("app.services.experiments.MOST", 1)
    return context.new_page()


def test_it_is_followed_until_it_is_over(page: Page, served: Served) -> None:
    page.goto(served.address + ADDRESS)
    expect(page.locator("#result figure")).to_have_count(2)
    expect(page.locator("#result-news")).to_have_text(
        "The experiment is over. What came out stands below its settings."
    )


@pytest.mark.parametrize("loss", ["cut", "another page"])
def test_after_a_loss_measuring_further_goes_on(page: Page, served: Served, loss: str) -> None:
    page.route(
        "**/result?**",
        lambda one: (
            one.abort() if loss == "cut" else one.fulfill(status=502, body="<main>Bad gateway</main>")
        ),
    )
    page.goto(served.address + ADDRESS)
    expect(page.locator("#result-news")).to_contain_text("cannot be reached")
    expect(page.locator("#result-news")).to_be_visible()
    page.unroute("**/result?**")
    page.get_by_role("link", name="Measure further").click()
    expect(page.locator("#result figure")).to_have_count(2)


def test_stopped_it_stays_and_goes_on_from_there(page: Page, served: Served) -> None:
    page.route("**/result?**", lambda one: None)
    page.goto(served.address + ADDRESS)
    page.get_by_role("link", name="Stop", exact=True).click()
    expect(page.locator("#result-news")).to_have_text("Stopped.")
    expect(page.get_by_role("link", name="Measure further")).to_be_focused()
    page.unroute("**/result?**")
