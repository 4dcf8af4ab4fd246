"""Nothing doubtful is asked in steps: faults that are planted are refused by name, and what is changed later is found."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from flint import arb

from app.engine.byhand.formulas import Work, worked_steps
from app.engine.byhand.person import Person, Turns
from app.engine.families.pipeline import PIPELINE, PipelineGivens
from app.engine.families.stepwise import Changed, Constants, FormulaStep
from app.engine.plain_engine import PlainEngine
from app.grading.grade import grade
from app.grading.parse import parse
from app.grading.response import Invalid
from app.items.answer_key import StepKey, StepsAnswer
from app.items.item import Kind, RecipeItem
from app.items.public import StepsForm
from app.items.variant import Variant
from app.kit.draws import Draws
from app.variants.assemble_steps import assemble_steps
from app.variants.bake import bake, bake_fixed, drawn_from, workshop_of
from app.variants.decode import decode
from app.variants.encode import EncodedVariant, encode, is_whole
from app.variants.recipe import STEPPED
from app.variants.verify import verify
from tests.changing import replace
from tests.unit.variants.samples import revision, seeds

Steps = tuple[FormulaStep, ...]
OF = revision("pipeline", Kind.STEPS)
GIVENS = PipelineGivens(
    (1, 0, 1, 0), ((1, 0, 1, 0), (0, 1, 0, 1), (1, 1, 0, 0)), ((1, 2, 0, 0), (0, 1, 2, 0), (0, 0, 1, 2)), 0
)


@dataclass(frozen=True)
class Altered:
    """The pipeline with a fault in its steps, or in its second route."""

    change: Callable[[Steps], Steps] = lambda steps: steps
    second: Callable[[tuple[tuple[arb, ...], ...]], tuple[tuple[arb, ...], ...]] = lambda balls: balls

    def shape(self, givens: PipelineGivens) -> object:
        return PIPELINE.shape(givens)

    def constants(self, givens: PipelineGivens) -> Constants:
        return PIPELINE.constants(givens)

    def steps(self, shape: object, decimals: int) -> Steps:
        return self.change(PIPELINE.steps(shape, decimals))

    def enclose(self, givens: PipelineGivens) -> tuple[tuple[arb, ...], ...]:
        return self.second(PIPELINE.enclose(givens))


def asked(family: Altered, givens: PipelineGivens = GIVENS, *, free: bool = False) -> EncodedVariant | str:
    workshop = workshop_of(OF, PlainEngine())
    stepped: Any = replace(STEPPED["pipeline"], family=family)
    return assemble_steps(workshop, stepped, drawn_from(workshop, "planted", givens), free=free)


def at(slug: str, **changes: Any) -> Callable[[Steps], Steps]:
    return lambda steps: tuple(replace(step, **changes) if step.slug == slug else step for step in steps)


def slipped(slug: str, *formulas: str) -> Callable[[Steps], Steps]:
    """The step with one slip of these formulas more."""

    def change(steps: Steps) -> Steps:
        return tuple(
            replace(step, slips=(*step.slips, Changed("planted", formulas))) if step.slug == slug else step
            for step in steps
        )

    return change


def test_without_a_fault_it_is_asked() -> None:
    assert isinstance(asked(Altered()), EncodedVariant)


@pytest.mark.parametrize(
    ("family", "reason"),
    [
        (Altered(at("sum", formulas=("a_A+a_B",))), "routes-disagree"),
        (Altered(second=lambda balls: (*balls[:4], balls[4][::-1], *balls[5:])), "routes-disagree"),
        (Altered(second=lambda balls: (*balls[:3], (balls[3][0] + arb(0, 1),), *balls[4:])), "rounding-edge"),
        (Altered(at("scaled", decimals=0)), "rounding-tie"),
        (Altered(at("weights", formulas=("a_A/(Z-Z)",) * 3)), "not-finite"),
        (Altered(at("exponentials", decimals=1)), "reach-too-wide"),
        (Altered(slipped("sum", "a_A+a_B+a_C+0.0005")), "slip-in-fair-interval"),
        (Altered(slipped("sum", "a_C+(a_B+a_A)")), "slip-is-answer"),
        (Altered(slipped("weights", "1-(Z-a_A)/Z", "a_B/Z", "a_C/Z")), "slip-is-answer"),
        (Altered(slipped("scaled", "s_A+0.001", "s_B", "s_C")), "slips-alike"),
        (Altered(lambda steps: tuple(replace(step, slips=()) for step in steps)), "too-few-slips"),
    ],
)
def test_each_planted_fault_is_refused_by_name(family: Altered, reason: str) -> None:
    assert asked(family) == reason


def test_a_slip_that_gives_the_right_numbers_or_none_is_no_slip_here() -> None:
    for planted in (("(a_A+a_B+a_C)*L",), ("a_A/(a_B-a_B)",), ("sqrt(0-a_A)",)):
        found = asked(Altered(slipped("sum", *planted)))
        assert isinstance(found, EncodedVariant)
        step = next(one for one in answer_of(decode(found)).steps if one.slug == "sum")
        assert "planted" not in {slip.slug for slip in step.slips}


def test_a_number_that_would_be_a_negative_zero_is_not_asked() -> None:
    flat = replace(GIVENS, V=((0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)))
    family = Altered(at("output", formulas=("0-0.0001*w_A", *(f"w_A*v_A{n}" for n in (2, 3, 4)))))
    assert asked(family, flat, free=True) == "negative-zero"


def test_values_in_which_nothing_is_mixed_are_left_to_authors() -> None:
    flat = replace(GIVENS, V=((1, 2, 0, 0), (1, 1, 2, 0), (1, 0, 1, 2)))
    assert asked(Altered(), flat) == "flat-values"
    assert isinstance(asked(Altered(), flat, free=True), EncodedVariant)


def answer_of(variant: Variant) -> StepsAnswer:
    assert isinstance(variant.answer_key.answer, StepsAnswer)
    return variant.answer_key.answer


@pytest.fixture(scope="module")
def stored() -> Variant:
    """A variant that has been to the store and back."""
    (variant, *_) = bake(OF, seeds(2), PlainEngine()).variants
    assert is_whole(encode(variant))
    return decode(encode(variant))


def test_what_is_stored_is_proven_again(stored: Variant) -> None:
    assert isinstance(OF.item, RecipeItem)
    assert verify(stored, OF.item) == ()


def changed(variant: Variant, change: Callable[[StepKey], StepKey]) -> Variant:
    answer = answer_of(variant)
    first, second, *others = answer.steps
    steps = replace(answer, steps=(first, change(second), *others))
    return replace(variant, answer_key=replace(variant.answer_key, answer=steps))


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda step: replace(step, numbers=(replace(step.numbers[0], printed="9.99"), *step.numbers[1:])), "digits"),
        (lambda step: replace(step, numbers=(replace(step.numbers[0], high=99.0), *step.numbers[1:])), "fair intervals"),
        (lambda step: replace(step, formulas=step.formulas[::-1]), "formulas"),
        (lambda step: replace(step, decimals=3), "rounding"),
        (lambda step: replace(step, slips=step.slips[1:]), "slips"),
    ],
)  # fmt: skip
def test_what_was_changed_in_a_step_is_found(
    stored: Variant, change: Callable[[StepKey], StepKey], part: str
) -> None:
    assert isinstance(OF.item, RecipeItem)
    found = verify(changed(stored, change), OF.item)
    assert f"the {part} of the step scaled are not what comes out" in found


def test_what_was_changed_around_the_steps_is_found(stored: Variant) -> None:
    assert isinstance(OF.item, RecipeItem)
    answer, form = answer_of(stored), stored.shown.form
    assert isinstance(form, StepsForm)
    other_form = replace(stored, shown=replace(stored.shown, form=StepsForm(form.steps[1:])))
    assert "the fields are not those of its question" in verify(other_form, OF.item)
    other_stem = replace(stored, shown=replace(stored.shown, stem="Something else"))
    assert "what is shown does not come from the givens" in verify(other_stem, OF.item)
    given = replace(answer, givens=(("q_1", "7"), *answer.givens[1:]))
    other_givens = replace(stored, answer_key=replace(stored.answer_key, answer=given))
    assert any("carried on" in fault for fault in verify(other_givens, OF.item))
    fewer = replace(
        stored, answer_key=replace(stored.answer_key, answer=replace(answer, steps=answer.steps[1:]))
    )
    assert "there are other steps than the computation has" in verify(fewer, OF.item)


def test_a_fixed_variant_can_be_written_in_either_way() -> None:
    plain = {
        "Q": [[1, 0, 1, 0]],
        "K": [list(row) for row in GIVENS.K],
        "V": [list(row) for row in GIVENS.V],
        "row": "A",
    }
    (by_numbers,) = bake_fixed(revision("pipeline", Kind.STEPS, plain), PlainEngine())
    weights = next(one for one in answer_of(by_numbers).steps if one.slug == "weights")
    assert [number.printed for number in weights.numbers] == [
        "0.506",
        "0.186",
        "0.307",
    ]  # as the lesson has them
    logs = {"multiples": plain["Q"], **{name: plain[name] for name in ("K", "V", "row")}, "base": 4}
    (by_logs,) = bake_fixed(revision("pipeline", Kind.STEPS, logs), PlainEngine())
    made = next(one for one in answer_of(by_logs).steps if one.slug == "exponentials")
    assert [number.printed for number in made.numbers] == ["4.000", "1.000", "2.000"]  # 4¹, 4⁰ and 4^½


@pytest.mark.parametrize(
    ("recipe", "givens", "words"),
    [
        ("pipeline", {"Q": [[1, 0, 1]], "K": [], "V": [], "row": "A"}, "Q must be 1 × 4, not 1 × 3"),
        ("pipeline", {"Q": [[1, 0, 1, 0.5]], "K": [], "V": [], "row": "A"}, "whole numbers"),
        ("weights-matrix", {"scores": [[1, 2]], "d_k": 4, "causal": 0, "logs": 0}, "2 × 2 or 3 × 3"),
        ("weights-matrix", {"scores": [[1, 2], [2, 1]], "d_k": 5, "causal": 0, "logs": 0}, "square"),
        ("weights-matrix", {"scores": [[0, 2], [2, 1]], "d_k": 4, "causal": 0, "logs": 1}, "1 or more"),
    ],
)  # fmt: skip
def test_givens_that_cannot_be_read_are_told_in_a_sentence(
    recipe: str, givens: dict[str, object], words: str
) -> None:
    kind = Kind.STEPS if recipe == "pipeline" else Kind.GRID
    with pytest.raises(ValueError, match=words):
        bake_fixed(revision(recipe, kind, givens), PlainEngine())


@pytest.mark.parametrize("recipe", ["masked-weight", "pipeline"])
def test_steps_by_hand_hold_what_comes_from_a_rounded_logarithm(recipe: str) -> None:
    """Whoever writes ln 5 = 1.609 and then e^1.609 = 4.998 has rounded with care, at every step."""
    of = revision(recipe, Kind.STEPS)
    assert isinstance(of.item, RecipeItem)
    of = replace(of, item=replace(of.item, settings={"difficulty": "1"}))
    found = 0
    for variant in bake(of, seeds(12), PlainEngine()).variants:
        answer = variant.answer_key.answer
        assert isinstance(answer, StepsAnswer)
        work = [Work(one.names, one.formulas, one.decimals, one.counts) for one in answer.steps]
        for turn in range(8):
            person = Person(Turns(Draws(variant.id), f"logarithms {turn}"), 3)
            rows = worked_steps(answer.givens, work, person)
            typed = tuple(
                person.type(number, one.decimals)
                for one, row in zip(answer.steps, rows, strict=True)
                for number in row
                if number is not None
            )
            response = parse(variant.shown.form, positions=(), typed=typed)
            assert not isinstance(response, Invalid)
            assert grade(variant.answer_key, response).correct, typed
            exact = [number.printed for one in answer.steps for number in one.numbers]
            found += any(one.replace("−", "-") != other for one, other in zip(typed, exact, strict=True))
    assert found > 10
