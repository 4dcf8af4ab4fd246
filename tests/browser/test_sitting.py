"""A sitting with its script: what is given is saved as it is given, no lost network loses it, and the time is the server's."""

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from app.kit.clock import FixedClock
from tests.browser.conftest import Served
from tests.databases import NOW
from tests.web.sitting import Candidate, candidate

LIMIT = timedelta(minutes=30)  # of the attention exam
CUT = """const real = fetch;
window.fetch = (to, more) => (sessionStorage.cut && String(to).endsWith('/changes') ? Promise.reject(new TypeError()) : real(to, more));"""


class Ticking(FixedClock):
    """A clock that runs, and can be moved on."""

    def __init__(self, moment: datetime) -> None:
        super().__init__(moment)
        self._began = time.monotonic()

    def now(self) -> datetime:
        return super().now() + timedelta(seconds=time.monotonic() - self._began)

    def steady(self) -> float:
        return super().steady() + time.monotonic() - self._began

    def pass_by(self, span: timedelta) -> None:
        self.move_to(super().now() + span)


@pytest.fixture
def clock(served: Served) -> Ticking:
    """The server's clock, running."""
    served.product.clock = Ticking(NOW)
    served.restart()
    return served.product.clock


@pytest.fixture
def sat(clock: Ticking, served: Served, context: BrowserContext) -> Iterator[Candidate]:
    """A sitting that has begun, in this browser; some of its questions are typed, and some have one right option."""
    one = candidate(served.product, "attention-exam", 20)
    for _ in range(20):  # a form is drawn anew for each sitting
        if places(one, typed=True) and places(one, typed=False):
            break
        one.client.close()
        one = candidate(served.product, "attention-exam", 20)
    for cookie in one.client.cookies.jar:
        context.add_cookies([
            {"name": cookie.name, "value": str(cookie.value), "domain": "127.0.0.1", "path": cookie.path}
        ])  # fmt: skip
    yield one
    one.client.close()


def opened(context: BrowserContext, served: Served, sat: Candidate, n: int) -> Page:
    page = context.new_page()
    page.goto(f"{served.address}{sat.path}/items/{n}")
    expect(page.locator("#time-note")).to_have_text("")
    return page


def places(sat: Candidate, *, typed: bool) -> list[int]:
    """The questions that are answered by typing, or by choosing one option."""
    forms = {n: sat.variant(n).shown.form for n in range(1, 21)}
    if typed:
        return [n for n, form in forms.items() if hasattr(form, "labels")]
    return [n for n, form in forms.items() if getattr(form, "choose", 0) == 1]


def shaped(sat: Candidate, *, typed: bool) -> int:
    """The first of them."""
    return places(sat, typed=typed)[0]


def stored(sat: Candidate, n: int) -> str:
    with closing(sqlite3.connect(sat.product.folder / "keyed.sqlite3")) as database:
        asked = "SELECT given FROM sitting_answers WHERE sitting_id = ? AND n = ?"
        found = database.execute(asked, (sat.name, n)).fetchone()
    return str(found[0]) if found else ""


def seconds(page: Page) -> int:
    shown = [int(part) for part in page.locator("#time-left").inner_text().split(":")]
    return sum(part * 60**place for place, part in enumerate(reversed(shown)))


def test_a_choice_is_saved_at_once_and_stands_after_a_reload(
    context: BrowserContext, served: Served, sat: Candidate
) -> None:
    n = shaped(sat, typed=False)
    page = opened(context, served, sat, n)
    page.keyboard.press("2")
    expect(page.locator("#saving")).to_have_attribute("data-kept", "saved")
    expect(page.locator("#saving-text")).to_contain_text("Saved at")
    assert '"2"' in stored(sat, n)
    page.reload()
    expect(page.locator("input[name=option]:checked")).to_have_value("2")


def test_what_is_typed_without_network_survives_a_reload_and_follows(
    context: BrowserContext, served: Served, sat: Candidate
) -> None:
    n = shaped(sat, typed=True)
    context.add_init_script(CUT)
    page = opened(context, served, sat, n)
    page.evaluate("sessionStorage.cut = 'yes'")
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("input[name=number]").first.fill("0.25")
    expect(page.locator("#saving-text")).to_have_text("Not saved yet")
    page.reload()
    expect(page.locator("input[name=number]").first).to_have_value("0.25")
    expect(page.locator("#saving-text")).to_have_text("Not saved yet")
    assert "0.25" not in stored(sat, n)
    page.evaluate("delete sessionStorage.cut")
    expect(page.locator("#saving-text")).to_contain_text("Saved at")
    assert "0.25" in stored(sat, n)


def test_a_frozen_tab_and_a_wrong_clock_show_the_servers_time(
    context: BrowserContext, served: Served, sat: Candidate, clock: Ticking
) -> None:
    context.add_init_script("const real = Date.now; Date.now = () => real() + 86400000;")
    page = opened(context, served, sat, 1)
    began, left = clock.now(), seconds(page)
    assert (
        left <= LIMIT.total_seconds() < left + 60
    )  # however slow the machine is; the browser is a day ahead
    clock.pass_by(timedelta(minutes=8))  # the browser's steady counter stood still
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#time-left")).to_have_text(re.compile("^2[01]:"))
    after = seconds(page)
    passed = (clock.now() - began).total_seconds()
    assert left - passed - 1 <= after <= left - 480 + 1


def test_at_zero_the_last_typing_counts_and_the_page_of_the_end_comes(
    context: BrowserContext, served: Served, sat: Candidate, clock: Ticking
) -> None:
    n = shaped(sat, typed=True)
    clock.pass_by(LIMIT - timedelta(seconds=4))
    page = opened(context, served, sat, n)
    page.locator("input[name=number]").first.fill("0.75")
    expect(page).to_have_url(
        re.compile("/over$")
    )  # the page may be left twice: by what is saved, and at zero
    assert "0.75" in stored(sat, n)


def test_a_second_tab_offers_to_take_over_and_the_older_one_is_closed(
    context: BrowserContext, served: Served, sat: Candidate
) -> None:
    n = shaped(sat, typed=False)
    first = opened(context, served, sat, n)
    second = opened(context, served, sat, n)
    second.get_by_role("button", name="Go on here").click()
    expect(first.locator("#notice")).to_contain_text("goes on in another tab")
    expect(first.locator("input[name=option]").first).to_be_disabled()
    expect(second.locator("#notice")).to_have_count(0)
    second.locator("input[name=option]").first.check()
    expect(second.locator("#saving")).to_have_attribute("data-kept", "saved")


def test_without_network_the_way_on_stays_on_the_page(
    context: BrowserContext, served: Served, sat: Candidate
) -> None:
    page = opened(context, served, sat, 1)
    here = page.url
    context.set_offline(True)
    page.locator("#go-next").click()
    expect(page.locator("#warned")).to_contain_text("this page stays")
    assert page.url == here
    context.set_offline(False)
    page.keyboard.press("n")
    page.wait_for_url("**/items/2")
