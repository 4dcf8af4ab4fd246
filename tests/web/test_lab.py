"""The lab's page: what is typed is computed, kept and given back; what cannot be read has a sentence beside its field."""

from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.engine.slips import SLIPS
from tests.live import Gone
from tests.web.html_page import HtmlPage
from tests.web.product import Product
from tests.web.visitor import Visitor

FIRST = "/lab?start=example-1"
SHORT = "/lab?q=1+0+1+0~0+1+0+1~1+1+0+0&k=1+0+1+0~0+1+0+1~1+1+0+0&v=1+2+0+0~0+1+2+0~0+0+1+2"


def said(page: HtmlPage) -> str:
    """All that a page, or a part of one, says."""
    return "\n".join(one.text for one in page.elements if one.parent is None)


def form_of(page: HtmlPage) -> list[tuple[str, str]]:
    """What the form would send: fields, chosen options and texts, in their order."""
    form = next(one for one in page.all("form") if one.attrs.get("action") == "/lab")
    found = []
    for one in page.elements:
        if one.inside("form") is not form or "name" not in one.attrs or one.tag == "button":
            continue
        if one.attrs.get("type") == "checkbox" and "checked" not in one.attrs:
            continue
        text = one.attrs.get("value", "")
        if one.tag == "select":
            options = [option for option in page.all("option") if option.parent is one]
            chosen = next((option for option in options if "selected" in option.attrs), options[0])
            text = chosen.attrs.get("value", chosen.text)
        elif one.tag == "textarea":
            text = one.text.removeprefix("\n")
        found.append((one.attrs["name"], text))
    return found


def sent(visitor: Visitor, page: HtmlPage, *changes: tuple[str, str], act: str = "compute") -> HtmlPage:
    """Send the form with the first fields of these names changed."""
    fields = [(name, text) for name, text in form_of(page) if name != "do"]
    for name, text in changes:
        place = next(place for place, field in enumerate(fields) if field[0] == name)
        fields[place] = (name, text)
    return visitor.post("/lab", [*fields, ("do", act)])


def address(visitor: Visitor) -> str:
    return str(visitor.response.url).partition("8000")[2]


def faults(page: HtmlPage) -> dict[str, str]:
    return {
        one.attrs["id"]: one.text for one in page.all("p") if "fault" in one.attrs.get("class", "").split()
    }


def test_the_first_example_step_by_step(visitor: Visitor) -> None:
    page = visitor.get(FIRST)
    assert visitor.status == 200
    headings = [one.text for one in page.all("h3")]
    assert [heading[:2] for heading in headings] == [f"{n}." for n in range(1, 8)]
    for number in ("5.367", "0.506", "0.186", "0.307", "1.199", "0.614"):
        assert number in visitor.response.text
    assert "every printed digit is certified" in said(page)
    assert "Row A: A 0.506, B 0.186, C 0.307." in said(page)
    assert page.one("title").text == "Lab: attention step by step – Keyed"


def test_every_starting_point_and_every_slip_is_shown(visitor: Visitor) -> None:
    for start in ("example-1", "example-2", "mixed-signs"):
        visitor.get(f"/lab?start={start}")
        assert visitor.status == 200
    for slug in SLIPS:
        page = visitor.get(f"/lab?start=mixed-signs&slip={slug}")
        assert visitor.status == 200, slug
        assert "The ways part at step" in said(page) or "no numbers" in said(page), slug
        assert f"/misconceptions/{slug}" in visitor.response.text


def test_the_second_example_of_the_lesson_parts_where_the_lesson_says(visitor: Visitor) -> None:
    page = visitor.get("/lab?start=example-2")
    assert "5.00000" in said(page)
    assert "0.99142" in said(page)
    assert "1.00000" in said(page)


def test_what_differs_is_marked_by_more_than_colour(visitor: Visitor) -> None:
    page = visitor.get(f"{FIRST}&slip=no-scale")
    marked = [one for one in page.all("td") if "differs" in one.attrs.get("class", "")]
    assert len(marked) == 7 + 7 + 3 + 9 + 6 + 11
    assert all("≠" in one.text and "differs" in one.text for one in marked)
    assert "The ways part at step 2, the scaled scores, in 7 of 9 cells." in said(page)
    assert "Row A: A 2.000 (differs), B 0.000, C 1.000 (differs)." in said(page)


