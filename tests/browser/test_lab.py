"""The lab in a browser: steps follow every change, numbers can be nudged, and all of it works without a script."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.conftest import Served
from tests.browser.reading import faults, reading, tree
from tests.browser.test_sitting_script import until

FIRST = "/lab?start=example-1"


@pytest.fixture
def lab(context: BrowserContext, served: Served) -> Page:
    page = context.new_page()
    page.goto(served.address + FIRST)
    expect(page.locator(".scripted")).to_be_visible()
    return page


def weights(page: Page) -> str:
    return page.locator("section:has(#step-5) .grid").first.locator("tbody tr").first.inner_text()


def cell(page: Page, name: str) -> str:
    return page.locator(f"#{name}").input_value()


def test_a_change_updates_the_steps_in_place(lab: Page) -> None:
    lab.evaluate("window.kept = true")
    field = lab.locator("#Q-1-1")
    field.fill("0")
    expect(lab.locator("#step-5")).to_be_visible()
    expect(lab.locator("section:has(#step-1) tbody td").first).to_have_text("1")
    expect(field).to_be_focused()
    expect(lab.locator("#news")).to_have_text("Computed. All steps are up to date.")
    expect(lab).to_have_url(re.compile(r"/lab\?q=0\+0\+1\+0~"))
    assert lab.evaluate("window.kept"), "the page was loaded anew"
    shown = weights(lab)
    lab.reload()
    assert (weights(lab), cell(lab, "Q-1-1")) == (shown, "0")


def test_what_cannot_be_read_is_told_beside_the_field_and_taken_back(lab: Page) -> None:
    before = weights(lab)
    field = lab.locator("#K-2-1")
    field.fill("x")
    expect(lab.locator("#fault-K-2-1")).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_attribute("aria-describedby", "fault-K-2-1")
    expect(lab.locator("#news")).to_have_text("Not computed: one thing cannot be read.")
    assert weights(lab) == before
    field.fill("0")
    expect(lab.locator("#fault-K-2-1")).to_have_count(0)
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_a_slip_is_switched_on_by_keyboard_alone(lab: Page) -> None:
    lab.locator("#slip-1").focus()
    lab.keyboard.type("Missing scale")
    expect(lab.locator(".sum-up")).to_contain_text("The ways part at step 2")
    expect(lab.locator("#news")).to_contain_text("The ways part at step 2")
    expect(lab.locator("#slip-1")).to_be_focused()
    expect(lab.locator("td.differs").first).to_contain_text("≠")
    expect(lab).to_have_url(re.compile("slip=no-scale"))


def test_arrows_nudge_as_dragging_does(lab: Page) -> None:
    field = lab.locator("#V-1-2")
    field.focus()
    for stroke in ("ArrowUp", "ArrowUp", "ArrowDown", "Shift+ArrowUp"):
        lab.keyboard.press(stroke)
    assert cell(lab, "V-1-2") == "3.5"
    expect(lab).to_have_url(re.compile(r"v=1\+3.5\+0"))
    box = lab.locator("#V-1-1").bounding_box()
    assert box
    lab.mouse.move(box["x"] + 10, box["y"] + 10)
    lab.mouse.down()
    lab.mouse.move(box["x"] + 10, box["y"] + 10 - 30)
    lab.mouse.up()
    assert cell(lab, "V-1-1") == "3"
    lab.locator("#V-1-1").fill("1/3")
    lab.keyboard.press("ArrowUp")
    assert cell(lab, "V-1-1") == "1/3"


def test_buttons_work_in_place_and_keep_the_focus(lab: Page) -> None:
    lab.evaluate("window.kept = true")
    lab.get_by_role("button", name="more tokens").click()
    expect(lab.locator("#K-4-4")).to_be_visible()
    expect(lab.locator("#do-more-tokens")).to_be_focused()
    longer = lab.url
    lab.get_by_role("button", name="Draw fresh numbers").click()
    expect(lab.locator("#news")).to_have_text("Done. All steps are up to date.")
    expect(lab).not_to_have_url(longer)
    assert lab.evaluate("window.kept")
    drawn = cell(lab, "Q-1-1"), lab.url
    lab.go_back()
    expect(lab).to_have_url(longer)
    expect(lab.locator("#Q-1-1")).to_have_value("1")
    lab.go_forward()
    expect(lab).to_have_url(drawn[1])
    expect(lab.locator("#Q-1-1")).to_have_value(drawn[0])


def test_an_answer_that_is_overtaken_is_dropped(lab: Page) -> None:
    held: list[Route] = []
    lab.route("**/lab/steps", lambda route: held.append(route) if not held else route.continue_())
    field = lab.locator("#Q-1-1")
    field.fill("7")
    until(lab, lambda: bool(held))
    field.fill("5")
    expect(lab).to_have_url(re.compile(r"q=5\+"))
    expect(lab.locator("section:has(#step-1) tbody td").first).to_have_text("6")


def test_a_server_that_is_gone_costs_one_sentence(lab: Page) -> None:
    lab.route("**/lab/steps", lambda route: route.abort())
    lab.locator("#Q-1-1").fill("7")
    news = lab.locator("#news")
    expect(news).to_contain_text("cannot be reached")
    expect(news).not_to_have_class(re.compile("unseen"))
    assert cell(lab, "Q-1-1") == "7"
    lab.unroute("**/lab/steps")
    lab.locator("#Q-1-1").fill("6")
    expect(news).to_have_text("Computed. All steps are up to date.")
    expect(news).to_have_class(re.compile("unseen"))


LAB = re.compile(r"/lab(/steps)?$")


def always(body: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(status=502, body=body, content_type="text/html")


@pytest.mark.parametrize(
    "act",
    ["#do-paste", *(pytest.param(one, marks=pytest.mark.gate) for one in ("#do-compute", "#do-more-tokens"))],
)
def test_an_answer_that_is_no_lab_costs_one_sentence(lab: Page, act: str) -> None:
    """Whatever a server or something before it says: the page and all that was typed stay."""
    where = lab.url
    body = "<main id='main'><h1>Not ready yet</h1><p class='lede'>Try again in a moment.</p></main>"
    for answer in (body, "<p>502 Bad Gateway</p>", ""):
        lab.route(LAB, always(answer))
        lab.locator("#pasting").evaluate("fold => { fold.open = true; }")
        lab.locator("#paste-k").fill("1 2;3 4")
        lab.locator("#Q-1-1").fill("7")
        lab.locator(act).click()
        expect(lab.locator("#news")).to_contain_text("Try again")
        expect(lab.locator("#news")).to_contain_text("What you typed is kept.")
        expect(lab.locator("#news")).not_to_have_class(re.compile("unseen"))
        assert (cell(lab, "Q-1-1"), cell(lab, "paste-k")) == ("7", "1 2;3 4")
        assert lab.url == where
        lab.unroute(LAB)
        lab.locator("#Q-1-1").fill("1")
        expect(lab.locator("#news")).to_have_text("Computed. All steps are up to date.")
        where = lab.url


LONG = "\n".join([" ".join(["0.1234"] * 64)] * 64)
TOO_LONG = f"This is too long for Q: {len(LONG)} signs, and 1500 are the most. Shorten it."


def test_a_text_that_is_too_long_is_told_before_it_is_sent(lab: Page) -> None:
    sent: list[str] = []
    lab.locator("summary", has_text="Paste a whole matrix").click()
    lab.locator("#paste-q").fill(LONG)
    lab.locator("#paste-v").fill("9 9;8 8;7 7")
    lab.locator("#decimals").select_option("5")
    expect(lab.locator("#news")).to_have_text("Computed. All steps are up to date.")
    where = lab.url
    lab.on("request", lambda request: sent.append(request.url) if "/lab" in request.url else None)
    for act in ("#do-paste", "#do-compute", "#do-wider"):
        lab.locator(act).click()
        expect(lab.locator("#fault-paste-q")).to_have_text(TOO_LONG)
        expect(lab.locator("#fault-paste-q")).to_be_visible()
        expect(lab.locator("#paste-q")).to_be_focused()
        expect(lab.locator("#paste-q")).to_have_attribute("aria-describedby", "paste-hint fault-paste-q")
        expect(lab.locator("#news")).to_contain_text("The sentences are beside the fields.")
    assert (sent, lab.url) == ([], where)
    assert (cell(lab, "paste-q"), cell(lab, "paste-v"), cell(lab, "Q-1-1")) == (LONG, "9 9;8 8;7 7", "1")
    lab.locator("#paste-q").fill("2 2 2 2;3 3 3 3;4 4 4 4")
    lab.locator("#do-paste").click()
    expect(lab.locator("#Q-1-1")).to_have_value("2")
    expect(lab.locator("#V-1-1")).to_have_value("9")
    expect(lab.locator("#decimals")).to_have_value("5")
    lab.go_back()
    expect(lab.locator("#Q-1-1")).to_have_value("1")


def test_a_text_that_is_too_long_stays_without_a_script(browser: Browser, served: Served) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for text in (LONG, "0.1234 " * 40_000):
        page.goto(served.address + FIRST)
        page.locator("#Q-1-1").fill("7")
        page.locator("summary", has_text="Paste a whole matrix").click()
        page.locator("#paste-k").fill(text)
        page.locator("#do-paste").click()
        expect(page.locator("#fault-paste-k")).to_contain_text(f"too long for K: {len(text)} signs")
        assert page.locator("#paste-k").input_value() == text
        assert page.locator("#Q-1-1").input_value() == "7"
    context.close()


def test_all_of_it_works_without_a_script(browser: Browser, served: Served) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(served.address + FIRST)
    page.locator("#Q-1-1").fill("0,5")
    page.locator("#slip-1").select_option("carry-keys")
    page.get_by_role("button", name="Compute", exact=True).click()
    assert "q=0.5+0+1+0~" in page.url
    assert "slip=carry-keys" in page.url
    expect(page.locator("#step-7")).to_contain_text("differ")
    page.locator("#Q-1-2").fill("x")
    page.keyboard.press("Enter")
    expect(page.locator("#fault-Q-1-2")).to_be_visible()
    page.locator("#Q-1-2").fill("1")
    page.get_by_role("button", name="wider").first.click()
    expect(page.locator("#Q-1-5")).to_have_value("0")
    context.close()


def test_a_screen_reader_can_read_every_step(lab: Page) -> None:
    """What a reading by landmarks, headings and tables meets, in its order."""
    lab.goto(lab.url + "&slip=no-scale")
    headings = lab.get_by_role("heading", level=3).all_inner_texts()
    assert [one[:2] for one in headings] == [f"{n}." for n in range(1, 8)]
    tree = lab.locator("section:has(#step-5)").aria_snapshot()
    assert 'table "Right' in tree
    assert 'table "Slipped' in tree
    assert 'columnheader "A"' in tree
    assert 'rowheader "A"' in tree
    assert 'cell "0.665 differs"' in tree
    summary = lab.locator("section:has(#step-5) summary").first
    summary.focus()
    lab.keyboard.press("Enter")
    expect(lab.get_by_text("Row A: A 0.506, B 0.186, C 0.307.")).to_be_visible()
    assert lab.get_by_role("status").count() == 1


def test_printing_keeps_the_matrices_and_the_steps(lab: Page) -> None:
    lab.emulate_media(media="print")
    expect(lab.locator("#do-compute")).not_to_be_visible()
    expect(lab.locator(".starts")).not_to_be_visible()
    expect(lab.locator("#Q-1-1")).to_be_visible()
    expect(lab.locator("#step-7")).to_be_visible()


STEP_FIVE = """\
heading 3: 5. Weights 9 of 9 differ
table: Right w sub j equals fraction a sub j over Z end fraction
A, A: 0.506
A, B: 0.186
A, C: 0.307
B, A: 0.186
B, B: 0.506
B, C: 0.307
C, A: 0.274
C, B: 0.274
C, C: 0.452
DisclosureTriangle: Row by row, folded
table: Slipped w sub j equals fraction a sub j over Z end fraction
A, A: 0.665 differs
A, B: 0.090 differs
A, C: 0.245 differs
B, A: 0.090 differs
B, B: 0.665 differs
B, C: 0.245 differs
C, A: 0.212 differs
C, B: 0.212 differs
C, C: 0.576 differs
DisclosureTriangle: Row by row, folded"""


def test_a_step_word_for_word(lab: Page) -> None:
    """Each number with its row and its column, and whether it differs; first comes where the ways part."""
    lab.goto(lab.url + "&slip=no-scale")
    lab.wait_for_function("document.fonts.status === 'loaded'")
    root = tree(lab)
    assert faults(root) == []
    lines = reading(root)
    first = lines.index("heading 3: 5. Weights 9 of 9 differ")
    assert "\n".join(lines[first : first + STEP_FIVE.count("\n") + 1]) == STEP_FIVE
    summed_up = next(place for place, line in enumerate(lines) if line.startswith("The ways part at step 2"))
    assert lines.index("heading 2: Step by step") < summed_up < first
