"""Saying how sure one is with one key, in the draft, and without an obstacle for axe, narrow and wide."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Served
from tests.browser.journeys import give_wrong, go_on, start
from tests.browser.test_axe import LOOKS, violations
from tests.conftest import GATE

pytestmark = pytest.mark.gate  # long


def said(page: Page) -> list[str | None]:
    return [one.get_attribute("value") for one in page.locator("input[name=confidence]:checked").all()]


def test_one_key_says_how_sure(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served, "state-the-formula", "weights-row-choice", "why-three-different-vectors")
    for n, (pressed, expected) in enumerate((("s", "sure"), ("U", "unsure"), ("g", "guess")), 1):
        page.keyboard.press("1")
        page.keyboard.press(pressed)
        assert said(page) == [expected]
        page.reload()
        assert said(page) == [expected]
        expect(page.locator("input[name=option]").first).to_be_checked()
        page.locator("input[name=confidence]:checked").focus()
        page.keyboard.press("Enter")
        page.wait_for_url("**/feedback")
        memory = served.product.house.services.practise.feedback(1, page.url.split("/")[4], n)
        assert memory.confidence == expected
        go_on(page)


def test_the_keys_rest_in_text_fields(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served, "weights-row-typed")
    field = page.locator("input[name=number]").first
    field.focus()
    page.keyboard.type("sug")
    expect(field).to_have_value("sug")
    assert said(page) == []


def test_an_answer_needs_no_word_on_how_sure(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served, "state-the-formula")
    give_wrong(page, served)
    assert page.locator("p.said").count() == 0


@pytest.mark.parametrize(("width", "scheme"), LOOKS if GATE else LOOKS[:1])
def test_axe_finds_nothing_where_it_was_said(
    context: BrowserContext, served: Served, width: int, scheme: str
) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    start(page, served, "state-the-formula", "weights-row-typed")
    page.keyboard.press("s")
    found = violations(page, "a question")
    give_wrong(page, served)
    expect(page.locator("p.said")).to_contain_text("You were sure")
    found += violations(page, "feedback")
    go_on(page)
    summary = page.url.partition("/items/")[0] + "/summary"
    for address in (summary, served.address + "/progress", served.address + "/practice"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
        found += violations(page, address)
    assert found == []
