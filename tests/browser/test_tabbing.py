"""Tab alone: on every page it comes to everything that can be acted on, in the order of reading, and one sees where."""

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import Served
from tests.browser.journeys import give_wrong, open_folds, start

PATHS = (
    "/",
    "/practice",
    "/lesson",
    "/lab",
    "/progress",
    "/settings",
    "/shortcuts",
    "/calculator?expression=1/3",
    "/tour/1",
)
# All that can be acted on and is seen, but of radio buttons of one name only the one that Tab comes to.
ACTS = """(() => {
  const all = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')];
  const seen = all.filter(one => one.checkVisibility({visibilityProperty: true}) && !one.disabled && one.tabIndex >= 0);
  const groups = new Map();
  return seen.filter(one => {
    if (one.type !== 'radio') return true;
    const name = `${one.form?.action} ${one.name}`;
    const chosen = seen.find(other => other.type === 'radio' && other.name === one.name && other.form === one.form && other.checked);
    if (groups.has(name)) return false;
    groups.set(name, chosen ?? one);
    return true;
  }).map((one, at) => { one.dataset.stop = at; return one.outerHTML.slice(0, 90); });
})()"""
STOP = """(() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const ringed = (element) => { const ring = getComputedStyle(element);
    return (ring.outlineStyle !== 'none' && parseFloat(ring.outlineWidth) >= 2) || ring.boxShadow !== 'none'; };
  const label = one.closest('label');
  const box = one.getBoundingClientRect();
  const group = one.type === 'radio' ? document.querySelector(`input[type=radio][name="${one.name}"][data-stop]`) : one;
  return {stop: group?.dataset.stop ?? null, ringed: ringed(one) || Boolean(label && ringed(label)),
    hidden: one.matches('.skip') ? false : box.bottom <= 0 || box.top >= innerHeight, html: one.outerHTML.slice(0, 90)};
})()"""


def walked(page: Page) -> list[str]:
    """What is wrong with the way that Tab takes through the page as it stands."""
    acts = page.evaluate(ACTS)
    page.evaluate(
        "document.querySelector('a.skip').focus()"
    )  # the first, also where a field has the focus at first
    stops, wrong = ["0"], []
    for _ in range(len(acts) + 25):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None or stop["stop"] == stops[0]:
            break
        if not stop["ringed"]:
            wrong.append(f"no mark of the focus: {stop['html']}")
        if stop["hidden"]:
            wrong.append(f"out of sight: {stop['html']}")
        if stop["stop"] is not None:
            stops.append(stop["stop"])
    missed = [acts[at] for at in range(len(acts)) if str(at) not in stops]
    order = [int(one) for one in stops]
    if order != sorted(order):
        wrong.append(f"out of order: {order}")
    return [*wrong, *(f"never reached: {one}" for one in missed)]


def found_on(page: Page, address: str) -> list[str]:
    page.goto(address)
    open_folds(page)
    page.wait_for_function("document.fonts.status === 'loaded'")
    return [f"{address.partition('/')[2][-40:]}: {one}" for one in walked(page)]


@pytest.mark.gate
def test_tab_comes_to_everything_and_one_sees_where(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    page.emulate_media(reduced_motion="reduce")  # or the page still glides when it is looked at
    found = [line for path in PATHS for line in found_on(page, served.address + path)]
    start(page, served, "weights-row-typed")
    found += found_on(page, page.url)
    give_wrong(page, served)
    found += found_on(page, page.url)
    assert found == []
