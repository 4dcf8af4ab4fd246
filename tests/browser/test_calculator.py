"""The calculator beside a question: by keyboard, with what is announced, and without a script."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Served
from tests.browser.journeys import START, start
from tests.browser.test_axe import violations
from tests.conftest import GATE

pytestmark = pytest.mark.gate  # long


def opened(page: Page, served: Served, item: str = "weights-row-choice") -> None:
    """A question with its calculator open by the key."""
    start(page, served, item)
    page.locator("h1").click()
    page.keyboard.press("k")
    expect(page.get_by_label("What is to be computed?")).to_be_focused()
    page.locator(".pads").wait_for()


def compute(page: Page, typed: str) -> None:
    page.get_by_label("What is to be computed?").fill(typed)
    page.keyboard.press("Enter")


def test_by_keyboard_from_the_question_and_back(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    opened(page, served)
    page.keyboard.type("2+2 n?")  # single keys rest here
    expect(page.get_by_label("What is to be computed?")).to_have_value("2+2 n?")
    compute(page, "exp(1.2)")
    expect(page.get_by_role("status")).to_have_text("= 3.320116923")
    expect(page.get_by_label("What is to be computed?")).to_be_focused()
    page.keyboard.type("ans/(ans+1)")  # takes the place of what was computed
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("= 0.7685247835")
    lines = page.get_by_role("list", name="Lines so far")
    expect(lines.get_by_role("listitem")).to_have_text(
        ["exp(1.2) = 3.320116923", "ans/(ans+1) = 0.7685247835"]
    )
    page.keyboard.press("Escape")
    expect(page.locator("details.aid")).not_to_have_attribute("open", "")
    expect(page.locator("details.aid summary")).to_be_focused()
    assert served.product.answers() == 0
    page.get_by_role("radio").nth(1).focus()
    page.keyboard.press("k")
    page.keyboard.press("Escape")
    expect(page.get_by_role("radio").nth(1)).to_be_focused()


def test_a_fault_is_announced_and_the_caret_stands_where_it_is(
    context: BrowserContext, served: Served
) -> None:
    page = context.new_page()
    opened(page, served)
    compute(page, "2*(3+")
    field = page.get_by_label("What is to be computed?")
    expect(page.get_by_role("status")).to_have_text("Something is missing after “+”.")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description("Such as e^1.2/(e^1.2+1). There are + − × ÷ ^ ( ), √, exp, ln, log10, log2, e, and ans for the last result. Something is missing after “+”.")  # fmt: skip
    compute(page, "2 3+1")
    assert page.evaluate("document.activeElement.selectionStart") == 2
    compute(page, "2*3")
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_the_pads_and_the_lines_type(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    opened(page, served)
    field = page.get_by_label("What is to be computed?")
    page.get_by_role("button", name="exp( )").click()
    page.keyboard.type("0")
    expect(field).to_have_value("exp(0)")
    page.keyboard.press("Enter")
    page.keyboard.press("End")
    page.get_by_role("button", name="÷ divided by").click()
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("= 0.25")
    page.get_by_role("list", name="Lines so far").get_by_role("button", name="exp(0)", exact=True).click()
    expect(field).to_have_value("exp(0)")
    expect(field).to_be_focused()


def test_a_result_goes_into_the_answer_and_the_draft(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    opened(page, served, "weights-row-typed")
    compute(page, "1/3")
    page.get_by_role("button", name="Put into the answer").click()
    expect(page.get_by_label("A", exact=True)).to_have_value("0.3333333333")
    expect(page.get_by_label("A", exact=True)).to_be_focused()
    compute(page, "ans*2")
    page.get_by_label("C", exact=True).focus()
    page.get_by_role("button", name="Put into the answer").click()
    expect(page.get_by_label("C", exact=True)).to_have_value("0.6666666667")
    page.reload()
    expect(page.get_by_label("C", exact=True)).to_have_value("0.6666666667")
    page.locator("details.aid summary").click()
    expect(page.get_by_role("list", name="Lines so far").get_by_role("listitem")).to_have_count(2)
    compute(page, "ans")
    expect(page.get_by_role("status")).to_have_text("= 0.6666666667")


@pytest.mark.parametrize(("width", "zoom"), [(320, 2), (360, 1), (1280, 1)][: 3 if GATE else 1])
def test_it_fits_and_axe_finds_nothing(
    context: BrowserContext, served: Served, width: int, zoom: int
) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 800})
    opened(page, served, "weights-row-typed")
    page.evaluate("zoom => { document.documentElement.style.fontSize = `${16 * zoom}px`; }", zoom)
    compute(page, "exp(1.2345)/(exp(1.2345)+exp(2.3456)+exp(3.4567)+exp(4.5678)+exp(5.6789))")
    expect(page.get_by_role("status")).to_contain_text("=")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    heights = page.evaluate(
        "[...document.querySelectorAll('.aid button')].map(one => one.getBoundingClientRect().height)"
    )
    assert min(heights) >= 24
    assert violations(page, "the calculator") == []


def test_it_is_fetched_when_it_is_opened_and_not_before(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    seen: list[str] = []
    page.on("request", lambda one: seen.append(one.url))
    start(page, served, "weights-row-typed")
    page.wait_for_load_state("networkidle")
    assert not [one for one in seen if "panel-" in one or "pad-" in one]
    page.locator("details.aid summary").click()
    page.locator(".pads").wait_for()
    assert len([one for one in seen if "/static/panel-" in one]) == 1


def test_without_a_script_the_question_stays_as_it_is(browser: Browser, served: Served) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    served.product.will_ask("weights-row-typed")
    page.goto(served.address)
    page.get_by_role("button", name=START).click()
    page.get_by_label("A", exact=True).fill("0.5")
    page.locator("details.aid summary").click()
    page.get_by_label("What is to be computed?").fill("exp(1)/2")
    with context.expect_page() as beside:
        page.get_by_role("button", name="Compute").click()
    expect(beside.value.locator("#found")).to_have_text("= 1.359140914")
    expect(page.get_by_label("A", exact=True)).to_have_value("0.5")
    context.close()
