"""A sitting in a real browser: what its page says while one answers, notes, strikes by keys, and the way to a number."""

import re

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import Served
from tests.browser.sittings import Sat, sit
from tests.browser.test_sitting_script import SHORT, kept, stored, until

pytestmark = pytest.mark.gate  # long

NOTES = 0


@pytest.fixture
def sat(context: BrowserContext, served: Served) -> Sat:
    found = sit(context.new_page(), served, SHORT)
    found.begin()
    return found


def test_the_counts_and_what_is_lacking_follow_every_change(sat: Sat) -> None:
    page = sat.page
    page.goto(f"{sat.address}/items/3")
    page.locator("#navigator summary").click()
    counts, lacking = page.locator("#navigator-counts"), page.locator("#incomplete")
    expect(counts).to_have_text("0 answered, 3 unanswered")
    expect(lacking).to_be_hidden()
    fields = page.locator("input[name=number]")
    fields.nth(0).fill("half")
    kept(page, "saved")
    expect(counts).to_have_text("0 answered, 1 begun, 2 unanswered")
    expect(lacking).to_contain_text("It does not count as answered yet.")
    why = page.locator("#incomplete-why").inner_text()
    assert why
    page.reload()  # the server says the same
    assert page.locator("#incomplete-why").inner_text() == why
    page.locator("#flagged").check()
    expect(counts).to_have_text("0 answered, 1 begun, 2 unanswered, 1 flagged")
    for place, number in enumerate(("0.5", "0.2", "0.3")):
        fields.nth(place).fill(number)
    expect(page.locator("#saving-text")).to_have_text(re.compile(r"Saved at \d\d:\d\d:\d\d UTC"))
    expect(counts).to_have_text("1 answered, 2 unanswered, 1 flagged")
    expect(lacking).to_be_hidden()
    expect(page.locator("progress.way")).to_have_attribute("aria-label", "1 of 3 answered")


def test_notes_are_saved_as_they_are_typed_and_stand_on_every_page(sat: Sat) -> None:
    page = sat.page
    page.locator("#notes-tool summary").click()
    page.locator("#notes").fill("√2 ≈ 1.414\nsecond line")
    expect(page.locator("#notes-saving")).to_have_attribute("data-kept", "saved")
    assert stored(sat, NOTES) == ((), ("√2 ≈ 1.414\nsecond line",))
    page.locator("#go-next").click()
    page.wait_for_url("**/items/2")
    expect(page.locator("#notes")).to_have_value("√2 ≈ 1.414\nsecond line")
    page.goto(f"{sat.address}/notes")
    page.locator("#notes").fill("something else")
    page.reload()
    expect(page.locator("#notes")).to_have_value("something else")
    until(page, lambda: stored(sat, NOTES) == ((), ("something else",)))


def test_one_option_too_many_is_not_chosen_and_it_is_said_why(sat: Sat) -> None:
    page = sat.page
    page.goto(f"{sat.address}/items/2")
    options = page.locator("label.option")
    for place in (0, 2, 4):
        options.nth(place).click()
    expect(page.locator("input[name=option]:checked")).to_have_count(2)
    expect(page.locator("input[name=option][value='5']")).not_to_be_checked()
    expect(page.locator("#told")).to_have_text("2 are chosen already. Take one away first.")
    kept(page, "saved")
    options.nth(0).click()
    options.nth(4).click()
    until(page, lambda: stored(sat, 2) == (("3", "5"), ()))


def test_options_are_struck_by_keys_and_the_flag_stays_the_flag(sat: Sat) -> None:
    page, told = sat.page, sat.page.locator("#told")
    page.keyboard.press("x")
    expect(told).to_have_text("Strike which option?")
    page.keyboard.press("c")
    expect(told).to_have_text("Option C struck through")
    expect(page.locator("input[name=strike][value='3']")).to_be_checked()
    expect(page.locator("input[name=option]:checked")).to_have_count(0)
    page.keyboard.press("x")
    page.keyboard.press("f")  # there are four options, and after X no letter means anything else
    expect(told).to_have_text("There is no such option.")
    expect(page.locator("#flagged")).not_to_be_checked()
    page.keyboard.press("x")
    page.keyboard.press("Escape")
    expect(told).to_have_text("Nothing is struck through")
    page.keyboard.press("b")
    expect(page.locator("input[name=option][value='2']")).to_be_checked()
    page.keyboard.press("f")
    expect(page.locator("#flagged")).to_be_checked()
    kept(page, "saved")
    page.reload()
    expect(page.locator("input[name=strike]:checked")).to_have_value("3")


def test_g_asks_for_a_number_and_refuses_what_is_none(sat: Sat) -> None:
    page = sat.page
    page.keyboard.press("g")
    dialog = page.get_by_role("dialog", name="Go to a question")
    expect(dialog.get_by_role("textbox")).to_be_focused()
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("Type a number from 1 to 3")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert page.url.endswith("/items/1")
    page.keyboard.press("g")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.wait_for_url("**/items/2")
