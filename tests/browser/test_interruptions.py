"""Back, reload, two tabs, double click, a restart of the server, a slow and a cut network: no answer lost, none twice."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import Served
from tests.browser.journeys import START, fill, give, give_wrong, go_on, send, start
from tests.conftest import GATE
from tests.web.product import right_answer, wrong_answer


def test_a_double_click_is_one_answer(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served, "weights-row-choice")
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
    fill(page, ("2",))
    page.get_by_role("button", name="Answer", exact=True).dblclick()
    page.wait_for_url("**/feedback")
    assert len(sent) == 1
    assert served.product.answers() == 1


@pytest.mark.gate
def test_a_double_click_on_next_and_on_new_numbers_asks_one_question(
    context: BrowserContext, served: Served
) -> None:
    page = context.new_page()
    start(page, served, "weights-row-choice")
    give_wrong(page, served)
    page.get_by_role("button", name="Same question, new numbers").dblclick()
    page.wait_for_url("**/items/2")
    give_wrong(page, served)
    page.get_by_role("button", name="Next question").dblclick()
    page.wait_for_url("**/items/3")
    page.goto(page.url.replace("/items/3", "/items/4"))
    expect(page.locator("h1")).to_contain_text("no such page")


def test_back_and_reload_lose_and_double_nothing(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served)
    question = page.url
    give_wrong(page, served)
    page.reload()
    expect(page.locator("h1")).to_contain_text("Not right")
    page.go_back()
    page.wait_for_url(question)
    expect(page.locator("main")).to_contain_text("You have answered this question.")
    page.reload()
    page.get_by_role("link", name="See what came out").click()
    page.wait_for_url("**/feedback")
    assert served.product.answers() == 1


def test_two_tabs_make_one_answer(context: BrowserContext, served: Served) -> None:
    first = context.new_page()
    start(first, served, "weights-row-choice")
    second = context.new_page()
    second.goto(first.url)
    variant = served.product.at(first.url)
    give(first, wrong_answer(variant))
    give(second, right_answer(variant))
    expect(second.locator("h1")).to_contain_text("Not right")
    assert served.product.answers() == 1
    go_on(first)
    go_on(second)
    assert first.url == second.url


@pytest.mark.gate
def test_a_start_from_an_old_tab_is_no_error(context: BrowserContext, served: Served) -> None:
    first, second = context.new_page(), context.new_page()
    first.goto(served.address)
    second.goto(served.address)
    for page in (first, second):
        page.get_by_role("button", name=START).click()
        page.wait_for_url("**/items/1")


@pytest.mark.parametrize("item", ["weights-row-typed", "weights-row-choice"][: 2 if GATE else 1])
def test_a_restart_of_the_server_between_question_and_answer(
    context: BrowserContext, served: Served, item: str
) -> None:
    page = context.new_page()
    start(page, served, item)
    variant = served.product.at(page.url)
    fill(page, right_answer(variant))
    served.restart()
    send(page)
    page.wait_for_url("**/feedback")
    expect(page.locator("h1")).to_contain_text("Right")
    assert served.product.answers() == 1
    served.restart()
    page.reload()
    expect(page.locator("h1")).to_contain_text("Right")
    go_on(page)


def test_a_server_that_is_away_when_an_answer_is_sent(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served, "weights-row-typed")
    given = right_answer(served.product.at(page.url))
    fill(page, given)
    served.stop()
    send(page)
    page.wait_for_url("chrome-error://**")
    served.product.reopen()
    served.start()
    send_again(page, given)
    expect(page.locator("h1")).to_contain_text("Right")
    assert served.product.answers() == 1


def test_a_reload_keeps_what_is_chosen_until_it_is_answered(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    start(page, served, "two-facts-about-a-query", "weights-row-choice")
    fill(page, ("1", "3"))
    page.reload()
    chosen = page.locator("input[name=option]:checked")
    assert [one.get_attribute("value") for one in chosen.all()] == ["1", "3"]
    give(page, ())
    go_on(page)
    expect(chosen).to_have_count(0)
    assert page.evaluate("sessionStorage.length + localStorage.length") == 0


def send_again(page: Page, given: tuple[str, ...]) -> None:
    """Go back to the question, where what was typed still stands, and send it."""
    page.go_back()
    page.wait_for_url("**/items/1")
    for place, text in enumerate(given):
        expect(page.locator("input[name=number]").nth(place)).to_have_value(text)
    send(page)
    page.wait_for_url("**/feedback")


@contextmanager
def network(page: Page, *, offline: bool = False, latency: int = 0, rate: int = -1) -> Iterator[None]:
    """A network of that latency in milliseconds and rate in bytes a second, or none."""
    tools = page.context.new_cdp_session(page)
    usual = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    tools.send("Network.enable")
    tools.send(
        "Network.emulateNetworkConditions",
        {"offline": offline, "latency": latency, "downloadThroughput": rate, "uploadThroughput": rate},
    )
    yield
    tools.send("Network.emulateNetworkConditions", usual)
    tools.detach()


@pytest.mark.gate
def test_a_slow_network_brings_one_answer_and_its_feedback(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    with network(page, latency=200, rate=200_000):
        start(page, served, "weights-row-choice")
        fill(page, wrong_answer(served.product.at(page.url)))
        button = page.get_by_role("button", name="Answer", exact=True)
        button.click(click_count=2, delay=30, no_wait_after=True)
        page.wait_for_url("**/feedback", wait_until="domcontentloaded")
        expect(page.locator(".verdict")).to_be_visible()
    assert served.product.answers() == 1


def test_a_question_on_a_slow_network_can_be_answered_before_scripts_and_fonts_have_come(
    context: BrowserContext, served: Served
) -> None:
    page = context.new_page()
    held: list[Route] = []
    page.route("**/static/*.js", lambda route: held.append(route))
    page.route("**/static/*.woff2", lambda route: held.append(route))
    served.product.will_ask("weights-row-choice")
    page.goto(served.address, wait_until="commit")
    page.get_by_role("button", name=START).click()
    page.wait_for_url("**/items/1", wait_until="commit")
    fill(page, ("2",))
    send(page)
    page.wait_for_url("**/feedback", wait_until="commit")
    expect(page.locator(".verdict")).to_be_visible()
    assert held
    for one in held:
        one.abort()


def test_a_network_that_is_cut_before_the_answer_left_keeps_what_was_typed(
    context: BrowserContext, served: Served
) -> None:
    page = context.new_page()
    start(page, served, "weights-row-typed")
    given = wrong_answer(served.product.at(page.url))
    fill(page, given)
    with network(page, offline=True):
        send(page)
        page.wait_for_url("chrome-error://**")
    assert served.product.answers() == 0
    send_again(page, given)
    assert served.product.answers() == 1


def test_a_network_that_is_cut_after_the_answer_arrived_stores_it_once(
    context: BrowserContext, served: Served
) -> None:
    page = context.new_page()
    start(page, served, "weights-row-typed")
    question = page.url

    def lose_the_reply(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort("connectionreset")

    page.route("**/response", lose_the_reply)
    fill(page, wrong_answer(served.product.at(question)))
    send(page)
    page.wait_for_url("chrome-error://**")
    page.unroute("**/response")
    assert served.product.answers() == 1
    page.go_back()
    page.wait_for_url(question)
    page.get_by_role("link", name="See what came out").click()
    page.wait_for_url("**/feedback")
    expect(page.locator("h1")).to_contain_text("Not right")
    assert served.product.answers() == 1
