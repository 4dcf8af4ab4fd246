"""Feedback at the end, as a visitor meets it: whether an answer was right shows nowhere before, byte for byte."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import orjson
import pytest

from tests.conftest import GATE
from tests.databases import NOW
from tests.web.product import Product, right_answer, wrong_answer
from tests.web.test_secrecy import Seen, seen_by
from tests.web.visitor import Visitor

ITEMS = ("state-the-formula", "weights-row-typed", "two-facts-about-a-query", "weights-row-choice")
CHOICE = [("feedback", "end"), ("length", "5")]
_GIVEN = re.compile(r'"(positions|typed)": \[[^\]]*\]|"submission_id": "[^"]*"')
_CHECKED = re.compile(r'( checked)|(?<=id="number-)(\d" [^>]*?)value="[^"]*"')


def answered(product: Product, *, right: bool) -> Visitor:
    """A visitor in the midst of a practice with late feedback whose answers so far are all right, or all wrong."""
    asked = product.will_ask(*ITEMS)
    visitor = Visitor(product.application())
    visitor.begin(*CHOICE)
    for turn, variant in enumerate(asked[:-1], 1):
        product.clock.move_to(NOW + timedelta(seconds=30 * turn))
        visitor.answer(right_answer(variant) if right else wrong_answer(variant))
        assert (visitor.status, visitor.path[-8:]) == (200, f"/items/{turn + 1}")
    return visitor


def everywhere(visitor: Visitor) -> list[Seen]:
    """Every page and every file that says anything of a learner or of a question, and every page that links lead to."""
    practice = visitor.path.partition("/items/")[0]
    places = [f"{practice}/items/{n}{tail}" for n in (1, 2, 3, 4, 5) for tail in ("", "/feedback")]
    start = ["/", "/progress", "/practice", f"{practice}/summary", "/misconceptions", "/lesson", *places]
    waiting, met, found = list(start), set(start), []
    while waiting:
        address = waiting.pop(0)
        visitor.get(address)
        seen = seen_by(visitor, address)
        number = visitor.response.headers["x-request-id"]  # stands on the pages of errors
        found.append(without_given(replace(seen, body=seen.body.replace(number, "-"))))
        for link in visitor.page.all("a"):
            to = link.attrs.get("href", "").partition("#")[0]
            if to.startswith("/") and to not in met and is_one_of_a_few(to, met):
                met.add(to)
                waiting.append(to)
    for kind in ("json", "csv"):
        visitor.get("/progress")
        visitor.send(f"/progress/export.{kind}")
        assert visitor.status == 200
        found.append(without_given(seen_by(visitor, kind)))
    return found


ROOMS = ("/misconceptions/", "/lab?")


def is_one_of_a_few(address: str, met: set[str]) -> bool:
    """Of the pages that nobody's answers reach a few are enough, all with KEYED_GATE=1; experiments measure anew."""
    if address.startswith("/experiments/"):
        return False
    room = next((room for room in ROOMS if address.startswith(room)), None)
    return GATE or room is None or sum(one.startswith(room) for one in met) < 3


def without_given(seen: Seen) -> Seen:
    """What was given differs, of course: in the file, and in the closed form of a question that was answered."""
    body = _GIVEN.sub("-", re.sub(r"\s+", " ", seen.body))
    headers = {name: value for name, value in seen.headers.items() if name != "content-length"}
    return Seen(seen.address, seen.status, headers, _CHECKED.sub("", body))


def test_no_page_and_no_file_knows_whether_an_answer_was_right(open_product: Callable[..., Product]) -> None:
    rights, wrongs = (everywhere(answered(open_product(), right=right)) for right in (True, False))
    assert len(rights) > 20
    for one, other in zip(rights, wrongs, strict=True):
        assert one == other, one.address
    assert {seen.status for seen in rights} <= {200, 403, 404}, "what is for instructors is refused"


def test_the_walk_would_find_what_is_told(open_product: Callable[..., Product]) -> None:
    """The same walk after the practice was ended differs on many pages; so the test above can fail."""
    seen = []
    for right in (True, False):
        visitor = answered(open_product(), right=right)
        visitor.get(visitor.path.partition("/items/")[0] + "/summary")
        visitor.send("/end")
        visitor.path = visitor.path.replace("/summary", "/items/1")
        seen.append(
            {one.address.partition("/practice/")[2] or one.address: one for one in everywhere(visitor)}
        )
    told = {name for name in seen[0].keys() & seen[1].keys() if seen[0][name].body != seen[1][name].body}
    practice = "practice-0000001"
    assert {f"{practice}/items/1/feedback", f"{practice}/summary", "/progress", "json", "csv"} <= told


