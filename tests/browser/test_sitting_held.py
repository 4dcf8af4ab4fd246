"""What holds a sitting up in a real browser: a pause, another device, a frozen tab, a lost login, an end while it was away."""

import time
from datetime import timedelta

import pytest
from playwright.sync_api import BrowserContext, Error, Page, expect
from sqlalchemy import select

from app.services.exams.acting import Act, ActKind
from app.services.exams.finishing import By
from app.store.sittings import sitting_events
from app.store.unit import reading
from tests.browser.conftest import Served
from tests.browser.sittings import Sat, sit
from tests.browser.test_sitting_script import SHORT, kept, shown, stored, until
from tests.conftest import GATE
from tests.loops import run


@pytest.fixture
def sat(context: BrowserContext, served: Served) -> Sat:
    found = sit(context.new_page(), served, SHORT)
    found.begin()
    return found


def act(sat: Sat, kind: ActKind) -> None:
    """An instructor does something with the sitting."""
    more = timedelta(minutes=5) if kind is ActKind.TIME else timedelta(0)
    wished = Act(kind, more, "The fire drill", "Ada", f"act-{kind}-12345678")
    run(sat.served.product.house.services.exams.instructing.act([sat.name], wished))


def later(sat: Sat, **span: float) -> None:
    clock = sat.served.product.clock
    clock.move_to(clock.now() + timedelta(**span))


def look_again(page: Page) -> None:
    """What a browser tells a page to which one comes back; one that comes anew just then looks by itself."""
    try:
        page.evaluate("dispatchEvent(new Event('focus'))")
    except Error as fault:
        if "context was destroyed" not in str(fault):
            raise
        page.wait_for_load_state()


def fates(sat: Sat, n: int) -> list[str]:
    with reading(sat.served.product.house.database) as unit:
        columns = sitting_events.c
        found = select(columns.fate).where(columns.sitting_id == sat.name, columns.n == n)
        return [str(fate) for fate in unit.connection.scalars(found.order_by(columns.id))]


def test_what_is_given_while_the_clock_stands_follows_when_it_goes_on(sat: Sat) -> None:
    page = sat.page
    act(sat, ActKind.PAUSE)
    later(sat, seconds=30)
    page.locator("input[name=option][value='2']").click()  # after which the page comes again, perhaps at once
    expect(page.get_by_role("heading", name="The exam is paused")).to_be_visible()
    before = shown(page)
    assert stored(sat, 1) is None
    later(sat, minutes=5)
    act(sat, ActKind.RESUME)
    look_again(page)
    expect(page.locator("input[name=option]:checked")).to_have_value("2")
    kept(page, "saved")
    assert stored(sat, 1) == (("2",), ())
    assert abs(shown(page) - before) <= 5


def test_what_an_instructor_did_is_said_once_and_not_at_every_answer_of_the_clock(sat: Sat) -> None:
    page = sat.page
    expect(page.locator("#time-note")).to_have_text("")
    page.evaluate(
        """() => { window.heard = []; const warned = document.getElementById('warned');
        new MutationObserver(() => { if (warned.textContent) window.heard.push(warned.textContent); }).observe(
          warned, {childList: true, characterData: true, subtree: true}); }"""
    )
    before, since = shown(page), time.monotonic()
    act(sat, ActKind.TIME)
    for _ in range(3):
        look_again(page)
        page.wait_for_timeout(300)
    expect(page.locator("#notice")).to_have_text("An instructor gave you 5 minutes more.")
    now = shown(page)
    assert before + 297 - (time.monotonic() - since) <= now <= before + 303
    assert page.evaluate("window.heard") == ["An instructor gave you 5 minutes more."]
    page.reload()
    look_again(page)
    page.wait_for_timeout(300)
    expect(page.locator("#notice")).to_have_text(
        "An instructor gave you 5 minutes more."
    )  # to be read, and no more said
    expect(page.locator("#warned")).to_be_empty()


def test_another_device_takes_over_and_the_older_page_can_overwrite_nothing(sat: Sat) -> None:
    page = sat.page
    page.locator("input[name=option][value='1']").check()
    kept(page, "saved")
    sat.taken_elsewhere()
    page.locator("input[name=option][value='3']").check()
    expect(page.locator("#notice")).to_contain_text("This exam goes on in another tab or device")
    expect(page.locator("input[name=option]").first).to_be_disabled()
    expect(page.locator("#saving-text")).to_contain_text("Not counted")
    assert stored(sat, 1) == (("1",), ())
    assert fates(sat, 1)[-1] == "ousted"
    page.get_by_role("button", name="Go on here").click()
    expect(page.locator("input[name=option]:checked")).to_have_value("1")
    page.locator("input[name=option][value='4']").check()
    until(page, lambda: stored(sat, 1) == (("4",), ()))


