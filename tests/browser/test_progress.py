"""The progress page with weeks behind it: it fits, it can be read, axe finds nothing, and print has no folds."""

from datetime import timedelta

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import Served
from tests.browser.journeys import open_folds
from tests.browser.reading import reading, tree
from tests.browser.test_axe import violations
from tests.browser.test_look import too_wide_at_any_size
from tests.web.product import right_answer, slip_answer, wrong_answer
from tests.web.visitor import Visitor

pytestmark = pytest.mark.gate  # long

SLIPS = ("no-scale", "base-two", "divide-by-d-k")
LEAST = 9  # pixels that a label is high on a narrow page


def lived(served: Served, days: int) -> list[dict[str, str]]:
    """Practise every few days, with fewer slips as time goes on; the cookies of whoever did."""
    product = served.product
    visitor, start = Visitor(product.application()), product.clock.now()
    for turn, day in enumerate(range(0, days, 5)):
        product.clock.move_to(start + timedelta(days=day))
        typed = product.variants("weights-row-typed")
        asked = product.will_ask(typed[turn % len(typed)], "why-three-different-vectors")
        visitor.begin()
        visitor.answer(slip_answer(asked[0], SLIPS[turn % 3]) if day < 0.8 * days else right_answer(asked[0]))
        visitor.send("/next")
        visitor.answer(wrong_answer(asked[1]) if turn % 2 else right_answer(asked[1]))
    product.clock.move_to(start + timedelta(days=days))
    return [
        {"name": one.name, "value": one.value or "", "url": served.address}
        for one in visitor.client.cookies.jar
    ]


def opened(context: BrowserContext, served: Served, days: int = 60) -> Page:
    context.add_cookies(lived(served, days))  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{served.address}/progress")
    assert page.locator(".plot svg[role=img]").count() == 4
    return page


@pytest.mark.parametrize("days", [pytest.param(20, marks=pytest.mark.gate), 60], ids=["days", "weeks"])
def test_it_fits_and_can_be_read_and_axe_finds_nothing(
    context: BrowserContext, served: Served, days: int
) -> None:
    page = opened(context, served, days)
    lines = reading(tree(page))
    assert any(line.startswith("heading 3: Share right") for line in lines)
    assert not {"0 %", "50 %", "100 %"} & set(lines), "labels of axes are read aloud without their plot"
    assert too_wide_at_any_size(page, "progress") == []
    page.evaluate("document.documentElement.style.fontSize = ''")
    found = []
    for width, scheme in ((360, "dark"), (1280, "light")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.reload()  # colours that are on their way from light to dark are neither
        open_folds(page)
        found += violations(page, f"{width} {scheme}")
        heights = page.evaluate(
            "[...document.querySelectorAll('.plot text')].map(one => one.getBoundingClientRect().height)"
        )
        assert min(heights) >= LEAST
    assert found == []


def test_on_paper_stand_the_plots_with_their_sentences(context: BrowserContext, served: Served) -> None:
    page = opened(context, served)
    open_folds(page)
    page.emulate_media(media="print")
    assert page.locator(".plot svg[role=img]").first.is_visible()
    assert page.locator(".plot figcaption p").first.is_visible()
    assert not page.locator(".plot table").first.is_visible()
    assert not page.get_by_role("button", name="Practise against it").first.is_visible()


def test_with_forced_colours_series_are_still_there(context: BrowserContext, served: Served) -> None:
    page = opened(context, served)
    page.emulate_media(forced_colors="active")
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    strokes = page.evaluate(
        "[...document.querySelectorAll('.plot .line, .plot .bar')].map(one => getComputedStyle(one).stroke)"
    )
    assert strokes
    assert paper not in strokes
