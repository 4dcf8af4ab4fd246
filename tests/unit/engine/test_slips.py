"""Every slip is one changed field, differs from the right mechanism, and coincides where it says."""

from dataclasses import fields, replace
from fractions import Fraction

import pytest

from app.engine.mechanism import RIGHT, Axis, Mechanism, NotDefined
from app.engine.plain_engine import PlainEngine
from app.engine.problem import LogitProblem, Problem, Shape, matrix
from app.engine.slips import (
    SLIPS,
    acts_at,
    always_coincides,
    apply,
    first_stage,
    is_defined,
    pairs_at,
    slips_at,
    slips_of,
)
from app.engine.stages import Stage, reaches, up_to
from app.engine.trace import trace
from tests.unit.engine.cases import LESSON, TELLING, drawn_batch

IN_THE_ISSUE = {
    "no-scale",
    "divide-by-d-k",
    "times-root-d-k",
    "root-of-tokens",
    "scale-after-softmax",
    "no-exponential",
    "base-two",
    "largest-takes-all",
    "softmax-over-columns",
    "softmax-over-matrix",
    "swap-query-value",
    "swap-query-key",
    "carry-keys",
    "plain-mean",
    "causal-mask-added",
    "other-row",
}
FURTHER = {"drop-signs", "cosine-compare", "scaled-already"}
LAST = dict.fromkeys(SLIPS, Stage.OUTPUT) | {"scaled-already": Stage.RAW}

EQUAL_LOGITS = Problem(matrix([[1, 1], [1, 1]]), matrix([[2, 0], [0, 2]]), matrix([[1, 2], [3, 5]]), 0)
ONE_WIDE = Problem(matrix([[1], [2]]), matrix([[3], [-1]]), matrix([[2], [5]]), 0)
LAST_ROW = replace(TELLING, row=2)
KEYS_ARE_VALUES = replace(TELLING, V=TELLING.K)
VALUES_ARE_QUERIES = replace(TELLING, V=TELLING.Q)
SYMMETRIC = replace(TELLING, K=TELLING.Q)
EQUAL_QUERIES = replace(TELLING, Q=(TELLING.Q[0],) * 3)
NO_SIGNS = LESSON
UNIT_VECTORS = Problem(matrix([[1, 0], [0, 1]]), matrix([[0, 1], [1, 0]]), matrix([[2, 3], [4, 7]]), 0)
AS_WIDE_AS_MANY = Problem(matrix([[1, 2], [0, 1]]), matrix([[2, 1], [1, 0]]), matrix([[1, 0], [0, 1]]), 0)
COINCIDING = {
    "no-scale": (ONE_WIDE, EQUAL_LOGITS),
    "divide-by-d-k": (ONE_WIDE, EQUAL_LOGITS),
    "times-root-d-k": (ONE_WIDE, EQUAL_LOGITS),
    "root-of-tokens": (AS_WIDE_AS_MANY, EQUAL_LOGITS),
    "scale-after-softmax": (ONE_WIDE,),
    "no-exponential": (EQUAL_LOGITS,),
    "base-two": (EQUAL_LOGITS,),
    "largest-takes-all": (EQUAL_LOGITS,),
    "softmax-over-columns": (EQUAL_LOGITS,),
    "softmax-over-matrix": (),
    "swap-query-value": (VALUES_ARE_QUERIES,),
    "swap-query-key": (SYMMETRIC,),
    "carry-keys": (KEYS_ARE_VALUES,),
    "plain-mean": (EQUAL_LOGITS,),
    "causal-mask-added": (LAST_ROW,),
    "other-row": (EQUAL_QUERIES,),
    "drop-signs": (NO_SIGNS,),
    "cosine-compare": (UNIT_VECTORS,),
    "scaled-already": (ONE_WIDE,),
}


def _same(problem: Problem, mechanism: Mechanism, stage: Stage) -> bool:
    right = trace(problem, RIGHT, stage=stage).at(stage)
    return trace(problem, mechanism, stage=stage).at(stage) == pytest.approx(right, rel=1e-12, abs=1e-12)


def test_all_slips_are_there() -> None:
    assert set(SLIPS) == IN_THE_ISSUE | FURTHER


@pytest.mark.parametrize("slug", SLIPS)
def test_a_slip_is_one_changed_field(slug: str) -> None:
    changed = apply((slug,))
    different = [f.name for f in fields(changed) if getattr(changed, f.name) != getattr(RIGHT, f.name)]
    assert different == [SLIPS[slug].field]
    assert dict(SLIPS[slug].change) == {SLIPS[slug].field: getattr(changed, SLIPS[slug].field)}
    assert slips_of(changed) == (SLIPS[slug],)


@pytest.mark.parametrize("slug", SLIPS)
def test_a_diagnosis_completes_the_sentence(slug: str) -> None:
    slip = SLIPS[slug]
    assert slip.diagnosis[0].islower()
    assert not slip.diagnosis.endswith(".")
    assert slip.diagnosis.count("$") % 2 == 0
    assert slip.defined_when
    assert slip.coincides_when


@pytest.mark.parametrize("slug", SLIPS)
def test_a_slip_differs_from_the_right_mechanism(slug: str) -> None:
    assert not _same(TELLING, apply((slug,)), LAST[slug])


@pytest.mark.parametrize(
    ("slug", "problem"), [(slug, problem) for slug, problems in COINCIDING.items() for problem in problems]
)
def test_a_slip_coincides_where_it_says(slug: str, problem: Problem) -> None:
    assert _same(problem, apply((slug,)), LAST[slug])


