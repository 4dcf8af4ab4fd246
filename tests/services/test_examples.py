"""Worked examples: every slip has one in which it shows, the parting step is where its change lies, digits are proven."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.engine.phrases import PAIR_REVERSED, PHRASES
from app.engine.slips import SLIPS
from app.engine.spread_rule import SPREAD_SLIPS
from app.services.examples import Examples
from app.services.worked.rows import _GIVEN, FIRST

EXAMPLES = Examples()
ALL = [slug for slug in PHRASES if "+" not in slug]


@pytest.mark.parametrize("slug", ALL)
def test_every_slip_shows_in_its_example(slug: str) -> None:
    example = EXAMPLES.of(slug)
    assert example is not None
    parting = [step for step in example.steps if step.parts]
    assert len(parting) == 1
    before = example.steps[: example.steps.index(parting[0])]
    assert all(step.same for step in before)
    assert not parting[0].same
    assert example.meets_again == (slug == "scaled-already")


@pytest.mark.parametrize("slug", sorted(SLIPS))
def test_the_ways_part_at_the_step_that_the_slip_changes_first(slug: str) -> None:
    example = EXAMPLES.of(slug)
    assert example is not None
    (parting,) = [step for step in example.steps if step.parts]
    assert parting.slug == SLIPS[slug].first_stage
    assert parting.slipped_rule, "the rule that differs is printed"


def test_the_lessons_example_is_taken_where_it_shows_the_slip() -> None:
    others = {slug for slug in SLIPS if EXAMPLES.of(slug).given != _GIVEN[FIRST]}  # type: ignore[union-attr]
    assert others == {
        "swap-query-key",
        "drop-signs",
    }  # its keys equal its queries, and no product is negative


def test_no_example_of_what_is_no_misconception() -> None:
    assert EXAMPLES.of("no-such-thing") is None


def test_the_lessons_numbers_are_the_corrected_ones() -> None:
    first, second = EXAMPLES.lesson().first, EXAMPLES.lesson().second
    steps = {step.slug: step for step in first.steps}
    assert steps["weights"].right == ("0.506", "0.186", "0.307")
    assert steps["output"].right == ("0.506", "1.199", "0.680", "0.614")
    pair = {step.slug: (step.right, step.slipped) for step in second.steps}
    assert pair["scaled"] == (("5", "0.25"), ("40", "2"))
    assert pair["larger"] == (("0.99142",), ("1 − 3.14e-17",))
    assert pair["smaller"] == (("0.00858",), ("3.14e-17",))


def test_published_results_of_some_slips() -> None:
    """Worked by hand with a calculator."""

    def weights(slug: str) -> tuple[str, ...]:
        example = EXAMPLES.of(slug)
        assert example is not None
        return next(step.slipped for step in example.steps if step.slug == "weights")

    assert weights("no-scale") == ("0.665", "0.090", "0.245")
    assert weights("no-exponential") == ("0.667", "0.000", "0.333")
    assert weights("plain-mean") == ("0.333", "0.333", "0.333")


def test_the_spread_of_a_raw_score() -> None:
    ends = {slug: EXAMPLES.of(slug).steps[-1] for slug in SPREAD_SLIPS if slug not in SLIPS}  # type: ignore[union-attr]
    assert {(step.right, step.slipped) for step in ends.values()} == {
        (("8",), ("64",)), (("8",), ("22.627",)), (("8",), ("2.828",)),
        (("48",), ("8",)), (("48",), ("28.844",)), (("48",), ("288",)),
    }  # fmt: skip
    assert EXAMPLES.of(PAIR_REVERSED) is not None


def test_many_readers_at_once_get_the_same_examples() -> None:
    fresh = Examples()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(fresh.of, ALL * 4))
    assert found == [EXAMPLES.of(slug) for slug in ALL * 4]


def test_examples_need_neither_torch_nor_numpy() -> None:
    script = (
        "import sys; from app.services.examples import Examples; Examples().lesson(); Examples().of('no-scale');"
        "assert not {'torch', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_joining_the_services_loads_no_ball_arithmetic() -> None:
    script = "import sys; import app.wiring, app.services.bundle; assert 'flint' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True)
