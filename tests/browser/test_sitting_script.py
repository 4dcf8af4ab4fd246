"""A sitting in a real browser with its script: the keyboard alone, a bad network, a wrong clock, a second tab."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect
from sqlalchemy import select

from app.items.answer_key import ChoiceAnswer
from app.services.records import given_of
from app.store.sittings import sitting_answers, sitting_results
from app.store.unit import reading
from tests.browser.conftest import PATIENCE, Served
from tests.browser.sittings import Sat, sit

SHORT = ("weights-row-choice", "two-facts-about-a-query", "weights-row-typed")
SAVED = re.compile("saved")


def stored(sat: Sat, n: int) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """What the server has of a question."""
    with reading(sat.served.product.house.database) as unit:
        statement = select(sitting_answers.c.given).where(
            sitting_answers.c.sitting_id == sat.name, sitting_answers.c.n == n
        )
        given = unit.connection.scalar(statement)
    return None if given is None else given_of(given)


def until(page: Page, is_so: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something is so; a failure where it never is."""
    for _ in range(int(seconds * 20)):
        if is_so():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never came to be so")


def kept(page: Page, how: str) -> None:
    expect(page.locator("#saving")).to_have_attribute("data-kept", how)


@pytest.fixture
def sat(context: BrowserContext, served: Served) -> Sat:
    page = context.new_page()
    found = sit(page, served, SHORT)
    found.begin()
    return found


def end_by_enter(page: Page) -> None:
    """From the review to the end: each page is waited for, since they say nearly the same words."""
    for button, address in (
        (page.locator("#go-end"), "**/end"),
        (page.get_by_role("link", name="Yes, end it"), "**/end?asked=once"),
        (page.locator("button[name=go][value=end]"), "**/report"),
    ):
        button.focus()
        page.keyboard.press("Enter")
        page.wait_for_url(address)


def test_the_whole_exam_with_the_keyboard_alone(sat: Sat) -> None:
    page, variants = sat.page, sat.variants
    first, second = (one.answer_key.answer for one in variants[:2])
    assert isinstance(first, ChoiceAnswer)
    assert isinstance(second, ChoiceAnswer)
    (place,) = first.correct
    page.keyboard.press("abcde"[place - 1])
    kept(page, "saved")
    page.keyboard.press("f")
    expect(page.locator("#flagged")).to_be_checked()
    page.keyboard.press("x")
    page.keyboard.press(str(place % 4 + 1))
    expect(page.locator(f"input[name=strike][value='{place % 4 + 1}']")).to_be_checked()
    page.keyboard.press("t")
    expect(page.locator("#told")).to_contain_text("left")
    page.keyboard.press("n")
    page.wait_for_url("**/items/2")
    for one in sorted(second.correct):
        page.keyboard.press(str(one))
    kept(page, "saved")
    wrong = next(n for n in range(1, 6) if n not in second.correct)
    page.keyboard.press(str(wrong))  # one too many
    expect(page.locator("input[name=option]:checked")).to_have_count(2)
    page.keyboard.press("g")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.wait_for_url("**/items/3")
    page.locator("input[name=number]").first.focus()
    for number in ("0.5", "0.2", "0.3"):
        page.keyboard.type(number)
        page.keyboard.press("Tab")
    kept(page, "saved")
    page.locator("#go-review").focus()
    page.keyboard.press("r")
    page.wait_for_url("**/review")
    expect(page.locator("main")).to_contain_text("All are answered. One is flagged.")
    end_by_enter(page)
    page.wait_for_url("**/report")
    with reading(sat.served.product.house.database) as unit:
        statement = select(sitting_results.c.correct).where(sitting_results.c.sitting_id == sat.name)
        results = list(unit.connection.scalars(statement.order_by(sitting_results.c.n)))
    assert results[:2] == [True, True]


def test_what_is_chosen_is_saved_at_once_and_stands_after_a_reload(sat: Sat) -> None:
    page = sat.page
    page.wait_for_timeout(1_100)  # in view for so long that leaving the page saves the time
    page.reload()
    page.locator("input[name=option][value='2']").check()
    kept(page, "saved")
    assert stored(sat, 1) == (("2",), ())
    expect(page.locator("#saving-text")).to_contain_text("Saved at")
    page.reload()
    expect(page.locator("input[name=option][value='2']")).to_be_checked()
    page.goto(f"{sat.address}/items/3")
    page.locator("input[name=number]").first.fill("0.25")
    page.go_back()
    until(page, lambda: stored(sat, 3) is not None)
    assert stored(sat, 3) == ((), ("0.25", "", ""))


