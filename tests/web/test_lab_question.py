"""A question of one's own: made of a state of the lab, proven, answered and diagnosed like any other, and nobody else's."""

import re
from pathlib import Path

import orjson
import pytest

from app.engine.slips import SLIPS
from app.engine.stages import STAGES
from app.items.answer_key import ChoiceAnswer
from app.items.variant import Variant
from app.lab.asking import ITEMS, REFUSALS
from app.store.items import item_row, live_items
from app.store.memories import memories_of
from app.store.unit import reading
from app.store.variants import counts_by_revision
from app.variants.bake import NOTHING_GOOD
from app.variants.recipes.reverse.posed import NEAR
from app.variants.recipes.reverse.recipe import NOT_BY_HAND
from app.variants.verify import verify
from tests.live import Gone
from tests.web.product import Product, right_answer, slip_answer, wrong_answer
from tests.web.test_lab import said
from tests.web.visitor import Visitor

STATE = "q=2+1~-1+1~0+2&k=1+0~1+2~-1+1&v=1+3~2+0~3+-1"


def ask(visitor: Visitor, question: str, state: str = STATE) -> None:
    visitor.get(f"/lab?{state}")
    assert visitor.status == 200
    visitor.send("/lab/ask", ("question", question))


@pytest.mark.parametrize("question", ITEMS)
def test_a_state_becomes_a_question_with_these_numbers(
    visitor: Visitor, product: Product, question: str
) -> None:
    ask(visitor, question, f"{STATE}&row=B&slip=no-scale")
    assert visitor.status == 200, said(visitor.page)
    assert visitor.path.endswith("/items/1")
    variant = product.at(visitor.path)
    givens = orjson.loads(variant.answer_key.givens)
    assert (givens["Q"], givens["row"]) == ([[2, 1], [-1, 1], [0, 2]], "B")
    assert isinstance(variant.answer_key.answer, ChoiceAnswer) == question.endswith("choice")
    typed = question.endswith("numbers")
    visitor.answer(slip_answer(variant, "no-scale") if typed else wrong_answer(variant))
    assert visitor.path.endswith("/feedback")
    assert "what comes out" in said(visitor.page)
    assert visitor.page.all("section", id="slips")
    visitor.send("/next")
    assert visitor.path.endswith("/summary")
    assert "Another practice like this" not in said(visitor.page)
    assert "To the lab" in said(visitor.page)


def test_it_is_proven_like_any_other(visitor: Visitor, product: Product) -> None:
    ask(visitor, "output-numbers")
    variant = product.at(visitor.path)
    lab = product.house.services.lab
    revision = lab.questions._revision(ITEMS["output-numbers"], 3)
    assert variant.item_id == revision.item.header.id == "own-output-row-typed"
    whole = Variant(
        variant.id,
        variant.item_id,
        variant.revision_id,
        variant.twin,
        variant.seed,
        variant.shown,
        variant.answer_key,
    )
    assert verify(whole, revision.item) == ()  # type: ignore[arg-type]
    visitor.answer(right_answer(variant))
    assert "Right" in visitor.page.one("h1").text


def test_it_is_nobody_elses_and_leaves_the_schedule_as_it_was(visitor: Visitor, product: Product) -> None:
    with reading(product.house.database) as unit:
        before = live_items(unit), counts_by_revision(unit)
    ask(visitor, "weights-choice")
    variant = product.at(visitor.path)
    visitor.answer(right_answer(variant))
    with reading(product.house.database) as unit:
        live, counts = live_items(unit), counts_by_revision(unit)
        own = item_row(unit, variant.item_id)
        assert memories_of(unit, 1) == {}
    assert live == before[0]
    assert {one: count for one, count in counts.items() if one != variant.revision_id} == before[1]
    assert own is not None
    assert own.latest_revision_id == variant.revision_id
    assert "new numbers" not in said(visitor.page)
    product.reopen()
    with reading(product.house.database) as unit:
        assert live_items(unit) == live


def test_two_may_ask_the_same(visitor: Visitor, product: Product) -> None:
    for _ in range(2):
        ask(visitor, "weights-numbers")
        assert visitor.status == 200
        other = Visitor(visitor.client.app)  # type: ignore[arg-type]
        ask(other, "weights-numbers")
        assert other.path.endswith("/items/1")


@pytest.mark.parametrize(
    ("state", "part"),
    [
        (f"{STATE}&scale=none", "Set the scale"),
        (f"{STATE}&scale=by&by=2", "Set the scale"),
        (f"{STATE}&mask=causal", "causal mask"),
        (f"{STATE}&hide=B", "hide no token"),
        (f"{STATE}&decimals=5", "at most 4 decimals"),
        ("q=1+2&k=1+2~3+4&v=1~2", "as many Queries as Keys"),
        ("q=1&k=1&v=1", "one token"),
        (STATE.replace("q=2+", "q=1/3+"), "halves and quarters"),
        ("q=1+1~1+1&k=1+0~0+1&v=1+2~3+4", "two equal raw scores"),
        ("q=9+9~1+1&k=9+0~0+1&v=1+2~3+4", "prints as 0 or as 1"),
    ],
)
def test_what_is_no_question_is_refused_with_its_reason(visitor: Visitor, state: str, part: str) -> None:
    ask(visitor, "weights-choice", state)
    assert visitor.status == 422
    assert part in visitor.page.one("p", id="fault-ask").text
    assert "0" in said(visitor.page)
    assert visitor.client.cookies.get("keyed_guest") is None


