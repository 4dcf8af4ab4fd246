"""Flags, notes and reports on the pages, without scripts: whose they are, who may send them, and how they come back."""

import pytest

from tests.web.product import Product, wrong_answer
from tests.web.visitor import Visitor

WORDS = "What if <b>d_k</b> is 0?\nThen & there."


@pytest.fixture
def learner(visitor: Visitor, product: Product) -> Visitor:
    """A visitor before the first question of a practice."""
    product.will_ask("why-three-different-vectors")
    visitor.begin()
    return visitor


def answered(visitor: Visitor, product: Product) -> str:
    """Answer the question that is open; the address of its feedback."""
    visitor.answer(wrong_answer(product.at(visitor.path)))
    assert visitor.path.endswith("/feedback")
    return visitor.path


def note_on(visitor: Visitor) -> str:
    return visitor.page.one("textarea", id="note-text").text


def test_a_question_can_be_flagged_and_noted_before_and_after_the_answer(
    learner: Visitor, product: Product
) -> None:
    place = learner.path
    learner.send("/flag")
    assert learner.path == place
    assert "You flagged this question." in learner.page.one("section", id="remarks").text
    learner.send("/note", ("text", WORDS))
    assert (learner.path, note_on(learner)) == (place, WORDS)
    assert not any(one.attrs.get("action", "").endswith("/report") for one in learner.page.all("form"))
    feedback = answered(learner, product)
    assert note_on(learner) == WORDS
    learner.get("/progress")
    (line,) = (
        one for one in learner.page.all("li") if one.parent and one.parent.attrs.get("class") == "remark-list"
    )
    assert WORDS in line.text
    assert learner.page.all("a", href=feedback)
    learner.get(feedback)
    learner.send("/flag")
    assert learner.path == feedback
    learner.send("/note", ("text", ""))
    assert (learner.path, note_on(learner)) == (feedback, "")
    learner.get("/progress")
    assert "Your flags and notes" not in learner.page.one("main").text


def test_a_report_comes_back_answered_on_the_same_page(learner: Visitor, product: Product) -> None:
    feedback = answered(learner, product)
    learner.send("/report", ("kind", "unclear"), ("text", WORDS))
    assert learner.path == feedback
    (report,) = learner.page.all("div", class_="report")
    assert WORDS in report.text
    assert "open, reported on 1 December 2026" in report.text
    instructor = Visitor(learner.client.app)  # type: ignore[arg-type]
    instructor.get(f"/instructor/{product.house.services.instructor.new_link_token()}")
    instructor.send("", ("name", "Ada"))
    instructor.get("/authoring/reports")
    (link,) = (one for one in instructor.page.all("a") if one.attrs["href"].startswith("/authoring/reports/"))
    instructor.get(link.attrs["href"])
    text = instructor.page.one("main").text
    assert WORDS in text
    assert product.at(feedback).shown.form.options[0].text.split("$")[0] in text  # type: ignore[union-attr]
    instructor.send(link.attrs["href"], ("answer", "It is <never> 0."), ("act", "answer"))
    learner.get(feedback)
    (report,) = learner.page.all("div", class_="report")
    assert "Ada answered on 1 December 2026" in report.text
    assert "It is <never> 0." in report.text
    instructor.send(link.attrs["href"], ("answer", "It is <never> 0."), ("act", "close"))
    assert "closed" in instructor.page.one("main").text
    assert not instructor.page.all("textarea")
    learner.get(feedback)
    assert "closed, reported on" in learner.page.one("div", class_="report").text


def test_reports_are_for_instructors_alone_and_their_forms_carry_the_logins_token(
    learner: Visitor, product: Product
) -> None:
    answered(learner, product)
    learner.send("/report", ("kind", "other"), ("text", "x"))
    for address in ("/authoring/reports", "/authoring/reports/1"):
        learner.get(address)
        assert learner.status == 403
    learner.post("/authoring/reports/1", [("answer", "mine"), ("act", "close")])
    assert learner.status == 403
    learner.get(f"/instructor/{product.house.services.instructor.new_link_token()}")
    learner.send("", ("name", "Ada"))
    for token in ("", "0" * 43, dict(learner.get("/practice").form("/practice").fields)["csrf_token"]):
        learner.post("/authoring/reports/1", [("csrf_token", token), ("answer", "x"), ("act", "close")])
        assert learner.status == 403
    assert not product.house.services.remarks.reports()[0].closed
    learner.get("/authoring/reports/2")
    assert learner.status == 404


