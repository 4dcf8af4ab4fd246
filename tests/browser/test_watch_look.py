"""The instructor's pages of exams in a real browser: axe finds nothing, nothing overflows, all is there for a reader."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import Served
from tests.browser.journeys import come_in_as_instructor
from tests.browser.test_axe import LOOKS, Looks, looks, wear
from tests.browser.test_exam_report import reported
from tests.browser.test_look import SIZES, too_wide
from tests.browser.test_sitting_look import found_on
from tests.web.instructing import sitting_of
from tests.web.sitting import Candidate

pytestmark = pytest.mark.gate  # long

__all__ = ["looks"]  # a fixture

Look = Callable[[Page, str], list[str]]
REASON = "The room had to be left, and nobody knew for how long it would be"


def walk(page: Page, served: Served, look: Look) -> list[str]:
    """Through every page of watching, acting, ruling and receipts as it stands; what `look` finds on each."""
    mine = reported(page.context, served)
    sitting_of(served.product)
    come_in_as_instructor(page, served)
    return [*_watching(page, served, look, mine), *_ruling(page, served, look, mine)]


def _watching(page: Page, served: Served, look: Look, mine: Candidate) -> list[str]:
    found = []
    for address in ("/exams/watch?show=paused", f"/exams/watch/{mine.name}?events=all", "/exams/watch"):
        page.goto(served.address + address)
        found += look(page, address)
    page.locator("input[name=sitting]").first.check()
    page.locator("input[name=act][value=end]").check()
    page.get_by_label("Reason").fill(REASON)
    do = page.get_by_role("button", name="Do it")
    do.click()
    page.get_by_role("button", name="End it").wait_for()
    found += look(page, "asked once more")
    page.goto(f"{served.address}/exams/watch?show=all&mark=all")
    page.locator("input[name=act][value=time]").check()
    do.click()
    page.locator("#faults").wait_for()
    found += look(page, "an act that cannot be read")
    page.locator("input[name=act][value=pause]").check()
    page.get_by_label("Reason").fill(REASON)
    do.click()
    page.get_by_role("heading", name="Not done").wait_for()
    return found + look(page, "what an act came to")


def _ruling(page: Page, served: Served, look: Look, mine: Candidate) -> list[str]:
    item = mine.variant(2).item_id
    page.goto(f"{served.address}/exams/rulings/{item}")
    found = look(page, f"ruling on {item}")
    page.locator("input[name=what][value=full]").check()
    page.get_by_role("button", name="See what it would do").click()
    page.locator("#faults").wait_for()
    found += look(page, "a ruling without a reason")
    page.get_by_label("Reason").fill(REASON)
    page.get_by_role("button", name="See what it would do").click()
    hold = page.get_by_role("button", name="Let it hold")
    hold.wait_for()
    found += look(page, "a dry run")
    hold.click()
    page.wait_for_url("**?moved=1")
    found += look(page, "a ruling that holds")
    page.goto(f"{served.address}/exams/rulings")
    found += look(page, "all rulings")
    page.goto(f"{served.address}{mine.path}/report")
    found += look(page, "a report with a ruling")
    code = page.locator(".receipt code").inner_text()
    page.goto(f"{served.address}/exams/receipts")
    for typed, then in (("AAAAA-BBBBB", ".fault[role=alert]"), (code, "#held")):
        page.get_by_label("Code of the receipt").fill(typed)
        page.get_by_role("button", name="Check").click()
        page.locator(then).wait_for()
        found += look(page, f"a receipt: {typed}")
    box = page.get_by_label("Code of the receipt")
    assert box.evaluate("one => one.scrollWidth <= one.clientWidth"), "the code is cut off"
    return found


def test_axe_finds_nothing_on_any_page_of_an_instructor_and_nothing_overflows(
    context: BrowserContext, served: Served, looks: Looks
) -> None:
    """Narrow and dark, wide and light in turn, and at every size; with KEYED_GATE=1 each page in every look."""

    def in_turn(page: Page, name: str) -> list[str]:
        seen = wear(page, next(looks))
        found = found_on(page, f"{name} at {seen}")
        found += [line for size in SIZES for line in too_wide(page, name, size)]
        page.evaluate("document.documentElement.style.fontSize = ''")
        wear(page, LOOKS[-1])
        return found

    assert walk(context.new_page(), served, in_turn) == []
