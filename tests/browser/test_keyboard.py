"""The keyboard alone: from the first page to the feedback, single keys, and where they rest."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Served
from tests.browser.journeys import START, start
from tests.web.product import right_answer

pytestmark = pytest.mark.gate  # long


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the focus is on the button or field of that name; each stop on the way is visible."""
    for _ in range(30):
        page.keyboard.press("Tab")
        seen, label = page.evaluate(
            "(() => { const one = document.activeElement; const ring = getComputedStyle(one);"
            " return [ring.outlineStyle !== 'none' || one.type === 'radio' || one.type === 'checkbox',"
            " (one.labels?.[0] ?? one).textContent.trim()]; })()"
        )
        assert seen, f"no mark of the focus on {label}"
        if label == name:
            return
    raise AssertionError(f"{name} is not reached by Tab")


def test_from_the_first_page_to_the_feedback_with_tab_and_enter(
    context: BrowserContext, served: Served
) -> None:
    page = context.new_page()
    served.product.will_ask("weights-row-typed", "state-the-formula")
    page.goto(served.address)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    tab_to(page, START)
    page.keyboard.press("Enter")
    page.wait_for_url("**/items/1")
    page.wait_for_load_state()
    for place, text in enumerate(right_answer(served.product.at(page.url))):
        tab_to(page, "ABC"[place])
        page.keyboard.type(text)
    tab_to(page, "Answer")
    page.keyboard.press("Enter")
    page.wait_for_url("**/feedback")
    expect(page.locator("h1")).to_contain_text("Right")
    tab_to(page, "Next question")
    page.keyboard.press("Enter")
    page.wait_for_url("**/items/2")


def test_digits_letters_enter_and_n(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served, "weights-row-choice", "two-facts-about-a-query")
    page.keyboard.press("2")
    expect(page.get_by_role("radio").nth(1)).to_be_checked()
    page.keyboard.press("c")
    expect(page.get_by_role("radio").nth(2)).to_be_checked()
    page.keyboard.press("Enter")
    page.wait_for_url("**/feedback")
    page.wait_for_load_state()
    page.keyboard.press("n")
    page.wait_for_url("**/items/2")
    page.wait_for_load_state()
    for letter in "ABA":  # a second press takes a choice back
        page.keyboard.press(letter)
    expect(page.get_by_role("checkbox").nth(0)).not_to_be_checked()
    expect(page.get_by_role("checkbox").nth(1)).to_be_checked()
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    page.wait_for_url("**/items/2/feedback")
    assert served.product.answers() == 2


def test_letters_go_as_far_as_the_options(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served, "weights-from-a-small-row")
    last = page.locator("#answer label.option").last
    expect(last.locator("kbd")).to_have_text("F")
    page.keyboard.press("f")
    expect(last.locator("input")).to_be_checked()
    for beyond in "ghmn":
        page.keyboard.press(beyond)
    expect(page.locator("input[name=option]:checked")).to_have_count(1)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys").locator("dt").first).to_have_text("1, 2, … or A, B, …")


def test_keys_rest_while_a_text_field_has_the_focus(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served, "weights-row-typed")
    field = page.get_by_label("A", exact=True)
    field.focus()
    page.keyboard.type("5e-1n?b")
    expect(field).to_have_value("5e-1n?b")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator("#faults")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(field).to_be_focused()
    assert served.product.answers() == 0


def test_the_list_of_keys_opens_and_switches_them_off_for_good(
    context: BrowserContext, served: Served
) -> None:
    page = context.new_page()
    start(page, served, "weights-row-choice")
    second = page.get_by_role("radio").nth(1)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    page.keyboard.press("2")
    expect(second).not_to_be_checked()
    dialog.get_by_role("checkbox").uncheck()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press("2")
    expect(second).not_to_be_checked()
    page.reload()
    page.keyboard.press("2")
    page.keyboard.press("?")
    expect(second).not_to_be_checked()
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="Keys").click()
    dialog.get_by_role("checkbox").check()
    dialog.get_by_role("button", name="Close").click()
    page.keyboard.press("2")
    expect(second).to_be_checked()


def test_other_keys_choose_nothing(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served, "weights-row-choice")
    assert page.locator("input[name=option]").count() == 4
    for pressed in ("Alt+2", "Control+b", "Meta+c", "9", "e", "x"):
        page.keyboard.press(pressed)
        assert page.locator("input[name=option]:checked").count() == 0, pressed
