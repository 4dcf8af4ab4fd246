"""How pages lie: axe finds nothing, nothing overflows, formulas have the maths font, roots close, motion rests."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.conftest import AXE, RULES, Served
from tests.browser.journeys import ANSWERS, all_pages, give, start

TALL = 900


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_on_any_page(browser: Browser, served: Served, width: int, scheme: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": TALL}, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    found = []
    for address in all_pages(page, served):
        page.goto(address)
        open_folds(page)
        found += violations(page, address)
    start(page, served)
    page.get_by_role("button", name="Keys").click()
    found += violations(page, "the list of keys")
    page.goto(page.url.replace("/items/1", "/items/1"))
    page.get_by_role("button", name="Answer", exact=True).click()
    page.locator("#faults").wait_for()
    found += violations(page, "an answer that could not be read")
    context.close()
    assert found == []


def violations(page: Page, name: str) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    result = page.evaluate("tags => axe.run(document, {runOnly: {type: 'tag', values: tags}})", RULES)
    return [
        f"{name}: {one['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for one in result["violations"]
        for node in one["nodes"]
    ]


def open_folds(page: Page) -> None:
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")


@pytest.mark.parametrize(("width", "zoom"), [(320, 1), (360, 1), (768, 1), (1280, 1), (360, 2), (1280, 2)])
def test_nothing_overflows_to_the_side(browser: Browser, served: Served, width: int, zoom: int) -> None:
    """`zoom` enlarges all text, as a browser's text size does."""
    context = browser.new_context(viewport={"width": width, "height": TALL})
    page = context.new_page()
    for address in all_pages(page, served):
        page.goto(address)
        open_folds(page)
        page.evaluate("zoom => { document.documentElement.style.fontSize = `${16 * zoom}px`; }", zoom)
        page.evaluate("document.fonts.ready.then(() => true)")
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, f"{address} at {width} px, text at {zoom}: {over} px too wide"
    context.close()


def test_formulas_are_set_in_the_maths_font(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    page.goto(served.address)
    page.evaluate("document.fonts.ready.then(() => true)")
    assert page.evaluate("document.fonts.check('16px \"STIX Two Math\"')")
    high, line = page.evaluate(
        "[document.querySelector('.formula mo').getBoundingClientRect().height,"
        " document.querySelector('.formula mi').getBoundingClientRect().height]"
    )
    assert high > 1.8 * line, "the brackets do not stretch"


def test_no_gap_stays_behind_a_root(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served)
    give(page, ANSWERS[0])
    page.evaluate("document.fonts.ready.then(() => true)")
    page.wait_for_timeout(100)
    gaps = page.evaluate(
        "[...document.querySelectorAll('main msqrt')].filter(one => one.getBoundingClientRect().width)"
        ".map(one => one.getBoundingClientRect().right + parseFloat(getComputedStyle(one).marginInlineEnd)"
        " - one.lastElementChild.getBoundingClientRect().right)"
    )
    assert gaps
    assert all(-0.5 <= gap <= 3 for gap in gaps), gaps


def test_matrices_stand_side_by_side_where_there_is_room(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served)
    tops = page.evaluate(
        "[...document.querySelectorAll('table.matrix')].map(one => one.getBoundingClientRect().top)"
    )
    assert len(tops) == 2
    assert abs(tops[0] - tops[1]) < 1


def test_what_the_browser_loads_at_the_first_visit_of_a_question(
    context: BrowserContext, served: Served
) -> None:
    """Everything that comes over the wire for one question page with an empty cache, apart from the maths font."""
    page = context.new_page()
    start(page, served)
    address = page.url
    fresh = context.new_page()
    sizes: dict[str, int] = {}
    fresh.on("response", lambda one: sizes.update({one.url: len(one.body())}) if one.ok else None)
    fresh.goto(address)
    fresh.evaluate("document.fonts.ready.then(() => true)")
    fresh.wait_for_timeout(200)
    loaded = {name.rpartition("/")[2]: size for name, size in sizes.items() if "stix" not in name}
    assert any(name.endswith(".woff2") for name in loaded)
    assert sum(loaded.values()) < 100_000, loaded


@pytest.mark.parametrize("width", [360, 1280])
def test_the_worked_page_folds_when_it_is_narrow(browser: Browser, served: Served, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": TALL})
    page = context.new_page()
    start(page, served)
    give(page, ANSWERS[0])
    tops = page.evaluate(
        "[...document.querySelectorAll('.worked tr.parts td[data-column]')].map(one => one.getBoundingClientRect().top)"
    )
    assert (tops[1] - tops[0] > 10) == (width == 360)
    context.close()


def test_touch_targets_are_large_enough(browser: Browser, served: Served) -> None:
    context = browser.new_context(viewport={"width": 360, "height": TALL}, has_touch=True)
    page = context.new_page()
    start(page, served)
    heights = page.evaluate(
        "[...document.querySelectorAll('label.option, form.answering button, .bar a, .bar button:not([hidden])')]"
        ".map(one => one.getBoundingClientRect().height)"
    )
    assert min(heights) >= 24
    context.close()


def test_printing_leaves_the_bars_out(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served)
    give(page, ANSWERS[0])
    page.emulate_media(media="print")
    assert not page.locator(".bar").is_visible()
    assert not page.get_by_role("button", name="Next question").is_visible()
    assert page.locator(".worked").is_visible()


def test_motion_rests_where_it_is_not_wanted(browser: Browser, served: Served) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    start(page, served)
    moving = page.evaluate(
        "[...document.querySelectorAll('*')].filter(one => parseFloat(getComputedStyle(one).transitionDuration) > 0).length"
    )
    assert moving == 0
    context.close()