def test_what_is_chosen_next_does_not_depend_on_what_was_right(open_product: Callable[..., Product]) -> None:
    asked = []
    for right in (True, False):
        product = open_product()
        visitor = Visitor(product.application())
        visitor.begin(("feedback", "end"), ("kind", "computations"), ("length", "10"))
        names = []
        for _ in range(8):
            variant = product.at(visitor.path)
            names.append(variant.id)
            visitor.answer(right_answer(variant) if right else wrong_answer(variant))
        asked.append(names)
    assert asked[0] == asked[1]


def test_after_the_last_answer_everything_is_told(visitor: Visitor, product: Product) -> None:
    asked = product.will_ask(*ITEMS, "why-three-different-vectors")
    visitor.begin(*CHOICE)
    for n, variant in enumerate(asked):
        assert ("saved." in visitor.page.one("main").text) == (n > 0)
        product.clock.move_to(NOW + timedelta(minutes=n))
        visitor.answer(wrong_answer(variant) if n == 1 else right_answer(variant))
    assert visitor.path.endswith("/summary")
    text = " ".join(visitor.page.one("main").text.split())
    assert "4 of 5 right, in about 4 minutes." in text
    links = [one.attrs["href"] for one in visitor.page.all("a") if one.attrs["href"].endswith("/feedback")]
    assert len(links) == 5
    for link in links:
        visitor.get(link)
        assert (visitor.status, visitor.path) == (200, link)
    assert "See how it went" in visitor.page.one("main").text
    assert not any(form.attrs.get("action", "").endswith("/again") for form in visitor.page.all("form"))


def test_a_saved_answer_is_shown_and_cannot_be_changed(visitor: Visitor, product: Product) -> None:
    (first, *_) = product.will_ask(*ITEMS)
    visitor.begin(*CHOICE)
    place = visitor.path
    visitor.answer(right_answer(first))
    visitor.get(f"{place}/feedback")
    assert visitor.path == place
    assert "Saved." in visitor.page.one("p", class_="notice").text
    checked = [
        one.attrs["value"] for one in visitor.page.all("input", name="option") if "checked" in one.attrs
    ]
    assert tuple(checked) == right_answer(first)
    assert "disabled" in visitor.page.one("fieldset", id="answer").attrs
    visitor.send("/response", *[("option", one) for one in wrong_answer(first)])
    assert visitor.path.endswith("/items/2")
    visitor.get(visitor.path.partition("/items/")[0] + "/summary")
    visitor.send("/end")
    assert "1 of 1 right" in visitor.page.one("main").text


def test_an_open_practice_says_how_many_are_saved_and_never_how_many_are_right(
    visitor: Visitor, product: Product
) -> None:
    product.will_ask(*ITEMS)
    visitor.begin(*CHOICE)
    visitor.answer(right_answer(product.at(visitor.path)))
    visitor.get("/")
    assert "1 saved." in visitor.page.one("section", class_="card").text
    visitor.get("/progress")
    assert "right" not in visitor.page.one("main").text.partition("Practices")[2].partition("Your data")[0]


def test_a_report_of_a_fault_waits_for_the_end_too(visitor: Visitor, product: Product) -> None:
    product.will_ask(*ITEMS)
    visitor.begin(*CHOICE)
    place = visitor.path
    visitor.answer(right_answer(product.at(place)))
    visitor.get(place)
    assert not any(form.attrs.get("action", "").endswith("/report") for form in visitor.page.all("form"))
    visitor.send("/flag")
    assert visitor.path == place


@pytest.mark.parametrize("tries", ["2", "0"])
def test_tries_and_late_feedback_do_not_combine(visitor: Visitor, product: Product, tries: str) -> None:
    visitor.get("/practice")
    visitor.send("/practice", ("feedback", "end"), ("tries", tries))
    assert visitor.status == 422
    assert "do not go together" in visitor.page.one("div", id="faults").text
    kept = dict(visitor.page.form("/practice").fields)
    assert (kept["feedback"], kept["tries"]) == ("end", tries)
    assert product.chance.practices == 0


def test_the_file_of_an_open_practice_holds_what_was_given_and_no_grade(
    visitor: Visitor, product: Product
) -> None:
    product.will_ask(*ITEMS)
    visitor.begin(*CHOICE)
    visitor.answer(right_answer(product.at(visitor.path)))
    visitor.get("/progress")
    visitor.send("/progress/export.json")
    file = orjson.loads(visitor.response.content)
    (kept,) = file["tries"]
    assert kept["given"]["positions"]
    assert file["responses"] == file["memories"] == file["slips"] == []
