"""What is filled in and not answered yet: in another tab, after the browser was closed, without scripts, and on the way back."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import PATIENCE, Served
from tests.browser.journeys import fill, give, go_on, send, start
from tests.web.product import right_answer, wrong_answer

EVERY_FORM = (
    "weights-row-choice", "two-facts-about-a-query", "weights-row-typed", "weights-matrix-grid", "pipeline-steps",
    "three-vectors-three-jobs", "one-row-step-by-step",
)  # fmt: skip
DRAFTS = "Object.keys(localStorage).filter((name) => name.startsWith('keyed.draft.')).length"


def standing(page: Page) -> list[str]:
    """What stands in the fields of the answer, whatever they are."""
    fields = page.locator("form.answering fieldset :is(input, select)").all()
    return [
        str(one.is_checked()) if one.get_attribute("type") in ("radio", "checkbox") else one.input_value()
        for one in fields
    ]


def test_a_draft_of_every_kind_comes_back_in_another_tab_and_goes_with_its_answer(
    context: BrowserContext, served: Served
) -> None:
    first = context.new_page()
    start(first, served, *EVERY_FORM)
    for _ in EVERY_FORM:
        given = wrong_answer(served.product.at(first.url))
        fill(first, given)
        wanted = standing(first)
        assert any(one not in ("", "False") for one in wanted)
        second = context.new_page()
        second.goto(first.url)
        assert standing(second) == wanted
        first.close()
        first = second
        send(first)
        first.wait_for_url("**/feedback")
        assert first.evaluate(DRAFTS) == 0
        go_on(first)


def test_a_draft_goes_when_it_is_old_or_its_learner_is_forgotten_and_full_storage_costs_nothing(
    context: BrowserContext, served: Served
) -> None:
    page = context.new_page()
    start(page, served, "weights-row-typed")
    page.locator("#number-1").fill("0.25")
    assert page.evaluate(DRAFTS) == 1
    page.evaluate(
        "for (const name of Object.keys(localStorage)) { const kept = JSON.parse(localStorage[name]);"
        " localStorage[name] = JSON.stringify({...kept, at: kept.at - 31 * 24 * 3600 * 1000}); }"
    )
    page.reload()
    expect(page.locator("#number-1")).to_have_value("")
    assert page.evaluate(DRAFTS) == 0
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
    )
    page.reload()
    give(page, right_answer(served.product.at(page.url)))
    expect(page.locator("h1")).to_contain_text("Right")
    page.evaluate(
        "localStorage['keyed.draft./practice/x/items/1'] = '{\"at\": ' + Date.now() + ', \"given\": []}'"
    )
    page.goto(f"{served.address}/forgotten")
    page.wait_for_function(f"{DRAFTS} === 0")


@pytest.mark.parametrize("scripts", [True, False])
def test_back_after_a_format_error_and_an_answer_leads_to_a_page(
    browser: Browser, served: Served, scripts: bool
) -> None:
    context = browser.new_context(java_script_enabled=scripts)
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    start(page, served, "weights-row-typed")
    question = page.url
    page.locator("#number-1").fill("1..2")
    send(page)
    expect(page.locator("#faults")).to_be_visible()
    page.locator("#number-2").fill("0.25")
    give(page, right_answer(served.product.at(question)))
    page.go_back()
    expect(page.locator("main")).to_contain_text("You have answered this question.")
    page.go_back()
    expect(page.locator("main")).to_contain_text("You have answered this question.")
    assert served.product.answers() == 1
    context.close()


@pytest.mark.gate
def test_without_scripts_a_flag_and_the_way_back_lose_nothing(browser: Browser, served: Served) -> None:
    context = browser.new_context(java_script_enabled=False)
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    start(page, served, *EVERY_FORM)
    for _ in EVERY_FORM:
        given = wrong_answer(served.product.at(page.url))
        fill(page, given)
        wanted = standing(page)
        address = page.url
        page.get_by_role("link", name="So far").click()
        page.go_back()
        assert (page.url, standing(page)) == (address, wanted)
        page.get_by_role("button", name="Flag this question").click()
        expect(page.locator(".flagged")).to_be_visible()
        assert standing(page) == wanted
        page.reload()
        assert standing(page) == wanted
        send(page)
        page.wait_for_url("**/feedback")
        go_on(page)
    context.close()
