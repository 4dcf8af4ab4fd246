"""How pages lie: nothing overflows, formulas have the maths font, roots close, print and motion are plain."""

from playwright.sync_api import Browser, BrowserContext, Page

from app.store.items import live_items
from app.store.unit import reading
from tests.browser.conftest import Served
from tests.browser.journeys import give_wrong, go_on, open_folds, start
from tests.conftest import GATE

TALL = 900
FULL = [(320, 1), (320, 2), (360, 1), (768, 1), (1280, 1), (360, 2), (1280, 2)]
SIZES = FULL if GATE else [(320, 2), (768, 1), (1280, 2)]


def too_wide(page: Page, address: str, size: tuple[int, int]) -> list[str]:
    """What is wider than the page; the second figure of `size` enlarges all text, as a browser's text size does."""
    width, zoom = size
    page.set_viewport_size({"width": width, "height": TALL})
    over = page.evaluate(
        "zoom => { const root = document.documentElement; root.style.fontSize = `${16 * zoom}px`;"
        " return root.scrollWidth - root.clientWidth; }",
        zoom,
    )
    return [f"{address} at {width} px, text at {zoom}: {over} px too wide"] if over > 0 else []


def too_wide_at_any_size(page: Page, address: str) -> list[str]:
    open_folds(page)
    page.evaluate("document.fonts.ready.then(() => true)")
    return [line for size in SIZES for line in too_wide(page, address, size)]


def one_of_each_recipe(served: Served) -> list[str]:
    """Of each recipe the form that comes first by its name: a choice, where there is one."""
    with reading(served.product.house.database) as unit:
        recipes = {item.id: item.recipe for item in live_items(unit) if item.recipe}
    found: dict[str, str] = {}
    for item in sorted(recipes):
        found.setdefault(recipes[item] or "", item)
    return sorted(found.values())


def test_no_question_of_the_bank_overflows_before_or_after_the_answer(
    context: BrowserContext, served: Served
) -> None:
    """Every item with KEYED_GATE=1, else one form of every fifteenth recipe; the texts of all are measured in test_bank_fits."""
    page = context.new_page()
    items = served.product.items() if GATE else one_of_each_recipe(served)[::15]
    found = []
    for first in range(0, len(items), 10):
        some = items[first : first + 10]
        start(page, served, *some)
        for item in some:
            found += too_wide_at_any_size(page, item)
            give_wrong(page, served)
            found += too_wide_at_any_size(page, f"feedback on {item}")
            if item != some[-1]:
                go_on(page)
    assert found == []


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
    start(page, served, "weights-row-choice")
    give_wrong(page, served)
    gaps = (
        "[...document.querySelectorAll('main msqrt')].filter(one => one.getBoundingClientRect().width)"
        ".map(one => one.getBoundingClientRect().right + parseFloat(getComputedStyle(one).marginInlineEnd)"
        " - one.lastElementChild.getBoundingClientRect().right)"
    )
    assert page.evaluate(gaps)
    page.wait_for_function(f"{gaps}.every(gap => gap >= -0.5 && gap <= 3)")


def test_matrices_stand_side_by_side_where_there_is_room(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served, "weights-row-choice")
    tops = page.evaluate(
        "[...document.querySelectorAll('table.matrix')].map(one => one.getBoundingClientRect().top)"
    )
    assert len(tops) >= 2
    assert max(tops) - min(tops) < 1


def test_what_the_browser_loads_at_the_first_visit_of_a_question(
    context: BrowserContext, served: Served
) -> None:
    """Everything that comes over the wire for one question page with an empty cache, apart from the maths font."""
    page = context.new_page()
    start(page, served, "output-row-choice")
    address = page.url
    fresh = context.new_page()
    sizes: dict[str, int] = {}
    fresh.on("response", lambda one: sizes.update({one.url: len(one.body())}) if one.ok else None)
    fresh.goto(address)
    fresh.evaluate("document.fonts.ready.then(() => true)")
    fresh.wait_for_load_state("networkidle")
    loaded = {name.rpartition("/")[2]: size for name, size in sizes.items() if "stix" not in name}
    assert any(name.endswith(".woff2") for name in loaded)
    assert sum(loaded.values()) < 102_000, loaded  # before compression


def test_the_worked_page_folds_when_it_is_narrow(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served, "weights-row-choice")
    give_wrong(page, served)
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": TALL})
        page.reload()
        tops = page.evaluate(
            "[...document.querySelectorAll('.worked tr.parts td[data-column]')].map(one => one.getBoundingClientRect().top)"
        )
        assert (tops[1] - tops[0] > 10) == (width == 360)


def test_the_numbers_of_a_step_stand_in_columns(context: BrowserContext, served: Served) -> None:
    """Four numbers for a token: a row of four, or two and two; never three and an orphan."""
    page = context.new_page()
    start(page, served, "output-row-choice")  # the lesson's example: four entries for each of three tokens
    give_wrong(page, served)
    for width, columns in ((1280, 4), (768, 2), (360, 2)):
        page.set_viewport_size({"width": width, "height": TALL})
        page.reload()
        grids = page.evaluate(
            "[...document.querySelectorAll('.cells.by-4:not(.long)')].map(grid => [...grid.children].map(one => {"
            " const box = one.getBoundingClientRect(); return [Math.round(box.left), Math.round(box.top)]; }))"
        )
        assert {4, 12} <= {len(grid) for grid in grids}
        for grid in grids:
            assert len({left for left, _ in grid}) == columns
            tops = [top for _, top in grid]
            assert all(tops.count(top) == columns for top in tops)


def test_touch_targets_are_large_enough(browser: Browser, served: Served) -> None:
    context = browser.new_context(viewport={"width": 360, "height": TALL}, has_touch=True)
    page = context.new_page()
    start(page, served, "weights-row-choice")
    heights = page.evaluate(
        "[...document.querySelectorAll('label.option, form.answering button, .bar a, .bar button:not([hidden])')]"
        ".map(one => one.getBoundingClientRect().height)"
    )
    assert min(heights) >= 24
    context.close()


def test_printing_leaves_the_navigation_out(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served, "weights-row-choice")
    give_wrong(page, served)
    page.emulate_media(media="print")
    assert not page.locator(".bar").is_visible()
    assert not page.get_by_role("navigation").first.is_visible()
    assert not page.get_by_role("button", name="Next question").is_visible()
    assert page.locator(".verdict").is_visible()
    assert page.locator(".worked").is_visible()


def test_motion_rests_where_it_is_not_wanted(browser: Browser, served: Served) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    start(page, served, "weights-row-choice")
    for _ in range(2):
        moving = page.evaluate(
            "[...document.querySelectorAll('*')].filter(one => { const style = getComputedStyle(one);"
            " return parseFloat(style.transitionDuration) > 0 || style.animationName !== 'none'; }).length"
        )
        assert moving == 0
        if page.url.endswith("/items/1"):
            give_wrong(page, served)
    context.close()
