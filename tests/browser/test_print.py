"""On paper: what is read and nothing that is pressed, folds open, black on white, and no page cut in silly places."""

import pytest
from playwright.sync_api import BrowserContext, Page

from app.authoring.outgoing.wish import ExportWish
from app.authoring.paper import PaperWish
from app.web.comfort import COOKIE
from tests.browser.conftest import Served
from tests.browser.journeys import come_in_as_instructor
from tests.web.product import wrong_answer
from tests.web.visitor import Visitor

pytestmark = pytest.mark.gate  # long

A4 = {"width": 794, "height": 1123}  # CSS pixels
PRESSED = "nav, header.bar, footer, button, dialog, details.aid, .remarks, input[type=submit], progress.way"
SHOWN = "one => one.checkVisibility({contentVisibilityAuto: true, visibilityProperty: true})"


@pytest.fixture
def papers(context: BrowserContext, served: Served) -> tuple[Page, dict[str, str]]:
    """A page of the browser, and the addresses of what people print."""
    visitor = Visitor(served.product.application())
    (asked,) = served.product.will_ask("weights-row-choice")
    visitor.begin()
    visitor.answer(wrong_answer(asked))
    feedback = visitor.path
    summary = feedback.partition("/items/")[0] + "/summary"
    served.product.will_ask("output-row-typed")
    visitor.begin()
    paths = {
        "item": visitor.path, "feedback": feedback, "summary": summary, "progress": "/progress",
        "lesson": "/lesson", "misconception": "/misconceptions/no-scale",
    }  # fmt: skip
    context.add_cookies(
        [
            {"name": one.name, "value": one.value or "", "url": served.address}
            for one in visitor.client.cookies.jar
        ]
    )
    return context.new_page(), {name: served.address + path for name, path in paths.items()}


def test_what_is_pressed_stays_off_and_what_is_folded_is_open(papers: tuple[Page, dict[str, str]]) -> None:
    page, addresses = papers
    page.set_viewport_size(A4)  # type: ignore[arg-type]
    assert tuple(addresses) == ("item", "feedback", "summary", "progress", "lesson", "misconception")
    found = []
    for name, address in addresses.items():
        page.emulate_media(media="screen")
        page.goto(address)
        page.emulate_media(media="print")
        pressed = page.evaluate(
            f"[...document.querySelectorAll('{PRESSED}')].filter({SHOWN}).map(one => one.outerHTML.slice(0, 80))"
        )
        found += [f"{name}: {one}" for one in pressed]
        folded = page.evaluate(
            "[...document.querySelectorAll('main details:not([open])')].filter(one => one.checkVisibility())"
            ".filter(one => [...one.children].slice(1).some(child => child.getBoundingClientRect().height === 0"
            " && child.textContent.trim()))"
            ".map(one => one.firstElementChild.textContent.trim())"
        )
        found += [f"{name}: folded: {one}" for one in folded]
        if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
            found.append(f"{name}: too wide for paper")
        littered = page.evaluate(
            "[...document.querySelectorAll('a')].filter(one => getComputedStyle(one, '::after').content.includes('/')).length"
        )
        found += [f"{name}: {littered} addresses"] if littered else []
    assert found == []


def test_paper_is_white_in_the_dark_too(papers: tuple[Page, dict[str, str]], served: Served) -> None:
    page, addresses = papers
    cookie = "scheme:dark|contrast:more|text:110"
    page.context.add_cookies([{"name": COOKIE, "value": cookie, "url": served.address}])
    page.emulate_media(media="print", color_scheme="dark")
    for name in ("feedback", "lesson"):
        page.goto(addresses[name])
        colours = "(one => [one.backgroundColor, one.color])(getComputedStyle(document.body))"
        assert page.evaluate(colours) == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
        soft = page.evaluate("getComputedStyle(document.querySelector('.soft')).color")
        assert soft == "rgb(58, 63, 69)"  # the soft ink of the light palette with more contrast


def test_it_takes_a_sane_number_of_sheets(papers: tuple[Page, dict[str, str]]) -> None:
    page, addresses = papers
    for name, most in (("item", 2), ("feedback", 4), ("summary", 1), ("misconception", 5)):
        page.goto(addresses[name])
        sheets = page.pdf(format="A4").count(b"/Type /Page\n")
        assert 1 <= sheets <= most, name


def test_folds_are_as_they_were_afterwards(papers: tuple[Page, dict[str, str]]) -> None:
    page, addresses = papers
    page.goto(addresses["feedback"])
    folds = "[...document.querySelectorAll('main details')].map(one => one.open)"
    before = page.evaluate(folds)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert all(page.evaluate(folds))
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(folds) == before
    assert not all(before)


def test_a_printed_exam_begins_on_its_first_page_and_fills_its_pages(
    context: BrowserContext, served: Served
) -> None:
    """The number beside a question keeps no other question with it; the margins are there whoever prints."""
    page = context.new_page()
    come_in_as_instructor(page, served)
    chosen = ExportWish(names=("a-cache-out-of-step", "a-causal-mask-in-training"))
    drawn = served.product.house.services.authoring.papering.draw(PaperWish(chosen=chosen, count=2), "Ada")
    page.goto(f"{served.address}/authoring/paper/{drawn}/questions")
    assert page.locator("section.printed").count() == 2
    page.emulate_media(media="print")
    kept = "[getComputedStyle(document.querySelector('.printed h2')).breakAfter, getComputedStyle(document.querySelector('main')).page]"
    assert page.evaluate(kept) == ["auto", "exam"]
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1


def test_a_paper_on_a_small_screen_wraps_where_text_is_large(context: BrowserContext, served: Served) -> None:
    """A question with fields to fill and one with options: nothing of them is reached by scrolling sideways alone."""
    page = context.new_page()
    come_in_as_instructor(page, served)
    chosen = ExportWish(names=("a-cache-out-of-step", "weights-row-typed"))
    drawn = served.product.house.services.authoring.papering.draw(PaperWish(chosen=chosen, count=2), "Ada")
    context.add_cookies([{"name": COOKIE, "value": "text:200", "url": served.address}])
    page.set_viewport_size({"width": 320, "height": 900})
    page.goto(f"{served.address}/authoring/paper/{drawn}/questions")
    over = "[...document.querySelectorAll('.printed')].map(one => one.scrollWidth - one.clientWidth)"
    assert page.evaluate(over) == [0, 0]
