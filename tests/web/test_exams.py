"""Exams before the clock: the list, what is refused and offered instead, agreement, rules, and the form that is made."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from fastapi import FastAPI

from app.exams.sitting import finished, graded
from app.items.exam import Attempts, Exam, Navigation, Part, When
from app.store.exams import live_exams, put_exams
from app.store.sittings import SittingRow, own_sittings, put_clock, sitting_results, sitting_row, slot_rows
from app.store.unit import reading, writing
from tests.databases import NOW
from tests.web.product import Product
from tests.web.visitor import Visitor

DOMAINS = (
    "Prompt Engineering", "Data Preparation", "Model Optimization", "Fine-Tuning", "Evaluation",
    "GPU Acceleration and Optimization", "Model Deployment", "Production Monitoring and Reliability",
    "Safety, Ethics, and Compliance",
)  # fmt: skip


def text(visitor: Visitor) -> str:
    return re.sub(r"\s+", " ", visitor.page.one("main").text)


def rules(visitor: Visitor, exam_id: str, more: str = "") -> str:
    visitor.get(f"/exams/{exam_id}?step=rules&agree=yes{more}")
    return text(visitor)


def made(visitor: Visitor, exam_id: str = "lesson-quiz", more: str = "") -> str:
    """Put a form together; the sitting's name."""
    rules(visitor, exam_id, more)
    visitor.client.follow_redirects = False
    form = visitor.page.form(f"/exams/{exam_id}")
    answer = visitor.client.post(
        form.action, data=dict(form.fields), headers={"Sec-Fetch-Site": "same-origin"}, follow_redirects=False
    )
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/exams/sittings/")


def change(product: Product, exam_id: str, **changes: object) -> Exam:
    """Another state of an exam, as if its file had been edited."""
    with writing(product.house.database) as unit:
        exams = [one.exam for one in live_exams(unit)]
        exams = [replace(one, **changes) if one.id == exam_id else one for one in exams]  # type: ignore[arg-type]
        put_exams(unit, exams, now=NOW)
        unit.commit()
    return next(one for one in exams if one.id == exam_id)


def row(product: Product, name: str) -> SittingRow:
    with reading(product.house.database) as unit:
        found = sitting_row(unit, None, name)
    assert found is not None
    return found


def end(product: Product, name: str, *, points: float | None = None) -> None:
    """Begin and end a sitting; with points it is graded."""
    one = row(product, name)
    product.house.services.exams.starting.begin(one.learner_id, name)
    clock = finished(row(product, name).clock, product.clock.now(), grace=timedelta(0))
    with writing(product.house.database) as unit:
        if points is not None:
            clock = graded(clock)
            for n in range(1, one.count + 1):
                unit.connection.execute(
                    sitting_results.insert().values(
                        sitting_id=name, n=n, learner_id=one.learner_id, points=points, correct=points == 1,
                        answered=True, judged="{}",
                    )
                )  # fmt: skip
        put_clock(unit, name, clock)
        unit.commit()


def test_the_list_says_what_each_exam_is_and_on_whose_word(visitor: Visitor) -> None:
    visitor.get("/exams")
    shown = text(visitor)
    for words in ("Lesson quiz", "15 minutes", "Attention exam", "30 minutes", "60, 65 or 70", "120 minutes"):
        assert words in shown
    assert shown.count("Pass mark70") == 3
    assert "% unofficial" in shown
    assert "as of 29 November 2026" in shown
    visitor.get("/")
    assert [one for one in visitor.page.all("a", href="/exams") if one.inside("nav")]
    assert [one for one in visitor.page.all("a", href="/exams") if one.inside("main")]


