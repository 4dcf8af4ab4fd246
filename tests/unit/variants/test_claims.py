"""What is proven of options that are told in words: each claim in numbers by both routes, and the proof as it is told."""

import re
from collections.abc import Sequence

import pytest
from flint import arb

from app.engine.plain_engine import PlainEngine
from app.grading.explain_proof import proof_note
from app.grading.feedback import ProofNote
from app.grading.words import Words
from app.items.answer_key import ChoiceAnswer, Claim, Evidence
from app.items.item import Kind, Revision
from app.items.public import ChoiceForm
from app.items.variant import Variant
from app.variants.bake import bake
from app.variants.decode import decode
from app.variants.encode import encode, is_whole
from app.variants.verify import reprove
from tests.changing import replace
from tests.unit.grading.test_explain import WORDS
from tests.unit.variants.samples import revision, seeds

RECIPES = ("spot-the-slip", "which-mechanism", "spot-two-slips")


def asking(recipe: str) -> Revision:
    return revision(recipe, Kind.MULTIPLE_SELECT if recipe == "spot-two-slips" else Kind.SINGLE_CHOICE)


def baked(recipe: str, count: int = 16) -> Sequence[Variant]:
    return tuple(decode(encode(one)) for one in bake(asking(recipe), seeds(count), PlainEngine()).variants)


def evidence_of(variant: Variant) -> Evidence:
    proof = variant.answer_key.proof
    assert proof is not None
    assert proof.evidence is not None
    return proof.evidence


def with_claims(variant: Variant, claims: tuple[Claim, ...]) -> Variant:
    """As it would have been stored with these claims."""
    proof = variant.answer_key.proof
    assert proof is not None
    proof = replace(proof, evidence=replace(evidence_of(variant), claims=claims), seal="")
    return replace(variant, answer_key=replace(variant.answer_key, proof=proof))


def told(variant: Variant, words: Words = WORDS) -> ProofNote:
    note = proof_note(variant.shown, variant.answer_key, words)
    assert note is not None
    return note


def options(variant: Variant) -> dict[str, tuple[str, bool]]:
    form, answer = variant.shown.form, variant.answer_key.answer
    assert isinstance(form, ChoiceForm)
    assert isinstance(answer, ChoiceAnswer)
    return {
        behind.option_id: (option.text, behind.correct)
        for option, behind in zip(form.options, answer.options, strict=True)
    }


def standing(variant: Variant, line: int) -> str:
    """The numbers of a line of the working, or of the row that is shown."""
    last = variant.shown.matrices[-1]
    return last.entries[line - 1][0] if line else f"[{', '.join(last.entries[0])}]"


def as_row(printed: Sequence[str]) -> str:
    row = ", ".join(printed).replace("-", "−")
    return row if len(printed) == 1 else f"[{row}]"


@pytest.mark.parametrize("recipe", RECIPES)
def test_what_is_so_shows_what_stands_there_and_nothing_else_does(recipe: str) -> None:
    for variant in baked(recipe):
        claims, known = evidence_of(variant).claims, options(variant)
        assert {claim.option for claim in claims} - {"none"} == set(known) - {"none"}
        for claim in claims:
            right = known.get(claim.option, ("", False))[1]  # of two slips none is what the formula gives
            same = as_row(claim.printed) == standing(variant, claim.line)
            assert same is right
            assert (claim.apart < 1e-9) is right


@pytest.mark.parametrize("recipe", RECIPES)
def test_both_routes_of_every_claim_agree_and_round_to_its_digits(recipe: str) -> None:
    for claim in (one for variant in baked(recipe) for one in evidence_of(variant).claims):
        assert len(set(claim.names)) == len(claim.names)
        parts = zip(
            claim.names, claim.values, claim.enclosures, claim.printed, claim.low, claim.high, strict=True
        )
        for _, value, ball, printed, low, high in parts:
            assert abs(float(arb(ball.replace(" ± ", " +/- "))) - value) <= 1e-12 * max(1.0, abs(value))
            assert low <= value <= high
            assert abs(float(printed) - value) <= 0.5001 * 10.0 ** -len(printed.partition(".")[2])


