"""The ways through a sitting without a script: what comes back unsaved, who holds it, parts, the end, and what is read."""

import pytest
from fastapi import FastAPI

from tests.web.candidate import EVERY_KIND, ONE_WAY, Candidate, candidate
from tests.web.product import Product, right_answer
from tests.web.test_sitting import filled_in, later
from tests.web.visitor import Visitor


@pytest.fixture
def sat(app: FastAPI, product: Product) -> Candidate:
    """A candidate whose clock has just started."""
    found = candidate(app, product)
    found.begin()
    return found


def said(found: Candidate) -> str:
    return found.page.one("main").text


def elsewhere(found: Candidate) -> Candidate:
    """The same learner and sitting in another browser."""
    other = Visitor(found.visitor.client.app)  # type: ignore[arg-type]
    other.client.cookies.set("keyed_guest", found.visitor.client.cookies["keyed_guest"])
    return Candidate(other, found.sitting_id, found.variants)


def test_flags_strikes_and_notes_stand_and_are_listed(sat: Candidate) -> None:
    sat.press("stay", ("flagged", "yes"), ("strike", "3"), ("notes", "e^0.5 = 1.649\r\nthen"))
    assert [one.attrs["value"] for one in sat.page.all("input", name="strike", checked="")] == ["3"]
    assert "checked" in sat.page.one("input", id="flagged").attrs
    assert sat.page.one("textarea", id="notes").text == "\ne^0.5 = 1.649\nthen"
    assert "Saved at" in sat.page.one("span", id="notes-saving").text
    sat.go("/review?show=flagged")
    assert len(sat.page.all("tr")) == 2
    assert "unanswered" in sat.page.all("tr")[1].text
    sat.go("/notes")
    sat.press("2", ("notes", "other"))
    assert sat.at == "/items/2"
    assert sat.page.one("textarea", id="notes").text == "\nother"


def test_an_answer_in_part_is_kept_and_does_not_count(sat: Candidate) -> None:
    sat.go("/items/2")
    sat.give(("1",))
    assert "It does not count as answered yet. Choose two" in said(sat)
    assert filled_in(sat) == ["1"]
    sat.go("/items/3")
    sat.give(("abc", "0.2", "0.3"))
    assert filled_in(sat) == ["abc", "0.2", "0.3"]
    assert "It does not count as answered yet." in said(sat)
    sat.go("/review?show=incomplete")
    assert said(sat).count("begun") == 3  # in the sentence, and in two lines
    assert len(sat.page.all("tr")) == 1 + len(EVERY_KIND)


def test_going_on_without_a_change_stores_nothing(sat: Candidate, product: Product) -> None:
    heard: list[str] = []
    product.house.database.watch(heard.append)
    sat.press("next")
    assert sat.at == "/items/2"
    assert not [one for one in heard if one.lstrip().upper().startswith(("INSERT", "UPDATE"))]


def test_an_older_page_comes_back_with_what_it_held_and_overwrites_nothing(sat: Candidate) -> None:
    older = sat.page
    sat.give(("2",))
    sat.visitor.page = older
    sat.give(("3",))
    assert sat.at == "/items/1"
    assert "A newer answer was saved for this question" in said(sat)
    assert "Saved for this question: B." in said(sat)
    assert filled_in(sat) == ["3"]
    sat.go("/items/1")
    assert filled_in(sat) == ["2"]
    sat.visitor.page = older
    sat.give(("3",))
    sat.press("stay")  # now it is wished for
    assert "newer answer" not in said(sat)
    sat.go("/items/1")
    assert filled_in(sat) == ["3"]


@pytest.mark.parametrize("place", range(len(EVERY_KIND)))
def test_what_another_browser_typed_is_carried_over_the_take_over(sat: Candidate, place: int) -> None:
    given = right_answer(sat.variants[place])
    sat.go(f"/items/{place + 1}")
    mine = sat.page
    other = elsewhere(sat)
    other.go(f"/items/{place + 1}")
    assert "This exam is open somewhere else" in said(other)
    assert not other.page.all("fieldset")
    other.visitor.send("/take-over")
    assert other.at == f"/items/{place + 1}"
    sat.visitor.page = mine
    sat.give(given)
    assert "This exam is open somewhere else" in said(sat)
    assert "You gave:" in said(sat)
    sat.visitor.send("/take-over")
    assert filled_in(sat) == list(given)
    assert "is not saved yet" in said(sat)
    other.give(given, "next")
    assert "This exam is open somewhere else" in said(other)


def test_an_exam_in_parts_has_no_way_back(app: FastAPI, product: Product) -> None:
    found = candidate(app, product, exam=ONE_WAY)
    found.begin()
    assert "Part 1 of 2" in said(found)
    found.go("/items/5")
    assert found.visitor.status == 409
    assert "That part is not open yet" in said(found)
    found.go("/items/4")
    found.press("next")
    assert found.at == "/part"
    assert "four questions are unanswered" in said(found)
    assert "no way back" in said(found)
    closing = found.page
    found.visitor.send("/part")
    assert found.at == "/items/5"
    assert not found.page.all("button", id="go-previous")
    found.visitor.page = closing
    found.visitor.send("/part")  # sent twice
    assert found.at == "/items/5"
    found.go("/items/2")
    assert found.visitor.status == 409
    assert "Question 2 lies in a part that you have left" in said(found)
    token = found.go("/items/5").form("/items/5").fields[0]
    found.visitor.post(f"{found.root}/items/2", [token, ("holder", "1"), ("seq", "1"), ("option", "1")])
    assert found.visitor.status == 409
    found.go("/review")
    assert said(found).count("closed") == 4
    assert "1 answered" not in said(found)
    found.go("/part")
    assert found.at == "/review"


