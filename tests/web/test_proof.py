""" "How was this checked?": the proof in numbers after the answer, made again on request, and nothing of it before."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from app.grading.explain_claims import claims_told
from app.items.answer_key import Evidence
from app.kit.errors import NotReady
from app.store.answer_keys import VariantRow
from app.variants.wire import Answer, Order
from tests.live import Gone
from tests.web.product import Product, change_database, right_answer, wrong_answer
from tests.web.test_lab import said
from tests.web.visitor import Visitor


def evidence_of(variant: VariantRow) -> Evidence:
    proof = variant.answer_key.proof
    assert proof is not None
    assert proof.evidence is not None
    return proof.evidence


def answered(visitor: Visitor, product: Product, item: str) -> VariantRow:
    """A question with a wrong answer; the visitor stands on its feedback."""
    (variant,) = product.will_ask(item)
    visitor.begin()
    visitor.answer(wrong_answer(variant))
    assert visitor.path.endswith("/feedback")
    return variant


def proof_address(visitor: Visitor) -> str:
    return visitor.path.removesuffix("/feedback") + "/proof"


@pytest.mark.parametrize(
    "item",
    [
        "spot-the-slip-choice",
        "which-mechanism-choice",
        "weights-row-typed",
        "weights-row-choice",
        "weights-matrix-grid",
        "pipeline-steps",
    ],
)
def test_the_fold_out_shows_both_routes_digits_and_versions(
    visitor: Visitor, product: Product, item: str
) -> None:
    variant = answered(visitor, product, item)
    evidence = evidence_of(variant)
    (fold,) = (one for one in visitor.page.all("details") if "How was this checked?" in one.text)
    text = " ".join(fold.text.split())
    table = next(one for one in visitor.page.all("table") if "proven" in one.attrs["class"])
    assert table.inside("details") is fold
    proven = claims_told(variant.shown, variant.answer_key).proven or (evidence,)
    pairs = [pair for one in proven for pair in zip(one.values, one.printed, strict=True)]
    assert len(pairs) == table.text.count("…") - 1
    for value, printed in pairs:
        assert repr(value).replace("-", "−").partition("e")[0] in table.text
        assert printed.replace("-", "−") in table.text
    assert "64 bits were enough" in text
    for line in evidence.made_by:
        assert line in text
    proof = variant.answer_key.proof
    assert proof is not None
    assert proof.seal in text
    assert all(route in text for route in proof.routes)
    assert ("the first two" in text) is (len(proof.routes) > 2)
    assert not re.search(r"Number \d", table.text)
    assert "open" not in fold.attrs


def test_the_proof_is_made_again_on_request(visitor: Visitor, product: Product) -> None:
    variant = answered(visitor, product, "output-row-typed")
    links = [one.attrs["href"] for one in visitor.page.all("a") if one.text == "Check it again now"]
    assert links == [proof_address(visitor)]
    visitor.get(links[0])
    assert visitor.status == 200
    assert visitor.page.one("h1").text == "Checked again: it holds"
    text = said(visitor.page)
    assert re.search(r"It took (\d+ millisecond|\d+\.\d second)s?, .* for the two computations", text)
    assert all(one.printed.replace("-", "−") in text for one in variant.answer_key.answer.numbers)  # type: ignore[union-attr]
    (back,) = (one for one in visitor.page.all("a") if one.text == "Back to the answer")
    visitor.get(back.attrs["href"])
    assert visitor.path.endswith("/feedback")


def test_an_answer_of_an_older_recipe_is_no_fault(
    visitor: Visitor, product: Product, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered(visitor, product, "weights-row-typed")
    monkeypatch.setattr("app.variants.made_by._RAISED", {"weights-row": 2})
    visitor.get(proof_address(visitor))
    assert visitor.page.one("h1").text == "Not checked this time"
    assert "made by an earlier version of its recipe" in said(visitor.page)
    assert "Do not trust" not in said(visitor.page)


def test_a_stored_variant_that_was_changed_is_found_by_whoever_asks(
    open_product: Callable[..., Product],
) -> None:
    def change(folder: Path) -> None:
        text = "CAST(replace(CAST(answer_key AS TEXT), '\"reach\":', '\"reach\":9') AS BLOB)"
        change_database(
            folder, f"UPDATE variants SET answer_key = {text} WHERE item_id = 'weights-row-typed'"
        )

    product = open_product(change)
    visitor = Visitor(product.application())
    answered(visitor, product, "weights-row-typed")
    visitor.get(proof_address(visitor))
    assert visitor.status == 200
    assert visitor.page.one("h1").text == "Checked again: it does not hold"
    sentences = [one.text for one in visitor.page.all("li") if one.inside("ul")]
    assert "Rounding reaches otherwise than its proof says." in sentences
    assert "Do not trust this question." in said(visitor.page)
    assert visitor.page.all("h2", id="stored")


class Late:
    """An engine that does not answer."""

    running = True

    def ask(self, order: Order, *, within: float, starts_within: float) -> Answer:
        raise NotReady("The engine did not answer within 10 seconds and was stopped.")

    def close(self) -> None:
        """Nothing was started."""


@pytest.mark.parametrize(
    ("engine", "sentence"), [(Gone, "No module named torch"), (Late, "did not answer within")]
)
def test_an_engine_that_is_missing_or_hangs_is_one_sentence(
    visitor: Visitor, product: Product, engine: type[Gone] | type[Late], sentence: str
) -> None:
    answered(visitor, product, "weights-row-typed")
    product.house.services.lab.live.make = engine
    product.house.services.lab.live._client = None
    feedback, address = visitor.path, proof_address(visitor)
    visitor.get(address)
    assert visitor.status == 503
    assert visitor.page.one("h1").text == "Not checked this time"
    assert sentence in said(visitor.page)
    assert visitor.page.all("h2", id="stored")
    visitor.get(feedback)
    assert visitor.status == 200


def test_nobody_is_told_a_proof_before_the_answer_or_of_anothers(visitor: Visitor, product: Product) -> None:
    (variant,) = product.will_ask("weights-row-typed")
    visitor.begin()
    place = visitor.path
    visitor.get(f"{place}/proof")
    assert visitor.path == place
    assert variant.answer_key.proof is not None
    assert variant.answer_key.proof.seal not in visitor.response.text
    assert all(one not in visitor.response.text for one in evidence_of(variant).made_by)
    visitor.answer(right_answer(variant))
    other = Visitor(product.application())
    other.begin()
    other.get(f"{place}/proof")
    assert other.status == 404
    assert variant.answer_key.proof.seal not in other.response.text
    for odd in (f"{place.rpartition('/')[0]}/99/proof", "/practice/none/items/1/proof"):
        visitor.get(odd)
        assert visitor.status == 404


def test_a_sealed_answer_has_no_proof_until_the_end(visitor: Visitor, product: Product) -> None:
    (variant, _) = product.will_ask("weights-row-typed", "weights-row-choice")
    visitor.begin(("feedback", "end"))
    place = visitor.path
    visitor.answer(right_answer(variant))
    assert visitor.path != place
    visitor.get(f"{place}/proof")
    assert visitor.path == place
    assert variant.answer_key.proof is not None
    assert variant.answer_key.proof.seal not in visitor.response.text


def test_a_written_question_has_nothing_to_prove(visitor: Visitor, product: Product) -> None:
    answered(visitor, product, "state-the-formula")
    assert not [one for one in visitor.page.all("a") if one.text == "Check it again now"]
    visitor.get(proof_address(visitor))
    assert visitor.status == 404
    assert "written by an author" in said(visitor.page)


def test_a_question_of_ones_own_is_proven_again_too(visitor: Visitor, product: Product) -> None:
    visitor.get("/lab?q=2+1~-1+1~0+2&k=1+0~1+2~-1+1&v=1+3~2+0~3+-1")
    visitor.send("/lab/ask", ("question", "output-numbers"))
    visitor.answer(wrong_answer(product.at(visitor.path)))
    visitor.get(proof_address(visitor))
    assert visitor.page.one("h1").text == "Checked again: it holds"


def test_a_variant_from_before_there_was_evidence_keeps_its_page(
    open_product: Callable[..., Product],
) -> None:
    def change(folder: Path) -> None:
        cut = "substr(t, 1, instr(t, ',\"evidence\":') - 1) || '}'"
        change_database(
            folder,
            "UPDATE variants SET answer_key = (SELECT CAST("
            f"{cut} AS BLOB) FROM (SELECT CAST(answer_key AS TEXT) AS t)) WHERE item_id = 'weights-row-typed'",
        )

    product = open_product(change)
    visitor = Visitor(product.application())
    variant = answered(visitor, product, "weights-row-typed")
    assert variant.answer_key.proof is not None
    assert variant.answer_key.proof.evidence is None
    assert "Independent computations agree" in said(visitor.page)
    visitor.get(proof_address(visitor))
    assert visitor.page.one("h1").text == "Checked again: it holds"
    assert "64 bits were enough" in said(visitor.page)
