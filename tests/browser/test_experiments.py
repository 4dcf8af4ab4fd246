"""Experiments in a browser: their script follows them, and a server that goes away and comes back costs one click."""

from itertools import count, pairwise

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from app.engine.experiments.catalogue import EXPERIMENTS
from app.kit.clock import FixedClock
from tests.browser.conftest import Served

ADDRESS = "/experiments/variance?largest=64&draws=500"


@pytest.fixture
def page(context: BrowserContext, served: Served, monkeypatch: pytest.MonkeyPatch) -> Page:
    """A page for which each request measures a little only."""
    steps = count()
    monkeypatch.setattr(FixedClock, "steady", lambda _self: float(next(steps)))
    monkeypatch.setattr("app.services.experiments.MOST", 1)
    return context.new_page()


@pytest.mark.gate
def test_fields_of_one_row_stay_level_whatever_stands_below_them(
    context: BrowserContext, served: Served
) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 1280, "height": 900})
    for slug, experiment in EXPERIMENTS.items():
        names = [one.name for one in experiment.settings]
        rows = []
        for wrong in ([], names[:1], names[-1:], names):
            query = "&".join(f"{name}=x" for name in wrong)
            page.goto(f"{served.address}/experiments/{slug}?{query}&stop=1")
            expect(page.locator(".measure .fault")).to_have_count(len(wrong))
            boxes = page.evaluate(
                "Array.from(document.querySelectorAll('.measure'), (one) => ['label', 'input, select'].map((what) => {"
                " const box = one.querySelector(what).getBoundingClientRect(); return [box.left, box.top]; }))"
            )
            rows.append([[round(label[0]), round(field[1] - label[1])] for label, field in boxes])
            for (label, field), (next_label, next_field) in pairwise(boxes):
                if next_label[0] > label[0]:
                    assert abs(field[1] - next_field[1]) < 2, (slug, wrong)
        assert all(row == rows[0] for row in rows), slug


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
