"""Pages of the experiments: settings in the address, plots with their texts and tables, sentences for what cannot be taken."""

import re
from urllib.parse import quote, urlencode

import pytest

from app.engine.experiments.catalogue import EXPERIMENTS
from app.web.drawing import fine_levels, power_levels
from app.web.experiment_words import WORDS
from app.web.plots import significant
from tests.live import Gone
from tests.web.product import Product
from tests.web.visitor import Visitor

SMALL = {"largest": "16", "draws": "500"}


def said(visitor: Visitor) -> str:
    return " ".join(one.text for one in visitor.page.elements if one.parent is None)


def run(visitor: Visitor, address: str) -> None:
    """Ask until the experiment is over, as a reader without scripts does."""
    for _ in range(50):
        visitor.get(address)
        further = [one for one in visitor.page.all("a") if "data-further" in one.attrs]
        if not further:
            return
        assert further[0].attrs["href"].startswith("/experiments/")
    raise AssertionError("the experiment did not end")


def test_every_experiment_has_words_and_a_place_in_the_list(visitor: Visitor) -> None:
    assert set(WORDS) == set(EXPERIMENTS)
    visitor.get("/experiments")
    links = {one.attrs["href"] for one in visitor.page.all("a")}
    assert {f"/experiments/{slug}" for slug in EXPERIMENTS} <= links


def test_the_lesson_has_the_sections_that_experiments_lead_to(visitor: Visitor) -> None:
    visitor.get("/lesson")
    ids = {one.attrs.get("id") for one in visitor.page.elements}
    assert {words.section for words in WORDS.values()} <= ids


def test_settings_stand_in_the_address_and_the_result_below(visitor: Visitor) -> None:
    run(visitor, "/experiments/variance?largest=16&draws=800&var_q=4&law=signs")
    fields = {
        one.attrs["name"]: one.attrs.get("value") for one in visitor.page.all("input") if "name" in one.attrs
    }
    assert fields["largest"] == "16"
    assert fields["var_q"] == "4"
    assert "the rule gives 64" in said(visitor)
    assert len(visitor.page.all("figure")) == 2
    assert len(visitor.page.all("table")) == 2
    titles = [one.text for one in visitor.page.all("desc")]
    assert all("Across, width d\u2096, in entries: 1 to 16. Upwards, variance" in title for title in titles)
    links = [one.attrs["href"] for one in visitor.page.all("a")]
    assert "/experiments/variance?largest=16&draws=800&var_q=4&var_k=1&law=signs" in links
    assert "/experiments/variance?largest=16&draws=800&var_q=4&var_k=1&law=signs&turn=1" in links


@pytest.mark.parametrize(
    ("query", "field"),
    [("largest=0", "largest"), ("largest=9999999", "largest"), ("draws=many", "draws"), ("law=cauchy", "law"), ("draws=%00", "draws")],
)  # fmt: skip
def test_a_setting_that_cannot_be_taken_has_a_sentence_at_its_field(
    visitor: Visitor, query: str, field: str
) -> None:
    page = visitor.get(f"/experiments/variance?{query}")
    assert visitor.status == 422
    marked = [one for one in page.elements if one.attrs.get("aria-invalid") == "true"]
    assert [one.attrs["id"] for one in marked] == [f"set-{field}"]
    assert f"fault-{field}" in marked[0].attrs["aria-describedby"]
    assert not page.all("figure")


def test_addresses_that_lead_nowhere(visitor: Visitor) -> None:
    visitor.get("/experiments/alchemy")
    assert visitor.status == 404
    assert "/experiments" in said(visitor)
    visitor.get(f"/experiments/variance?law={'x' * 13_000}")
    assert visitor.status == 400


@pytest.mark.parametrize("turn", ["-1", "1000", "abc", "1.5", "9" * 400, "²"])
def test_draws_that_there_are_none_of_are_told_and_the_settings_stay(visitor: Visitor, turn: str) -> None:
    page = visitor.get(f"/experiments/variance?draws=500&turn={quote(turn)}")
    assert visitor.status == 422
    assert "“turn” is a whole number from 0 to 999" in page.one("div", id="faults").text
    assert any(one.attrs.get("value") == "500" for one in page.all("input"))
    assert not page.all("figure")
    targets = {one.attrs["href"] for one in page.all("a") if one.attrs["href"].startswith("#")}
    assert targets <= {f"#{one.attrs.get('id')}" for one in page.elements}
    visitor.get(f"/experiments/variance/result?draws=500&turn={quote(turn)}")
    assert visitor.status == 422


def test_what_the_fields_can_hold_never_costs_the_page(visitor: Visitor) -> None:
    """A field holds 200 signs, and one that is not of this alphabet is nine in an address."""
    names = [one.name for one in EXPERIMENTS["variance"].settings if one.name != "law"]
    visitor.get(f"/experiments/variance?{urlencode(dict.fromkeys(names, '重' * 200))}")
    assert visitor.status == 422
    assert visitor.response.text.count("重" * 200) == len(names)


def test_without_the_engine_there_is_one_sentence_and_the_settings_stay(
    product: Product, visitor: Visitor
) -> None:
    product.house.services.experiments.live.make = Gone
    visitor.get("/experiments/order?largest=4&draws=50")
    assert visitor.status == 503
    assert said(visitor).count("No module named torch") == 1
    assert any(one.attrs.get("value") == "50" for one in visitor.page.all("input"))
    visitor.get("/experiments")
    assert visitor.status == 200


