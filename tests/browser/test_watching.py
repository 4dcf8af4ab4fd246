"""The list of sittings in a real browser: it keeps itself fresh, and what was marked on it stays so."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from app.services.exams.saving import Change
from app.store.sitting_saves import Login
from tests.browser.conftest import Served
from tests.browser.journeys import come_in_as_instructor
from tests.loops import run
from tests.web.instructing import sitting_of

SOON = 30_000  # milliseconds in which a page that asks every five seconds has come


@pytest.fixture
def page(context: BrowserContext, served: Served) -> Page:
    opened = context.new_page()
    come_in_as_instructor(opened, served)
    return opened


def note(served: Served, learner: int, name: str) -> None:
    """Its candidate saves something."""
    saving = served.product.house.services.exams.saving
    with saving.arrived(name) as at:
        run(saving.save(Login(learner), name, 1, (Change(0, 1, (), ("a note",)),), at=at))


def test_the_list_follows_what_happens_and_keeps_the_marks(page: Page, served: Served) -> None:
    learner, name = sitting_of(served.product)
    sitting_of(served.product)
    page.goto(f"{served.address}/exams/watch")
    row = page.locator("tr", has=page.locator(f"#mark-{name}"))
    expect(row).to_contain_text("Not in touch")
    page.locator(f"#mark-{name}").check()
    page.get_by_label("Reason").fill("typed before the table came again")
    note(served, learner, name)
    sitting_of(served.product)
    expect(row).to_contain_text("In touch", timeout=SOON)
    expect(page.locator("#watched caption")).to_contain_text("3 sittings")
    expect(page.locator(f"#mark-{name}")).to_be_checked()
    expect(page.locator("input[name=sitting]:checked")).to_have_count(1)
    expect(page.locator(f"#mark-{name}")).to_be_visible()
    expect(page.get_by_label("Reason")).to_have_value("typed before the table came again")


def test_without_the_server_the_list_says_that_it_may_be_old(
    page: Page, context: BrowserContext, served: Served
) -> None:
    sitting_of(served.product)
    page.goto(f"{served.address}/exams/watch")
    for offline, told in ((True, "may be out of date"), (False, "")):
        context.set_offline(offline)
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as when one comes back to it
        expect(page.locator("#watch-news")).to_have_text(re.compile(f"^.*{told}.*$" if told else "^$"))
