"""The plan beats fixed retention with learners who forget: the comparison of `python -m bench plan`, with fewer of them."""

from bench.planning.compare import compared, report
from bench.planning.learners import world
from bench.planning.sides import Fixed, Planned
from tests.conftest import GATE

LEARNERS, ITEMS = (200, 150) if GATE else (40, 48)


def test_the_plan_beats_fixed_retention_and_the_interval_excludes_zero() -> None:
    against_own, *_ = report([compared(seed, ITEMS) for seed in range(LEARNERS)], ITEMS)
    assert against_own.name.startswith("plan − retention 0.9")
    assert len(against_own.values) == LEARNERS
    assert against_own.met, against_own.line()


def test_a_side_against_itself_gains_nothing() -> None:
    """Both sides of a pair meet the same chance: what differs is what they ask, and nothing else."""
    again = [compared(seed, 20, retentions=(0.9, 0.9)) for seed in range(3)]
    assert [one.planned for one in again] == [compared(seed, 20).planned for seed in range(3)]
    assert [one.fixed[0.9] for one in again] == [compared(seed, 20).fixed[0.9] for seed in range(3)]


def test_every_learner_is_another_one() -> None:
    drawn = [world(seed, 30) for seed in range(200)]
    assert {7, 60} <= {one.exam for one in drawn} <= set(range(7, 61))
    assert min(one.minutes for one in drawn) >= 10
    assert max(one.minutes for one in drawn) <= 60
    truths = {type(one.truth()).__name__ for one in drawn}
    assert truths == {"OwnWeights", "HalfLives"}
    assert {type(side).__name__ for side in (Fixed(0.9), Planned())} == {"Fixed", "Planned"}