def test_ending_is_asked_twice_and_names_what_is_unanswered(sat: Candidate) -> None:
    sat.give(("2",), "review")
    sat.go("/end")
    assert "six of 7" not in said(sat)
    assert "6 of 7 questions are unanswered" in said(sat)
    assert "question 2, question 3" in said(sat)
    assert not sat.page.all("button", value="end")
    sat.go("/end?asked=once")
    assert "End the exam with 6 unanswered" in said(sat)
    sat.press("end")
    assert sat.at == "/report"
    sat.go("/items/1")
    assert sat.at == "/over"
    assert "The exam is over" in said(sat)
    assert "The time is up" not in said(sat)
    sat.go("/over")
    assert sat.page.all("a", href=f"{sat.root}/report")


def test_a_browser_that_does_not_hold_it_ends_nothing(sat: Candidate) -> None:
    sat.go("/end?asked=once")
    last = sat.page
    other = elsewhere(sat)
    other.go("/review")
    other.visitor.send("/take-over")
    assert other.at == "/review"
    sat.visitor.page = last
    sat.press("end")
    assert "This exam is open somewhere else" in said(sat)
    other.go("/items/1")
    assert other.at == "/items/1"


def test_after_the_deadline_what_came_late_is_named_and_not_counted(sat: Candidate, product: Product) -> None:
    sat.give(("2",))
    later(product, minutes=20, seconds=3)
    sat.give(("3",))  # within the grace: it counts, and nothing more is shown to be answered
    assert sat.at == "/over"
    assert "in a few seconds" in said(sat)
    sat.visitor.page = sat.go("/over")
    later(product, seconds=4)
    sat.go("/items/1")
    assert sat.at == "/over"
    assert "The time is up" in said(sat)
    assert "late" not in said(sat)
    assert "09:50:00 UTC" in said(sat)
    sat.go("/review")
    assert sat.at == "/over"


def test_a_page_sent_after_the_grace_is_kept_as_late(sat: Candidate, product: Product) -> None:
    held = sat.go("/items/4")
    later(product, minutes=21)
    sat.visitor.page = held
    sat.give(right_answer(sat.variants[3]))
    assert sat.at == "/over"
    assert "Kept as late, for an instructor to look at, and not counted: question 4." in said(sat)
    sat.go()
    assert sat.at == "/report"


def test_the_time_is_right_when_a_page_is_served_and_comes_back_at_five_minutes(
    sat: Candidate, product: Product
) -> None:
    later(product, minutes=5, seconds=1.5)
    sat.go("/items/1")
    assert sat.page.one("b", id="time-left").text == "14:58"
    assert sat.page.one("form", id="sheet").attrs["data-remaining-ms"] == "898500"
    assert sat.page.one("form", id="sheet").attrs["data-warnings"] == "[900000,300000]"
    sat.give(("2",), "hide-time")
    assert sat.page.one("div", id="clock").attrs["data-hidden"] == "yes"
    assert filled_in(sat) == ["2"]
    sat.press("show-time")
    assert "hidden" not in sat.page.one("b", id="time-left").attrs
    sat.press("hide-time")
    later(product, minutes=10)
    sat.go("/items/1")
    assert "hidden" not in sat.page.one("b", id="time-left").attrs
    assert not sat.page.all("button", id="time-toggle")


def test_text_and_colours_change_without_losing_what_was_given(sat: Candidate) -> None:
    sat.give(("4",), "look", ("look-text", "150"), ("look-scheme", "dark"))
    assert sat.at == "/items/1"
    assert sat.page.one("html").attrs["data-text"] == "150"
    assert sat.page.one("html").attrs["data-scheme"] == "dark"
    assert filled_in(sat) == ["4"]
    sat.go("/review?show=all")
    sat.press("look", ("look-text", "100"))
    assert "data-text" not in sat.page.one("html").attrs
    assert sat.at == "/review"


@pytest.mark.parametrize("tail", ["", "/items/1", "/notes", "/review", "/end", "/part", "/over"])
def test_anothers_sitting_looks_like_none(sat: Candidate, app: FastAPI, product: Product, tail: str) -> None:
    stranger = candidate(app, product)
    stranger.visitor.get(sat.root + tail)
    assert stranger.visitor.status == 404
    nobody = Visitor(app)
    nobody.get(sat.root + tail)
    assert nobody.status == 404


@pytest.mark.parametrize("tail", ["/items/1", "/review", "/end", "/notes"])
def test_a_page_is_read_in_three_statements(sat: Candidate, product: Product, tail: str) -> None:
    for n, variant in enumerate(sat.variants, 1):
        sat.go(f"/items/{n}")
        sat.give(right_answer(variant))
    product.reopen()
    fresh = Visitor(product.application())
    fresh.client.cookies.update(sat.visitor.client.cookies)
    heard: list[str] = []
    product.house.database.watch(heard.append)
    again = Candidate(fresh, sat.sitting_id, sat.variants)
    again.go(tail)
    assert again.at == tail
    assert 0 < len(heard) <= 3, heard  # nothing is remembered yet
    assert again.visitor.response.headers["cache-control"] == "no-store"
    heard.clear()
    again.go(tail)
    assert 0 < len(heard) <= 3, heard
