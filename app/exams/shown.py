"""What of a sitting may be shown by the rules of its exam."""

from app.exams.sitting import State
from app.items.exam import Exam, Part, When


def shown_parts(exam: Exam, state: State, *, released: bool) -> frozenset[Part]:
    """The parts that may be shown now.

    Rule: before a sitting is graded nothing is, whatever the exam says, and one that was re-opened is not graded. From
    then on a part is shown at once, or once an instructor has released it, or never, as its exam says. Reasons and
    proofs say what is right, so they are never shown without that.
    """
    if state is not State.GRADED:
        return frozenset()
    held_back = {When.NEVER} if released else {When.NEVER, When.ONCE_RELEASED}
    found = frozenset(part for part in Part if exam.shown(part) not in held_back)
    return found if Part.RIGHT in found else found - {Part.REASONS, Part.PROOF}


def waiting_parts(exam: Exam, *, released: bool) -> frozenset[Part]:
    """The parts of a graded sitting that an instructor has still to release."""
    if released:
        return frozenset()
    later, now = (shown_parts(exam, State.GRADED, released=one) for one in (True, False))
    return later - now
