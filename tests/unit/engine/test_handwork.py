"""Computations worked by hand line by line: digits that follow from the line above, and intervals that tell lines apart."""

from fractions import Fraction

import pytest

from app.engine.families.reach import Reach
from app.engine.handwork import EDGE, LINES, TIE, Desk, Unwritten, Working, _settled
from app.engine.mechanism import RIGHT, Axis, Comparison, Mechanism, NotDefined
from app.engine.oracle import Oracle
from app.engine.problem import Problem
from app.engine.slips import apply
from app.engine.stages import Stage

Q = ((1, 0, 1, 0), (0, 1, 0, 1), (1, 1, 0, 0))
V = ((1, 2, 0, 0), (0, 1, 2, 0), (0, 0, 1, 2))
LESSON = Problem(Q, Q, V, 0)
DESK = Desk(LESSON, 3)


def texts(working: Working) -> list[list[str]]:
    return [[f"{float(number):.3f}" for number in line.numbers] for line in working.lines]


def test_the_lessons_example_by_hand() -> None:
    """Scores 2, 0, 1; exponentials of 1, 0 and one half; every later line from the written digits."""
    assert texts(DESK.work(RIGHT)) == [
        ["2.000", "0.000", "1.000"],
        ["1.000", "0.000", "0.500"],
        ["2.718", "1.000", "1.649"],
        ["5.367"],
        ["0.506", "0.186", "0.307"],
        ["0.506", "1.198", "0.679", "0.614"],
    ]


def test_every_line_is_made_of_the_written_one_above() -> None:
    """The sum is that of the written exponentials, and the output is a sum of whole multiples of written weights."""
    working = DESK.work(RIGHT)
    assert working.at(Stage.SUM).numbers[0] == sum(working.at(Stage.EXPONENTIALS).numbers)
    weights = working.at(Stage.WEIGHTS).numbers
    assert working.at(Stage.OUTPUT).numbers == tuple(
        sum((w * v for w, v in zip(weights, column, strict=True)), Fraction(0))
        for column in zip(*V, strict=True)
    )


@pytest.mark.parametrize(
    ("slug", "stage", "numbers"),
    [
        ("no-scale", Stage.SCALED, ["2.000", "0.000", "1.000"]),
        ("divide-by-d-k", Stage.SCALED, ["0.500", "0.000", "0.250"]),
        ("times-root-d-k", Stage.SCALED, ["4.000", "0.000", "2.000"]),
        ("root-of-tokens", Stage.SCALED, ["1.155", "0.000", "0.577"]),
        ("base-two", Stage.EXPONENTIALS, ["2.000", "1.000", "1.414"]),
        ("no-exponential", Stage.EXPONENTIALS, ["1.000", "0.000", "0.500"]),
        ("causal-mask-added", Stage.EXPONENTIALS, ["2.718", "0.000", "0.000"]),
        ("softmax-over-matrix", Stage.SUM, ["16.750"]),
        ("plain-mean", Stage.WEIGHTS, ["0.333", "0.333", "0.333"]),
        ("carry-keys", Stage.OUTPUT, ["0.813", "0.493", "0.506", "0.186"]),
        ("other-row", Stage.RAW, ["0.000", "2.000", "1.000"]),
        ("swap-query-value", Stage.RAW, ["1.000", "2.000", "3.000"]),
    ],
)
def test_a_slip_changes_its_own_line(slug: str, stage: Stage, numbers: list[str]) -> None:
    right, slipped = DESK.work(RIGHT), DESK.work(apply((slug,)))
    place = LINES.index(stage)
    assert texts(slipped)[place] == numbers
    assert texts(slipped)[:place] == texts(right)[:place]
    assert slipped.at(stage).apart(right.at(stage))
    assert DESK.line(slipped, stage, RIGHT).numbers == right.at(stage).numbers
    assert not DESK.line(slipped, stage, apply((slug,))).apart(slipped.at(stage))


def test_written_numbers_stay_near_the_exact_ones() -> None:
    """The oracle, from the matrices on, is never further away than a few units of the last place."""
    oracle = Oracle(LESSON)
    for line in DESK.work(RIGHT).lines:
        exact = oracle.row(RIGHT, line.stage)
        assert all(abs(float(n) - float(ball)) < 0.003 for n, ball in zip(line.numbers, exact, strict=True))


def test_what_nobody_works_here_is_not_defined() -> None:
    for mechanism in (
        Mechanism(comparison=Comparison.COSINE),
        Mechanism(axis=Axis.COLUMN),
        apply(("largest-takes-all",)),
    ):
        with pytest.raises(NotDefined):
            DESK.work(mechanism)


def test_numbers_in_doubt_are_not_written() -> None:
    with pytest.raises(Unwritten, match=TIE):
        _settled(Reach.of(0.0625), Fraction(1, 16), 3)
    with pytest.raises(Unwritten, match="routes-disagree"):
        _settled(Reach.of(0.5), Fraction(501, 1000), 3)
    with pytest.raises(Unwritten, match="not-finite"):
        Desk(Problem(((9, 9),), ((9, 9),), ((1, 1),), 0), 3).work(RIGHT)
    assert EDGE != TIE
