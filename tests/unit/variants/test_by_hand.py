"""Difficulty 1 of the recipes on matrices, of the pair and of the spread: exact arithmetic on the givens, step by step."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import isqrt, prod
from typing import Any, cast

import orjson
import pytest

from app.engine.plain_engine import PlainEngine
from app.grading.explain_steps import explain_steps
from app.grading.result import Diagnosis
from app.items.answer_key import NumbersAnswer
from app.kit.draws import Draws
from app.lab.from_question import link_of_givens
from app.variants.bake import bake
from app.variants.decode import decode
from app.variants.encode import encode
from app.variants.recipe import RECIPES
from app.variants.verify import verify
from tests.unit.variants.samples import by_hand, seeds

Record = Mapping[str, Any]
_DECIMALS = {"raw-score": 0, "scaled-row": 2, "saturation-pair": 2, "spread": 2}


def _root(number: Fraction | int) -> Fraction:
    number = Fraction(number)
    found = Fraction(isqrt(number.numerator), isqrt(number.denominator))
    assert found * found == number
    return found


def _score(record: Record) -> list[Fraction]:
    row, column = ("ABCD".index(record[name]) for name in ("row", "column"))
    products = [q * k for q, k in zip(record["Q"][row], record["K"][column], strict=True)]
    assert all(isinstance(entry, int) for entry in products)
    return [Fraction(sum(products))]


def _scaled(record: Record) -> list[Fraction]:
    asking = record["Q"]["ABCD".index(record["row"])]
    scores = [sum(q * k for q, k in zip(asking, keys, strict=True)) for keys in record["K"]]
    return [score / _root(len(asking)) for score in scores]


def _weights(record: Record) -> list[Fraction]:
    """K holds logarithms: e to a raw score is a product of powers, and dividing by √d_k takes its root."""
    assert record["logs"] == 1
    asking = record["Q"]["ABCD".index(record["row"])]
    raw = [prod(m**q for q, m in zip(asking, keys, strict=True)) for keys in record["K"]]
    assert len(asking) == 4
    made = [_root(one) for one in raw]
    return [one / sum(made) for one in made]


def _output(record: Record) -> list[Fraction]:
    weights = _weights(record)
    return [
        sum((w * v for w, v in zip(weights, c, strict=True)), Fraction(0))
        for c in zip(*record["V"], strict=True)
    ]


def _pair(record: Record) -> list[Fraction]:
    one, two = record["scores"]
    degree = isqrt(record["d_k"])
    assert record["logs"] == 1
    assert degree**2 == record["d_k"]
    first, second = (round(number ** (1 / degree)) for number in (one, two))
    assert (first**degree, second**degree) == (one, two)
    return [Fraction(first, first + second), Fraction(one, one + two)]


def _spread(record: Record) -> list[Fraction]:
    if "heads" in record:
        return [_root(Fraction(record["d_model"], record["heads"]))]
    return [_root(record["d_k"] * Fraction(record["var_q"]) * Fraction(record["var_k"]))]


_BY_HAND: Mapping[str, tuple[Callable[[Record], list[Fraction]], int]] = {
    "raw-score": (_score, 40),
    "scaled-row": (_scaled, 60),
    "weights-row": (_weights, 20),
    "output-row": (_output, 60),
    "saturation-pair": (_pair, 100),
    "spread": (_spread, 110),
}


@pytest.mark.parametrize("slug", _BY_HAND)
def test_answers_are_fractions_of_small_numbers(slug: str) -> None:
    recipe = RECIPES[slug].at({"difficulty": "1"})
    exactly, most = _BY_HAND[slug]
    records = [cast(Record, recipe.record(recipe.draw(Draws(seed)))) for seed in seeds(200)]
    assert len({str(record) for record in records}) >= 60
    for record in records:
        found = exactly(record)
        assert all(max(abs(number.numerator), number.denominator) <= most for number in found), record


@pytest.mark.parametrize("slug", _BY_HAND)
def test_the_proven_digits_are_those_of_exact_arithmetic(slug: str) -> None:
    """Three routes: the numeric engine, balls with logarithms in them, and fractions without any."""
    decimals = _DECIMALS.get(slug, 3)
    of = by_hand(slug, decimals)
    baked = bake(of, seeds(60), PlainEngine()).variants
    assert len(baked) >= 20
    for variant in baked:
        answer = variant.answer_key.answer
        assert isinstance(answer, NumbersAnswer)
        exactly, _ = _BY_HAND[slug]
        record = RECIPES[slug].record(RECIPES[slug].read(_givens(variant.answer_key.givens)))
        for number, right in zip(answer.numbers, exactly(cast(Record, record)), strict=True):
            shown = Fraction(number.printed)
            assert abs(shown - right) * 10**decimals < Fraction(1, 2), record
            assert number.low <= right <= number.high
        assert verify(decode(encode(variant)), cast(Any, of.item)) == ()


def _givens(text: str) -> Mapping[str, object]:
    return cast(Mapping[str, object], orjson.loads(text))


def test_a_single_score_is_a_whole_number_and_no_other_is_right() -> None:
    of = by_hand("raw-score", 0)
    for variant in bake(of, seeds(20), PlainEngine()).variants:
        answer = variant.answer_key.answer
        assert isinstance(answer, NumbersAnswer)
        assert answer.numbers[0].low == answer.numbers[0].high
        assert "The answer is a whole number." in variant.shown.conventions


def test_logarithms_are_shown_as_such_and_have_no_place_in_the_lab() -> None:
    of = by_hand("weights-row", 3)
    for variant in bake(of, seeds(10), PlainEngine()).variants:
        _, K, _ = variant.shown.matrices
        assert {text for row in K.entries for text in row} <= {"0", "ln 2", "ln 3", "ln 4", "ln 9"}
        raw, scaled, powers, total, _ = variant.answer_key.solution
        assert all(text == "0" or text.startswith("ln ") for text in (*raw.shown, *scaled.shown))
        assert sum(map(int, powers.shown)) == int(total.shown[0])
        assert r"$\ln$ is the natural logarithm" in variant.shown.conventions
        assert link_of_givens(variant.answer_key.givens, ()) == ""


def test_whoever_slips_sees_logarithms_beside_logarithms_as_long_as_the_ways_are_one() -> None:
    """No scale: the raw scores are the same, so they are shown the same; the ways part at the next step."""
    of = by_hand("weights-row", 3)
    for variant in bake(of, seeds(5), PlainEngine()).variants:
        raw, scaled, powers, *_ = explain_steps(variant.answer_key, Diagnosis((("no-scale",),)))
        assert raw.yours == raw.right
        assert (raw.parts, scaled.parts, powers.parts) == (False, True, False)
        assert all(
            "." in text for text, right in zip(scaled.yours, scaled.right, strict=True) if right != "0"
        )
        assert [int(text) for text in powers.yours] == [int(text) ** 2 for text in powers.right]
