"""Slips in steps: each is named first at its own step, two in two steps are both named, and what is wrong is seen."""

from app.items.answer_key import AnswerKey, StepsAnswer, StepSlip
from app.items.variant import Variant
from app.services.diagnosing.lines import diagnosis_lines
from app.services.diagnosing.step_trials import StepTrials
from app.services.diagnosing.tally import DiagnosisReport, Effort
from tests.changing import replace
from tests.unit.grading.stepped import ANSWER, SHOWN


def report(answer: StepsAnswer) -> DiagnosisReport:
    variant = Variant("one", "steps", "revision", "twin", "seed", SHOWN, AnswerKey(answer))
    return StepTrials("steps", (variant,)).report(Effort(right=100, single=20, pair=20))


def with_numbers(reach: float) -> StepsAnswer:
    """The same computation with every fair interval so wide."""
    steps = [
        replace(
            step,
            numbers=tuple(
                replace(one, low=float(one.printed) - reach, high=float(one.printed) + reach)
                for one in step.numbers
            ),
        )
        for step in ANSWER.steps
    ]
    return replace(ANSWER, steps=tuple(steps))


def test_slips_are_named_at_their_own_steps() -> None:
    found = report(ANSWER)
    assert [one.name for one in found.singles] == [
        "no-scale in scaled",
        "divide-by-d-k in scaled",
        "no-exponential in exponentials",
        "base-two in exponentials",
    ]
    assert found.accepted == found.right == 100
    assert found.singles_first == found.pairs_among == 1
    assert len(found.pairs) == 4
    assert found.well
    assert "base-two in exponentials" in "\n".join(diagnosis_lines(found))


def test_people_who_round_are_accepted_by_their_own_numbers_alone() -> None:
    """Intervals that are too narrow cost nothing here, since later steps are carried on from what was typed."""
    assert report(with_numbers(0.0)).accepted == 100


def test_a_slip_that_is_no_other_is_found() -> None:
    first, *others = ANSWER.steps
    twice = replace(first, slips=(*first.slips, StepSlip("root-of-tokens", ("s_A / 4", "s_B / 4"))))
    found = report(replace(ANSWER, steps=(twice, *others)))
    (alike,) = [one for one in found.singles if one.name == "root-of-tokens in scaled"]
    assert alike.first == {"divide-by-d-k in scaled": 20}
    assert not found.well
