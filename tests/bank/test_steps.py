"""Computations in steps under many seeds: right answers earn all, and each slip costs its own step and is named there."""

import math
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from itertools import chain

import pytest

from app.engine.families.reach import NOWHERE, Reach
from app.engine.formula import evaluate
from app.engine.plain_engine import PlainEngine
from app.grading.diagnosis import certain
from app.grading.grade import grade
from app.grading.number import read_number
from app.grading.response import ReadNumber, StepsResponse
from app.grading.result import FieldState, Result
from app.items.answer_key import AnswerKey, StepKey, StepsAnswer
from app.items.item import Kind, RecipeItem
from app.items.public import StepsForm
from app.items.variant import Variant
from app.variants.bake import bake
from tests.bank.going_on import WAYS
from tests.bank.test_recipes import ITEMS, revision

STEPS = tuple(item_id for item_id in ITEMS if revision(item_id).item.header.kind is Kind.STEPS)
SEEDS = 200 if os.environ.get("KEYED_GATE") else 12


@lru_cache(maxsize=len(STEPS))
def variants(item_id: str) -> tuple[Variant, ...]:
    found = bake(revision(item_id), [f"steps {place}" for place in range(SEEDS)], PlainEngine()).variants
    assert len(found) >= 0.65 * SEEDS
    return found


@dataclass(frozen=True)
class Learner:
    """Works each step from the numbers that were written before it, by the right formulas or by one slip's."""

    answer: StepsAnswer
    chance: random.Random

    def fields(self, slipped: str = "", *, at: str = "") -> tuple[ReadNumber | None, ...]:
        """What is typed; nothing where one's own numbers lead to none."""
        values = {name: evaluate(formula, {}) for name, formula in self.answer.givens}
        typed: list[ReadNumber | None] = []
        for step in self.answer.steps:
            formulas = step.formulas
            if step.slug == at:
                formulas = next(slip.formulas for slip in step.slips if slip.slug == slipped)
            read = [self._written(step, evaluate(formula, values).value) for formula in formulas]
            typed += read
            values |= {
                name: Reach.of(float(one.value)) if one else NOWHERE
                for name, one in zip(step.names, read, strict=True)
            }
        return tuple(typed)

    def _written(self, step: StepKey, value: float) -> ReadNumber | None:
        """To the step's decimals, or to one or two more than that."""
        if math.isnan(value):
            return None
        places = step.decimals + (0 if step.counts else self.chance.choice((0, 0, 1, 2)))
        return read(fixed(value, places))


def graded(variant: Variant, fields: tuple[ReadNumber | None, ...]) -> Result:
    return grade(variant.answer_key, StepsResponse(fields))


def answer_of(answer_key: AnswerKey) -> StepsAnswer:
    assert isinstance(answer_key.answer, StepsAnswer)
    return answer_key.answer


@pytest.mark.parametrize("item_id", STEPS)
def test_whoever_works_right_earns_all_however_they_round(item_id: str) -> None:
    chance = random.Random(7)
    for variant in variants(item_id):
        learner = Learner(answer_of(variant.answer_key), chance)
        for _ in range(3):
            result = graded(variant, learner.fields())
            assert result.points == 1.0, (variant.seed, result)
            assert all(state is FieldState.RIGHT for step in result.steps for state in step.fields)


@pytest.mark.parametrize("item_id", STEPS)
def test_each_slip_costs_its_own_step_and_is_named_there(item_id: str) -> None:
    chance = random.Random(11)
    made = 0
    for variant in variants(item_id):
        answer = answer_of(variant.answer_key)
        learner = Learner(answer, chance)
        for place, step in enumerate(answer.steps):
            for slip in step.slips:
                fields = learner.fields(slip.slug, at=step.slug)
                result = graded(variant, fields)
                made += 1
                assert result.diagnosis.candidates[0] == (slip.slug,), (variant.seed, step.slug, slip.slug)
                assert [n for n, one in enumerate(result.steps) if one.is_wrong] == [place]
                if None not in fields:
                    assert result.points == pytest.approx(1 - 1 / len(answer.steps))
    assert made >= 3 * len(variants(item_id))


@pytest.mark.parametrize("item_id", STEPS)
def test_every_step_can_be_left_empty(item_id: str) -> None:
    for variant in variants(item_id)[:10]:
        answer = answer_of(variant.answer_key)
        fields = Learner(answer, random.Random(3)).fields()
        start = 0
        for place, step in enumerate(answer.steps):
            end = start + len(step.numbers)
            empty = (*fields[:start], *(None,) * len(step.numbers), *fields[end:])
            result = graded(variant, empty)
            assert [n for n, one in enumerate(result.steps) if not one.earned] == [place]
            assert not any(one.is_wrong for one in result.steps)
            start = end