def test_what_is_given_before_an_earlier_answer_is_put_back_stands(context: BrowserContext, sat: Sat) -> None:
    """The browser's database is slow to say what waits; the answer that it brings is older than the one given meanwhile."""
    page = sat.page
    context.route("**/changes", lambda route: route.abort())
    page.locator("input[name=option][value='1']").check()
    kept(page, "unsaved")
    context.add_init_script(
        """const all = IDBIndex.prototype.getAll;
        IDBIndex.prototype.getAll = function (...args) { const real = all.apply(this, args); const late = {};
          real.onsuccess = () => setTimeout(() => { late.result = real.result; late.onsuccess(); }, 1000); return late; };"""
    )
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    page.locator("input[name=option][value='3']").check()
    page.wait_for_timeout(1_300)
    expect(page.locator("input[name=option]:checked")).to_have_value("3")
    context.unroute_all()
    until(page, lambda: stored(sat, 1) == (("3",), ()))
    kept(page, "saved")


def test_c08_a_tab_that_was_frozen_for_ten_minutes_shows_the_servers_time(sat: Sat) -> None:
    """Not a line of the page runs meanwhile, and nothing tells it that it was away: only its own ticks came too late.

    The browser's clock is a day ahead. With KEYED_GATE=1 ten minutes really pass.
    """
    page = sat.page
    page.evaluate("const real = Date.now; Date.now = () => real() + 86400000;")
    expect(page.locator("#time-note")).to_have_text("")
    browser = page.context.new_cdp_session(page)
    stood: list[object] = []
    browser.on("Debugger.paused", lambda event: stood.append(event))
    browser.send("Debugger.enable")
    browser.send("Debugger.pause")  # before the next line that runs, which is a tick
    until(page, lambda: bool(stood), seconds=3)
    later(sat, minutes=10)
    time.sleep(600 if GATE else 3.5)  # stands for ten minutes of the browser's own steady counter
    browser.send("Debugger.resume")
    until(page, lambda: abs(shown(page) - 10 * 60) <= 1, seconds=3)


def test_b52_a_login_that_is_lost_loses_no_answer(context: BrowserContext, sat: Sat) -> None:
    page = sat.page
    cookies = context.cookies()
    context.clear_cookies()
    page.locator("input[name=option][value='3']").check()
    expect(page.locator("#warned")).to_contain_text("does not know this browser any more")
    kept(page, "unsaved")
    assert stored(sat, 1) is None
    context.add_cookies(cookies)  # type: ignore[arg-type]
    look_again(page)
    until(page, lambda: stored(sat, 1) == (("3",), ()))
    kept(page, "saved")


def test_b56_what_stands_in_a_field_is_what_is_stored_however_one_goes_on(sat: Sat) -> None:
    """Without ever leaving the field: Enter, the button for the next question by its letter's click, and closing the tab."""
    page = sat.page
    page.goto(f"{sat.address}/items/3")
    field = page.locator("input[name=number]").first
    field.fill("0.1")
    page.keyboard.press("Enter")
    until(page, lambda: stored(sat, 3) == ((), ("0.1", "", "")))
    field.press_sequentially("2")
    page.locator("#go-previous").click()
    page.wait_for_url("**/items/2")
    assert stored(sat, 3) == ((), ("0.12", "", ""))


def test_the_review_stays_as_it_is_where_only_time_in_view_comes_after_it(
    context: BrowserContext, sat: Sat
) -> None:
    """It loads itself again for an answer that comes late; else whoever tabs through it would lose their place."""
    page, seen = sat.page, []
    page.on("load", lambda loaded: seen.append(loaded.url))
    page.wait_for_timeout(1_200)  # more than is worth a change of its own
    with page.expect_response("**/changes") as answer:
        page.goto(f"{sat.address}/review")
    assert answer.value.ok
    page.wait_for_timeout(500)
    assert len(seen) == 1


def test_b58_closing_the_tab_right_after_the_last_keystroke_loses_nothing(sat: Sat) -> None:
    page = sat.page
    page.goto(f"{sat.address}/items/3")
    page.locator("input[name=number]").first.press_sequentially("0.75")
    other = page.context.new_page()
    page.close()
    until(other, lambda: stored(sat, 3) == ((), ("0.75", "", "")))


def test_what_never_left_this_browser_is_sent_after_the_end_and_said(
    context: BrowserContext, sat: Sat
) -> None:
    context.route("**/changes", lambda route: route.abort())
    page = sat.page
    page.locator("input[name=option][value='2']").check()
    kept(page, "unsaved")
    later(sat, hours=1)
    run(sat.served.product.house.services.exams.finishing.finish(sat.name, None, by=By.CLOCK))
    page.close()
    context.unroute_all()
    after = context.new_page()
    after.goto(f"{sat.served.address}/exams")
    told = after.locator("#left-over")
    expect(told).to_contain_text("What you gave last to question 1 had stayed in this browser")
    expect(told).to_contain_text("kept for the instructor")
    assert fates(sat, 1) == ["late"]
    assert stored(sat, 1) is None
    after.reload()
    expect(after.get_by_role("heading", name="Exams", exact=True)).to_be_visible()
    after.wait_for_timeout(300)
    assert fates(sat, 1) == ["late"]
    expect(told).to_be_empty()
