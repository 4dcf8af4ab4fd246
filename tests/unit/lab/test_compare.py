"""Where two ways differ is told as they are printed."""

from app.engine.mechanism import RIGHT, Mechanism
from app.engine.proving import prove_whole
from app.engine.slips import apply
from app.engine.stages import STAGES, Stage
from app.engine.tensors.whole import whole
from app.engine.worked import Way
from app.lab.compare import compare
from tests.unit.engine.test_proving import LESSON


def way(mechanism: Mechanism, decimals: int = 3) -> Way:
    return prove_whole(LESSON, mechanism, whole(LESSON, mechanism), decimals=decimals)


def test_the_missing_scale_parts_at_the_second_step() -> None:
    found = compare(way(RIGHT), way(apply(("no-scale",))))
    assert found.first is Stage.SCALED
    assert found.places[Stage.RAW] == frozenset()
    assert found.places[Stage.SCALED] == {(0, 0), (0, 2), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)}
    assert found.sentence == (
        "The ways part at step 2, the scaled scores, in 7 of 9 cells. In the outputs 11 of 12 cells differ."
    )


def test_ways_that_meet_again_and_ways_that_never_part() -> None:
    again = compare(way(RIGHT), way(apply(("scaled-already",))))
    assert again.sentence.endswith("The outputs are the same again.")
    same = compare(way(RIGHT), way(RIGHT))
    assert same.first is None
    assert "same numbers at every step" in same.sentence
    assert all(not same.places[stage] for stage in STAGES)


def test_sums_of_another_shape_differ_everywhere() -> None:
    found = compare(way(RIGHT), way(apply(("softmax-over-matrix",))))
    assert found.places[Stage.SUM] == {(0, 0)}
    assert "its only cell" in found.sentence
    assert len(compare(way(RIGHT), way(apply(("softmax-over-columns",)))).places[Stage.SUM]) == 3


def test_only_what_is_printed_counts() -> None:
    near = apply(("base-two",))
    assert len(compare(way(RIGHT, 6), way(near, 6)).places[Stage.WEIGHTS]) == 9
    assert len(compare(way(RIGHT, 1), way(near, 1)).places[Stage.WEIGHTS]) < 9