@pytest.mark.parametrize("item_id", STEPS)
def test_the_form_has_a_field_for_every_number_and_tells_none(item_id: str) -> None:
    for variant in variants(item_id)[:10]:
        form, answer = variant.shown.form, answer_of(variant.answer_key)
        assert isinstance(form, StepsForm)
        assert [len(step.labels) for step in form.steps] == [len(step.numbers) for step in answer.steps]
        assert len({step.title for step in form.steps}) == len(form.steps)
        rules = {step.rule for step in variant.answer_key.solution}
        assert not any(rule in form.steps[place].title for place, rule in enumerate(rules) if rule)
        assert [step.slug for step in variant.answer_key.solution] == [step.slug for step in answer.steps]


Texts = tuple[str, ...]


@pytest.mark.parametrize("item_id", STEPS)
def test_whatever_goes_wrong_in_one_step_costs_that_step_alone(item_id: str) -> None:
    """Every slip of a step and every number misreckoned, by people who go on from what they have in ways of their own."""
    item = revision(item_id).item
    assert isinstance(item, RecipeItem)
    tried = 0
    for variant in variants(item_id):
        answer = answer_of(variant.answer_key)
        for place in range(len(answer.steps)):
            for wrong in wrong_lines(answer, place):
                if (rows := went_on(item.recipe, answer, place, wrong)) is None:
                    continue
                tried += 1
                result = graded(variant, tuple(map(read, chain.from_iterable(rows))))
                lost = [n for n, one in enumerate(result.steps) if not one.earned]
                assert lost == [place], (variant.seed, rows, result.steps)
                assert result.points == pytest.approx(1 - 1 / len(answer.steps))
    assert tried >= 6 * len(variants(item_id))


@pytest.mark.parametrize("item_id", STEPS)
@pytest.mark.parametrize("zero", ["0", "0.000", "-0", "1e-99"])
def test_nothing_is_accused_from_zeros(item_id: str, zero: str) -> None:
    """Zeros everywhere earn nothing and show no slip, nor do those beside one field that is left empty."""
    for variant in variants(item_id):
        zeros = (read(zero),) * len(answer_of(variant.answer_key).numbers)
        for empty in range(-1, len(zeros)):
            fields = tuple(None if place == empty else one for place, one in enumerate(zeros))
            result = graded(variant, fields)
            named = (
                result.diagnosis.candidates,
                certain(result),
                *(step.candidates for step in result.steps),
            )
            assert not any(named), (variant.seed, empty)
            assert empty >= 0 or result.points == 0.0


def read(text: str) -> ReadNumber:
    found = read_number(text)
    assert isinstance(found, ReadNumber)
    return found


def wrong_lines(answer: StepsAnswer, place: int) -> Iterator[Texts]:
    """What may stand in a step that goes wrong after right ones: each number misreckoned, and what each slip gives."""
    step = answer.steps[place]
    right = [number.printed for number in step.numbers]
    for n, text in enumerate(right):
        yield (*right[:n], fixed(float(text) + 1.5 + abs(float(text)) / 4, step.decimals), *right[n + 1 :])
    values = {name: evaluate(formula, {}) for name, formula in answer.givens}
    for before in answer.steps[:place]:
        texts = (number.printed for number in before.numbers)
        values |= {name: Reach.of(float(text)) for name, text in zip(before.names, texts, strict=True)}
    for slip in step.slips:
        numbers = [evaluate(formula, values).value for formula in slip.formulas]
        if not any(map(math.isnan, numbers)):
            yield tuple(fixed(number, step.decimals) for number in numbers)


def went_on(recipe: str, answer: StepsAnswer, place: int, wrong: Texts) -> list[Texts] | None:
    """All steps as written: right ones, then the wrong one, then what a person makes of it; None where nobody could.

    Zeros lead to nothing, and nobody goes on from them.
    """
    if not any(map(float, wrong)):
        return None
    givens = {name: evaluate(formula, {}).value for name, formula in answer.givens}
    rows: list[Texts] = []
    own: dict[str, list[float]] = {}
    for n, step in enumerate(answer.steps):
        if n <= place:
            row = wrong if n == place else tuple(number.printed for number in step.numbers)
        else:
            try:
                row = tuple(fixed(one, step.decimals) for one in WAYS[recipe][step.slug](givens, own))
            except (ZeroDivisionError, ValueError):
                return None
        rows.append(row)
        own[step.slug] = [float(text) for text in row]
    return rows


def fixed(value: float, decimals: int) -> str:
    return str(Decimal(repr(value)).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))
