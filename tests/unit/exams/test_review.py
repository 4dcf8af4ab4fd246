"""What may be seen of a graded sitting under its rules, and what is left of an explanation."""

from itertools import product

import pytest

from app.exams.review import can_be_practised, parts_shown, parts_waiting, trimmed
from app.grading.feedback import (
    Feedback,
    FieldFeedback,
    GivenField,
    GivenStep,
    OptionFeedback,
    OrderFeedback,
    PairFeedback,
    ProofNote,
    ReversalFeedback,
    SlipNote,
    StandFeedback,
    StepFeedback,
    Verdict,
)
from app.grading.result import FieldState
from app.items.exam import Exam, Part, PassMark, Section, When
from app.items.item import Kind, Source

SLIP = SlipNote("slip", "REASON name", "REASON belief", "REASON truth")
WHOLE = Feedback(
    verdict=Verdict.PARTLY,
    meaning="REASON and OWN",
    slips=(SLIP,),
    options=(OptionFeedback("text", False, True, True, "REASON", ("REASON",)),),
    fields=(FieldFeedback("label", "OWN", "OWN", "RIGHT", False),),
    answer="RIGHT",
    steps=(StepFeedback("REASON", "REASON", (), ("REASON",), ("OWN REASON",), True),),
    proof=ProofNote(("PROOF",), ("PROOF",), "PROOF"),
    pairs=(PairFeedback("prompt", 1, "text", 2, "RIGHT", "REASON", "REASON", ("REASON",)),),
    order=OrderFeedback(
        (StandFeedback("text", "RIGHT", "REASON", False),),
        (ReversalFeedback("earlier", "later", "REASON", ("REASON",)),),
    ),
    given_steps=(
        GivenStep(
            "title",
            (GivenField("label", "OWN", "OWN", "RIGHT", FieldState.WRONG, "REASON"),),
            False,
            True,
            (SLIP,),
            "REASON",
        ),
    ),
)


def exam(**review: When) -> Exam:
    return Exam(
        id="exam",
        bank="bank",
        title="Exam",
        description="An exam.",
        source=Source("made for tests", "2026-11-30"),
        minutes=10,
        counts=(3,),
        sections=(Section("All", 100),),
        kinds=frozenset(Kind),
        pass_mark=PassMark(70, "unofficial"),
        review={Part(part): when for part, when in review.items()},
    )


@pytest.mark.parametrize("rules", list(product(When, repeat=5)))
def test_the_rules_open_their_own_parts_and_nothing_else(rules: tuple[When, ...]) -> None:
    found = exam(**{part.value: when for part, when in zip(Part, rules, strict=True)})
    for released in (False, True):
        assert parts_shown(found, graded=False, released=released) == frozenset()
        shown = parts_shown(found, graded=True, released=released)
        for part in Part:
            rule = found.shown(part)
            assert part not in shown or rule is When.AT_THE_END or (released and rule is When.ONCE_RELEASED)
            if part in (Part.POINTS, Part.GIVEN, Part.RIGHT):
                assert (part in shown) == (rule is When.AT_THE_END or (released and rule is not When.NEVER))
        assert Part.RIGHT in shown or not shown & {Part.REASONS, Part.PROOF}
    first, later = (parts_shown(found, graded=True, released=one) for one in (False, True))
    assert first <= later
    assert parts_waiting(found, released=False) == later - first
    assert parts_waiting(found, released=True) == frozenset()


def test_what_is_not_named_is_never_shown() -> None:
    assert parts_shown(exam(points=When.AT_THE_END), graded=True, released=True) == {Part.POINTS}


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("more", [(), (Part.REASONS,), (Part.PROOF,), (Part.REASONS, Part.PROOF)])
def test_nothing_of_a_withheld_part_is_left(more: tuple[Part, ...], own: bool) -> None:
    left = repr(trimmed(WHOLE, frozenset((Part.RIGHT, *more)), own=own))
    assert ("REASON" in left) == (Part.REASONS in more)
    assert ("PROOF" in left) == (Part.PROOF in more)
    assert "RIGHT" in left
    if not own:
        assert "chosen=True" not in left
        assert "typed='OWN'" not in left


def test_without_the_right_answer_there_is_no_explanation() -> None:
    with pytest.raises(ValueError, match="without the right answer"):
        trimmed(WHOLE, frozenset((Part.GIVEN,)), own=True)


def test_practice_of_what_was_missed_needs_all_that_it_tells() -> None:
    needed = {Part.GIVEN, Part.RIGHT, Part.REASONS}
    assert can_be_practised(frozenset(needed))
    assert not any(can_be_practised(frozenset(needed - {part})) for part in needed)
