"""Matchings and orderings in a real browser: by the keyboard alone, by pointer, without scripts, and after a reload."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from app.items.public import OrderingForm
from tests.browser.conftest import Served
from tests.browser.journeys import START, give_wrong, go_on, start
from tests.browser.test_keyboard import tab_to
from tests.browser.test_sitting_script import until
from tests.web.product import right_answer

pytestmark = pytest.mark.gate  # long

PAIRS, STEPS = "three-vectors-three-jobs", "one-row-step-by-step"


def texts(page: Page) -> list[str]:
    """The lines of an ordering as they stand on the page."""
    return [one.strip() for one in page.locator(".rank label").all_text_contents()]


def places(page: Page) -> list[str]:
    """What the lists of places say, from the first line on the page to the last."""
    return [one.input_value() for one in page.locator(".rank select").all()]


def ready(page: Page) -> None:
    """Wait for what moves the lines, which is fetched where there is an ordering."""
    page.locator(".grip").last.wait_for()


def wanted_order(page: Page, served: Served) -> list[int]:
    """The numbers of the lines as drawn (0 is the first), in their right order."""
    given = [int(place) for place in right_answer(served.product.at(page.url))]
    return sorted(range(len(given)), key=lambda line: given[line])


def move(page: Page, line: str, *, up: bool) -> None:
    page.get_by_role("button", name=f"Move {'up' if up else 'down'}: {line}", exact=True).press("Enter")


def test_a_matching_by_the_keyboard_alone(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served, PAIRS)
    given = right_answer(served.product.at(page.url))
    prompts = [one.strip() for one in page.locator(".line label").all_text_contents()]
    for prompt, position in zip(prompts, given, strict=True):
        tab_to(page, prompt)
        page.keyboard.type("ABCD"[int(position) - 1])  # the browser's own search in a list
    page.keyboard.press("s")  # a list has the focus: single keys rest
    expect(page.locator("input[name=confidence][value=sure]")).not_to_be_checked()
    assert [one.input_value() for one in page.locator(".line select").all()] == list(given)
    tab_to(page, "Answer")
    page.keyboard.press("Enter")
    page.wait_for_url("**/feedback")
    expect(page.locator("h1")).to_contain_text("Right")


def test_an_ordering_by_the_keyboard_alone(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served, STEPS)
    ready(page)
    lines = texts(page)
    wanted = [lines[line] for line in wanted_order(page, served)]
    live = page.locator(".answer [aria-live=polite]")
    assert places(page) == [""] * 5
    for place, line in enumerate(wanted):
        while (at := texts(page).index(line)) > place:
            move(page, line, up=True)
            expect(live).to_have_text(f"{line} is now in place {at} of 5")
            expect(page.get_by_role("button", name=f"Move up: {line}", exact=True)).to_be_focused()
    assert texts(page) == wanted
    assert places(page) == ["1", "2", "3", "4", "5"]
    move(page, wanted[0], up=True)
    expect(live).to_have_text(f"{wanted[0]} is first already")
    move(page, wanted[4], up=False)
    expect(live).to_have_text(f"{wanted[4]} is last already")
    page.keyboard.press("u")  # a button has the focus: single keys work
    expect(page.locator("input[name=confidence][value=unsure]")).to_be_checked()
    page.keyboard.press("Enter")
    page.wait_for_url("**/feedback")
    expect(page.locator("h1")).to_contain_text("Right")


def test_a_line_goes_where_its_list_says_and_where_its_handle_is_dragged(
    context: BrowserContext, served: Served
) -> None:
    page = context.new_page()
    start(page, served, STEPS)
    ready(page)
    lines = texts(page)
    page.get_by_label(lines[4], exact=True).focus()
    page.keyboard.type("1")
    assert texts(page) == [lines[4], *lines[:4]]
    assert places(page) == ["1", "2", "3", "4", "5"]
    expect(page.get_by_label(lines[4], exact=True)).to_be_focused()
    box, last = page.locator(".grip").first.bounding_box(), page.locator(".rank").last.bounding_box()
    assert box
    assert last
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + 5, box["y"] + 150, steps=5)
    page.mouse.move(box["x"] + 5, last["y"] + last["height"], steps=5)
    page.mouse.up()
    assert texts(page) == lines
    assert places(page) == ["1", "2", "3", "4", "5"]
    expect(page.locator(".answer [aria-live=polite]")).to_have_text(f"{lines[4]} is now in place 5 of 5")


def test_without_scripts(browser: Browser, served: Served) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    served.product.will_ask(PAIRS, STEPS)
    page.goto(served.address)
    page.get_by_role("button", name=START).click()
    for n in (1, 2):
        page.wait_for_url(f"**/items/{n}")
        assert page.locator(".move, .grip").count() == 0
        given = right_answer(served.product.at(page.url))
        page.get_by_role("button", name="Answer", exact=True).click()
        expect(page.locator("#faults")).to_contain_text("yet")
        for line, text in enumerate(given, 1):
            page.locator(f"#place-{line}").select_option(text)
        page.get_by_role("button", name="Answer", exact=True).click()
        page.wait_for_url("**/feedback")
        expect(page.locator("h1")).to_contain_text("Right")
        page.get_by_role("button", name="Next question").click()
    context.close()


def test_a_reload_keeps_what_was_chosen_and_the_order(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served, STEPS)
    ready(page)
    lines = texts(page)
    move(page, lines[3], up=True)
    moved = texts(page)
    assert moved == [*lines[:2], lines[3], lines[2], lines[4]]
    page.reload()
    ready(page)
    assert texts(page) == moved
    assert places(page) == ["1", "2", "3", "4", "5"]
    start(page, served, PAIRS)
    page.locator("#place-2").select_option("3")
    page.reload()
    expect(page.locator("#place-2")).to_have_value("3")
    expect(page.locator("#place-1")).to_have_value("")


def test_an_untouched_order_comes_back_and_a_moved_one_is_what_is_sent(
    context: BrowserContext, served: Served
) -> None:
    page = context.new_page()
    start(page, served, STEPS)
    ready(page)
    variant = served.product.at(page.url)
    assert isinstance(variant.shown.form, OrderingForm)
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.locator("#faults")).to_contain_text("No line has a place yet")
    ready(page)
    lines = texts(page)
    move(page, lines[0], up=False)
    page.get_by_role("button", name="Answer", exact=True).click()
    page.wait_for_url("**/feedback")
    told = [one.strip() for one in page.locator(".orders td[data-column=Yours]").all_text_contents()]
    assert told == [lines[1], lines[0], *lines[2:]]


def test_touch_targets_are_large_enough(browser: Browser, served: Served) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 800}, has_touch=True)
    page = context.new_page()
    smallest = (
        "[...document.querySelectorAll('.answer select, .move, .grip')].map(one => {"
        " const box = one.getBoundingClientRect(); return Math.min(box.width, box.height); })"
    )
    start(page, served, STEPS, PAIRS)
    ready(page)
    sizes = page.evaluate(smallest)
    give_wrong(page, served)
    go_on(page)
    sizes += page.evaluate(smallest)
    assert len(sizes) == 20 + 3
    assert min(sizes) >= 24
    context.close()


def test_places_chosen_before_the_script_has_come_stay(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    held = []
    page.route("**/order-*.js", lambda route: held.append(route))
    start(page, served, STEPS)
    lines = texts(page)
    page.get_by_label(lines[3], exact=True).select_option("1")
    page.get_by_label(lines[1], exact=True).select_option("5")
    until(page, lambda: bool(held))
    held[0].continue_()
    ready(page)
    assert texts(page) == [lines[3], lines[0], lines[2], lines[4], lines[1]]
    assert places(page) == ["1", "2", "3", "4", "5"]


def test_what_was_refused_stays_as_it_was_given(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    page.route("**/order-*.js", lambda route: route.abort())
    start(page, served, STEPS)
    lines = texts(page)
    page.get_by_label(lines[3], exact=True).select_option("1")
    page.get_by_label(lines[1], exact=True).select_option("1")
    page.unroute("**/order-*.js")
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.locator("#faults")).to_contain_text("Place 1 is given twice")
    ready(page)
    given = dict(zip(texts(page), places(page), strict=True))
    assert given == {lines[0]: "", lines[1]: "1", lines[2]: "", lines[3]: "1", lines[4]: ""}