def test_stopping_leaves_it_where_it_is(visitor: Visitor) -> None:
    address = "/experiments/variance?largest=4096&draws=20000"
    visitor.get(f"{address}&stop=1")
    assert "Measured so far: 0" in said(visitor)
    assert [one.text for one in visitor.page.all("a") if one.attrs["href"].startswith(address)] == ["Go on"]


def test_the_result_alone(visitor: Visitor) -> None:
    for _ in range(50):
        page = visitor.get("/experiments/pair/result?d_k=16")
        if page.all("figure"):
            break
    assert len(page.all("figure")) == 2
    assert not page.all("main")


EXTREMES = [
    "variance?largest=512&draws=500&var_q=9&var_k=9",
    "variance?largest=2&draws=500",
    "saturation?largest=512&draws=100&tokens=2",
    "pair?d_k=4096",
    "unusual?d_k=1&draws=1000",
    "constant?tokens=2&draws=100",
    "swap?largest=2&draws=20",
    "order?largest=2&draws=20",
    "positions?tokens=2&d=2&draws=20",
    "causal?tokens=2&d=1&draws=20&changed=1",
    "timing?largest=16&d=1",
]


@pytest.mark.parametrize("address", EXTREMES)
def test_both_axes_of_every_plot_have_a_title(visitor: Visitor, address: str) -> None:
    """It is drawn, it is read out, and it stands above the table."""
    run(visitor, f"/experiments/{address}")
    for figure in visitor.page.all("figure"):
        titles = [
            one
            for one in visitor.page.all("text")
            if one.inside("figure") is figure and "axis" in one.attrs.get("class", "")
        ]
        up, across = (one.text for one in titles)
        assert max(len(up), len(across)) <= 50  # more does not fit the drawing
        (read_out,) = [one.text for one in visitor.page.all("desc") if one.inside("figure") is figure]
        assert read_out.startswith(f"Across, {across}: ")
        assert f"Upwards, {up}." in read_out
        (caption,) = [one.text for one in visitor.page.all("caption") if one.inside("figure") is figure]
        assert caption.endswith(f": {up}")
    if address.startswith("timing"):
        assert "in milliseconds" in up


@pytest.mark.parametrize("address", EXTREMES)
def test_what_came_out_is_written_as_a_book_writes_it(visitor: Visitor, address: str) -> None:
    """No power of ten as programs print it, no hyphen before a number, no reach from a place to itself, no symbol with a capital."""
    run(visitor, f"/experiments/{address}")
    texts = [one.text for one in visitor.page.all("p") + visitor.page.all("desc") + visitor.page.all("text")]
    texts += [one.text for one in visitor.page.all("td") + visitor.page.all("th")]
    assert len(texts) > 20
    assert not [text for text in texts if re.search(r"\de[+-]?\d|(^|[\s(])-\d|nan|\binf\b", text)]
    assert not [text for text in texts if re.search(r": (\S+) to \1\.", text)]
    assert not [text for text in texts if re.search(r"(^|\. )([C-Z]\u2096?)( added|:)", text)]


def test_without_a_row_before_the_changed_one_nothing_is_said_of_such_rows(visitor: Visitor) -> None:
    run(visitor, "/experiments/causal?tokens=3&draws=20&changed=1")
    assert "No row stands before it" in said(visitor)
    run(visitor, "/experiments/causal?tokens=3&draws=20&changed=2")
    assert "the rows before it move by" in said(visitor)


def test_other_draws_go_round(visitor: Visitor) -> None:
    run(visitor, "/experiments/pair?d_k=16&turn=999")
    (again,) = [one.attrs["href"] for one in visitor.page.all("a") if one.text == "Other draws"]
    visitor.get(again)
    assert visitor.status == 200


def test_levels_of_numbers() -> None:
    assert fine_levels(0.25) == pytest.approx((0, 0.1, 0.2, 0.3))
    assert fine_levels(3.0) == (0, 1, 2, 3)
    assert fine_levels(1e-17) == (0, 1)
    assert power_levels(0.002, 40.0) == pytest.approx((0.001, 0.01, 0.1, 1, 10, 100))
    assert power_levels(1.0, 1.0) == (1, 10)
    assert len(power_levels(1e-12, 1e12)) <= 8


def test_numbers_are_written_with_three_digits() -> None:
    found = [significant(value) for value in (0.0, 0.25, 22.627, 999.4, 999.6, 1024.0, 7.1e-17, -0.5, 2.5e7)]
    assert found == [
        "0",
        "0.25",
        "22.6",
        "999",
        "1000",
        "1024",
        "7.1 · 10⁻¹⁷",
        "\N{MINUS SIGN}0.5",
        "2.5 · 10⁷",
    ]


def test_feedback_leads_to_the_experiment_that_its_question_names(product: Product, visitor: Visitor) -> None:
    product.will_ask("variance-of-the-raw-score", "why-three-different-vectors")
    visitor.begin()
    assert "/experiments/" not in visitor.response.text
    visitor.answer(["1"])
    assert [one.text for one in visitor.page.all("a") if one.attrs["href"] == "/experiments/variance"]
    visitor.send("/next")
    visitor.answer(["1"])
    assert "/experiments/" not in visitor.response.text
