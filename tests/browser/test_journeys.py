"""Journeys in a real browser: by mouse, by keyboard alone, without scripts, and back, reload, two tabs, double click."""

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Served
from tests.browser.journeys import ANSWERS, give, go_on, start


def test_a_practice_by_mouse(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served)
    give(page, ANSWERS[0])
    expect(page.locator(".verdict")).to_contain_text(
        "[0.665, 0.090, 0.245] is what comes out without dividing by"
    )
    go_on(page)
    give(page, ("0,506", "0.186", ".307"))
    expect(page.locator("h1")).to_contain_text("Right")
    go_on(page)
    page.get_by_role("link", name="So far").click()
    expect(page.locator("main")).to_contain_text("1 of 2 right")
    page.get_by_role("link", name="Progress", exact=True).click()
    expect(page.locator("main")).to_contain_text("Slips you made")


def test_the_same_question_with_new_numbers(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served)
    give(page, ANSWERS[0])
    page.get_by_role("button", name="Same question, new numbers").click()
    page.wait_for_url("**/items/2")
    expect(page.get_by_role("button", name="Answer", exact=True)).to_be_visible()


def test_a_practice_by_keyboard_alone(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    page.goto(served.address)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "BUTTON":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/items/1")
    page.wait_for_load_state()
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
    page.get_by_label("to A").focus()
    page.keyboard.type("5e-1n?")
    expect(page.get_by_label("to A")).to_have_value("5e-1n?")
    page.keyboard.press("Enter")
    expect(page.locator("#faults")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_label("to A")).to_be_focused()


def test_the_list_of_keys_opens_and_switches_them_off_for_good(
    context: BrowserContext, served: Served
) -> None:
    page = context.new_page()
    start(page, served)
    page.wait_for_load_state()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    page.keyboard.press("2")
    expect(page.get_by_role("radio").nth(1)).not_to_be_checked()
    dialog.get_by_role("checkbox").uncheck()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press("2")
    expect(page.get_by_role("radio").nth(1)).not_to_be_checked()
    page.reload()
    page.keyboard.press("2")
    expect(page.get_by_role("radio").nth(1)).not_to_be_checked()
    page.get_by_role("button", name="Keys").click()
    dialog.get_by_role("checkbox").check()
    dialog.get_by_role("button", name="Close").click()
    page.keyboard.press("2")
    expect(page.get_by_role("radio").nth(1)).to_be_checked()


def test_keys_with_a_modifier_do_nothing(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served)
    page.wait_for_load_state()
    page.keyboard.press("Alt+2")
    page.keyboard.press("Control+b")
    for place in range(4):
        expect(page.get_by_role("radio").nth(place)).not_to_be_checked()


def test_a_practice_without_scripts(browser: Browser, served: Served) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    page = context.new_page()
    start(page, served)
    expect(page.get_by_role("button", name="Keys")).to_be_hidden()
    give(page, ANSWERS[0])
    go_on(page)
    page.locator("input[name=number]").first.fill("x")
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.locator("#faults")).to_be_visible()
    expect(page.locator("input[name=number]").first).to_have_value("x")
    give(page, ANSWERS[1])
    expect(page.locator("h1")).to_contain_text("Not right")
    context.close()


def answers_of(served: Served) -> int:
    return sum(len(run.answers) for run in served.services.runs.values())


def test_a_double_click_is_one_answer(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served)
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
    page.locator("label.option").nth(1).click()
    page.get_by_role("button", name="Answer", exact=True).dblclick()
    page.wait_for_url("**/feedback")
    assert len(sent) == 1
    assert answers_of(served) == 1


def test_back_and_reload_lose_and_double_nothing(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served)
    question = page.url
    give(page, ANSWERS[0])
    page.reload()
    expect(page.locator("h1")).to_contain_text("Not right")
    page.go_back()
    page.wait_for_url(question)
    expect(page.locator("main")).to_contain_text("You have answered this question.")
    page.get_by_role("link", name="See what came out").click()
    page.wait_for_url("**/feedback")
    assert answers_of(served) == 1


def test_two_tabs_make_one_answer(context: BrowserContext, served: Served) -> None:
    first = context.new_page()
    start(first, served)
    second = context.new_page()
    second.goto(first.url)
    give(first, ("B",))
    give(second, ("A",))
    expect(second.locator("h1")).to_contain_text("Not right")
    assert answers_of(served) == 1


def test_a_start_from_an_old_tab_is_no_error(context: BrowserContext, served: Served) -> None:
    first, second = context.new_page(), context.new_page()
    first.goto(served.address)
    second.goto(served.address)
    for page in (first, second):
        page.get_by_role("button", name="Start: ten mixed questions").click()
        page.wait_for_url("**/items/1")


def test_no_script_error_and_nothing_against_the_policy(context: BrowserContext, served: Served) -> None:
    page: Page = context.new_page()
    said: list[str] = []
    page.on("console", lambda one: said.append(one.text))
    page.on("pageerror", lambda one: said.append(str(one)))
    start(page, served)
    for answer in ANSWERS[:3]:
        give(page, answer)
        for fold in page.locator("summary").all():
            fold.click()
        go_on(page)
    assert said == []
