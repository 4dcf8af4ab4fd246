"""Journeys in a real browser with the real questions: from a click to the summary, and through the instructor's door."""

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Served
from tests.browser.journeys import (
    come_in_as_instructor,
    fill,
    give,
    give_right,
    give_wrong,
    go_on,
    send,
    start,
)
from tests.conftest import GATE
from tests.web.product import right_answer, slip_answer


def test_a_chosen_slip_is_named_with_the_step_where_the_ways_part(
    context: BrowserContext, served: Served
) -> None:
    page = context.new_page()
    product = served.product
    variant = product.with_slip("weights-row-choice", "no-scale")
    product.will_ask(variant, product.variants("state-the-formula")[0])
    start(page, served)
    give(page, slip_answer(variant, "no-scale"))
    expect(page.locator("h1")).to_contain_text("Not right")
    expect(page.locator(".verdict")).to_contain_text("is what comes out without dividing by")
    parting = page.locator(".worked tr.parts")
    expect(parting).to_have_count(1)
    expect(parting.locator("th")).to_contain_text("Divide by")
    expect(parting).to_contain_text("here the ways part")
    expect(page.locator("#slips")).to_be_visible()
    go_on(page)
    expect(page).to_have_url(re.compile("/items/2$"))


def test_typed_numbers_of_a_slip_are_diagnosed(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served, "weights-row-typed")
    give(page, slip_answer(served.product.at(page.url), "no-scale"))
    expect(page.locator("h1")).to_contain_text("Not right")
    expect(page.locator(".verdict")).to_contain_text("without dividing by")
    expect(page.locator(".worked tr.parts th")).to_contain_text("Divide by")
    expect(page.locator("table.fields:not(.proven) tbody tr")).to_have_count(3)


def test_numbers_are_read_as_people_write_them(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served, "weights-row-typed")
    first, second, third = right_answer(served.product.at(page.url))
    give(page, (first.replace(".", ","), f" {second} ", third.lstrip("0")))
    expect(page.locator("h1")).to_contain_text("Right")
    expect(page.locator("table.fields:not(.proven)")).to_contain_text("read as")


def test_a_number_that_cannot_be_read_stays_and_costs_nothing(
    context: BrowserContext, served: Served
) -> None:
    page = context.new_page()
    start(page, served, "weights-row-typed")
    typed = ("0,5", "12..3", "1,234")
    fill(page, typed)
    send(page)
    expect(page.locator("#faults")).to_contain_text("nothing is counted")
    expect(page.locator("#faults")).to_be_focused()
    for place, text in enumerate(typed):
        expect(page.locator("input[name=number]").nth(place)).to_have_value(text)
    assert served.product.answers() == 0
    page.reload()
    give(page, right_answer(served.product.at(page.url)))
    expect(page.locator("h1")).to_contain_text("Right")
    assert served.product.answers() == 1


def test_the_same_question_with_new_numbers(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served, "weights-row-choice")
    first = served.product.at(page.url)
    give_wrong(page, served)
    page.get_by_role("button", name="Same question, new numbers").click()
    page.wait_for_url("**/items/2")
    second = served.product.at(page.url)
    assert second.item_id == first.item_id
    assert second.twin != first.twin
    give_right(page, served)
    expect(page.locator("h1")).to_contain_text("Right")


def test_a_practice_to_its_summary_and_its_progress(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    items = (
        "weights-row-typed",
        "state-the-formula",
        "two-facts-about-a-query",
        "raw-score-choice",
        "spread-typed",
    )
    served.product.will_ask(*items)
    page.goto(served.address + "/practice")
    page.get_by_role("radio", name="5 questions", exact=True).check()
    page.locator("main form button").first.click()
    page.wait_for_url("**/items/1")
    give(page, slip_answer(served.product.at(page.url), "no-scale"))
    for n in range(2, 6):
        go_on(page)
        give_right(page, served)
        if n == 3:
            page.get_by_role("link", name="So far").click()
            expect(page.locator("main")).to_contain_text("2 of 3 right, and 2 to go")
            page.go_back()
    page.get_by_role("button", name="See how it went").click()
    page.wait_for_url("**/summary")
    expect(page.locator("h1")).to_have_text("How it went")
    expect(page.locator("main")).to_contain_text("4 of 5 right")
    expect(page.locator("table.summary tbody tr")).to_have_count(5)
    page.get_by_role("link", name="Your progress").click()
    expect(page.locator("main")).to_contain_text("4 of 5 answers right")
    expect(page.locator("main")).to_contain_text("Slips you made")


def test_the_first_page_continues_where_one_left_off(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served)
    give_right(page, served)
    go_on(page)
    place = page.url
    page.goto(served.address)
    expect(page.locator("main")).to_contain_text("question 2 of 10")
    page.get_by_role("link", name="Continue").click()
    expect(page).to_have_url(place)


def test_the_instructors_link_opens_bank_and_items_once(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    link = come_in_as_instructor(page, served)
    page.locator("main a[href='/authoring/banks/attention']").click()
    expect(page.locator("table.items tbody tr")).to_have_count(len(served.product.items()))
    page.locator("summary", has_text="without a finding").click()
    page.get_by_role("link", name="weights-row-choice").click()
    expect(page.locator("h1")).to_have_text("weights-row-choice")
    expect(page.get_by_role("region", name="Text of the item")).to_contain_text("recipe: weights-row")
    page.goto(link)
    expect(page.get_by_label("Your name")).to_have_count(0)
    expect(page.locator("main")).to_contain_text("has been used")


def test_an_error_page_says_what_is_so_and_leads_back(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    for path in ("/no-such-page", "/practice/AAAAAAAAAAAAAAAA/items/1", "/authoring"):
        page.goto(served.address + path)
        expect(page.locator("h1")).to_be_visible()
        page.locator("main").get_by_role("link").first.click()
        expect(page).to_have_url(served.address + "/")


@pytest.mark.parametrize("width", [360, 1280] if GATE else [360])
def test_a_practice_without_scripts(browser: Browser, served: Served, width: int) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": width, "height": 740})
    page = context.new_page()
    start(page, served, "weights-row-choice", "weights-row-typed")
    expect(page.get_by_role("button", name="Keys")).to_be_hidden()
    give_wrong(page, served)
    go_on(page)
    page.locator("input[name=number]").first.fill("x")
    send(page)
    expect(page.locator("#faults")).to_be_visible()
    expect(page.locator("input[name=number]").first).to_have_value("x")
    address = page.url.removesuffix("/response")
    give(page, slip_answer(served.product.at(address), "no-scale"))
    expect(page.locator("h1")).to_contain_text("Not right")
    assert served.product.answers() == 2
    context.close()


def test_no_script_error_and_nothing_against_the_policy(context: BrowserContext, served: Served) -> None:
    page: Page = context.new_page()
    said: list[str] = []
    page.on("console", lambda one: said.append(one.text))
    page.on("pageerror", lambda one: said.append(str(one)))
    start(page, served, "weights-row-choice", "weights-row-typed", "two-facts-about-a-query")
    for _ in range(3):
        give_wrong(page, served)
        for fold in page.locator("summary").all():
            fold.click()
        go_on(page)
    assert said == []
