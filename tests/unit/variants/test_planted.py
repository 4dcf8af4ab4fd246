"""Faults planted on purpose: baking refuses every variant that they touch, and a second proof names each by itself."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import orjson
import pytest
from flint import arb

from app.engine.families.deviations import DEVIATIONS, Deviations
from app.engine.families.family import Givens, Slips, Steps
from app.engine.families.reach import Hand, Reach
from app.engine.oracle import Oracle
from app.engine.plain_engine import PlainEngine
from app.items.answer_key import AnswerKey, ChoiceAnswer, NumbersAnswer, Proof
from app.items.item import Kind, Revision
from app.items.public import ChoiceForm
from app.items.variant import Variant
from app.variants import certified, recipe
from app.variants.bake import bake
from app.variants.compare import differences
from app.variants.decode import decode
from app.variants.encode import EncodedVariant, Origin, encode, pack
from app.variants.made_by import recipe_line
from app.variants.recipe import RECIPES
from app.variants.recipes.told import ToldRecipe
from app.variants.reproof import Reproof
from app.variants.verify import reprove
from tests.changing import replace
from tests.unit.variants.samples import revision, seeds
from tests.unit.variants.test_bake import SlightlyOff, WrongFormula

DISAGREE = "the two routes disagree on the right numbers or on those of an option"
SLIP_WRONGLY_RIGHT = "a slip gives what is right where it cannot: it or the answer is computed wrongly"
CHANGED = "its hash is another than that of what is stored: something was changed after it was packed"
BOTH = (Kind.SINGLE_CHOICE, Kind.NUMBERS)


def stored(of: Revision, count: int = 12) -> list[EncodedVariant]:
    """Variants that were baked while nothing was wrong."""
    return [encode(one) for one in bake(of, seeds(count), PlainEngine()).variants]


def faults(of: Revision, variants: Sequence[EncodedVariant]) -> list[tuple[str, ...]]:
    return [one.faults for one in reprove(of, variants, PlainEngine())]


def packed_anew(variant: Variant, **changes: Any) -> EncodedVariant:
    """The variant with another answer key, with the name and the seal that a program gives which packs it so."""
    key: AnswerKey = replace(variant.answer_key, **changes)
    assert key.proof is not None
    origin = Origin(variant.item_id, variant.revision_id, variant.twin, variant.seed, variant.fixed)
    return pack(origin, variant.shown, replace(key, proof=replace(key.proof, seal="")))


class WrongFamily(Deviations):
    """Told in words, with a formula that is wrong in the numbers and right in the second route."""

    def compute(self, givens: Givens, slips: Slips, hand: Hand) -> Steps:
        """The score is divided by one and a half deviations."""
        *others, (out,) = super().compute(givens, slips, hand)
        return *others, (out / Reach.of(1.5),)


class WrongRoute(Deviations):
    """The other way round: the second route is wrong."""

    def enclose(self, givens: Givens, slips: Slips) -> list[arb]:
        """The square of what is right."""
        return [ball * ball for ball in super().enclose(givens, slips)]


def plant(monkeypatch: pytest.MonkeyPatch, family: Deviations) -> None:
    told = RECIPES[DEVIATIONS.slug]
    assert isinstance(told, ToldRecipe)
    monkeypatch.setattr(recipe, "RECIPES", {**RECIPES, DEVIATIONS.slug: replace(told, family=family)})


@pytest.mark.parametrize("family", [WrongFamily, WrongRoute])
@pytest.mark.parametrize("kind", BOTH)
def test_a_wrong_formula_in_a_family(
    family: type[Deviations], kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    of = revision(DEVIATIONS.slug, kind)
    before = stored(of)
    assert before
    assert faults(of, before) == [()] * len(before)
    plant(monkeypatch, family())
    outcome = bake(of, seeds(12), PlainEngine())
    assert outcome.variants == ()
    assert outcome.refusals["routes-disagree"] >= 3
    assert all(found and found[0] != CHANGED for found in faults(of, before))
    assert any(found == (DISAGREE,) for found in faults(of, before))


@pytest.mark.parametrize("engine", [WrongFormula(), SlightlyOff()])
@pytest.mark.parametrize("kind", BOTH)
def test_a_wrong_formula_in_the_engine_is_named_by_a_second_proof(
    engine: WrongFormula | SlightlyOff, kind: Kind
) -> None:
    of = revision("weights-row", kind)
    before = stored(of)
    again = reprove(of, before, engine)
    assert len(again) == len(before) >= 4
    assert all(one.faults for one in again)
    proven = [one for one in again if one.faults in ((DISAGREE,), (SLIP_WRONGLY_RIGHT,))]
    assert len(proven) >= len(before) - 2
    assert all(one.proof is None for one in proven)


@pytest.mark.parametrize("recipe_name", ["weights-row", "output-row"])
@pytest.mark.parametrize("kind", BOTH)
def test_a_wrong_formula_in_the_oracle(recipe_name: str, kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its weights come in the order of the tokens turned round."""
    of = revision(recipe_name, kind)
    before, right = stored(of), Oracle._weights
    monkeypatch.setattr(Oracle, "_weights", lambda self, mechanism, i: right(self, mechanism, i)[::-1])
    outcome = bake(of, seeds(12), PlainEngine())
    assert outcome.variants == ()
    assert outcome.refusals["routes-disagree"] >= 3
    assert faults(of, before) == [(DISAGREE,)] * len(before)


