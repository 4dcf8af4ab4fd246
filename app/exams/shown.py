"""What of a sitting may be shown by the rules of its exam."""

from app.exams.sitting import State
from app.items.exam import Exam, Part, When


def shown_parts(exam: Exam, state: State, *, released: bool) -> frozenset[Part]:
    """The parts that may be shown now.

    Rule: before a sitting is graded nothing is, whatever the exam says, and one that was re-opened is not graded. From
    then on a part is shown at once, or once an instructor has released it, or never, as its exam says.
    """
    if state is not State.GRADED:
        return frozenset()
    held_back = {When.NEVER} if released else {When.NEVER, When.ONCE_RELEASED}
    return frozenset(part for part in Part if exam.shown(part) not in held_back)
