"""What is left of an explanation when only some parts may be seen."""

import pytest

from app.exams.review import can_be_practised, trimmed
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
from app.items.exam import Part

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