@pytest.mark.parametrize("kind", BOTH)
def test_a_wrong_rounding(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """Digits are cut off in place of being rounded."""
    of = revision("weights-row", kind)
    before = stored(of)

    def cut(ball: arb, decimals: int) -> str:
        return f"{int(float(ball) * 10**decimals) / 10**decimals:.{decimals}f}"

    monkeypatch.setattr(certified, "digits", cut)
    outcome = bake(of, seeds(12), PlainEngine())
    assert outcome.refusals["digits-disagree"] >= 3
    for variant in outcome.variants:  # none of whose digits would have been rounded up
        assert variant.answer_key.proof is not None
        evidence = variant.answer_key.proof.evidence
        assert evidence is not None
        near = zip(evidence.printed, evidence.values, strict=True)
        assert all(abs(float(text) - value) <= 0.0005 for text, value in near)
    sentence = "its certified digits are not the engine's number, rounded"
    named = faults(of, before)
    assert set(named) <= {(sentence,), ()}
    assert named.count((sentence,)) >= 3


def test_a_rounding_edge_inside_the_enclosure_takes_more_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """An oracle that loses digits is asked again with twice as many, and the proof says how many it took."""
    right = Deviations.enclose

    def losing(self: Deviations, givens: Givens, slips: Slips) -> list[arb]:
        big = arb(2).sqrt() * arb(2) ** 60
        return [(ball + big) - big for ball in right(self, givens, slips)]

    monkeypatch.setattr(Deviations, "enclose", losing)
    found = bake(revision(DEVIATIONS.slug, Kind.NUMBERS), seeds(6), PlainEngine()).variants
    proofs = [one.answer_key.proof for one in found]
    assert len(found) >= 3
    assert {proof.evidence.bits for proof in proofs if proof and proof.evidence} == {128}


def test_an_oracle_that_never_tells_bakes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    of = revision(DEVIATIONS.slug, Kind.NUMBERS)
    before = stored(of)
    monkeypatch.setattr(Deviations, "enclose", lambda self, givens, slips: [arb(0, 1e6)])
    outcome = bake(of, seeds(6), PlainEngine())
    assert outcome.variants == ()
    assert outcome.refusals["rounding-edge"] >= 3
    assert faults(of, before) == [("its digits are not certain: a rounding edge lies too near",)] * len(
        before
    )


def test_a_program_that_packed_wrong_digits_is_found_out() -> None:
    """Its hashes are those of its bytes, and its digits are wrong all the same."""
    of = revision("weights-row", Kind.NUMBERS)
    (right, *_) = map(decode, stored(of))
    answer = right.answer_key.answer
    assert isinstance(answer, NumbersAnswer)
    first, *others = answer.numbers
    wrong = f"{float(first.printed) + 0.001:.3f}"
    (found,) = faults(
        of, [packed_anew(right, answer=replace(answer, numbers=(replace(first, printed=wrong), *others)))]
    )
    assert len(found) == 1
    assert found[0].startswith(f"the printed answer is not [{first.printed}, ")
    wide = replace(answer, numbers=(replace(first, high=first.high + 0.001), *others))
    assert faults(of, [packed_anew(right, answer=wide)]) == [("the fair interval is not what comes out",)]


def test_a_program_that_packed_an_option_like_the_answer_is_found_out() -> None:
    of = revision("weights-row")
    (right, *_) = map(decode, stored(of))
    form, answer = right.shown.form, right.answer_key.answer
    assert isinstance(form, ChoiceForm)
    assert isinstance(answer, ChoiceAnswer)
    place, other = min(answer.correct) - 1, min({1, 2, 3, 4} - answer.correct) - 1
    options = list(form.options)
    options[other] = options[place]
    changed = replace(right, shown=replace(right.shown, form=replace(form, options=tuple(options))))
    found = faults(of, [packed_anew(changed)])[0]
    assert "two options look the same" in found
    assert any(sentence.startswith(f"option {other + 1} is shown as ") for sentence in found)


def _proof_changes(proof: Proof) -> dict[str, Proof]:
    evidence = proof.evidence
    assert evidence is not None
    (first, *values) = evidence.values
    return {
        "an enclosure does not hold": replace(proof, enclosures=("0.1 ± 3e-17", *proof.enclosures[1:])),
        "an enclosure does not": replace(proof, enclosures=proof.enclosures[1:]),
        "rounding reaches otherwise": replace(proof, reach=proof.reach * 2),
        "the nearest slip is": replace(proof, nearest_distance=proof.nearest_distance + 0.01),
        "the numbers that its proof": replace(
            proof, evidence=replace(evidence, values=(first + 1e-9, *values))
        ),
        "the numbers that its proof rests": replace(proof, evidence=replace(evidence, bits=53)),
    }


def test_a_proof_that_says_something_else_is_named() -> None:
    of = revision("weights-row", Kind.NUMBERS)
    (right, *_) = map(decode, stored(of))
    assert right.answer_key.proof is not None
    for start, proof in _proof_changes(right.answer_key.proof).items():
        (found,) = faults(of, [packed_anew(right, proof=proof)])
        assert len(found) == 1
        assert found[0].startswith(start)


def test_a_changed_number_of_a_slip_is_named() -> None:
    of = revision("weights-row", Kind.NUMBERS)
    (right, *_) = map(decode, stored(of))
    table = right.answer_key.slip_table
    assert table is not None
    last = next(place for place, slugs in enumerate(table.layout.readings) if slugs == ("no-scale",))
    at = 24 * table.layout.width * last
    numbers = table.numbers[:at] + b"\x00" * 8 + table.numbers[at + 8 :]
    changed = packed_anew(right, slip_table=replace(table, numbers=numbers))
    assert faults(of, [changed]) == [("the stored numbers of no-scale are not what comes out",)]
    cut = packed_anew(right, slip_table=replace(table, numbers=table.numbers[:-3]))
    assert faults(of, [cut]) == [("its slip table is not laid out as its computation",)]
    assert faults(of, [packed_anew(right, slip_table=None)]) == [("its slip table is missing",)]
    assert faults(of, [packed_anew(right, solution=right.answer_key.solution[1:])]) == [
        ("the worked page is not what comes out",)
    ]


def test_what_cannot_be_read_or_computed_is_one_sentence_and_no_end() -> None:
    of = revision("weights-row", Kind.NUMBERS)
    one, two, *_ = stored(of)
    no_json = replace(one, answer_key=b"{")
    no_givens = packed_anew(decode(one), givens="[1]")
    record = {**orjson.loads(decode(one).answer_key.givens), "row": "Z"}
    no_row = packed_anew(decode(one), givens=orjson.dumps(record).decode())
    found = faults(of, [no_json, no_givens, no_row, two])
    assert found[0][0].startswith("it cannot be read: ")
    assert found[1][0].startswith("its givens cannot be read: ")
    assert found[2][0].startswith("its givens cannot be read: ")
    assert found[3] == ()


def test_a_recipe_that_is_gone_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    of = revision("weights-row", Kind.NUMBERS)
    before = stored(of)
    monkeypatch.setattr(recipe, "RECIPES", {})
    assert all("its recipe is not known any more" in found[0] for found in faults(of, before))


def test_variants_of_another_version_of_the_recipe_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    of = revision("weights-row", Kind.NUMBERS)
    before = stored(of)
    monkeypatch.setattr("app.variants.made_by._RAISED", {"weights-row": 2})
    assert recipe_line("weights-row") == "recipe weights-row 2"
    sentence = "it was made by recipe weights-row 1, and the recipe is now in version 2"
    again = reprove(of, before, PlainEngine())
    assert list(again) == [Reproof(one.id, (sentence,), older=True) for one in before]


def test_a_changed_variant_of_an_older_recipe_is_not_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    of = revision("weights-row", Kind.NUMBERS)
    one, *_ = stored(of)
    monkeypatch.setattr("app.variants.made_by._RAISED", {"weights-row": 2})
    (found,) = reprove(of, [replace(one, seed="another")], PlainEngine())
    assert not found.older
    assert found.faults[-1].startswith("its hash is another")


def test_an_option_of_a_slip_that_nobody_knows_is_named_and_no_end() -> None:
    of = revision("weights-row")
    one, other, *_ = stored(of)
    answer = decode(one).answer_key.answer
    assert isinstance(answer, ChoiceAnswer)
    slug = next(option.slips[0] for option in answer.options if option.slips).encode()
    changed = replace(one, answer_key=one.answer_key.replace(b'"slips":["' + slug, b'"slips":["no-such-slip'))
    found = faults(of, [changed, other])
    assert found[0][0] == "what is stored cannot be held against what comes out: 'no-such-slip'"
    assert found[1] == ()


def _without(variant: Variant, pair: int) -> EncodedVariant:
    """The variant of which a pair has no numbers of its own."""
    table = variant.answer_key.slip_table
    assert table is not None
    at, wide = 24 * table.layout.width * pair, 24 * table.layout.width
    numbers = table.numbers[:at] + np.full(wide // 8, np.nan).tobytes() + table.numbers[at + wide :]
    return packed_anew(variant, slip_table=replace(table, numbers=numbers))


def test_a_pair_that_is_none_any_more_is_no_fault_of_the_first_variants_alone() -> None:
    of = revision("weights-row", Kind.NUMBERS)
    (right, *_) = map(decode, stored(of))
    table, proof = right.answer_key.slip_table, right.answer_key.proof
    assert table is not None
    assert proof is not None
    pair = next(place for place, slugs in enumerate(table.layout.readings) if len(slugs) == 2)
    without = decode(_without(right, pair))
    draw: Any = None
    first = replace(right, answer_key=replace(right.answer_key, proof=replace(proof, evidence=None)))
    assert list(differences(first, without, draw, 3)) == []
    found = list(differences(right, without, draw, 3))
    assert found == [
        f"the stored numbers of {' with '.join(table.layout.readings[pair])} are not what comes out"
    ]


def test_a_twin_that_is_stored_twice_is_proven_twice() -> None:
    of = revision("weights-row", Kind.NUMBERS)
    (one, *_) = stored(of)
    other = encode(replace(decode(one), seed="another name"))
    assert len(reprove(of, [one, one, other], PlainEngine())) == 3
    assert faults(of, [one, one]) == [(), ()]


def test_options_told_in_words_are_held_against_what_comes_out() -> None:
    of = revision("which-mechanism")
    (right, *_) = map(decode, stored(of))
    answer = right.answer_key.answer
    assert isinstance(answer, ChoiceAnswer)
    assert faults(of, [encode(right)]) == [()]
    turned = tuple(replace(option, correct=not option.correct) for option in answer.options)
    changed = packed_anew(right, answer=replace(answer, options=turned))
    assert faults(of, [changed]) == [("the options are not what comes out",)]
