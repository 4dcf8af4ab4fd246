"""Reading comfort in a real browser: the palettes, the size, the spacing, the motion, and one truth for the keys."""

import re
from itertools import product

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from app.web.comfort import COOKIE
from tests.browser.conftest import Served
from tests.browser.journeys import start
from tests.unit.web.test_contrast import colours

pytestmark = pytest.mark.gate  # long

Colour = tuple[float, float, float]


def chosen(page: Page, served: Served, *words: tuple[str, str]) -> None:
    """Choose on the page of settings, by what is asked and the word of the answer."""
    page.goto(f"{served.address}/settings")
    for group, word in words:
        page.get_by_role("group", name=group).get_by_text(word, exact=True).click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved")


def paper_and_ink(page: Page) -> tuple[Colour, Colour]:
    written = page.evaluate(
        "(() => { const body = getComputedStyle(document.body); return [body.backgroundColor, body.color]; })()"
    )
    ground, ink = (tuple(map(float, re.findall(r"\d+", one)[:3])) for one in written)
    return ground, ink  # type: ignore[return-value]


@pytest.mark.parametrize("device", ["light", "dark"])
def test_the_device_rules_until_the_learner_does(
    context: BrowserContext, served: Served, device: str
) -> None:
    page = context.new_page()
    for contrast, scheme in product(("device", "more"), ("device", "light", "dark")):
        cookie = f"contrast:{contrast}|scheme:{scheme}"
        context.add_cookies([{"name": COOKIE, "value": cookie, "url": served.address}])
        page.goto(f"{served.address}/forgotten")
        for wish in ("no-preference", "more"):
            page.emulate_media(color_scheme=device, contrast=wish)  # type: ignore[arg-type]
            dark = (device if scheme == "device" else scheme) == "dark"
            more = contrast == "more" or wish == "more"
            palette = colours(2 * dark + more)
            assert paper_and_ink(page) == (palette["paper"], palette["ink"]), (scheme, contrast, wish)


def test_normal_contrast_stays_normal_and_paper_is_always_light(
    context: BrowserContext, served: Served
) -> None:
    page = context.new_page()
    chosen(page, served, ("Light or dark?", "Dark"), ("How much contrast?", "Normal"))
    page.emulate_media(contrast="more")
    assert paper_and_ink(page) == (colours(2)["paper"], colours(2)["ink"])
    page.emulate_media(media="print")
    soft = page.evaluate("getComputedStyle(document.querySelector('.hint')).color")
    assert tuple(map(float, re.findall(r"\d+", soft))) == colours(0)["soft"]


def test_text_grows_and_lines_part(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    measure = (
        "(() => { const style = getComputedStyle(document.querySelector('main .lede'));"
        " return [style.fontSize, style.lineHeight, style.letterSpacing, style.wordSpacing].map(parseFloat); })()"
    )
    page.goto(f"{served.address}/settings")
    size, line, *_ = page.evaluate(measure)
    page.get_by_role("group", name="How large is the text?").get_by_text("200").click()
    page.get_by_role("group", name="How much room").get_by_text("Much more").click()
    page.get_by_role("button", name="Save").click()
    large, tall, letters, words = page.evaluate(measure)
    assert large == pytest.approx(2 * size)
    assert tall >= 1.5 * large > line
    assert letters >= 0.12 * large - 0.01  # WCAG 1.4.12
    assert words >= 0.16 * large - 0.01
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize(("word", "soft"), [("As the device says", True), ("Less", True), ("Nothing", False)])
def test_what_moves(context: BrowserContext, served: Served, word: str, soft: bool) -> None:
    page = context.new_page()
    chosen(page, served, ("How much may move?", word))
    durations = page.evaluate(
        "[...document.querySelectorAll('button, .option')].map(one => parseFloat(getComputedStyle(one).transitionDuration))"
    )
    assert (max(durations) > 0) == soft
    glides = page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "smooth"
    assert glides == (word == "As the device says")


def test_the_switch_in_the_list_of_keys_and_the_settings_are_one(
    context: BrowserContext, served: Served
) -> None:
    page = context.new_page()
    chosen(page, served, ("How large is the text?", "110\N{NARROW NO-BREAK SPACE}%"))
    start(page, served, "weights-row-choice")
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_role("checkbox").uncheck()
    address = page.url
    page.goto(f"{served.address}/settings")
    keys = page.get_by_role("group", name="Single keys")
    expect(keys.get_by_label("Off")).to_be_checked()
    expect(page.get_by_role("group", name="How large").get_by_label("110")).to_be_checked()
    keys.get_by_text("On", exact=True).click()
    page.get_by_role("button", name="Save").click()
    page.goto(address)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_role("checkbox")).to_be_checked()


def test_nothing_needs_a_script(browser: Browser, served: Served) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    chosen(
        page, served, ("Light or dark?", "Dark"), ("How large is the text?", "150\N{NARROW NO-BREAK SPACE}%")
    )
    page.goto(served.address)
    expect(page.locator("html")).to_have_attribute("data-text", "150")
    expect(page.locator("html")).to_have_attribute("data-scheme", "dark")
    context.close()
