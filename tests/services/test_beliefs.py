"""Examples of beliefs: each misconception of the formula and of the roles has one, whose two ways differ."""

from fractions import Fraction
from math import exp, isclose, sqrt

import pytest
import yaml

from app.engine.mechanism import RIGHT
from app.engine.problem import Problem
from app.engine.stages import Stage
from app.engine.trace import trace
from app.services.examples import Examples
from app.services.reading_views import Example, WayStep
from app.services.worked.beliefs import BELIEFS
from app.services.worked.projections import LAYER, Layer, X, slopes
from tests.house.sources import ROOT

EXAMPLES = Examples()
FILES = ("formula", "roles")
SLUGS = [
    entry["slug"]
    for name in FILES
    for entry in yaml.safe_load((ROOT / f"questions/_facts/misconceptions/{name}.yaml").read_text())
]


def example(slug: str) -> Example:
    found = EXAMPLES.of(slug)
    assert found is not None
    return found


def found(slug: str, title: str) -> WayStep:
    (one,) = [step for step in example(slug).steps if step.title == title]
    return one


@pytest.mark.parametrize("slug", SLUGS)
def test_every_belief_about_formula_and_roles_is_worked(slug: str) -> None:
    one = example(slug)
    (parting,) = [step for step in one.steps if step.parts]
    place = one.steps.index(parting)
    assert all(step.same for step in one.steps[:place])
    assert not parting.same
    printed = [text for step in one.steps for text in (*step.right, *step.slipped)]
    assert printed
    assert not [text for text in printed if "nan" in text or "inf" in text or not text]
    for step in one.steps:
        assert len(step.names) in (0, len(step.right)), step
        assert len(step.slipped_names) in (0, len(step.slipped)), step
        assert step.slipped, "a belief leaves nothing out"
    assert one.given.endswith((".", "?"))


@pytest.mark.parametrize("slug", sorted(BELIEFS))
def test_a_belief_is_marked_as_one_and_belongs_to_no_slip_of_the_lab(slug: str) -> None:
    assert slug in SLUGS
    assert example(slug).believed
    assert not example(slug).start


def test_no_two_beliefs_are_told_alike() -> None:
    tables = [(one.given, one.steps) for one in map(example, sorted(BELIEFS))]
    assert len({repr(table) for table in tables}) == len(tables)


def test_some_numbers_by_hand() -> None:
    """q_A = (1, −1, 0, 1) scores 2, 0 and 1; the weights are e¹, e⁰ and e^½ over their sum."""
    total = exp(1) + 1 + exp(0.5)
    weights = [exp(1) / total, 1 / total, exp(0.5) / total]
    output = (weights[0] + 3 * weights[2], 2 * weights[0] - weights[1] + weights[2])
    ends = found("output-sums-to-one", "Sum of the output")
    assert ends.right == (f"{sum(output):.3f}",)
    assert ends.slipped == ("1.000",)
    dropped = found("zero-score-means-zero-weight", "Weights")
    assert dropped.slipped == (f"{1 / (1 + exp(-0.5)):.3f}", "0.000", f"{1 / (1 + exp(0.5)):.3f}")
    back = found("weights-are-symmetric", "Score of B with A")
    assert (back.right, back.slipped) == (("1",), ("0",))
    long = [step for step in example("normalises-lengths").steps if step.title == "Length of that row"]
    assert long[0].right == (f"{sqrt(1.25):.3f}",)
    assert long[1].right == (f"{sqrt(sum(weight**2 for weight in weights)):.3f}",)
    apart = found("dot-product-is-distance", "Weights")
    assert apart.right == (f"{1 / (1 + exp(2)):.3f}", f"{1 / (1 + exp(-2)):.3f}")
    assert apart.slipped == ("0.500", "0.500")


def test_some_vectors_and_counts_by_hand() -> None:
    assert found("same-embedding-same-vectors", "Key of token A").right == ("[3, 2]",)
    assert found("same-embedding-same-vectors", "Score of B with A").right == ("10",)
    assert found("one-score-per-token", "How many there are").right == ("9",)
    assert found("scores-must-be-square", "Scores in all").right == ("6",)
    assert found("projections-per-token", "Parameters for two tokens").right == ("12",)
    assert found("vectors-are-parameters", "Numbers stored for 1000 words").slipped == ("6000",)
    kept = found("query-in-output", "Output of token A")
    moved = [float(late) - float(right) for late, right in zip(kept.slipped, kept.right, strict=True)]
    assert all(isclose(move, own, abs_tol=0.0011) for move, own in zip(moved, (1, -1, 0, 1), strict=True))


@pytest.mark.parametrize(("place", "name"), [(0, "W_v"), (1, "W_q"), (2, "W_k")])
def test_slopes_are_those_of_a_small_change(place: int, name: str) -> None:
    off = Fraction(1, 2**16)

    def first_output(step: Fraction) -> float:
        rows = {one: getattr(LAYER, one) for one in ("W_q", "W_k", "W_v")}
        (first, *rest), *below = rows[name]
        moved: Problem = Layer(**rows | {name: ((first + step, *rest), *below)}).problem(X, X)
        return trace(moved, RIGHT).at(Stage.OUTPUT)[0]

    slope = (first_output(off) - first_output(-off)) / float(2 * off)
    assert isclose(float(slopes()[place]), slope, rel_tol=1e-6)
    trained = found("projections-not-learned", f"First entry of ${name}$ afterwards")
    assert trained.right == (f"{getattr(LAYER, name)[0][0] - slope / 10:.3f}",)
    assert trained.slipped == ("1",)
