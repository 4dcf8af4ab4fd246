"""Steps that several browser tests take."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Served

ANSWERS: tuple[tuple[str, ...], ...] = (("B",), ("0.665", "0.090", "0.245"), ("A",), ("A", "B"))


def start(page: Page, served: Served) -> None:
    """From the first page to the first question."""
    page.goto(served.address)
    page.get_by_role("button", name="Start: ten mixed questions").click()
    page.wait_for_url("**/items/1")


def give(page: Page, answer: tuple[str, ...]) -> None:
    """Choose the options of these letters, or type these numbers, and send."""
    fields = page.locator("input[name=number]")
    if fields.count():
        for place, text in enumerate(answer):
            fields.nth(place).fill(text)
    else:
        for letter in answer:
            page.locator("label.option", has=page.locator(f"kbd:text-is('{letter}')")).click()
    page.get_by_role("button", name="Answer", exact=True).click()
    page.wait_for_url("**/feedback")


def go_on(page: Page) -> None:
    """To the next question."""
    page.get_by_role("button", name="Next question").click()
    page.wait_for_url("**/items/*")
    expect(page.locator("fieldset#answer")).to_be_visible()


def all_pages(page: Page, served: Served) -> list[str]:
    """Walk through a practice; the addresses of every kind of page on the way, an error page among them."""
    start(page, served)
    seen = [served.address + path for path in ("/", "/practice", "/progress", "/about", "/no-such-page")]
    for n, answer in enumerate(ANSWERS, 1):
        seen.append(page.url)
        give(page, answer)
        seen.append(page.url)
        if n < len(ANSWERS):
            go_on(page)
    practice = page.url.partition("/items/")[0]
    link = f"{served.address}/instructor/{served.services.link_token}"
    page.goto(link)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Come in").click()
    page.wait_for_url("**/authoring")
    authoring = ["/authoring", "/authoring/banks/attention", "/authoring/items/weights-row-choice"]
    return [*seen, practice + "/summary", link, *(served.address + path for path in authoring)]
