"""The report of a sitting in a real browser: axe, every width, print, and the way through its questions."""

from playwright.sync_api import BrowserContext, Page

from app.services.exams.starting import Wish
from app.web.login import GUEST
from tests.browser.conftest import Served
from tests.browser.journeys import open_folds
from tests.browser.reading import faults, tree
from tests.browser.test_axe import Looks, looks, violations, wear
from tests.browser.test_look import too_wide, too_wide_at_any_size
from tests.conftest import GATE
from tests.loops import run
from tests.web.product import wrong_answer
from tests.web.sitting import Candidate, candidate

__all__ = ["looks"]  # a fixture

KINDS = 10


def reported(context: BrowserContext, served: Served) -> Candidate:
    """A candidate with two graded sittings of the lesson quiz, the later one with right and wrong answers, in a browser."""
    product = served.product
    mine = candidate(product)
    finishing = product.house.services.exams.finishing
    run(finishing.finish(mine.name, mine.learner))
    starting = product.house.services.exams.starting
    mine.name = starting.create(mine.learner, Wish("lesson-quiz", KINDS))
    starting.begin(mine.learner, mine.name)
    mine.client.cookies.set(f"keyed_sitting_{mine.name}", "1", path=mine.path)
    for n in range(1, KINDS):
        change = mine.right(n, 1) if n % 3 == 1 else wrong(mine, n)
        sent = mine.send({**change, "spent_ms": 20_000 * n, "flagged": n == 4})
        assert sent.json()["acks"][0]["fate"] == "taken"
    run(finishing.finish(mine.name, mine.learner))
    context.add_cookies([{"name": GUEST, "value": mine.client.cookies[GUEST], "url": served.address}])
    return mine


def wrong(mine: Candidate, n: int) -> dict[str, object]:
    variant = mine.variant(n)
    field = "positions" if hasattr(variant.shown.form, "options") else "typed"
    return {"n": n, "seq": 1, field: list(wrong_answer(variant))}


def pages(mine: Candidate, served: Served) -> list[str]:
    report = f"{served.address}{mine.path}/report"
    return [report, *(f"{report}/items/{n}" for n in range(1, KINDS + 1))]


def test_axe_finds_nothing_on_a_report_or_its_questions_and_nothing_overflows(
    context: BrowserContext, served: Served, looks: Looks
) -> None:
    """The report narrow and wide, dark and light, every second question in one of these, and with KEYED_GATE=1 each in all.

    The report at every size; its questions, whose parts are those of practice, on a phone and on a desk.
    """
    page = context.new_page()
    report, *items = pages(reported(context, served), served)
    items = items if GATE else items[1::2]
    found = []
    for address in (report, report, *items):
        look = wear(page, next(looks))
        page.goto(address)
        open_folds(page)
        found += violations(page, f"{address} at {look}")
        found += [f"{address}: {one}" for one in faults(tree(page))]
        if address in items[:3]:
            found += [line for width in (360, 1280) for line in too_wide(page, address, (width, 1))]
    page.goto(report)
    found += too_wide_at_any_size(page, report)
    assert found == []


def test_a_report_is_printed_without_its_buttons(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    page.goto(pages(reported(context, served), served)[0])
    page.emulate_media(media="print")
    assert page.locator(".receipt").is_visible()
    assert page.locator(".plot .bar-1").first.is_visible()
    assert page.get_by_role("heading", name="By objective").is_visible()
    assert not page.get_by_role("button", name="Practise what you missed").is_visible()


def test_one_goes_through_what_was_not_right_with_the_keyboard(
    context: BrowserContext, served: Served
) -> None:
    page: Page = context.new_page()
    page.goto(pages(reported(context, served), served)[0])
    page.get_by_role("link", name="Look at what was not right").click()
    visited = [page.url]
    while page.get_by_role("link", name="Next wrong one").count():
        page.keyboard.press("n")
        page.wait_for_url(lambda url: url != visited[-1])
        visited.append(page.url)
    assert [url.rpartition("/")[2].partition("?")[0] for url in visited] == [
        "2",
        "3",
        "5",
        "6",
        "8",
        "9",
        "10",
    ]