def test_without_network_nothing_is_lost_and_all_of_it_comes_in_order(
    context: BrowserContext, sat: Sat
) -> None:
    """Failure case 50: typed while the server cannot be reached, reloaded, and sent by itself when it can be."""
    page = sat.page

    def lose(route: Route) -> None:
        route.abort()

    context.route("**/changes", lose)
    page.locator("input[name=option][value='1']").check()
    kept(page, "unsaved")
    page.locator("input[name=option][value='3']").check()
    expect(page.locator("#warned")).to_contain_text("No connection")
    assert stored(sat, 1) is None
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(page.locator("input[name=option][value='3']")).to_be_checked()
    kept(page, "unsaved")
    context.unroute("**/changes", lose)
    until(page, lambda: stored(sat, 1) == (("3",), ()))
    kept(page, "saved")


def test_a_way_on_without_network_keeps_the_page(context: BrowserContext, sat: Sat) -> None:
    page = sat.page
    context.set_offline(True)
    page.locator("input[name=option][value='4']").check()
    page.locator("#go-next").click()
    expect(page.locator("#warned")).to_contain_text("this page stays")
    assert page.url.endswith("/items/1")
    context.set_offline(False)
    until(page, lambda: stored(sat, 1) == (("4",), ()), seconds=12)
    page.locator("#go-next").click()
    page.wait_for_url("**/items/2")


def test_leaving_with_something_unsaved_warns(context: BrowserContext, sat: Sat) -> None:
    page = sat.page
    context.route("**/changes", lambda route: route.abort())
    page.locator("input[name=option][value='1']").check()
    kept(page, "unsaved")
    with page.expect_event("dialog") as asked:
        page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.accept()


@pytest.mark.parametrize("off", [timedelta(hours=24), timedelta(hours=-24)], ids=["fast", "slow"])
def test_the_time_is_the_servers_whatever_the_browsers_clock_says(
    context: BrowserContext, served: Served, off: timedelta
) -> None:
    """Failure case 26, and a tab that stood still for ten minutes."""
    page = context.new_page()
    sitting = sit(page, served, SHORT)
    clock = served.product.clock
    page.clock.install(time=clock.now() + off)
    sitting.begin()
    assert abs(shown(page) - 20 * 60) <= 1
    clock.move_to(clock.now() + timedelta(minutes=10))
    page.clock.fast_forward(1_000)  # timers stood still meanwhile
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(page, lambda: abs(shown(page) - 10 * 60) <= 1)


def shown(page: Page) -> int:
    """The seconds that the page says are left."""
    text = page.locator("#time-left").inner_text()
    minutes, seconds = text.split(":")
    return 60 * int(minutes) + int(seconds)


def test_time_is_said_at_the_warnings_alone(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    sitting = sit(page, served, SHORT)
    clock = served.product.clock
    page.clock.install(time=clock.now())
    sitting.begin()
    page.evaluate(
        """() => { window.heard = [];
        for (const id of ['warned', 'told']) new MutationObserver(() => {
          const text = document.getElementById(id).textContent; if (text) window.heard.push(text);
        }).observe(document.getElementById(id), {childList: true, characterData: true, subtree: true}); }"""
    )
    waiting: set[Request] = set()
    page.on("request", lambda one: waiting.add(one))
    page.on("requestfinished", lambda one: waiting.discard(one))
    page.on("requestfailed", lambda one: waiting.discard(one))
    for seconds in (280, *[5] * 8, 560, *[5] * 8):
        clock.move_to(clock.now() + timedelta(seconds=seconds))
        page.clock.fast_forward(1000 * seconds)
        page.wait_for_timeout(50)  # true time, in which the page asks for the clock
        until(page, lambda: not waiting)
    assert page.evaluate("window.heard") == ["15 minutes left", "5 minutes left"]
    expect(page.locator("#time-left")).to_be_visible()
    assert page.locator("#time-left").get_attribute("aria-live") is None
