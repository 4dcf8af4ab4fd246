"""Matrices and steps in a real browser: keyboard, pasting, without scripts, reload, cut network, read aloud, axe, on paper."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Served
from tests.browser.journeys import START, fill, open_folds, send, start
from tests.browser.reading import faults, reading, tree
from tests.browser.test_axe import violations
from tests.browser.test_interruptions import network, send_again
from tests.browser.test_keyboard import tab_to
from tests.browser.test_look import too_wide_at_any_size
from tests.web.typed import GRID, MATRIX, NO_SCALE, RIGHT_STEPS, STEPS, put_by_hand, slipped_matrix

RIGHT_MATRIX = tuple(one.printed for one in MATRIX.answer_key.answer.numbers)  # type: ignore[union-attr]
RIGHT = {GRID: RIGHT_MATRIX, STEPS: RIGHT_STEPS}
WRONG = {GRID: slipped_matrix(), STEPS: NO_SCALE}
ROWS = [RIGHT_MATRIX[at : at + 3] for at in (0, 3, 6)]
HINT = "(To three decimals. Written as 0.5, 0,5, 1/2 or 5e−1, as you like. A whole matrix can be pasted into the first field.)"
STEPS_HINT = (
    "An empty field earns nothing and costs nothing else: later steps are judged on your own numbers. "
    "Written as 0.5, 0,5, 1/2 or 5e−1, as you like."
)
GRID_ALOUD = [
    "table: W",
    f"row A, column A: textbox: row A, column A {HINT}",
    *[f"row {row}, column {column}: textbox: row {row}, column {column}" for row in "ABC" for column in "ABC"][1:],
    HINT[1:-1],
]  # fmt: skip
STEPS_ALOUD = [
    STEPS_HINT,
    "list of 4",
    "group: 1 Divide by root of d sub k end root to three decimals",
    *["A", f"textbox: A ({STEPS_HINT})", "B", "textbox: B", "C", "textbox: C"],
    "group: 2 Take the powers of e to three decimals",
    *["A", "textbox: A", "B", "textbox: B", "C", "textbox: C"],
    "group: 3 Add them up to three decimals",
    *["sum", "textbox: sum"],
    "group: 4 Divide each by the sum to three decimals",
    *["A", "textbox: A", "B", "textbox: B", "C", "textbox: C"],
]


@pytest.fixture
def page(context: BrowserContext, served: Served) -> Page:
    put_by_hand(served.product)
    return context.new_page()


def standing(page: Page) -> tuple[str, ...]:
    return tuple(one.input_value() for one in page.locator("input[name=number]").all())


def paste(page: Page, name: str, text: str) -> None:
    """Paste as a browser does: a script may take it, else it goes into the field without its line breaks."""
    page.get_by_label(name).evaluate(
        "(field, text) => { field.focus(); const data = new DataTransfer(); data.setData('text/plain', text);"
        " const taken = !field.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));"
        " if (!taken) { field.value = text; field.dispatchEvent(new Event('input', {bubbles: true})); } }",
        text,
    )


def ready(page: Page) -> None:
    """Wait for what walks and pastes, which is fetched where there is a matrix."""
    page.locator("fieldset#answer [aria-live=polite]").wait_for(state="attached")


def told(page: Page) -> None:
    page.wait_for_url("**/feedback")
    page.wait_for_load_state()


def test_a_matrix_by_the_keyboard_alone(page: Page, served: Served) -> None:
    start(page, served, GRID)
    ready(page)
    page.get_by_label("row A, column A").focus()
    for at, text in enumerate(RIGHT_MATRIX):
        if at:
            page.keyboard.press("Tab")
        expect(page.locator(f"#number-{at + 1}")).to_be_focused()
        page.keyboard.type(text)
    walk = [
        ("ArrowUp", 6),
        ("ArrowUp", 3),
        ("ArrowLeft", 2),
        ("ArrowDown", 5),
        ("ArrowRight", 6),
        ("ArrowRight", 6),
    ]
    for pressed, place in walk:
        page.keyboard.press(pressed)
        expect(page.locator(f"#number-{place}")).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")  # inside what was typed: the caret moves, not the focus
    expect(page.locator("#number-6")).to_be_focused()
    assert standing(page) == RIGHT_MATRIX
    page.keyboard.press("Enter")
    told(page)
    expect(page.locator("h1")).to_contain_text("Right")


@pytest.mark.parametrize(
    "text",
    ["\n".join("\t".join(row) for row in ROWS), "[[" + "],\n [".join(", ".join(row) for row in ROWS) + "]]"],
    ids=["lines", "brackets"],
)
def test_a_whole_matrix_is_pasted_into_the_first_field(page: Page, served: Served, text: str) -> None:
    start(page, served, GRID)
    ready(page)
    paste(page, "row A, column A", text)
    assert standing(page) == RIGHT_MATRIX
    expect(page.locator("fieldset#answer [aria-live=polite]")).to_have_text("9 fields are filled.")
    page.reload()
    assert standing(page) == RIGHT_MATRIX
    send(page)
    told(page)
    expect(page.locator("h1")).to_contain_text("Right")


def test_a_part_goes_where_it_was_pasted_and_what_does_not_fit_comes_back(page: Page, served: Served) -> None:
    start(page, served, GRID)
    ready(page)
    paste(page, "row B, column B", "1 2\n3 4")
    assert standing(page) == ("", "", "", "", "1", "2", "", "3", "4")
    for place in (5, 6, 8, 9):
        page.locator(f"#number-{place}").fill("")
    paste(page, "row A, column A", "1 2; 3 4; 5 6; 7 8")
    send(page)
    expect(page.locator("#faults")).to_contain_text(
        "This is not a matrix of three rows with three numbers each"
    )
    assert standing(page)[0] == "1 2; 3 4; 5 6; 7 8"


def test_steps_by_the_keyboard_alone_with_a_calculator_and_a_field_left_empty(
    page: Page, served: Served
) -> None:
    start(page, served, STEPS)
    for place, text in enumerate(NO_SCALE, 1):
        tab_to(page, "sum" if place == 7 else "ABC"[(place - 1 if place < 7 else place - 2) % 3])
        expect(page.locator(f"#number-{place}")).to_be_focused()
        page.keyboard.type(text)
    page.get_by_role("button", name="Answer", exact=True).focus()
    page.keyboard.press("k")
    page.locator(".pads").wait_for()
    page.keyboard.type("e^2")
    page.keyboard.press("Enter")
    expect(page.locator(".aid .reckoned")).to_contain_text("7.389")
    page.keyboard.press("Escape")
    assert standing(page) == NO_SCALE
    page.get_by_role("button", name="Answer", exact=True).press("Enter")
    told(page)
    expect(page.locator(".verdict")).to_contain_text("is the first that is not right")
    expect(page.locator(".told-step")).to_have_count(4)


@pytest.mark.parametrize("item", [GRID, STEPS])
def test_what_was_typed_outlives_a_reload_a_cut_network_and_a_server_that_is_away(
    page: Page, served: Served, item: str
) -> None:
    start(page, served, item)
    fill(page, WRONG[item])
    page.reload()
    assert standing(page) == WRONG[item]
    with network(page, offline=True):
        send(page)
        page.wait_for_url("chrome-error://**")
    page.go_back()
    page.wait_for_url("**/items/1")
    assert standing(page) == WRONG[item]
    served.stop()
    send(page)
    page.wait_for_url("chrome-error://**")
    served.product.reopen()
    served.start()
    assert served.product.answers() == 0
    send_again(page, WRONG[item])
    assert served.product.answers() == 1
    assert page.evaluate("localStorage.length") == 0


def test_without_scripts(browser: Browser, served: Served) -> None:
    put_by_hand(served.product)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    served.product.will_ask(STEPS, GRID)
    page.goto(served.address)
    page.get_by_role("button", name=START).click()
    send(page)
    expect(page.locator("#faults")).to_contain_text("Nothing is typed yet")
    fill(page, (*NO_SCALE[:3], "7.3.8", *NO_SCALE[4:]))
    send(page)
    expect(page.locator("#faults")).to_contain_text("Step 2, A: There is more than one decimal sign")
    assert standing(page)[4:] == NO_SCALE[4:]
    fill(page, NO_SCALE)
    send(page)
    expect(page.locator(".verdict")).to_contain_text("Step 1")
    page.get_by_role("button", name="Next question").click()
    page.get_by_label("row A, column A").fill(", ".join(RIGHT_MATRIX))
    send(page)
    expect(page.locator("h1")).to_contain_text("Right")
    context.close()


@pytest.mark.parametrize(("item", "aloud"), [(GRID, GRID_ALOUD), (STEPS, STEPS_ALOUD)])
def test_what_is_read_aloud_what_axe_finds_and_how_it_fits(
    page: Page, served: Served, item: str, aloud: list[str]
) -> None:
    """Before the answer, with an answer that came back, and after it; in both lights."""
    start(page, served, item)
    lines = reading(tree(page))
    first = next(at for at, line in enumerate(lines) if line.startswith("group: ")) + 1
    assert lines[first : first + len(aloud)] == aloud
    found = looked_at(page, f"{item} to answer")
    page.locator("#number-2").fill("1..2")
    page.locator("#number-1").fill("1")
    send(page)
    page.locator("#faults").wait_for()
    found += looked_at(page, f"{item} that came back")
    fill(page, WRONG[item])
    send(page)
    told(page)
    found += looked_at(page, f"{item} told")
    assert found == []


def looked_at(page: Page, name: str) -> list[str]:
    """Everything that is wrong with a page as it stands, in the light and in the dark, at every size."""
    open_folds(page)
    found = [f"{name}: {one}" for one in faults(tree(page))]
    for width, scheme in ((360, "dark"), (1280, "light")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        found += violations(page, f"{name} at {width}, {scheme}")
    found += too_wide_at_any_size(page, name)
    page.evaluate("document.documentElement.style.fontSize = ''")
    return found


@pytest.mark.parametrize("width", [320, *(pytest.param(one, marks=pytest.mark.gate) for one in (360, 1280))])
def test_no_number_that_is_told_is_broken_in_two(page: Page, served: Served, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    start(page, served, STEPS)
    fill(page, ("7", "11.4999", "1/3", *("1234567.125",) * 7))
    send(page)
    told(page)
    cells = page.locator(".told-step .own td:is([data-column='By yours'], [data-column='Right'])")
    assert "1096.633" in cells.all_text_contents()
    broken = cells.evaluate_all(
        """all => all.filter(one => { const inside = document.createRange(); inside.selectNodeContents(one);
        return !one.textContent.includes('·') && inside.getBoundingClientRect().height > 30; }).map(one => one.textContent)"""
    )
    assert broken == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [360, 1280])
def test_three_columns_fit_beside_each_other(page: Page, served: Served, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    start(page, served, GRID)
    hold = "(one => one.scrollWidth - one.clientWidth)(document.querySelector('.typing-hold'))"
    assert page.evaluate(hold) == 0
    fill(page, WRONG[GRID])
    narrow = page.evaluate(
        "[...document.querySelectorAll('.typing input')].some(one => one.scrollWidth > one.clientWidth)"
    )
    assert not narrow
    send(page)
    told(page)
    assert page.evaluate(hold) == 0


@pytest.mark.parametrize("item", [GRID, STEPS])
@pytest.mark.gate
def test_on_paper(page: Page, served: Served, item: str) -> None:
    start(page, served, item)
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1
    fill(page, WRONG[item])
    send(page)
    told(page)
    page.emulate_media(media="print", color_scheme="dark")
    for part in (".told-step", ".verdict", ".worked") if item == STEPS else (".told-grid", ".verdict"):
        assert page.locator(part).first.is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert 1 <= page.pdf(format="A4").count(b"/Type /Page\n") <= 3