def test_the_form_leads_to_the_short_address(visitor: Visitor) -> None:
    page = visitor.get(FIRST)
    sent(visitor, page)
    assert address(visitor) == SHORT
    sent(visitor, visitor.page, ("q", "−0,5"), ("decimals", "4"), ("slip", "carry-keys"))
    assert address(visitor).startswith("/lab?q=-0.5+0+1+0~")
    assert address(visitor).endswith("&decimals=4&slip=carry-keys")
    assert visitor.page.one("a", **{"class": "share"}).attrs["href"] == address(visitor)


def test_what_cannot_be_read_has_a_sentence_and_everything_typed_stays(visitor: Visitor) -> None:
    page = visitor.get(FIRST)
    page = sent(visitor, page, ("q", "one"), ("k", ""), ("v", "<b>2</b>"), ("by", "x"), ("scale", "by"))
    assert visitor.status == 422
    assert set(faults(page)) == {"fault-Q-1-1", "fault-K-1-1", "fault-V-1-1", "fault-by"}
    values = [text for name, text in form_of(page) if name in "qkv"]
    assert values.count("one") == values.count("<b>2</b>") == 1
    assert ("by", "x") in form_of(page)
    assert "<b>2</b>" not in visitor.response.text
    marked = [one for one in page.all("input") if one.attrs.get("aria-invalid")]
    assert {one.attrs["aria-describedby"] for one in marked} == set(faults(page))
    assert "Nothing is computed while something cannot be read" in said(page)


FAULTS = (
    ("q=1+2~3", "fault-paste-q"),
    ("q=" + "~".join("1234567"), "fault-paste-q"),
    ("v=" + "1+" * 2000, "fault-paste-v"),
    ("k=1+2~3+4~5+6", "fault-K"),
    ("v=1~2", "fault-V"),
    ("q=nan+1+1+1", "fault-Q-1-1"),
    ("q=inf+1+1+1", "fault-Q-1-1"),
    ("start=example-1&mask=no", "fault-mask"),
    ("start=example-1&hide=A&hide=B&hide=C", "fault-hide"),
    ("start=example-1&scale=by&by=0", "fault-by"),
    ("start=example-1&slip=no-scale&slip=divide-by-d-k", "fault-slip"),
    ("start=example-2&slip=causal-mask-added", "fault-slip"),
    ("start=example-1&slip=none-such", "fault-slip"),
    ("start=example-1&decimals=9", "fault-decimals"),
    ("start=example-1&row=Z", "fault-row"),
)


def test_each_fault_stands_beside_its_field(visitor: Visitor) -> None:
    for query, field in FAULTS:
        page = visitor.get(f"/lab?{query}")
        assert visitor.status == 422, query
        assert field in faults(page), query
        assert len(page.all("h1")) == 1


def test_text_that_is_no_matrix_comes_back_in_its_field(visitor: Visitor) -> None:
    page = visitor.get("/lab?paste-k=1+2%0A3&do=paste")
    assert visitor.status == 422
    (area,) = [one for one in page.all("textarea") if one.attrs["id"] == "paste-k"]
    assert area.text.strip() == "1 2\n3"
    assert area.attrs["aria-describedby"].endswith("fault-paste-k")
    assert "open" in page.one("details", id="pasting").attrs


