"""The tutorial before the first clock: everything can be tried without a script, and nothing of it is kept."""

from app.web.tutorial import LAST, TRIALS
from tests.web.html_page import HtmlPage
from tests.web.product import Product
from tests.web.visitor import Visitor


def go(visitor: Visitor, where: str, *changes: tuple[str, str]) -> HtmlPage:
    """Press a button of the tutorial, with fields as they are on the page unless they are given."""
    form = visitor.page.form("/exams/tutorial")
    named = {name for name, _ in changes}
    kept = [(name, text) for name, text in form.fields if name not in named and name != "go"]
    fields = [*kept, *changes, ("go", where)]
    return visitor.get("/exams/tutorial?" + "&".join(f"{name}={text}" for name, text in fields))


def checked(page: HtmlPage) -> list[tuple[str, str]]:
    return [(one.attrs["name"], one.attrs["value"]) for one in page.all("input") if "checked" in one.attrs]


def test_what_was_tried_stays_while_one_goes_to_and_fro(visitor: Visitor) -> None:
    visitor.get("/exams/tutorial")
    go(visitor, "next", ("option-1", "2"), ("strike-1", "4"), ("flagged-1", "1"))
    page = go(visitor, "next", ("option-2", "1"), ("option-2", "3"))
    assert "Question 3 of 3" in page.one("main").text
    page = go(visitor, "1", ("number-3", "3/2"))
    assert sorted(checked(page)) == [("flagged-1", "1"), ("option-1", "2"), ("strike-1", "4")]
    page = go(visitor, "3")
    assert page.one("input", id="number").attrs["value"] == "3/2"
    assert "Read as 3/2" in page.one("main").text
    page = go(visitor, "review")
    assert "3 of 3 answered, 0 not, 1 flagged" in page.one("main").text
    assert "Every question is answered." in go(visitor, "end").one("main").text
    assert "Nothing of this tutorial was kept." in go(visitor, "over").one("main").text


def test_too_many_and_unreadable_are_told_and_kept(visitor: Visitor) -> None:
    visitor.get("/exams/tutorial?at=2")
    page = go(visitor, "stay", *[("option-2", str(n)) for n in (1, 2, 3)])
    assert "Choose two; three are chosen now, so take one away." in page.one("main").text
    assert len(checked(page)) == 3
    go(visitor, "next")
    page = go(visitor, "stay", ("number-3", "ninety"))
    assert page.one("input", id="number").attrs["value"] == "ninety"
    assert page.one("input", id="number").attrs["aria-invalid"] == "true"
    assert "Three questions are not answered." in go(visitor, "end").one("main").text


def test_any_address_gives_a_page(visitor: Visitor) -> None:
    for address in ("at=99&go=-1", "go=next&at=3", "option-1=99&option-2=x&number-3=" + "9" * 300, "n=1&n=2"):
        visitor.get(f"/exams/tutorial?{address}")
        assert visitor.status == 200


def test_nobody_becomes_a_guest_by_trying(visitor: Visitor) -> None:
    visitor.get("/exams/tutorial")
    go(visitor, "next", ("option-1", "1"))
    assert not visitor.client.cookies


def test_the_tutorial_asks_nothing_of_the_bank(visitor: Visitor, product: Product) -> None:
    shown = " ".join(visitor.get(f"/exams/tutorial?at={n}").one("main").text for n in range(1, LAST + 1))
    assert all(trial.stem in shown for trial in TRIALS)
    assert "softmax" not in shown