def test_what_cannot_be_filled_is_refused_with_its_needs_and_what_can_be_sat_instead(
    visitor: Visitor,
) -> None:
    for address in ("/exams", "/exams/ncp-genl", "/exams/ncp-genl?step=rules&agree=yes&count=65"):
        visitor.get(address)
        shown = text(visitor)
        assert visitor.status == 200
        assert all(name in shown for name in DOMAINS)
        assert "smallest need is that of Safety, Ethics, and Compliance: 3 are needed" in shown
        assert visitor.page.all("a", href="/exams/lesson-quiz")
        assert visitor.page.all("a", href="/exams/attention-exam")
    visitor.post("/exams/ncp-genl", [("agree", "yes"), ("count", "65")])
    assert visitor.status == 422
    assert "There is no question for: Prompt Engineering" in text(visitor)
    assert not visitor.client.cookies


def test_every_fact_about_the_real_exam_has_its_grade(visitor: Visitor) -> None:
    visitor.get("/exams/ncp-genl")
    shown = text(visitor)
    for fact, grade in (
        ("Questions60 to 70", "Several independent transcriptions of the vendor's page"),
        ("Pass markNot published", "Unofficial"),
        ("14 days' wait, five attempts", "Third party"),
        ("all or nothing is our assumption", "Our assumption"),
    ):
        assert fact in shown
        assert grade in shown.partition(fact)[2]


def test_nothing_is_made_without_agreement(visitor: Visitor, product: Product) -> None:
    visitor.get("/exams/lesson-quiz?step=rules&time=150")
    assert visitor.status == 422
    assert "Mark that you agree first" in text(visitor)
    assert "checked" in visitor.page.one("input", name="time", value="150").attrs
    visitor.post("/exams/lesson-quiz", [("time", "100")])
    assert visitor.status == 422
    assert not visitor.client.cookies


@pytest.mark.parametrize("typed", ["", "0", "601", "2.5", "ten", "-3", "٣", "99999"])
def test_minutes_that_cannot_be_read_come_back(visitor: Visitor, typed: str) -> None:
    visitor.get(f"/exams/lesson-quiz?step=rules&agree=yes&time=minutes&minutes={typed}")
    assert visitor.status == 422
    assert "a whole number from 1 to 600" in text(visitor)
    assert visitor.page.one("input", name="minutes").attrs["value"] == typed
    assert "checked" in visitor.page.one("input", name="agree").attrs


def test_the_rules_are_those_of_the_exam_and_of_what_was_chosen(visitor: Visitor, product: Product) -> None:
    shown = rules(visitor, "attention-exam", "&time=200")
    for words in (
        "Questions20", "Time1 hour", "when 30 minutes, 15 minutes and 5 minutes are left",
        "all or nothing", "That is our assumption", "You move freely", "a calculator on the page",
        "Before the end nothing is told", "As soon as the sitting is over: your points",
        "X, then a letter", "You may sit it as often as you like.",
    ):  # fmt: skip
        assert words in shown, words
    shown = rules(visitor, "lesson-quiz", "&time=minutes&minutes=3")
    assert "Time18 minutes" in shown
    assert "when 15 minutes and 5 minutes are left" in shown
    change(
        product,
        "lesson-quiz",
        navigation=Navigation.ONE_WAY,
        aids=frozenset(),
        attempts=Attempts(5, 14),
        review={Part.POINTS: When.AT_THE_END, Part.RIGHT: When.ONCE_RELEASED},
    )
    shown = rules(visitor, "lesson-quiz")
    for words in (
        "part by part, without a way back",
        "There are no aids beside pencil and paper. There is no calculator",
        "You may sit it five times. 14 days lie between two sittings.",
        "Once an instructor shows them: the right answers.",
        "Never: your answers, and which of them are right;",
    ):
        assert words in shown, words