def test_softmax_over_the_matrix_never_coincides() -> None:
    assert not any(_same(p, apply(("softmax-over-matrix",)), Stage.OUTPUT) for p in (EQUAL_LOGITS, LESSON))


@pytest.mark.parametrize("slug", SLIPS)
def test_a_slip_changes_nothing_before_its_first_stage(slug: str) -> None:
    for stage in Stage:
        if stage is Stage.SUM and slug == "softmax-over-columns":
            continue  # there the sum is one per column, which is no single number
        if not reaches(stage, first_stage(slug)):
            assert _same(TELLING, apply((slug,)), stage)
    assert not _same(TELLING, apply((slug,)), first_stage(slug)) or slug == "softmax-over-columns"


def test_scaled_already_changes_the_written_logits_only() -> None:
    assert acts_at("scaled-already", Stage.RAW)
    for stage in up_to(Stage.OUTPUT)[1:]:
        assert not acts_at("scaled-already", stage)
        assert _same(TELLING, apply(("scaled-already",)), stage)


def test_shape_rules_say_when_a_slip_is_defined() -> None:
    itself, across = Shape(3, 3, 5, 5), Shape(2, 3, 5, 7)
    raw = Shape(1, 2, 64, None, scores_only=True)
    weights_only, one_row = Shape(3, 3, 5, None), Shape(1, 3, 5, 5)

    def undefined(shape: Shape) -> set[str]:
        return {slug for slug, slip in SLIPS.items() if not slip.defined(shape)}

    assert undefined(itself) == set()
    assert undefined(across) == {"swap-query-value", "swap-query-key", "carry-keys", "causal-mask-added"}
    assert undefined(weights_only) == {"swap-query-value", "carry-keys"}
    assert undefined(one_row) == {
        "swap-query-value",
        "swap-query-key",
        "causal-mask-added",
        "other-row",
        "softmax-over-columns",
        "softmax-over-matrix",
    }
    assert undefined(raw) == undefined(one_row) | {"carry-keys", "drop-signs", "cosine-compare"}


def test_a_slip_that_comes_later_does_not_matter() -> None:
    across = Shape(2, 3, 5, 7)
    assert is_defined(apply(("carry-keys",)), across, Stage.WEIGHTS)
    assert not is_defined(apply(("carry-keys",)), across, Stage.OUTPUT)


@pytest.mark.parametrize("slug", SLIPS)
def test_where_shapes_alone_make_a_slip_coincide_it_does(slug: str) -> None:
    problems = (ONE_WIDE, AS_WIDE_AS_MANY, Problem(matrix([[2]]), matrix([[3]]), matrix([[5]]), 0))
    for problem in problems:
        mechanism = apply((slug,))
        defined = is_defined(mechanism, problem.shape, LAST[slug])
        if defined and always_coincides(mechanism, problem.shape, LAST[slug]):
            assert _same(problem, mechanism, LAST[slug])


def test_a_pair_changes_two_fields() -> None:
    pair = apply(("no-scale", "carry-keys"))
    assert {slip.slug for slip in slips_of(pair)} == {"no-scale", "carry-keys"}
    assert apply(("carry-keys", "no-scale")) == pair


def test_two_changes_of_one_field_are_refused() -> None:
    with pytest.raises(ValueError, match="no-scale and divide-by-d-k change the same field, scale"):
        apply(("no-scale", "divide-by-d-k"))
    with pytest.raises(KeyError):
        apply(("no-such-slip",))


@pytest.mark.parametrize("stage", Stage)
def test_pairs_change_different_fields_and_can_be_told_from_singles(stage: Stage) -> None:
    batch = drawn_batch(12, (3, 3, 5, 5), seed=3)
    pairs = pairs_at(stage)
    assert len(set(pairs)) == len(pairs)

    def numbers(slugs: tuple[str, ...]) -> tuple[float, ...]:
        runs = PlainEngine().run(batch, [apply(slugs)], stage=stage, decimals=3, stepped=0)
        return tuple(runs.values.ravel().tolist())

    others = {(): numbers(())} | {(slug,): numbers((slug,)) for slug in slips_at(stage)}
    for pair in pairs:
        assert SLIPS[pair[0]].field != SLIPS[pair[1]].field
        values = numbers(pair)
        if stage is Stage.SUM and "softmax-over-columns" in pair:
            continue  # every column has a sum of its own
        alike = [
            one for one, known in others.items() if values == pytest.approx(known, abs=1e-12, nan_ok=True)
        ]
        assert not alike, pair


def test_what_is_not_defined_is_refused() -> None:
    zero = Problem(matrix([[0, 0], [1, 0]]), matrix([[1, 0], [0, 1]]), matrix([[1, 2], [3, 4]]), 0)
    with pytest.raises(NotDefined, match="length zero"):
        trace(zero, apply(("cosine-compare",)))
    other = replace(zero, row=1)  # whose own cosines are there, whatever the other row is
    assert trace(other, apply(("cosine-compare",)), stage=Stage.RAW).at(Stage.RAW) == (1.0, 0.0)
    with pytest.raises(NotDefined, match="length zero"):
        trace(other, replace(apply(("cosine-compare",)), axis=Axis.COLUMN))
    balanced = LogitProblem((2, Fraction(-2)), 4)
    with pytest.raises(NotDefined, match="is zero"):
        trace(balanced, apply(("no-exponential",)), stage=Stage.WEIGHTS)
    with pytest.raises(NotDefined, match="do not allow"):
        trace(balanced, apply(("other-row",)), stage=Stage.WEIGHTS)
    with pytest.raises(NotDefined, match="no Values"):
        trace(balanced, RIGHT)
