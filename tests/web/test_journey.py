"""A practice from the first page to the summary, without scripts: plain forms and redirects."""

from tests.web.stand_in import StandIn
from tests.web.visitor import Visitor


def answer(visitor: Visitor, *given: tuple[str, str]) -> None:
    visitor.send("/response", *given)
    assert visitor.status == 200
    assert visitor.path.endswith("/feedback")


def test_a_practice_from_start_to_summary(visitor: Visitor) -> None:
    visitor.get("/")
    visitor.send("/practice", ("length", "5"))
    assert visitor.path.endswith("/items/1")
    answer(visitor, ("option", "2"))
    assert "is what comes out without dividing by" in visitor.response.text
    visitor.send("/next")
    assert visitor.path.endswith("/items/2")
    answer(visitor, ("number", "0,506"), ("number", "0.186"), ("number", ".307"))
    assert visitor.page.one("h1").text.strip().startswith("✓Right")
    visitor.send("/next")
    answer(visitor, ("option", "2"))
    visitor.send("/next")
    answer(visitor, ("option", "1"), ("option", "3"))
    visitor.send("/next")
    answer(visitor, ("option", "1"))
    visitor.send("/next")
    assert visitor.path.endswith("/summary")
    assert visitor.page.one("h1").text == "How it went"
    assert "4 of 5 right" in " ".join(visitor.page.one("main").text.split())


def test_the_first_page_continues_where_one_left_off(visitor: Visitor) -> None:
    visitor.get("/")
    visitor.send("/practice")
    answer(visitor, ("option", "1"))
    visitor.send("/next")
    place = visitor.path
    visitor.get("/")
    assert [link.attrs["href"] for link in visitor.page.all("a", class_="button")] == [place]


def test_an_answer_that_cannot_be_read_comes_back_with_everything_that_was_given(visitor: Visitor) -> None:
    visitor.get("/")
    visitor.send("/practice")
    answer(visitor, ("option", "1"))
    visitor.send("/next")
    typed = ["0,5", "12..3", "<b>&"]
    visitor.send("/response", *[("number", text) for text in typed])
    assert visitor.status == 422
    fields = visitor.page.all("input", name="number")
    assert [field.attrs["value"] for field in fields] == typed
    assert ["aria-invalid" in field.attrs for field in fields] == [False, True, True]
    for place in (2, 3):
        assert visitor.page.one("p", id=f"fault-{place}").text
        assert f"fault-{place}" in fields[place - 1].attrs["aria-describedby"].split()
    summary = visitor.page.one("div", id="faults")
    assert summary.attrs["role"] == "alert"
    assert summary.attrs["tabindex"] == "-1"
    linked = [link.attrs["href"] for link in visitor.page.all("a") if link.inside("div") is summary]
    assert linked == ["#number-2", "#number-3"]
    answer(visitor, *[("number", text) for text in ("0.506", "0.186", "0.307")])


def test_a_choice_of_too_many_comes_back_with_what_was_chosen(visitor: Visitor, stand_in: StandIn) -> None:
    stand_in.variants.reverse()
    visitor.get("/")
    visitor.send("/practice")
    visitor.send("/response", ("option", "1"), ("option", "2"), ("option", "4"))
    assert visitor.status == 422
    chosen = [
        box.attrs["value"] for box in visitor.page.all("input", name="option") if "checked" in box.attrs
    ]
    assert chosen == ["1", "2", "4"]
    assert visitor.page.one("p", id="fault-0").text


def test_an_answered_question_can_be_seen_and_not_changed(visitor: Visitor) -> None:
    visitor.get("/")
    visitor.send("/practice")
    place = visitor.path
    first = visitor.page.form("/response")
    answer(visitor, ("option", "2"))
    visitor.get(place)
    assert "disabled" in visitor.page.one("fieldset").attrs
    visitor.post(first.action, [*first.fields, ("option", "1")])
    assert visitor.path.endswith("/feedback")
    assert "Not right" in visitor.page.one("h1").text


def test_feedback_of_an_open_question_leads_to_the_question(visitor: Visitor) -> None:
    visitor.get("/")
    visitor.send("/practice")
    place = visitor.path
    visitor.get(place + "/feedback")
    assert visitor.path == place


def test_the_address_of_an_answer_that_came_back_leads_to_the_question(visitor: Visitor) -> None:
    visitor.get("/")
    visitor.send("/practice")
    place = visitor.path
    visitor.send("/response")
    assert visitor.status == 422
    visitor.get(visitor.path)
    assert (visitor.status, visitor.path) == (200, place)


def test_the_same_question_with_new_numbers_is_the_next_one(visitor: Visitor) -> None:
    visitor.get("/")
    visitor.send("/practice")
    answer(visitor, ("option", "2"))
    visitor.send("/again")
    assert visitor.path.endswith("/items/2")


def test_a_slip_that_was_made_before_is_counted_and_dated(visitor: Visitor, stand_in: StandIn) -> None:
    stand_in.made_before = 2
    visitor.get("/")
    visitor.send("/practice")
    answer(visitor, ("option", "2"))
    note = " ".join(visitor.page.one("aside", aria_label="This slip before").text.split())
    assert note.startswith("You have made this slip twice before, last on 26 November 2026.")


def test_choosing_kind_level_and_length(visitor: Visitor, stand_in: StandIn) -> None:
    visitor.get("/practice")
    visitor.send("/practice", ("kind", "computations"), ("level", "mechanism"), ("length", "20"))
    (run,) = stand_in.runs.values()
    assert (run.choice.kind, run.choice.level, run.choice.length) == ("computations", "mechanism", 20)


def test_the_instructor_link_is_traded_once(visitor: Visitor, stand_in: StandIn) -> None:
    address = f"/instructor/{stand_in.link_token}"
    visitor.get("/authoring")
    assert visitor.status == 403
    visitor.get(address)
    assert visitor.response.headers["referrer-policy"] == "no-referrer"
    visitor.send(address, ("name", "  "))
    assert visitor.status == 422
    assert "aria-invalid" in visitor.page.one("input", id="name").attrs
    visitor.send(address, ("name", "Ada"))
    assert visitor.path == "/authoring"
    visitor.get("/authoring/banks/attention")
    assert visitor.status == 200
    visitor.get("/authoring/items/weights-row-choice")
    assert "Three tokens A, B and C" in visitor.page.one("main").text
    visitor.get(address)
    visitor.send(address, ("name", "Eve"))
    assert visitor.status == 403
