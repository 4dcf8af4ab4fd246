"""Choosing, trying again and feedback at the end in a real browser: by keyboard, without scripts, narrow and wide."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Served
from tests.browser.journeys import fill, send
from tests.browser.test_axe import violations
from tests.browser.test_keyboard import tab_to
from tests.conftest import GATE
from tests.web.product import right_answer, wrong_answer

pytestmark = pytest.mark.gate  # long


def choose(page: Page, served: Served, link: str, *items: str) -> None:
    """From a link that fills the form of choices in to the first question."""
    served.product.will_ask(*items)
    page.goto(f"{served.address}/practice?{link}")
    page.get_by_role("button", name="Start").first.click()
    page.wait_for_url("**/items/1")
    page.wait_for_load_state()


def test_choosing_by_keyboard_alone(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    page.goto(served.address + "/practice")
    page.locator("input[name=length][value='10']").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator("input[name=length][value='5m']")).to_be_checked()
    page.locator("details.more > summary").focus()
    page.keyboard.press("Enter")
    page.locator("#pick-shape").focus()
    page.keyboard.type("Roles")
    page.locator("input[name=feedback][value='']").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("input[name=feedback][value=end]")).to_be_checked()
    page.keyboard.press("Enter")
    page.wait_for_url("**/items/1")
    expect(page.locator(".bar .at")).to_have_text("Question 1, about 5 minutes left")
    assert served.product.at(page.url).shown.shape == "role"


def test_trying_again_by_keyboard_alone(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    choose(page, served, "tries=3", "state-the-formula")
    variant = served.product.at(page.url)
    (wrong,), (right,) = wrong_answer(variant), right_answer(variant)
    page.keyboard.press(wrong)
    page.keyboard.press("Enter")
    expect(page.locator("#not-yet")).to_be_focused()
    expect(page.locator("label.tried")).to_have_count(1)
    page.keyboard.press(wrong)  # it is out of the running
    expect(page.locator("input[name=option]:checked")).to_have_count(0)
    page.reload()
    expect(page.locator("input[name=option]:checked")).to_have_count(0)
    page.keyboard.press(right)
    page.keyboard.press("Enter")
    page.wait_for_url("**/feedback")
    expect(page.locator("main")).to_contain_text("Your first try counts, and it was not right.")


def test_one_may_have_it_explained(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    choose(page, served, "tries=0", "weights-row-typed")
    fill(page, wrong_answer(served.product.at(page.url)))
    send(page)
    expect(page.locator("#not-yet")).to_be_visible()
    tab_to(page, "Show me the answer")
    page.keyboard.press("Enter")
    page.wait_for_url("**/feedback")


def test_late_feedback_without_scripts(browser: Browser, served: Served) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    choose(page, served, "feedback=end&length=5", "state-the-formula", "two-facts-about-a-query")
    for n in (1, 2):
        fill(page, right_answer(served.product.at(page.url)))
        send(page)
        page.wait_for_url(f"**/items/{n + 1}")
        expect(page.locator("p.saved")).to_contain_text("saved.")
    page.get_by_role("link", name="So far").click()
    expect(page.locator("main")).to_contain_text("2 answers saved.")
    page.get_by_role("button", name="End practice now").click()
    expect(page.locator("h1")).to_have_text("How it went")
    expect(page.locator("main")).to_contain_text("2 of 2 right")
    page.locator("a[href$='/feedback']").first.click()
    expect(page.locator("h1")).to_contain_text("Right")
    context.close()


@pytest.mark.parametrize(("width", "scheme"), [(320, "dark"), (1280, "light")][: 2 if GATE else 1])
def test_axe_finds_nothing_and_nothing_is_too_wide(
    context: BrowserContext, served: Served, width: int, scheme: str
) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    found: list[str] = []

    def look(name: str) -> None:
        page.wait_for_load_state()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        found.extend(violations(page, name))

    page.goto(served.address + "/practice?tries=3&level=derivation")
    look("the page of choices, unfolded")
    page.locator("input[name=kind][value=computations]").check()
    page.locator("input[name=level][value=intuition]").check()
    page.get_by_role("button", name="Start").first.click()
    expect(page.locator("#faults")).to_be_focused()
    look("a choice that leaves nothing")
    choose(page, served, "tries=3", "state-the-formula")
    fill(page, wrong_answer(served.product.at(page.url)))
    send(page)
    look("a question to try again")
    choose(page, served, "feedback=end&length=15m", "state-the-formula", "two-facts-about-a-query")
    place = page.url
    fill(page, wrong_answer(served.product.at(place)))
    send(page)
    page.wait_for_url("**/items/2")
    look("the next question")
    page.goto(place)
    look("a saved answer")
    page.goto(place.replace("/items/1", "/summary"))
    look("what is saved so far")
    page.get_by_role("button", name="End practice now").click()
    expect(page.locator("h1")).to_have_text("How it went")
    look("an ended practice")
    assert found == []