def test_a_sitting_is_made_whole_before_its_clock(visitor: Visitor, product: Product) -> None:
    name = made(visitor, more="&time=150")
    one = row(product, name)
    assert (one.exam_id, one.count, one.factor) == ("lesson-quiz", 10, 150)
    assert one.clock.limit == timedelta(minutes=22, seconds=30)
    assert one.clock.state == "created"
    with reading(product.house.database) as unit:
        slots = slot_rows(unit, name)
    assert [slot.n for slot in slots] == list(range(1, 11))
    assert all(slot.variant_id and slot.reason for slot in slots)
    for address in ("/", "/exams", "/exams/lesson-quiz"):
        visitor.get(address)
        assert visitor.page.all("a", href=f"/exams/sittings/{name}")
    assert made(visitor, more="&time=150") == name
    other = made(visitor)
    assert row(product, other).factor == 100
    with reading(product.house.database) as unit:
        assert [found.id for found in own_sittings(unit, one.learner_id)] == [other]


def test_an_open_sitting_is_gone_on_with(visitor: Visitor, product: Product) -> None:
    name = made(visitor)
    product.house.services.exams.starting.begin(row(product, name).learner_id, name)
    visitor.get("/exams")
    assert "The clock is running: 15 minutes left." in text(visitor)
    visitor.get("/")
    assert "The clock is running" in text(visitor)
    visitor.get("/exams/lesson-quiz?step=rules&agree=yes&time=200")
    assert "It has begun, and is to be finished before another one." in text(visitor)
    assert not visitor.page.all("form", method="post")
    product.clock.move_to(product.clock.now() + timedelta(minutes=16))
    visitor.get("/exams")
    assert "Its time is up." in text(visitor)


def test_past_sittings_show_points_where_the_exam_allows_it(visitor: Visitor, product: Product) -> None:
    end(product, made(visitor), points=1.0)
    visitor.get("/exams")
    assert "10 of 10 pass mark reached (this project's choice)" in text(visitor)
    change(product, "lesson-quiz", review={Part.POINTS: When.ONCE_RELEASED})
    end(product, made(visitor), points=0.5)
    visitor.get("/exams")
    assert "5 of 10" not in text(visitor)
    assert "shown once an instructor says so" in text(visitor)
    change(product, "lesson-quiz", review={})
    end(product, made(visitor), points=0.5)
    end(product, made(visitor))
    visitor.get("/exams")
    shown = text(visitor)
    assert "5 of 10" not in shown
    assert "not shown in this exam" in shown
    assert "being graded" in shown
    assert len(visitor.page.one("table").text.split("Lesson quiz")) == 5


def test_nobody_sees_the_sittings_of_others(visitor: Visitor, product: Product, app: FastAPI) -> None:
    name = made(visitor)
    end(product, name, points=1.0)
    other = Visitor(app)
    for address in ("/", "/exams", "/exams/lesson-quiz"):
        other.get(address)
        assert name not in other.response.text
        assert "Your sittings" not in text(other)


def test_who_has_to_wait_is_told_until_when(visitor: Visitor, product: Product) -> None:
    change(product, "lesson-quiz", attempts=Attempts(wait_days=14))
    end(product, made(visitor), points=1.0)
    again = NOW + timedelta(days=14)
    sentence = f"You may sit it again from {again.day} {again:%B %Y, %H:%M} (UTC) on."
    for address in ("/exams", "/exams/lesson-quiz", "/exams/lesson-quiz?step=rules&agree=yes"):
        visitor.get(address)
        assert sentence in text(visitor)
    rules(visitor, "attention-exam")
    csrf = visitor.page.form("/exams/attention-exam").fields
    visitor.post("/exams/lesson-quiz", [*csrf, ("count", "10")])
    assert visitor.status == 422
    assert sentence in text(visitor)
    product.clock.move_to(again)
    made(visitor)


def test_what_is_no_exam_is_not_found(visitor: Visitor) -> None:
    for address in ("/exams/no-such-exam", "/exams/sittings", "/exams/%F0", "/exams/A"):
        visitor.get(address)
        assert visitor.status == 404
    visitor.post("/exams/no-such-exam", [("agree", "yes")])
    assert visitor.status == 404


def test_a_form_from_elsewhere_makes_nothing(visitor: Visitor) -> None:
    answer = visitor.client.post(
        "/exams/lesson-quiz", data={"agree": "yes"}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert answer.status_code == 403
    assert not visitor.client.cookies