def test_every_reason_to_refuse_has_words() -> None:
    rooms = [*Path("app/variants").glob("*.py"), *Path("app/variants/recipes").glob("*.py")]
    text = "\n".join(path.read_text() for path in rooms)
    named = set(
        re.findall(r'"([a-z]+(?:-[a-z]+)+)": (?:~|minus|edge|too_|lost_|somewhere|units|printed)', text)
    )
    named |= set(re.findall(r'(?:found|reasons)\["([a-z-]+)"\] =', text)) | {
        "too-few-slips",
        "rounding-edge",
        "routes-disagree",
        "tied-logits",
        NOTHING_GOOD,
        NOT_BY_HAND,
        NEAR,
    }
    assert {"slips-alike", "prints-as-zero", "pair-equal"} <= named
    assert len(named) >= 15
    assert named <= set(REFUSALS)


def test_an_engine_that_is_gone_and_forms_that_are_not_ours(visitor: Visitor, product: Product) -> None:
    visitor.get(f"/lab?{STATE}")
    product.house.services.lab.live.make = Gone
    product.house.services.lab.live._client = None
    visitor.send("/lab/ask")
    assert visitor.status == 503
    assert "No module named torch" in said(visitor.page)
    assert visitor.page.one("h1").text == "The lab"
    assert visitor.page.one("input", id="Q-2-1").attrs["value"] == "-1"
    assert len(visitor.page.all("section", class_="lab-step")) == len(STAGES)
    visitor.post("/lab/ask", [("state", "q=x"), ("question", "weights-choice")])
    assert visitor.status == 422
    assert "Nothing is computed" in said(visitor.page)
    visitor.post("/lab/ask", [("state", STATE), ("question", "everything")])
    assert visitor.status == 400
    foreign = visitor.client.post("/lab/ask", data={"state": STATE}, headers={"Sec-Fetch-Site": "cross-site"})
    assert foreign.status_code == 403
    assert visitor.get("/lab/ask").one("h1").text == "The lab"


def test_questions_of_ones_own_have_a_limit(
    visitor: Visitor, product: Product, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.services.lab_questions.MOST", 1)
    ask(visitor, "weights-choice")
    assert visitor.status == 200
    ask(visitor, "weights-choice")
    assert visitor.status == 429
    assert "Wait" in said(visitor.page)


def test_the_lab_knows_nothing_of_questions_that_are_open(visitor: Visitor, product: Product) -> None:
    """Neither the page of an open question nor the lab leads from the one to the other."""
    product.will_ask("weights-row-choice")
    visitor.begin()
    assert "/lab?" not in visitor.response.text


def test_feedback_leads_to_the_lab_with_the_numbers_and_the_slip(visitor: Visitor, product: Product) -> None:
    (variant,) = product.will_ask("weights-row-typed")
    visitor.begin()
    visitor.answer(slip_answer(variant, "no-scale"))
    (link,) = [one.attrs["href"] for one in visitor.page.all("a") if one.text == "See it in the lab"]
    assert link.startswith("/lab?q=1+0+1+0~0+1+0+1~1+1+0+0&k=")
    assert link.endswith("&slip=no-scale")
    visitor.get(link)
    assert "The ways part at step 2" in said(visitor.page)
    assert "0.665" in said(visitor.page)


def test_feedback_on_what_has_no_matrices_leads_to_no_lab(visitor: Visitor, product: Product) -> None:
    for item in ("saturation-pair-typed", "state-the-formula"):
        (variant,) = product.will_ask(item)
        visitor.begin()
        visitor.answer(right_answer(variant))
        assert visitor.path.endswith("/feedback")
        assert "/lab?" not in visitor.response.text


def test_pages_to_read_lead_to_the_lab_with_their_numbers(visitor: Visitor) -> None:
    lesson = visitor.get("/lesson")
    links = [one.attrs["href"] for one in lesson.all("a") if one.attrs.get("href", "").startswith("/lab?")]
    assert links == ["/lab?start=example-1", "/lab?start=example-2"]
    for slug in SLIPS:
        page = visitor.get(f"/misconceptions/{slug}")
        (link,) = [
            one.attrs["href"] for one in page.all("a") if one.attrs.get("href", "").startswith("/lab?")
        ]
        assert link.endswith(f"&slip={slug}")
        shown = said(visitor.get(link))
        assert visitor.status == 200, slug
        assert "The ways part" in shown, slug
