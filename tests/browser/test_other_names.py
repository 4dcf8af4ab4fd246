"""The product under a name that is not loopback's, over plain http, where browsers tell a server less of a form."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests import chromium
from tests.browser.conftest import FLAGS, PATIENCE, Served
from tests.browser.journeys import START, give_wrong
from tests.web.product import Product

NAME = "box.lan"


@pytest.fixture
def served_as_box(product: Product) -> Iterator[Served]:
    """The product with that name among its own."""
    product.reopen(allowed_hosts=NAME)
    serving = Served(product)
    serving.start()
    yield serving
    serving.stop()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a browser for which the name leads to this machine."""
    playwright: Playwright = browser.browser_type
    opened = playwright.launch(
        executable_path=chromium.find(), args=[*FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    )
    page = opened.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    yield page
    opened.close()


def test_practice_under_another_name(page: Page, served_as_box: Served) -> None:
    served_as_box.product.will_ask("weights-row-choice")
    page.goto(f"http://{NAME}:{served_as_box.port}/")
    page.get_by_role("button", name=START).click()
    page.wait_for_url("**/items/1")
    give_wrong(page, served_as_box)
    expect(page.locator("h1")).to_contain_text("Not right")


def test_the_instructors_link_under_another_name(page: Page, served_as_box: Served) -> None:
    token = served_as_box.product.house.services.instructor.new_link_token()
    page.goto(f"http://{NAME}:{served_as_box.port}/instructor/{token}")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Come in as an instructor").click()
    page.wait_for_url("**/authoring")
    expect(page.locator("h1")).to_be_visible()
