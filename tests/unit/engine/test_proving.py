"""Whole computations are proven number by number: digits, ties, edges, large numbers, and numbers that are not right."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from flint import arb

from app.engine.certify import Edge
from app.engine.mechanism import RIGHT, Scale
from app.engine.problem import Problem, matrix
from app.engine.proving import _printed, prove_whole
from app.engine.slips import SLIPS, apply
from app.engine.stages import Stage
from app.engine.tensors.whole import whole
from app.engine.worked import Cell, Doubt, Way

LESSON = Problem(
    matrix([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]]),
    matrix([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]]),
    matrix([[1, 2, 0, 0], [0, 1, 2, 0], [0, 0, 1, 2]]),
    row=0,
)
Numbers = Mapping[Stage, Sequence[Sequence[float]]]


def texts(way: Way, stage: Stage) -> list[list[str]]:
    return [[cell.text for cell in row] for row in way.at(stage).rows]


def doubts(way: Way) -> set[Doubt]:
    return {cell.doubt for table in way.tables for row in table.rows for cell in row}


def test_the_lessons_example() -> None:
    way = prove_whole(LESSON, RIGHT, whole(LESSON, RIGHT), decimals=3)
    assert texts(way, Stage.RAW) == [["2", "0", "1"], ["0", "2", "1"], ["1", "1", "2"]]
    assert texts(way, Stage.SUM) == [["5.367"], ["5.367"], ["6.016"]]
    assert texts(way, Stage.WEIGHTS)[0] == ["0.506", "0.186", "0.307"]
    assert texts(way, Stage.WEIGHTED)[1] == ["0.000", "0.186", "0.373", "0.000"]
    assert texts(way, Stage.OUTPUT)[0] == ["0.506", "1.199", "0.680", "0.614"]
    assert doubts(way) == {Doubt.NONE}


def test_all_slips_have_tables_of_their_shapes() -> None:
    for slug in SLIPS:
        mechanism = apply((slug,))
        way = prove_whole(LESSON, mechanism, whole(LESSON, mechanism), decimals=4)
        columns = slug == "softmax-over-columns"
        sums = [[3]] if columns else [[1]] if slug == "softmax-over-matrix" else [[1]] * 3
        assert [[len(row)] for row in way.at(Stage.SUM).rows] == sums, slug
        assert doubts(way) <= {Doubt.NONE, Doubt.TIE}, slug


def test_a_number_that_is_not_right_is_marked_and_no_other() -> None:
    numbers = {stage: [list(row) for row in rows] for stage, rows in whole(LESSON, RIGHT).items()}
    numbers[Stage.WEIGHTS][1][2] += 1e-6
    way = prove_whole(LESSON, RIGHT, numbers, decimals=3)
    marked = [
        (table.stage, i, j)
        for table in way.tables
        for i, row in enumerate(table.rows)
        for j, cell in enumerate(row)
        if cell.doubt is not Doubt.NONE
    ]
    assert marked == [(Stage.WEIGHTS, 1, 2)]
    assert way.at(Stage.WEIGHTS).rows[1][2].doubt is Doubt.APART


@pytest.mark.parametrize(("sign", "text"), [(1, "0.3"), (-1, "-0.3")])
def test_a_tie_is_rounded_away_from_zero_and_marked(sign: int, text: str) -> None:
    """Four equal scores give weights of 1/4, half way between 0.2 and 0.3."""
    even = Problem(matrix([[0]]), matrix([[1]] * 4), matrix([[sign], [0], [0], [0]]), 0)
    way = prove_whole(even, RIGHT, whole(even, RIGHT), decimals=1)
    assert way.at(Stage.WEIGHTS).rows[0] == (Cell("0.3", Doubt.TIE),) * 4
    assert way.at(Stage.OUTPUT).rows[0][0] == Cell(text, Doubt.TIE)


def test_what_cannot_be_told_is_marked() -> None:
    assert _printed(Edge(), fallback="0.062") == Cell("0.062", Doubt.EDGE)


def test_large_numbers_have_a_power_of_ten() -> None:
    large = replace(LESSON, Q=matrix([[1000] * 4] * 3), K=matrix([[1000] * 4, [999] * 4, [-1000] * 4]))
    way = prove_whole(large, RIGHT, whole(large, RIGHT), decimals=3)
    assert texts(way, Stage.RAW)[0] == ["4000000", "3996000", "-4000000"]
    assert texts(way, Stage.SCALED)[0] == ["2.000e6", "1.998e6", "-2.000e6"]
    exponentials = texts(way, Stage.EXPONENTIALS)[0]
    exact = arb(2_000_000).exp() / arb(10) ** 868588
    assert exponentials[0] == f"{float(exact):.3f}e868588"
    assert exponentials[2] == "0.000"
    assert doubts(way) == {Doubt.NONE}


def test_a_mantissa_that_rounds_up_to_ten() -> None:
    just_below = Problem(
        matrix([[1000]]), matrix([[1000]]), matrix([[1]]), 0, divisor=Fraction(100001, 1000000)
    )
    mechanism = replace(RIGHT, scale=Scale.CHOSEN)
    way = prove_whole(just_below, mechanism, whole(just_below, mechanism), decimals=1)
    assert texts(way, Stage.SCALED) == [["1.0e7"]]