def test_a_wrong_step_is_named_with_what_stands_there_and_what_is_so() -> None:
    wrong = [one for one in baked("spot-the-slip") if not options(one)["none"][1]]
    assert len({told(one).rows[0].name.partition(",")[0] for one in wrong}) > 2, "several steps go wrong"
    for variant in wrong:
        note, known = told(variant), options(variant)
        text = next(text for text, correct in known.values() if correct)
        step = int(text.removeprefix("Step ").partition(":")[0])
        assert note.lead.startswith(f"Step {step} is the wrong one. {standing(variant, step)} stands there.")
        assert {row.name.partition(", ")[0] for row in note.rows} == {f"Step {step}"}
        by_formula = as_row([row.printed for row in note.rows])
        assert f"by the formula, it is {by_formula}, by both routes" in note.lead
        assert by_formula != standing(variant, step)
        assert text in note.lead


def test_two_wrong_steps_are_both_named_and_proven() -> None:
    for variant in baked("spot-two-slips"):
        note = told(variant)
        texts = sorted(text for text, correct in options(variant).values() if correct)
        steps = [int(text.removeprefix("Step ").partition(":")[0]) for text in texts]
        for step, text in zip(steps, texts, strict=True):
            assert f"Step {step} is wrong. {standing(variant, step)} stands there." in note.lead
            assert f"“{text}”, gives {standing(variant, step)}" in note.lead
            mine = as_row([row.printed for row in note.rows if row.name.startswith(f"Step {step}, ")])
            assert f"by the formula, it is {mine}, by both routes" in note.lead
            assert mine != standing(variant, step)
        assert {row.name.partition(", ")[0] for row in note.rows} == {f"Step {step}" for step in steps}


def test_where_no_step_is_wrong_all_of_them_are_proven() -> None:
    sound = [one for one in baked("spot-the-slip", 32) if options(one)["none"][1]]
    assert sound
    for variant in sound:
        note = told(variant)
        assert note.lead.startswith("No step is wrong")
        for step in range(1, 7):
            mine = [row.printed for row in note.rows if row.name.startswith(f"Step {step}, ")]
            assert as_row(mine) == standing(variant, step)


@pytest.mark.parametrize("recipe", RECIPES)
def test_every_other_option_is_told_with_how_far_it_is_and_the_nearest_is_the_first(recipe: str) -> None:
    for variant in baked(recipe):
        note = told(variant)
        others = [text for text, correct in options(variant).values() if not correct]
        assert len(note.others) == len(others) == 3  # of four, or of five with two that are right
        assert all(any(f"“{text}”" in said for said in note.others) for text in others)
        away = [float(found[1]) for said in note.others if (found := re.search(r"up to ([\d.]+) away", said))]
        assert away == sorted(away)
        assert len(away) == 3
        assert [said.endswith("the nearest of them") for said in note.others] == [True, False, False]
        assert not [row.name for row in note.rows if row.name.startswith("Number")]


@pytest.mark.parametrize("recipe", RECIPES)
def test_variants_from_before_claims_were_stored_are_read_told_and_proven(recipe: str) -> None:
    of = asking(recipe)
    for variant in baked(recipe, 6):
        stored = encode(with_claims(variant, ()))
        assert b"claims" not in stored.answer_key
        assert is_whole(stored)
        assert [one.faults for one in reprove(of, [stored], PlainEngine())] == [()]
        old = decode(stored)
        assert old.id == variant.id
        note = told(old)
        assert note.lead
        assert len(note.others) == 3
        assert not [row.name for row in note.rows if row.name.startswith("Number")]


def test_a_claim_that_does_not_come_out_is_named() -> None:
    (variant, *_) = baked("spot-the-slip", 6)
    first, *rest = evidence_of(variant).claims
    changed = with_claims(variant, (replace(first, apart=first.apart + 1.0), *rest))
    (found,) = reprove(revision("spot-the-slip"), [encode(changed)], PlainEngine())
    assert found.faults == ("the numbers that its proof rests on are not what comes out",)


@pytest.mark.parametrize(
    ("recipe", "names"), [("weights-row", {"A", "B", "C"}), ("output-row", {"column 1 of $V$"})]
)
def test_rows_of_numbers_among_options_are_called_as_the_page_calls_them(
    recipe: str, names: set[str]
) -> None:
    (variant, *_) = bake(revision(recipe, Kind.SINGLE_CHOICE), seeds(4), PlainEngine()).variants
    found = {row.name for row in told(variant).rows}
    assert names <= found
    assert not [name for name in found if name.startswith("Number")]