@pytest.mark.parametrize("tail", ["/flag", "/note", "/report"])
def test_another_learners_question_is_not_there_and_a_strange_form_does_nothing(
    learner: Visitor, product: Product, tail: str
) -> None:
    place = answered(learner, product).removesuffix("/feedback")
    fields = [("on", "yes"), ("text", "x"), ("kind", "other")]
    for token in ("", "0" * 43):
        learner.post(place + tail, [("csrf_token", token), *fields])
        assert learner.status == 403
    other = Visitor(learner.client.app)  # type: ignore[arg-type]
    other.begin()
    token = dict(other.page.form("/response").fields)["csrf_token"]
    for address in (place, "/practice/AAAAAAAAAAAAAAAA/items/1"):
        other.post(address + tail, [("csrf_token", token), *fields])
        assert other.status == 404
    stranger = Visitor(learner.client.app)  # type: ignore[arg-type]
    stranger.post(place + tail, fields)
    assert stranger.status == 404
    assert product.house.services.remarks.reports() == ()
    learner.get("/progress")
    assert "Your flags and notes" not in learner.page.one("main").text


@pytest.mark.parametrize(
    ("kind", "text", "part"),
    [
        ("other", "x" * 2001, "longer than 2000 characters"),
        ("unclear", "  ", "Nothing was written"),
        ("rude", WORDS, "Choose what kind"),
    ],
)
def test_a_report_that_is_refused_keeps_what_was_typed(
    learner: Visitor, product: Product, kind: str, text: str, part: str
) -> None:
    answered(learner, product)
    learner.send("/report", ("kind", kind), ("text", text))
    assert learner.status == 400
    assert part in learner.page.one("p", id="report-fault").text
    assert learner.page.one("textarea", id="fault-text").text == text
    chosen = [one.attrs["value"] for one in learner.page.all("option") if "selected" in one.attrs]
    assert chosen == ([] if kind == "rude" else [kind])
    assert "Right" in learner.page.one("main").text  # the feedback, with the forms below it
    assert product.house.services.remarks.reports() == ()
    learner.send("/report", ("kind", "other"), ("text", "in short"))
    assert learner.path.endswith("/feedback")
    assert [one.text for one in product.house.services.remarks.reports()] == ["in short"]


def test_a_note_that_is_refused_keeps_what_was_typed(learner: Visitor, product: Product) -> None:
    place = learner.path
    learner.send("/note", ("text", WORDS))
    learner.send("/note", ("text", "y" * 2001))
    assert learner.status == 400
    assert "longer than 2000 characters" in learner.page.one("p", id="note-fault").text
    assert note_on(learner) == "y" * 2001
    assert learner.page.all("input", name="option")  # the question can still be answered
    learner.get(place + "/note")
    assert (learner.path, note_on(learner)) == (place, WORDS)
    answered(learner, product)
    learner.send("/note", ("text", "z" * 2001))
    assert (learner.status, note_on(learner)) == (400, "z" * 2001)


def test_the_twenty_first_report_of_a_day_keeps_its_words(learner: Visitor, product: Product) -> None:
    answered(learner, product)
    for turn in range(21):
        learner.send("/report", ("kind", "other"), ("text", f"words {turn}"))
    assert learner.status == 429
    assert int(learner.response.headers["retry-after"]) > 0
    assert "Twenty reports a day" in learner.page.one("p", id="report-fault").text
    assert learner.page.one("textarea", id="fault-text").text == "words 20"


def test_an_answer_to_a_report_that_is_refused_keeps_its_words(learner: Visitor, product: Product) -> None:
    answered(learner, product)
    learner.send("/report", ("kind", "other"), ("text", "x"))
    learner.get(f"/instructor/{product.house.services.instructor.new_link_token()}")
    learner.send("", ("name", "Ada"))
    learner.get("/authoring/reports/1")
    for text, part in (("x" * 2001, "longer than 2000"), ("  ", "Nothing was written")):
        learner.send("/authoring/reports/1", ("answer", text), ("act", "answer"))
        assert learner.status == 400
        assert part in learner.page.one("p", id="answer-fault").text
        assert learner.page.one("textarea", id="report-answer").text == text


def test_what_cannot_be_stored_is_kept_with_a_sign_in_its_place(learner: Visitor, product: Product) -> None:
    answered(learner, product)
    learner.send("/report", ("kind", "other"), ("text", "a\x00b"))
    assert product.house.services.remarks.reports()[0].text == "a\N{REPLACEMENT CHARACTER}b"
