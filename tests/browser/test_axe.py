"""axe (WCAG 2.2 AA) finds nothing, and everything can be read aloud: on every kind of page, narrow and wide, light and dark."""

from collections.abc import Iterator
from itertools import cycle, product
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from app.services.authoring.reviewing import On
from tests.browser.conftest import Served
from tests.browser.journeys import (
    all_pages,
    come_in_as_instructor,
    give_right,
    give_wrong,
    go_on,
    open_folds,
    send,
    start,
)
from tests.browser.reading import faults, tree
from tests.browser.test_look import too_wide_at_any_size
from tests.conftest import GATE
from tests.web.reviewing import draft_of
from tests.web.test_releases import ITEM, TURNED

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
FULL = list(product([360, 1280], ["light", "dark"]))
SHARES = 9 if GATE else 2
SETTLED = "document.getAnimations().forEach(one => one.finish())"  # or a colour is read half way to the next
FINDS = (  # violations alone: what axe writes down of all that is right costs twice as much as looking at it
    "tags => axe.run(document, {runOnly: {type: 'tag', values: tags}, resultTypes: ['violations']})"
    ".then(found => found.violations)"
)
LOOKS = FULL if GATE else [(360, "dark"), (1280, "light")]


def violations(page: Page, name: str) -> list[str]:
    """What axe finds on the page as it stands, once what its script puts there is there."""
    if page.locator("textarea#text.yaml").count():
        page.locator(".cm-content").wait_for()
        page.wait_for_load_state("networkidle")
    page.evaluate(SETTLED)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return [
        f"{name}: {one['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for one in page.evaluate(FINDS, RULES)
        for node in one["nodes"]
    ]


Looks = Iterator[tuple[int, str]]


@pytest.fixture(params=range(len(LOOKS) if GATE else 1))
def looks(request: pytest.FixtureRequest) -> Looks:
    """How each next page is looked at: one after the other; with KEYED_GATE=1 each page comes to every look."""
    return cycle((*LOOKS[request.param :], *LOOKS[: request.param]))


def wear(page: Page, look: tuple[int, str]) -> str:
    """Make a page as wide and as light as the look says; its name."""
    width, scheme = look
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    return f"{width} {scheme}"


@pytest.fixture(params=LOOKS if GATE else LOOKS[:1], ids=lambda look: f"{look[0]}-{look[1]}")
def page(request: pytest.FixtureRequest, context: BrowserContext) -> Page:
    opened = context.new_page()
    wear(opened, request.param)
    return opened


def test_axe_finds_nothing_on_any_page_and_nothing_overflows_to_the_side(
    context: BrowserContext, served: Served, looks: Looks
) -> None:
    """Every page in every look with KEYED_GATE=1, else every second one in one of two looks; at every size."""
    page = context.new_page()
    found = []
    for address in all_pages(page, served)[:: 1 if GATE else 2]:
        look = wear(page, next(looks))
        page.goto(address)
        open_folds(page)
        found += violations(page, f"{address} at {look}")
        found += [f"{address}: {one}" for one in faults(tree(page))]
        found += too_wide_at_any_size(page, address)
    assert found == []


def test_axe_finds_nothing_in_the_list_of_keys_or_on_an_answer_that_came_back(
    page: Page, served: Served
) -> None:
    start(page, served, "weights-row-typed")
    page.get_by_role("button", name="Keys").click()
    found = violations(page, "the list of keys")
    page.keyboard.press("Escape")
    send(page)
    page.locator("#faults").wait_for()
    found += violations(page, "an answer that could not be read")
    page.goto(served.address)
    found += violations(page, "the first page with a practice to continue")
    assert found == []


@pytest.mark.parametrize("share", range(SHARES))
def test_axe_finds_nothing_on_any_question_of_the_bank(
    context: BrowserContext, served: Served, share: int
) -> None:
    """Every item with KEYED_GATE=1, before and after the answer; else a few."""
    page = context.new_page()
    items = served.product.items()[share :: SHARES if GATE else 80]
    page.emulate_media(color_scheme="dark" if share % 2 else "light")
    found = []
    start(page, served, *items)
    for n, item in enumerate(items, 1):
        found += violations(page, item)
        give_wrong(page, served)
        open_folds(page)
        found += violations(page, f"feedback on {item}")
        if n < len(items):
            go_on(page)
    assert found == []


def test_axe_finds_nothing_on_what_publishing_answers(page: Page, served: Served) -> None:
    """The dry run of a changed answer that somebody gave, and what became of many drafts: pages that answer a form."""
    start(page, served, ITEM)
    give_right(page, served)
    reviewing = served.product.house.services.authoring.reviewing()
    turned = draft_of(served.product, ITEM, *TURNED)
    reviewing.comment(
        On(turned.id, turned.version, "Grace"), 0, "On the whole text, and long enough to wrap."
    )
    reviewing.submit(On(turned.id, turned.version, "Ada"))
    reviewing.approve(On(turned.id, turned.version, "Grace"))
    draft_of(served.product, "a-causal-mask-in-training", ("difficulty: 0.", "difficulty: 0.1"))
    come_in_as_instructor(page, served)
    found = []
    for address, button, title in (
        (f"/authoring/drafts/{turned.id}/review", "Publish version", "What a changed answer would change"),
        ("/authoring/review?mark=drafts", "Submit the marked ones", "Submitted"),
    ):
        page.goto(served.address + address)
        look = page.viewport_size
        found += too_wide_at_any_size(page, address)
        assert look is not None
        page.set_viewport_size(look)
        page.get_by_role("button", name=button).click()
        page.get_by_role("heading", name=title, level=1).wait_for()
        open_folds(page)
        found += violations(page, title)
        found += [f"{title}: {one}" for one in faults(tree(page))]
        found += too_wide_at_any_size(page, title)
        page.set_viewport_size(look)
    assert found == []