LONG = {
    "64 rows of 64": "\n".join([" ".join(["0.1234"] * 64)] * 64),
    "50 rows of 50": "\n".join([" ".join(["-0.25"] * 50)] * 50),
    "far more": "0.1234 " * 40_000,
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_a_text_that_is_too_long_has_a_sentence_beside_it_and_everything_stays(
    visitor: Visitor, text: str
) -> None:
    page = visitor.get(f"{FIRST}&decimals=5&hide=C")
    before = form_of(page)
    wire = text.replace("\n", "\r\n")  # as browsers send it
    for act in ("paste", "compute", "more-tokens"):
        page = sent(visitor, page, ("paste-q", wire), ("paste-v", "1 2;3 4"), ("by", "seven"), act=act)
        assert visitor.status == 422
        assert page.one("h1").text == "The lab"
        told = faults(page)
        assert told["fault-paste-q"] == (
            f"This is too long for Q: {len(text)} signs, and 1500 are the most. Shorten it."
        )
        fields = form_of(page)
        assert dict(fields)["paste-q"] == text
        assert ("by", "seven") in fields
        assert {("decimals", "5"), ("hide", "C")} <= set(fields)
        (area,) = page.all("textarea", id="paste-q")
        assert area.attrs["aria-describedby"].endswith("fault-paste-q")
    page = sent(visitor, visitor.get(f"{FIRST}&decimals=5&hide=C"), ("paste-q", wire))
    assert [field for field in form_of(page) if field[0] != "paste-q"] == [
        field for field in before if field[0] != "paste-q"
    ]
    page = sent(visitor, page, ("paste-q", "1 2 3 4\n0 0 1 1"))
    assert visitor.status == 200
    assert address(visitor).startswith("/lab?q=1+2+3+4~0+0+1+1&k=")


def test_cells_that_are_too_long_for_an_address_stay_in_their_fields(visitor: Visitor) -> None:
    page = visitor.get(FIRST)
    fields = [("重" * 200 if name in "qkv" else text) for name, text in form_of(page)]
    page = visitor.post("/lab", [(name, text) for (name, _), text in zip(form_of(page), fields, strict=True)])
    assert visitor.status == 422
    assert [text for name, text in form_of(page) if name in "qkv"] == ["重" * 200] * 36
    assert len(faults(page)) == 36
    visitor.post("/lab/steps", form_of(page))
    assert visitor.status == 422
    assert visitor.page.all("div")[0].attrs["data-news"] == "Not computed: 36 things cannot be read."


def test_what_the_server_does_not_take_at_all_is_a_page_of_ours(visitor: Visitor) -> None:
    for path in ("/lab", "/lab/steps"):
        page = visitor.post(path, [("paste-q", "1 " * 600_000)])
        assert visitor.status == 413
        assert "Go back and shorten them." in said(page)
        page = visitor.post(path, [("q", "1")] * 5_000)
        assert visitor.status == 400
        assert "more fields than the form of the lab" in said(page)


def test_what_is_wrong_and_short_enough_has_an_address_of_its_own(visitor: Visitor) -> None:
    """So that going back and loading again show it as they show any page."""
    page = sent(visitor, visitor.get(FIRST), ("q", "one"))
    assert visitor.response.request.method == "GET"
    assert form_of(page) == form_of(visitor.get(address(visitor)))


def test_nothing_is_said_of_what_stands_in_the_place_of_a_matrix_that_cannot_be_read(
    visitor: Visitor,
) -> None:
    """The lesson's own Q fits neither this K nor these settings, and nobody gave it."""
    rest = "k=1+2~3+4&v=1~2"
    for wrong in ("q=1+2~3", "q=1+2+3+4+5+6+7+8+9", "q=" + "1+" * 2000):
        for settings_of in ("", "&row=F", "&mask=causal", "&hide=S1", "&slip=swap-query-value"):
            page = visitor.get(f"/lab?{wrong}&{rest}{settings_of}")
            assert list(faults(page)) == ["fault-paste-q"], (wrong, settings_of)
    page = visitor.get("/lab?q=1+2~3&k=1+2~3+4&v=1~2~3&by=x&scale=by")
    assert list(faults(page)) == ["fault-V", "fault-paste-q", "fault-by"]
    page = visitor.get("/lab?q=1+2~3&k=1+x~3+4&v=1~2")
    assert list(faults(page)) == ["fault-K-1-2", "fault-paste-q"]


def test_buttons_change_the_sizes_without_a_script(visitor: Visitor) -> None:
    page = visitor.get(FIRST)
    page = sent(visitor, page, act="more-tokens")
    assert address(visitor).count("~0+0+0+0") == 3
    page = sent(visitor, page, act="fewer-queries")
    assert "S4" in said(page)
    assert "cross-attention" in said(page)
    page = sent(visitor, page, act="wider-values")
    assert visitor.status == 200
    for _ in range(8):
        page = sent(visitor, page, act="wider")
    assert "disabled" in page.one("button", value="wider").attrs


def test_fresh_numbers_are_in_the_address(visitor: Visitor) -> None:
    seen = set()
    for _ in range(3):
        sent(visitor, visitor.get(FIRST), act="draw")
        assert visitor.status == 200
        seen.add(address(visitor))
    assert len(seen) == 3
    assert SHORT not in seen


def test_the_steps_alone_are_what_the_page_shows(visitor: Visitor) -> None:
    whole = visitor.get(f"{FIRST}&slip=base-two").one("main")
    part = visitor.get("/lab/steps?start=example-1&slip=base-two")
    update = part.all("div")[0]
    assert update.attrs["data-link"] == f"{SHORT}&slip=base-two"
    assert update.attrs["data-news"].startswith("Computed. The ways part at step 3")
    assert "<html" not in visitor.response.text
    assert "0.453" in said(part)
    assert "0.453" in whole.text
    visitor.get("/lab/steps?q=x&k=1&v=1")
    assert visitor.status == 422
    assert visitor.page.all("div")[0].attrs["data-news"] == "Not computed: one thing cannot be read."


def test_an_address_that_is_far_too_long_is_refused_kindly(visitor: Visitor) -> None:
    for path in ("/lab", "/lab/steps"):
        visitor.get(f"{path}?q={'1+' * 8000}")
        assert visitor.status == 400
        assert "longer than the lab can read" in said(visitor.page)


def test_an_engine_that_is_gone_costs_one_sentence(visitor: Visitor, product: Product) -> None:
    live = product.house.services.lab.live
    here, live.make = live.make, Gone
    page = visitor.get("/lab?q=1+2&k=3+4&v=5&slip=no-scale")
    assert visitor.status == 503
    assert "No module named torch" in said(page)
    assert "What you typed is kept" in said(page)
    assert [text for name, text in form_of(page) if name in "qkv"] == ["1", "2", "3", "4", "5"]
    for other in ("/", "/lesson", "/practice", "/misconceptions/no-scale"):
        visitor.get(other)
        assert visitor.status == 200, other
    live.make, live._client = here, None
    visitor.get("/lab?q=1+2&k=3+4&v=5&slip=no-scale")
    assert visitor.status == 200


def test_a_setting_without_numbers_is_a_sentence(visitor: Visitor) -> None:
    page = visitor.get("/lab?q=0~0&k=1~2&v=1~2&slip=no-exponential")
    assert visitor.status == 200
    assert "With this slip there are no numbers: the sum that is divided by is zero." in said(page)
    page = visitor.get("/lab?q=1~2&k=1~2&v=1~2&scale=none&slip=no-scale")
    assert "what your settings say already" in said(page)


def test_what_is_typed_can_hold_no_markup(visitor: Visitor) -> None:
    visitor.get(
        "/lab?by=%22%3E%3Cscript%3E&paste-q=%3C/textarea%3E%3Cscript%3E&hide=%3Cscript%3E&row=%3Cscript%3E&mask=%3Cscript%3E&slip=%3Cscript%3E"
    )
    assert visitor.status == 422
    assert visitor.response.text.count("<script") == 2


FIELDS = [
    "q",
    "k",
    "v",
    "qs",
    "ks",
    "vs",
    "row",
    "decimals",
    "mask",
    "hide",
    "scale",
    "by",
    "slip",
    "start",
    "do",
    "paste-q",
]
TEXTS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [
            "1 2~3 4",
            "9x9",
            "2x3",
            "0x0",
            "causal",
            "by",
            "0.5",
            "B",
            "S1",
            "draw",
            "wider",
            "more-queries",
            "1" * 1600,
        ]
    ),
    st.sampled_from(sorted(SLIPS)),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(FIELDS), TEXTS), max_size=10))
def test_any_address_at_all_is_answered_with_a_whole_page(
    visitor: Visitor, pairs: list[tuple[str, str]]
) -> None:
    """Steps, or a sentence beside each field that cannot be read; never an error of ours."""
    page = visitor.get(f"/lab?{urlencode(pairs, errors='replace')}")
    assert visitor.status in (200, 422), pairs
    assert page.one("h1").text == "The lab"
    assert (visitor.status == 422) == bool(faults(page)), pairs
    ids = [one.attrs["id"] for one in page.elements if "id" in one.attrs]
    assert len(ids) == len(set(ids)), pairs
