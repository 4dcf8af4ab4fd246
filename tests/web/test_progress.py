"""The progress page: slips with what to do about them, plots with their texts and tables, and what is ahead."""

from datetime import timedelta

import pytest

from tests.web.html_page import HtmlPage
from tests.web.product import Product, change_database, right_answer, slip_answer, wrong_answer
from tests.web.visitor import Visitor

SLIP = "no-scale"
PLOTS = ("answers", "share", "slips", "forecast")


def practise(visitor: Visitor, product: Product, *right: bool) -> HtmlPage:
    """Typed rows of weights, right or without the scale; then the progress page."""
    variants = product.variants("weights-row-typed")
    asked = product.will_ask(*(variants[turn % len(variants)] for turn in range(len(right))))
    visitor.begin()
    for variant, fine in zip(asked, right, strict=True):
        product.clock.move_to(product.clock.now() + timedelta(minutes=1))
        visitor.answer(right_answer(variant) if fine else slip_answer(variant, SLIP))
        visitor.send("/next")
    return visitor.get("/progress")


def text_of(page: HtmlPage, tag: str, **attrs: str) -> str:
    return " ".join(page.one(tag, **attrs).text.split())


def test_a_slip_with_what_to_read_and_what_to_do(visitor: Visitor, product: Product) -> None:
    page = practise(visitor, product, False, False, True)
    entry = page.one("li", id=f"slip-{SLIP}")
    assert entry.attrs["class"] == "live"
    words = " ".join(entry.text.split())
    assert "Live: made twice, and not in the one question since then in which it leads astray." in words
    assert any(
        one.attrs["href"] == f"/misconceptions/{SLIP}" for one in page.all("a") if one.inside("li") is entry
    )
    form = next(one for one in page.all("form") if one.inside("li") is entry)
    fields = {
        one.attrs["name"]: one.attrs["value"] for one in page.all("input") if one.inside("form") is form
    }
    assert fields["misconception"] == SLIP
    visitor.post("/practice", list(fields.items()))
    assert visitor.path.endswith("/items/1")


def test_a_slip_fades_in_words_and_by_its_border(visitor: Visitor, product: Product) -> None:
    page = practise(visitor, product, False, True, True)
    entry = page.one("li", id=f"slip-{SLIP}")
    assert entry.attrs["class"] == "fading"
    assert "Fading: made once, and not in the two questions since" in " ".join(entry.text.split())
    page = practise(visitor, product, True, True, True)
    entry = page.one("li", id=f"slip-{SLIP}")
    assert entry.attrs["class"] == "gone"
    assert not [one for one in page.all("button") if one.inside("li") is entry]


def test_every_plot_has_a_name_a_sentence_and_the_table_behind_it(visitor: Visitor, product: Product) -> None:
    page = practise(visitor, product, False, True, True)
    for slug in PLOTS:
        figure = page.one("figure", id=f"plot-{slug}")
        (svg,) = (one for one in page.all("svg", role="img") if one.inside("figure") is figure)
        named = svg.attrs["aria-labelledby"].split()
        title, says = (next(one for one in page.elements if one.attrs.get("id") == name) for name in named)
        assert title.text
        assert says.tag == "desc"
        assert says.text in figure.text.replace(says.text, "", 1)  # and below the drawing once more
        table = next(one for one in page.all("table") if one.inside("figure") is figure)
        assert table.inside("details") is not None
        rows = [one for one in page.all("tr") if one.inside("table") is table]
        assert len(rows) > 1
    assert "3 answers on 1 of 1 day." in text_of(page, "figure", id="plot-answers")
    assert not [one for one in page.elements if "style" in one.attrs]


def test_how_much_a_share_says_stands_in_words(visitor: Visitor, product: Product) -> None:
    page = practise(visitor, product, False, True, True)
    assert "too few answers to tell" in text_of(page, "section", aria_labelledby="by-objective")
    assert "too few answers to tell" in text_of(page, "section", aria_labelledby="by-level")


def test_what_is_due_on_which_day(visitor: Visitor, product: Product) -> None:
    page = practise(visitor, product, True)
    (table,) = (one for one in page.all("table", class_="tally") if "Questions due" in one.text)
    days = [one.text for one in page.all("th", scope="row") if one.inside("table") is table]
    counts = [one.text for one in page.all("td") if one.inside("table") is table]
    assert len(days) == len(counts) == 14
    assert days[0].startswith("Today, ")
    assert sorted(counts) == ["1", *["–"] * 13]
    product.clock.move_to(product.clock.now() + timedelta(days=40))
    page = visitor.get("/progress")
    (table,) = (one for one in page.all("table", class_="tally") if "Questions due" in one.text)
    assert next(one.text for one in page.all("td") if one.inside("table") is table) == "1"


def test_before_the_first_answer_nothing_is_drawn(visitor: Visitor, product: Product) -> None:
    assert visitor.get("/progress").all("figure") == []
    visitor.begin()
    page = visitor.get("/progress")
    assert page.all("figure") == []
    assert "Nothing is answered yet" in page.one("main").text


@pytest.mark.parametrize("days", [41, 300])
def test_ten_thousand_answers_leave_the_page_light(visitor: Visitor, product: Product, days: int) -> None:
    visitor.begin()
    visitor.answer(wrong_answer(product.at(visitor.path)))
    micros = int(days * 86_400e6 / 10_000)
    copies = [(n, n, n * micros) for n in range(2, 10_001)]
    change_database(
        product.folder,
        (
            "INSERT INTO presentations (id, practice_id, n, learner_id, item_id, variant_id, why, presented_at) "
            "SELECT id + ?, practice_id, ?, learner_id, item_id, variant_id, why, presented_at + ? "
            "FROM presentations WHERE practice_id = 'practice-0000001' AND n = 1",
            copies,
        ),
        (
            "INSERT INTO responses (presentation_id, learner_id, given, points, correct, judged, received_at) "
            "SELECT presentation_id + ?, learner_id, given, points, correct, CASE ? % 3 WHEN 0 THEN judged ELSE "
            """'{"fields":[false],"candidates":[["no-scale"],["base-two"]],"coarse":false}' END, received_at + ? """
            "FROM responses WHERE id = 1",
            copies,
        ),
    )
    product.clock.move_to(product.clock.now() + timedelta(days=days))
    visitor.get("/progress")
    assert "10000" in visitor.page.one("main").text
    assert len(visitor.response.text) < 100_000
